import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createHandler } from '#commands/kernel/handle.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import type { JobQueue } from '#domain/kernel/ports/job-queue.ts'
import type { ReadStore } from '#domain/kernel/ports/read-store.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { failingWork } from '#projections/operations/work.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { bullmqQueue } from '#workers/queue/bullmq.ts'
import { inProcessQueue } from '#workers/queue/in-process.ts'
import { createReactorRunner, WORK } from '#workers/kernel/reactor.ts'
import { catchUpAll, startWorkers } from '#workers/kernel/run.ts'
import { setbacksIn } from '#workers/kernel/setbacks.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { skipped } from '#tests/engines/local.ts'
import { ownRedis } from '#tests/engines/redis.ts'
import { pendingReminders, planReminder, reminders } from './reminders.ts'

const redis = await ownRedis()
afterAll(async () => {
  if ('stop' in redis) await redis.stop()
})

const LIST = pendingReminders.name
/** The worker stands still: failed work waits for ever, unless a retry is requested. */
const clock = { now: () => 1_000_000 }

/** One process that answers and two that work, on one log. */
async function team(engines: {
  readonly queue: () => JobQueue
  readonly readStore: () => ReadStore
}) {
  const store = eventLog()
  const reminding = reminders(store)
  async function started(works: boolean) {
    const log = memoryLog()
    const queue = engines.queue()
    const projector = createProjector({
      store,
      readStore: engines.readStore(),
      queue,
      clock,
      log,
      projections: [pendingReminders, failingWork],
    })
    const { readModels } = projector
    const setbacks = setbacksIn({ handler: createHandler({ store, clock }), readModels })
    const work = createReactorRunner({
      readModels,
      clock,
      log,
      workLists: [reminding.list],
      setbacks,
    })
    await catchUpAll(projector)
    const unattended = works
      ? { work, seal: async () => {}, scrub: async () => {}, requestRuns: async () => {} }
      : null
    const workers = await startWorkers({ store, queue, projector, unattended, log, sweepMs: 200 })
    onTestFinished(async () => {
      await workers.stop()
      await queue.close()
    })
    return { queue, setbacks, work }
  }
  const answering = await started(false)
  const working = [await started(true), await started(true)]
  const fails = async () => (await answering.setbacks.of(LIST)).fails
  const failed = () => working.reduce((sum, { work }) => sum + work.failed().length, 0)
  async function retry(commandId: string) {
    await answering.setbacks.retry(LIST, {
      commandId,
      owner: SHARED,
      actor: { kind: 'user', id: 'admin' },
    })
    await answering.queue.wake(WORK, LIST)
  }
  const facts = async () => (await store.readStream(`work-${LIST}`)).events.map(({ type }) => type)
  return { store, ...reminding, fails, failed, retry, facts }
}

const shared = sqliteReadStore()
describe.each([
  [
    'the embedded queue and read models of their own',
    null,
    () => ({
      queue: () => inProcessQueue({ log: memoryLog() }),
      readStore: () => sqliteReadStore(),
    }),
  ],
  [
    'BullMQ and common read models',
    redis,
    () => ({
      queue: () => bullmqQueue({ url: 'url' in redis ? redis.url : '', log: memoryLog() }),
      readStore: () => shared,
    }),
  ],
] as const)('processes with %s', (_, engine, engines) => {
  test.skipIf(engine !== null && skipped(engine))(
    'know of each other’s failing work, and try it again when any of them is asked to',
    async () => {
      const { store, sent, fail, fails, failed, retry, facts, metas } = await team(engines())
      fail('no mail server')
      store.add(planReminder('a', 0))
      await vi.waitFor(async () => expect(await fails()).toBe(true), { timeout: 10_000 })
      expect(failed()).toBeGreaterThan(0)

      // Tried again at once, it fails again and waits on.
      const tried = metas.length
      await retry('first')
      await vi.waitFor(() => expect(metas.length).toBeGreaterThan(tried), { timeout: 10_000 })
      expect(sent).toEqual([])

      fail(null)
      await retry('second')
      await vi.waitFor(() => expect(sent).toEqual(['a']), { timeout: 10_000 })
      await vi.waitFor(async () => expect(await fails()).toBe(false), { timeout: 10_000 })
      expect((await facts()).filter((type) => type === 'WorkRetryRequested')).toHaveLength(2)
      // Nothing fails: there is nothing to try again.
      await retry('third')
      expect((await facts()).filter((type) => type === 'WorkRetryRequested')).toHaveLength(2)
    },
    60_000,
  )
})
