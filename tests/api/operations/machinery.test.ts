import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineryApi } from '#api/operations/machinery.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { allPermissions } from '#domain/kernel/permissions.ts'
import { processDecider } from '#domain/operations/process.ts'
import { failingWork } from '#projections/operations/work.ts'
import { todoLists } from '#projections/todo-lists.ts'
import { setbacksIn } from '#workers/kernel/setbacks.ts'
import { type ContextServer, startContext } from '../context-server.ts'

let server: ContextServer
let setbacks: ReturnType<typeof setbacksIn>
const woken: string[] = []

// A process that answers and does no work: what fails, fails in another.
beforeAll(async () => {
  server = await startContext(
    [...todoLists, failingWork],
    (api) => {
      setbacks = setbacksIn(api.deps)
      machineryApi(
        api,
        {
          status: async () => ({ head: '0', projections: [] }),
          retryProjection: async () => {},
          queues: async () => [],
          failedWork: () => [],
          fails: async (list) => (await setbacks.of(list)).fails,
          async retryWork(list, meta) {
            await setbacks.retry(list, meta)
            woken.push(list)
          },
        },
        { book: { write: () => {} } },
      )
    },
    {},
    () => allPermissions,
  )
})
afterAll(() => server.stop())

const works = async () =>
  (
    (await server.ask('GET', '/process/user-1/machinery')).data.works as {
      list: string
      failed: number
    }[]
  ).filter(({ failed }) => failed > 0)
const facts = async () => (await server.store.readStream('work-requested-runs')).events

test('work that fails in another process is shown, and tried again there', async () => {
  const request = {
    type: 'RequestRun',
    runId: 'run-1',
    dryRun: false,
    options: {},
    scheduled: false,
  } as const
  const by = { commandId: 'ask', owner: SHARED, actor: { kind: 'system', id: 'test' } } as const
  await server.handler.run(processDecider, 'log-cleaner', request, by)
  expect(await works()).toEqual([])
  await setbacks.tell('requested-runs', true)
  expect(await works()).toMatchObject([{ list: 'requested-runs', due: 1, failed: 1, nextTryAt: 0 }])

  expect(
    (await server.ask('PUT', '/process/user-1/work-lists/requested-runs/retry', {})).status,
  ).toBe(200)
  expect(woken).toEqual(['requested-runs'])
  expect((await facts()).map(({ type, meta: { actor } }) => [type, actor.id])).toEqual([
    ['WorkFailed', 'work'],
    ['WorkRetryRequested', 'user-1'],
  ])
  await setbacks.tell('requested-runs', false)
  expect(await works()).toEqual([])
})
