import { expect, onTestFinished, test, vi } from 'vitest'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { inProcessQueue } from '#workers/queue/in-process.ts'
import { catchUpAll, startWorkers } from '#workers/kernel/run.ts'
import { createReactorRunner } from '#workers/kernel/reactor.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { counters } from '#tests/projections/kernel/simulation.ts'
import { recorded } from '#tests/kernel/events.ts'
import { pendingReminders, planReminder, reminders } from './reminders.ts'

const added = (key: string) => recorded(`counter-${key}`, 'Added', { key, amount: 1 })

async function running({
  firstWorkMs = 0,
  ...options
}: {
  readonly sweepMs?: number
  readonly firstWorkMs?: number
  readonly deaf?: boolean
} = {}) {
  const store = eventLog()
  store.add(
    ...Array.from({ length: 1_200 }, (_, i) => added(`k${i % 7}`)),
    planReminder('pending', 0),
  )
  if (options.deaf) store.watch = () => () => {}
  const log = memoryLog()
  const clock = { now: () => Date.now() }
  const queue = inProcessQueue({ log })
  const projector = createProjector({
    store,
    readStore: sqliteReadStore(),
    queue,
    clock,
    log,
    projections: [counters, pendingReminders],
  })
  const reminding = reminders(store)
  const work = createReactorRunner({
    readModels: projector.readModels,
    clock,
    log,
    workLists: [reminding.list],
  })
  await catchUpAll(projector)
  const workers = await startWorkers({
    store,
    queue,
    projector,
    unattended: { work, seal: async () => {}, scrub: async () => {}, requestRuns: async () => {} },
    log,
    firstWorkMs,
    ...(options.sweepMs !== undefined && { sweepMs: options.sweepMs }),
  })
  onTestFinished(async () => {
    await workers.stop()
    await queue.close()
  })
  return { store, log, projector, workers, ...reminding }
}

test('what stood in the log can be read once the workers have started', async () => {
  const { projector } = await running()
  const docs = await projector.readModels.of(counters)
  expect(
    (await docs.find({ filter: {} })).items.map((doc) => doc.moves.length).reduce((a, b) => a + b),
  ).toBe(1_200)
  expect((await projector.status()).projections.every(({ state }) => state === 'live')).toBe(true)
})

test('work that was pending at the start is done, and what comes later as it comes', async () => {
  const { store, sent } = await running()
  await vi.waitFor(() => expect(sent).toEqual(['pending']))
  store.add(planReminder('new', 0))
  await vi.waitFor(() => expect(sent).toEqual(['pending', 'new']))
})

test('work that was pending waits for the first requests of a start; read models do not', async () => {
  const { store, projector, sent } = await running({ firstWorkMs: 200 })
  store.add(added('fresh'))
  expect(await projector.readModels.reached([counters], await store.head(), 2_000)).toBe(true)
  expect(sent).toEqual([])
  await vi.waitFor(() => expect(sent).toEqual(['pending']))
})

test('an event appended is in its read model as soon as it is waited for', async () => {
  const { store, projector } = await running()
  store.add(added('fresh'))
  expect(await projector.readModels.reached([counters], await store.head(), 2_000)).toBe(true)
  expect(await (await projector.readModels.of(counters)).get('fresh')).toMatchObject({ sum: 1 })
})

test('a hint that was lost is made up for by the sweep', async () => {
  const { store, projector } = await running({ deaf: true, sweepMs: 20 })
  store.add(added('fresh'))
  await vi.waitFor(async () =>
    expect(await (await projector.readModels.of(counters)).get('fresh')).not.toBeNull(),
  )
})

test('nothing is projected or performed once the workers have stopped', async () => {
  const { store, projector, workers, sent } = await running({ sweepMs: 5 })
  await vi.waitFor(() => expect(sent).toEqual(['pending']))
  await workers.stop()
  const head = await store.head()
  store.add(added('late'), planReminder('late', 0))
  expect(await projector.readModels.reached([counters], await store.head(), 50)).toBe(false)
  expect(sent).toEqual(['pending'])
  expect((await store.head()) > head).toBe(true)
})
