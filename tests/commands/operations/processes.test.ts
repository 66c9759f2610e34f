import { expect, test } from 'vitest'
import { createHandler } from '#commands/kernel/handle.ts'
import { processCommands, type RunOrder, type Tool } from '#commands/operations/processes.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 10, 20)
const by = (commandId: string) =>
  ({ commandId, owner: 'system', actor: { kind: 'user', id: 'admin' } }) as const
const order = { name: 'log-cleaner', runId: 'run-1', dryRun: false, options: {} }

/** The command center with one daily tool. */
function desk(run: Tool['run'] = async () => ({ removed: 2 })) {
  const time = { now: START }
  const clock = { now: () => time.now }
  const store = eventLog()
  const tool: Tool = { name: 'log-cleaner', everyMs: DAY, keptDays: 90, run }
  const handler = createHandler({ store, clock })
  const processes = processCommands({ handler, tools: [tool], clock, log: memoryLog() })
  const facts = async () =>
    (await store.readStream('process-log-cleaner')).events.map(
      ({ type, data }) => [type, data] as const,
    )
  const last = async () => (await facts()).at(-1)
  return { time, tool, processes, facts, last }
}
const signal = new AbortController().signal

test('the schedule asks for one run a day, and for none while it is paused or one is under way', async () => {
  const { time, tool, processes, facts } = desk()
  await processes.requestDue()
  await processes.requestDue()
  expect(await facts()).toMatchObject([['ProcessRunRequested', { dryRun: false, scheduled: true }]])
  time.now += DAY
  // The first run is still under way.
  await processes.requestDue()
  expect(await facts()).toHaveLength(1)
  const { runId } = (await facts()).at(0)![1] as { runId: string }
  await processes.make({ ...order, runId }, by('make'), signal)
  await processes.pause('log-cleaner', true, by('pause'))
  await processes.requestDue()
  expect(await facts()).toHaveLength(3)
  await processes.pause('log-cleaner', false, by('resume'))
  await processes.requestDue()
  expect((await facts()).map(([type]) => type)).toEqual([
    'ProcessRunRequested',
    'ProcessRunEnded',
    'ProcessPaused',
    'ProcessResumed',
    'ProcessRunRequested',
  ])
  expect(await processes.nextRun(tool)).toBe(time.now + DAY)
})

test('a run records its counts, and is recorded once', async () => {
  const { processes, facts } = desk()
  await processes.request('log-cleaner', order, by('ask'))
  expect(await processes.make(order, by('make'), signal)).toBe(true)
  expect(await processes.make(order, by('make again'), signal)).toBe(true)
  expect((await facts()).slice(1)).toEqual([
    ['ProcessRunEnded', { runId: 'run-1', result: 'done', counts: { removed: 2 }, reason: '' }],
  ])
})

test('a run that is stopped ends before its next step, with what it had counted', async () => {
  const { processes, last } = desk(async ({ tell }) => {
    await tell({ done: 0, of: 2, counts: { removed: 1 } })
    await processes.cancel('log-cleaner', 'run-1', by('cancel'))
    await tell({ done: 1, of: 2, counts: { removed: 1 } })
    throw new Error('The second step was made')
  })
  await processes.request('log-cleaner', order, by('ask'))
  await processes.make(order, by('make'), signal)
  expect(await last()).toEqual([
    'ProcessRunEnded',
    { runId: 'run-1', result: 'cancelled', counts: { removed: 1 }, reason: '' },
  ])
})

test.each([
  ['a refusal', refusal('FORBIDDEN'), 'FORBIDDEN'],
  ['a fault of its own', new Error('broken'), 'PROCESS_FAILED'],
])('a run that meets %s has failed with its reason', async (_, error, reason) => {
  const { processes, last } = desk(() => Promise.reject(error))
  await processes.request('log-cleaner', order, by('ask'))
  await processes.make(order, by('make'), signal)
  expect(await last()).toMatchObject(['ProcessRunEnded', { result: 'failed', reason }])
})

test('a run that the end of the process interrupts is made again', async () => {
  const ending = new AbortController()
  const { processes, facts } = desk(async ({ tell }: RunOrder) => {
    ending.abort()
    await tell({ done: 0, of: 1, counts: {} })
    return {}
  })
  await processes.request('log-cleaner', order, by('ask'))
  expect(await processes.make(order, by('make'), ending.signal)).toBe(false)
  expect(await facts()).toHaveLength(1)
})

test('a run of many steps tells of a few of them', async () => {
  const { processes, facts } = desk(async ({ tell }) => {
    for (let done = 0; done < 1_000; done++) await tell({ done, of: 1_000, counts: { done } })
    return { done: 1_000 }
  })
  await processes.request('log-cleaner', order, by('ask'))
  await processes.make(order, by('make'), signal)
  expect((await facts()).filter(([type]) => type === 'ProcessRunAdvanced')).toHaveLength(20)
})
