import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Api } from '#api/kernel/api.ts'
import { buildServer } from '#api/kernel/server.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { get as route, post } from '#contract/kernel/contract.ts'
import { positionOf } from '#domain/kernel/event.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { memoryDocuments } from '#tests/doubles/documents.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog, silentLog } from '#tests/doubles/log.ts'
import { committed, recorded } from '#tests/kernel/events.ts'
import { counters } from '#tests/projections/kernel/simulation.ts'

const summed = (path: string) =>
  route(path, { summary: 'The sum of a counter', access: 'signed-in', reply: z.int() })
const Written = z.object({ position: z.string() })
const write = post('/written', {
  summary: 'A write',
  access: 'signed-in',
  body: z.object({}),
  reply: Written,
})
const others = { ...counters, name: 'others' }

/** Whether the read models have reached the position, and which ones were waited for. */
let reached: boolean
let waited: readonly string[]
/** Whether what is declared stands still. */
let stopped: boolean
let app: Awaited<ReturnType<typeof buildServer>>

const routes = (api: Api) => {
  api.serve(summed('/declared'), { reads: { counters } }, async ({ read }) => {
    // @ts-expect-error this route has not declared them
    expect(read.others).toBeUndefined()
    return (await read.counters.get('k'))?.sum ?? 0
  })
  // @ts-expect-error a route that declares nothing reads nothing
  api.serve(summed('/undeclared'), {}, async ({ read }) => (read.counters === undefined ? 0 : 1))
  api.serve(write, {}, async () => ({ position: positionOf(1) }))
  api.serve(summed('/unregistered'), { reads: { others } }, async ({ read }) =>
    read.others.count({}),
  )
}

beforeEach(async () => {
  ;[reached, waited, stopped] = [true, [], false]
  const store = eventLog(committed([recorded('counter-k', 'Added', { key: 'k', amount: 3 })]))
  const clock = { now: () => 1_000 }
  const projector = createProjector({
    store,
    readStore: sqliteReadStore(),
    queue: { wake: async () => {} },
    clock,
    log: memoryLog(),
    projections: [counters],
  })
  await projector.catchUp('all')
  const readModels: ReadModels = {
    ...projector.readModels,
    async reached(projections) {
      waited = projections.map(({ name }) => name)
      return reached
    },
    stopped: async () => stopped,
  }
  app = await buildServer({
    deps: {
      handler: createHandler({ store, clock }),
      readModels,
      store,
      documents: memoryDocuments(),
      clock,
      newId: newUlid,
    },
    authenticate: async () => ({
      userId: 'user-1',
      userName: 'anna',
      name: 'Anna Exemple',
      permissions: new Set(),
      timeZone: 'Europe/Paris',
      isGuest: false,
    }),
    publicApiKey: 'public',
    publicUrl: new URL('http://localhost'),
    log: silentLog,
    contexts: routes,
  })
})
afterEach(() => app.close())

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({ url: `/api${path}`, headers: { authorization: 'Bearer x', ...headers } })
const asked = { 'x-min-position': positionOf(1) }

test('a route reads the read models it has declared', async () => {
  expect((await get('/declared')).json().result.data).toBe(3)
  expect((await get('/undeclared')).json().result.data).toBe(0)
})
test('a call with a position waits for the read models declared, and one without does not wait', async () => {
  expect((await get('/declared', asked)).headers['x-stale']).toBeUndefined()
  expect(waited).toEqual(['counters'])
  waited = []
  await get('/declared')
  await get('/undeclared', asked)
  expect(waited).toEqual([])
})
test('a call without a position waits for the caller’s own write, and one with an empty one does not', async () => {
  await get('/declared')
  expect(waited).toEqual([])
  const headers = { authorization: 'Bearer x' }
  await app.inject({ method: 'POST', url: '/api/written', headers, payload: {} })
  await get('/declared', { 'x-min-position': '' })
  expect(waited).toEqual([])
  await get('/declared')
  expect(waited).toEqual(['counters'])
})
test('an answer says so when what is declared has not come as far', async () => {
  reached = false
  expect((await get('/declared', asked)).headers['x-stale']).toBe('true')
  expect((await get('/undeclared', asked)).headers['x-stale']).toBeUndefined()
})
test('a route that declares a read model which is not registered fails', async () =>
  expect((await get('/unregistered')).statusCode).toBe(500))
test('a route whose read model stands still says so, and others answer', async () => {
  expect((await get('/declared')).statusCode).toBe(200)
  stopped = true
  const late = await get('/declared')
  expect([late.statusCode, late.json().result.code]).toEqual([503, 'READ_MODEL_LATE'])
  expect(late.json().result.message).toContain('pas encore à jour')
  expect((await get('/undeclared')).statusCode).toBe(200)
})
