import { afterAll, beforeAll, expect, test } from 'vitest'
import { records } from '#contract/kernel/all-records.ts'
import type { Route } from '#contract/kernel/contract.ts'
import { PASSWORDS } from '#tests/kernel/product-process.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'

/**
 * Records are removed while others name them. Every read of their owner is still answered. An
 * answer that breaks its own schema is a 500.
 */

let product: Product
let demo: SignedIn
/** Ids of the account's things before the removals, by the first part of their routes. */
const ids = new Map<string, readonly string[]>()
const owned = records.filter(({ scope }) => scope === 'owner').map(({ name }) => name)

type Row = { readonly id: string; readonly organismId?: string | 0; readonly organism?: string }
const rows = async (path: string): Promise<readonly Row[]> => {
  const answer = await product.as(demo, 'GET', path)
  return answer.statusCode === 200 ? answer.json().result.data : []
}

beforeAll(async () => {
  product = await startProduct({ sampleData: 'year' })
  demo = await product.signIn('demo', PASSWORDS.demo)
  const { userId } = demo
  const [profile] = await rows(`professionalInfo/${userId}/all`)
  const profileId = profile?.id ?? ''
  const lists = owned.map((name) => [name, `${name}/${userId}/all`] as const)
  for (const [name, path] of [
    ['professionalInfo', `professionalInfo/${userId}/all`],
    ['project', `project/${userId}/all/${profileId}`],
    ['bill', `bill/${userId}/all/${profileId}`],
    ['quote', `quote/${userId}/all/${profileId}`],
    ['transaction', `transaction/${userId}/${profileId}/200`],
    ['charge', `charge/${userId}/all/${profileId}`],
    ['scheduledTransaction', `scheduledTransaction/${userId}/all/${profileId}`],
    ...lists,
  ] as const)
    ids.set(
      name,
      (await rows(path)).map(({ id }) => id),
    )
}, 120_000)
afterAll(() => product.stop())

/** Addresses of a route with each thing of the account in turn. */
function addresses({ path }: Route): readonly string[] {
  const entity = path.split('/')[1] ?? ''
  const [profileId = ''] = ids.get('professionalInfo') ?? []
  const values: Readonly<Record<string, string>> = {
    userId: demo.userId,
    profileId,
    clientId: ids.get('company')?.[0] ?? '',
    projectId: ids.get('project')?.[0] ?? '',
    year: '2026',
    month: '10',
    count: '50',
    active: 'true',
    entity: 'transaction',
    register: 'purchases',
    index: '0',
    number: '1',
    lang: 'fr',
  }
  const things = path.includes(':id') ? (ids.get(entity) ?? []).slice(0, 40) : ['']
  return things.map((id) =>
    path
      .slice(1)
      .replaceAll(/:(\w+)/g, (_, name: string) => ({ ...values, id })[name] ?? 'unknown'),
  )
}

async function failedReads(): Promise<readonly string[]> {
  const failed: string[] = []
  for (const route of product.routes()) {
    if (route.method !== 'GET' || route.access === 'public' || !route.path.includes(':userId'))
      continue
    for (const path of addresses(route)) {
      const answer = await product.as(demo, 'GET', path)
      if (answer.statusCode >= 500) failed.push(`${path}: ${answer.body.slice(0, 200)}`)
    }
  }
  return failed
}

test('every read answers after a write with hundredths of a percent', async () => {
  const [criteria] = await rows(`searchCriteria/${demo.userId}/all`)
  const changed = await product.as(demo, 'PUT', `searchCriteria/${demo.userId}`, {
    ...criteria,
    matchThreshold: 33.5,
  })
  expect(changed.statusCode, changed.body).toBe(200)
  const counts = await product.as(
    demo,
    'GET',
    `jobs/${demo.userId}/counts?criteriaId=${criteria?.id}`,
    undefined,
    { 'x-min-position': changed.json().result.data.position },
  )
  expect([counts.statusCode, counts.json().result.data?.threshold]).toEqual([200, 33.5])
})

test('every read answers after the removal of what others name', async () => {
  const [profileId = ''] = ids.get('professionalInfo') ?? []
  const [organism] = await rows(`organism/${demo.userId}/all`)
  const path = `transaction/${demo.userId}/${profileId}/200`
  const named = (await rows(path)).find(({ organismId }) => organismId === organism?.id)
  let removed = 0
  for (const entity of [...owned, 'charge', 'scheduledTransaction', 'project', 'professionalInfo'])
    for (const id of ids.get(entity) ?? []) {
      const answer = await product.as(demo, 'DELETE', `${entity}/${demo.userId}/${id}`)
      expect(answer.statusCode, `${entity}: ${answer.body.slice(0, 200)}`).toBeLessThan(500)
      if (answer.statusCode === 200) removed++
    }
  expect(removed).toBeGreaterThan(50)
  expect(await failedReads()).toEqual([])
  const after = (await rows(path)).find(({ id }) => id === named?.id)
  expect([named?.organism, after?.organism]).toEqual([expect.stringMatching(/\w/), named?.organism])
}, 180_000)
