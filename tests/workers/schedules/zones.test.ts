import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scheduleDeciders } from '#domain/schedules/schedule.ts'
import { addDays, dayIn, epochOfDay, startOfDay } from '#domain/kernel/time.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { dueOnDay, hasCome } from '#projections/kernel/todo-list.ts'
import { roundDueOn } from '#projections/mail/reminders.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { dueSchedules } from '#projections/schedules/todo-lists.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { rent } from '#tests/domain/schedules/schedule-facts.ts'
import { commandsOn } from '#tests/kernel/commands.ts'
import { createReactorRunner } from '#workers/kernel/reactor.ts'
import { runSchedules } from '#workers/schedules/transaction-planner.ts'

const OWNER = 'user-1'
const HOUR_MS = 3_600_000
const ZONES = [
  'Pacific/Noumea',
  'Pacific/Tahiti',
  'Indian/Reunion',
  'Europe/Paris',
  'America/Martinique',
] as const
const zone = fc.constantFrom(...ZONES)
/** Turns of a day, a month, a year, and of summer and winter time in Paris. */
const turn = fc.constantFrom('2026-11-21', '2026-12-01', '2027-01-01', '2027-03-28', '2026-10-25')

test('a day begins where the owner is, whether a row holds its beginning in France or in UTC', () => {
  fc.assert(
    fc.property(zone, turn, fc.boolean(), (timeZone, day, inFrance) => {
      const on = dueOnDay({ dueAt: inFrance ? startOfDay(day) : epochOfDay(day) })
      const begins = startOfDay(day, timeZone)
      expect(on.day).toBe(day)
      expect(dayIn(begins, timeZone)).toBe(day)
      expect(dayIn(begins - 1, timeZone)).toBe(addDays(day, -1))
      expect([hasCome(on, begins - 1, timeZone), hasCome(on, begins, timeZone)]).toEqual([
        false,
        true,
      ])
    }),
  )
})

test('reminders of a day come at eight in the morning of the owner; others at once', () => {
  fc.assert(
    fc.property(zone, turn, (timeZone, day) => {
      const on = roundDueOn({ dueAt: epochOfDay(day) + 8 * HOUR_MS })
      const morning = startOfDay(day, timeZone) + 8 * HOUR_MS
      expect(on && [hasCome(on, morning - 1, timeZone), hasCome(on, morning, timeZone)]).toEqual([
        false,
        true,
      ])
    }),
  )
  expect(roundDueOn({ dueAt: epochOfDay('2026-11-21') + 8 * HOUR_MS + 1 })).toBeNull()
})

test('a planned run is made as its day begins where its owner is, and not before', async () => {
  await fc.assert(
    fc.asyncProperty(zone, turn, fc.integer({ min: 1, max: 36_000_000 }), async (...asked) => {
      const [timeZone, day, early] = asked
      const begins = startOfDay(day, timeZone)
      let now = begins - 40 * HOUR_MS
      const clock = { now: () => now }
      const store = eventLog()
      const { commands, handler } = commandsOn(store, clock, {})
      const projector = createProjector({
        store,
        readStore: sqliteReadStore(),
        clock,
        log: memoryLog(),
        queue: { wake: async () => {} },
        projections: [dueSchedules],
      })
      const work = createReactorRunner({
        readModels: projector.readModels,
        clock,
        log: memoryLog(),
        timeZoneOf: async () => timeZone,
        workLists: [
          runSchedules(
            commands.schedules,
            async () => false,
            async () => false,
          ),
        ],
      })
      const tick = async () => {
        await projector.catchUp('all')
        await work.perform(dueSchedules.name)
        const { state } = (await handler.load(scheduleDeciders.charge, 'charge', OWNER)) ?? {}
        return state?.status === 'live' ? state.ranUntil : ''
      }
      const facts = { ...rent, recurrence: { ...rent.recurrence, first: day } }
      const meta = {
        commandId: '6f0d4b6c-6f44-4a43-9d4c-2b7a63a0d5a1',
        owner: OWNER,
        actor: { kind: 'user', id: OWNER },
        timeZone,
      } as const
      await handler.run(scheduleDeciders.charge, 'charge', { type: 'Add', facts }, meta)
      now = begins - early
      expect((await tick()) < day).toBe(true)
      now = begins
      expect(await tick()).toBe(day)
    }),
    { numRuns: 25 },
  )
})
