import { rmSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import type { Route } from '#contract/kernel/contract.ts'
import { records } from '#contract/kernel/all-records.ts'
import { type Position, START } from '#domain/kernel/event.ts'
import { type Product, type SignedIn, startProduct } from '../kernel/start-product.ts'

/**
 * Every route, called by a user under their own id, with ids of another user's records. The answer
 * says that they do not exist.
 */

let product: Product
let demo: SignedIn
let stranger: SignedIn
/** One id of each entity of the demo account. */
let ids: ReadonlyMap<string, string>
/** Refused calls of the stranger, by their correlation id. */
const refused = new Map<string, string>()

beforeAll(async () => {
  product = await startProduct({ sampleData: 'year' })
  demo = await product.signIn('demo', 'Carnet-demo-2026')
  stranger = await product.freelancer('stranger')
  const first = async (path: string) =>
    (await product.data<{ id: string }[]>(demo, 'GET', path))[0]?.id ?? ''
  const profileId = await first(`professionalInfo/${demo.userId}/all`)
  const lists: Record<string, string> = {
    professionalInfo: `professionalInfo/${demo.userId}/all`,
    project: `project/${demo.userId}/all/${profileId}`,
    bill: `bill/${demo.userId}/all/${profileId}`,
    transaction: `transaction/${demo.userId}/${profileId}/1`,
    ...Object.fromEntries(
      records
        .filter(({ scope }) => scope === 'owner')
        .map(({ name }) => [name, `${name}/${demo.userId}/all`]),
    ),
  }
  const found = await Promise.all(
    Object.entries(lists).map(async ([name, path]) => [name, await first(path)] as const),
  )
  ids = new Map(found.filter(([, id]) => id !== ''))
  expect([...ids.keys()]).toEqual(
    expect.arrayContaining(['professionalInfo', 'project', 'bill', 'company', 'contact']),
  )
}, 60_000)

const OTHERS: Readonly<Record<string, string>> = {
  year: '2026',
  month: '10',
  count: '10',
  active: 'true',
  entity: 'bill',
}
const PARAMETERS: Readonly<Record<string, string>> = {
  profileId: 'professionalInfo',
  projectId: 'project',
  clientId: 'company',
}

/**
 * The route's address with the stranger's own user id, and ids of the demo account for all others.
 */
function address(route: Route): string | null {
  const entity = route.path.split('/')[1] ?? ''
  let foreign = false
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (name === 'userId') return stranger.userId
    const id = name in OTHERS ? undefined : (ids.get(PARAMETERS[name] ?? entity) ?? ids.get('bill'))
    if (id !== undefined) foreign = true
    return id ?? OTHERS[name] ?? 'bill'
  })
  return foreign || route.method === 'PUT' ? path.slice(1) : null
}

test('another user’s things are not there for who calls under their own name', async () => {
  const marks = [...ids.values()]
  let walked = 0
  for (const route of product.routes()) {
    if (route.access === 'public' || route.access === 'anyone' || !route.path.includes(':userId'))
      continue
    const path = address(route)
    if (path === null) continue
    walked++
    const entity = route.path.split('/')[1] ?? ''
    const payload =
      route.method === 'PUT' || route.method === 'POST' ? { id: ids.get(entity) ?? '' } : undefined
    const answer = await product.as(stranger, route.method, path, payload)
    const call = `${route.method} ${path} answered ${answer.statusCode}: ${answer.body.slice(0, 300)}`
    expect(answer.statusCode, call).toBeLessThan(500)
    // A list narrowed by a foreign id may be an empty one; it holds nothing of the other user's.
    if (answer.statusCode === 200)
      for (const mark of marks)
        if (!path.includes(mark)) expect(answer.body.includes(mark), call).toBe(false)
    if (answer.statusCode >= 400) refused.set(String(answer.headers['x-request-id']), call)
    if (route.method === 'DELETE' || (route.method === 'GET' && route.path.endsWith('/:id')))
      expect([403, 404], call).toContain(answer.statusCode)
  }
  expect(walked).toBeGreaterThan(40)
}, 60_000)

test('who may not manage users reaches nothing under another user’s id, and who may does', async () => {
  const admin = await product.admin()
  const managed = product
    .routes()
    .filter(({ access }) => typeof access === 'object' && access.manage !== undefined)
  expect(managed.map(({ method }) => method)).toEqual(expect.arrayContaining(['GET', 'PUT']))
  for (const route of managed) {
    const path = route.path.slice(1).replace(':userId', demo.userId)
    const payload = route.method === 'GET' ? undefined : {}
    const foreign = await product.as(stranger, route.method, path, payload)
    const call = `${route.method} ${path}`
    expect([foreign.statusCode, foreign.json().result.code], call).toEqual([404, 'NOT_FOUND'])
    expect((await product.as(admin, route.method, path, payload)).statusCode, call).not.toBe(404)
  }
})

test('nothing of it was changed by that', async () => {
  for (const [entity, id] of ids) {
    const history = await product.as(demo, 'GET', `history/${demo.userId}/${entity}/${id}`)
    if (history.statusCode !== 200) continue
    expect(history.body.includes(stranger.userId), entity).toBe(false)
  }
})

test('its owner removes what the stranger could not', async () => {
  const removable = [
    'certification',
    'interest',
    'language',
    'mission',
    'skill',
    'training',
    'product',
    'publication',
    'tag',
    'taskTag',
    'taskPriority',
    'mailTemplate',
  ].filter((entity) => ids.has(entity))
  expect(removable.length).toBeGreaterThan(5)
  for (const entity of removable) {
    const answer = await product.as(demo, 'DELETE', `${entity}/${demo.userId}/${ids.get(entity)}`)
    expect([200, 409], `${entity}: ${answer.body.slice(0, 300)}`).toContain(answer.statusCode)
  }
})

test('a refused call appends nothing', async () => {
  await product.stop(true)
  const store = openSqliteEventStore(path.join(product.dataDir, 'events.sqlite'))
  try {
    const written: string[] = []
    for (let after: Position = START, atHead = false; !atHead; ) {
      const slice = await store.readAll(after, { limit: 1000 })
      for (const { stream, meta } of slice.events) {
        const call = refused.get(meta.correlationId)
        if (call !== undefined) written.push(`${stream}: ${call}`)
      }
      after = slice.next
      atHead = slice.atHead
    }
    expect(refused.size).toBeGreaterThan(30)
    expect(written).toEqual([])
  } finally {
    await store.close()
    rmSync(product.dataDir, { recursive: true, force: true })
  }
})
