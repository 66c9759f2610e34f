import fc from 'fast-check'
import { expect, test } from 'vitest'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { runsAfter } from '#domain/schedules/recurrence.ts'
import { type PostedRun, scheduleDeciders } from '#domain/schedules/schedule.ts'
import type { ScheduleFacts } from '#domain/schedules/schedule-facts.ts'
import {
  AppendOutcomeUnknown,
  type EventStore,
  StoreUnavailable,
} from '#domain/kernel/ports/event-store.ts'
import { addDays, daysBetween, epochOfDay } from '#domain/kernel/time.ts'
import { dueSchedules, plannedPayments, unbookedRuns } from '#projections/schedules/todo-lists.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { commandsOn } from '#tests/kernel/commands.ts'
import { bookRuns, payPlanned, runSchedules } from '#workers/schedules/transaction-planner.ts'
import { rent as monthlyRent } from '#tests/domain/schedules/schedule-facts.ts'
import type { ScheduleCommands } from '#commands/schedules/schedules.ts'
import { createReactorRunner, LATER } from '#workers/kernel/reactor.ts'

const OWNER = 'user-1'
const FIRST_DAY = '2026-10-01'
const rent: ScheduleFacts = {
  ...monthlyRent,
  profileId: 'profile',
  recurrence: { ...monthlyRent.recurrence, first: '2026-10-31' },
}
/** A tenth of what was received since the last run; 100 € are received each day. */
const tenth: ScheduleFacts = {
  ...rent,
  kind: 'charge',
  amountType: 'calculated',
  percentage: 1_000,
  vatRate: 0,
  recurrence: { interval: 'week', count: 1, first: '2026-10-05', until: '' },
  paymentDelay: 5,
}

type Fault = 'none' | 'refused' | 'lost'

/** A store that refuses appends, or takes them and loses its answer, as it is told to. */
function faulty(store: EventStore, faults: Iterator<Fault>): EventStore {
  return {
    ...store,
    async append(...call) {
      const fault = faults.next().value as Fault | undefined // the iterator may have ended
      if (fault === 'refused') throw new StoreUnavailable('away')
      const done = await store.append(...call)
      if (fault === 'lost') throw new AppendOutcomeUnknown('lost')
      return done
    },
  }
}

test.each([
  ['paused', true, 0],
  ['at work', false, 1],
])('a planner that is %s', async (_, isPaused, runs) => {
  let made = 0
  // Only this command is called here.
  const commands: ScheduleCommands = { runDue: async () => void made++ } as never
  const reactor = runSchedules(
    commands,
    async () => isPaused,
    async () => false,
  )
  const row = { _id: 'rent', owner: OWNER, family: 'charge', dueAt: 1 } as never
  const outcome = await reactor.perform(row, {} as never, {} as never)
  expect([outcome === LATER, made]).toEqual([isPaused, runs])
})

test('a posting is never doubled nor lost, with faults, restarts, clocks that jump, and two workers', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('clock' as const), days: fc.integer({ min: -20, max: 40 }) }),
    fc.record({ kind: fc.constant('work' as const), workers: fc.integer({ min: 1, max: 2 }) }),
    fc.record({ kind: fc.constant('restart' as const) }),
  )
  const fault = fc.constantFrom<Fault>('none', 'none', 'none', 'none', 'refused', 'lost')
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 12 }),
      fc.array(fault, { maxLength: 40 }),
      async (steps, faults) => {
        const log = eventLog()
        let today = FIRST_DAY
        let latest = FIRST_DAY
        let noon = 12 * 3_600_000
        const clock = { now: () => epochOfDay(today) + noon }
        const failing = faults[Symbol.iterator]()
        /** A process of its own: its read models are those of the log. */
        const process = (store: EventStore) => {
          const { commands } = commandsOn(store, clock, {
            received: async ({ from, to }) =>
              Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => ({
                day: addDays(from, i),
                netMinor: 10_000,
                grossMinor: 12_000,
              })),
          })
          const projector = createProjector({
            store: log,
            readStore: sqliteReadStore(),
            clock,
            log: memoryLog(),
            queue: { wake: async () => {} },
            projections: [dueSchedules, unbookedRuns, plannedPayments],
          })
          const work = createReactorRunner({
            readModels: projector.readModels,
            clock,
            log: memoryLog(),
            workLists: [
              runSchedules(
                commands.schedules,
                async () => false,
                async () => false,
              ),
              bookRuns(commands.schedules),
              payPlanned(commands.transactions, async () => false),
            ],
          })
          return {
            commands,
            async tick() {
              for (const list of work.lists) {
                for (const group of projector.groups) await projector.catchUp(group)
                await work.perform(list)
              }
            },
          }
        }
        const meta = (key: string) => ({
          commandId: derivedUuid(key),
          owner: OWNER,
          actor: { kind: 'user', id: OWNER } as const,
        })
        const { handler } = commandsOn(log, clock)
        const add = (family: 'scheduledTransaction' | 'charge', id: string, facts: ScheduleFacts) =>
          handler.run(scheduleDeciders[family], id, { type: 'Add', facts }, meta(id))
        await add('scheduledTransaction', 'rent', rent)
        await add('charge', 'tenth', tenth)

        const store = faulty(log, failing)
        let workers = [process(store), process(store)]
        for (const one of steps) {
          if (one.kind === 'clock') {
            today = addDays(today, one.days)
          } else if (one.kind === 'restart') workers = [process(store), process(store)]
          else {
            if (today > latest) latest = today
            await Promise.all(workers.slice(0, one.workers).map((worker) => worker.tick()))
          }
        }
        // In the end a process without faults does what is left.
        today = latest
        noon += 60_000 // the grace time of work that was left is over
        const last = process(log)
        await last.tick()

        const { events } = await log.readAll('0'.repeat(20), { limit: 100_000 })
        const posted = events.flatMap(({ type, stream, data }) =>
          type === 'RunPosted' ? [{ stream, ...(data as PostedRun) }] : [],
        )
        const runsOf = (stream: string) => posted.filter((run) => run.stream === stream)
        const dues = (stream: string) => runsOf(stream).map(({ due }) => due)
        expect(dues('scheduledTransaction-rent')).toEqual(
          runsAfter(rent.recurrence, '', 500, latest),
        )
        expect(dues('charge-tenth')).toEqual(runsAfter(tenth.recurrence, '', 500, latest))
        // Each day's turnover is counted once: periods follow on one another.
        const periods = runsOf('charge-tenth')
        periods
          .slice(1)
          .forEach(({ from }, i) => expect(from).toBe(addDays(periods[i]?.to ?? '', 1)))
        const added = events
          .filter(({ type }) => type === 'TransactionAdded')
          .map(({ stream }) => stream)
        expect(added.toSorted()).toEqual(
          posted.map(({ runId }) => `transaction-${runId}`).toSorted(),
        )
        // Automatic payments are made once, on their day, if that day has come.
        const paid = events
          .filter(({ type }) => type === 'TransactionPaid')
          .map(({ stream }) => stream)
        expect(new Set(paid).size).toBe(paid.length)
      },
    ),
    { numRuns: 60 },
  )
})
