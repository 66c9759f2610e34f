import { expect, test } from 'vitest'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { type PostedRun, scheduleDeciders } from '#domain/schedules/schedule.ts'
import type { RunInputs } from '#domain/schedules/schedule-runs.ts'
import { reminderPlansDecider } from '#domain/mail/reminder-plan.ts'
import { epochOfDay } from '#domain/kernel/time.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { commandsOn } from '#tests/kernel/commands.ts'
import { rent } from '#tests/domain/schedules/schedule-facts.ts'
import { payPlanned, runSchedules } from '#workers/schedules/transaction-planner.ts'
import { proposeReminders } from '#workers/mail/reminder-reactors.ts'
import { workerProcess } from '../kernel/worker-process.ts'

const OWNER = 'user-1'

function account() {
  const log = eventLog()
  let now = epochOfDay('2026-10-01') + 9 * 3_600_000
  let ended = false
  const clock = { now: () => now }
  const isPaused = async () => false
  const hasEnded = async () => ended
  const { commands, handler } = commandsOn(log, clock)
  const process = () =>
    workerProcess(log, clock, [
      runSchedules(commandsOn(log, clock).commands.schedules, isPaused, hasEnded),
      payPlanned(commands.transactions, hasEnded),
      proposeReminders(commandsOn(log, clock).commands.reminders, hasEnded),
    ])
  let workers = [process(), process()]
  const meta = (key: string) => ({
    commandId: derivedUuid(key),
    owner: OWNER,
    actor: { kind: 'user', id: OWNER } as const,
  })
  return {
    commands,
    handler,
    meta,
    add: (facts = rent) =>
      handler.run(scheduleDeciders.charge, 'rent', { type: 'Add', facts }, meta('rent')),
    end: () => void (ended = true),
    comeBack: () => void (ended = false),
    /** A day on which two processes work, one of them for the first time. */
    on: async (day: string) => {
      now = epochOfDay(day) + 9 * 3_600_000
      workers = [process(), workers[0] ?? process()]
      for (let pass = 0; pass < 3; pass++) {
        await Promise.all(workers.map((work) => work()))
        now += 900_000
      }
    },
    facts: async (...types: readonly string[]) => {
      const { events } = await log.readAll('0'.repeat(20), { limit: 1_000 })
      return events.filter(({ type }) => types.includes(type))
    },
  }
}
const dueOf = (events: readonly { readonly data: unknown }[]) =>
  events.map(({ data }) => (data as RunInputs | PostedRun).due)

test('a planned charge stops while its account has no access; then what fell due waits, and the next one goes on', async () => {
  const { add, on, end, comeBack, facts } = account()
  await add()
  await on('2026-10-05')
  expect(dueOf(await facts('RunPosted'))).toEqual(['2026-10-05'])
  end()
  for (const day of ['2026-11-05', '2026-11-06', '2026-12-05', '2027-01-04']) await on(day)
  expect(dueOf(await facts('RunPosted', 'RunProposed'))).toEqual(['2026-10-05'])
  expect(await facts('ScheduleHeld')).toHaveLength(1)
  comeBack()
  await on('2027-01-05')
  await on('2027-01-06')
  expect(dueOf(await facts('RunProposed'))).toEqual(['2026-11-05', '2026-12-05'])
  expect(dueOf(await facts('RunPosted'))).toEqual(['2026-10-05', '2027-01-05'])
  expect(await facts('ScheduleReleased')).toHaveLength(1)
  // Days on which no process ran are made up for as ever.
  await on('2027-02-20')
  expect(dueOf(await facts('RunPosted'))).toEqual(['2026-10-05', '2027-01-05', '2027-02-05'])
  expect(await facts('TransactionAdded')).toHaveLength(3)
})

test('days on which no process ran count as without access, once it is found to have ended', async () => {
  const { add, on, end, comeBack, facts } = account()
  await add()
  end()
  await on('2026-12-10')
  comeBack()
  await on('2026-12-11')
  expect(dueOf(await facts('RunProposed'))).toEqual(['2026-10-05', '2026-11-05', '2026-12-05'])
  expect(await facts('RunPosted')).toEqual([])
})

test('a charge whose days fell in no time without access is booked as ever', async () => {
  const { add, on, end, comeBack, facts } = account()
  await add()
  await on('2026-10-05')
  end()
  await on('2026-10-20')
  comeBack()
  await on('2026-11-05')
  expect(dueOf(await facts('RunPosted'))).toEqual(['2026-10-05', '2026-11-05'])
  expect(await facts('ScheduleHeld', 'RunProposed')).toEqual([])
})

test('a payment that was booked before is marked as paid once access is back', async () => {
  const { add, on, end, comeBack, facts } = account()
  await add({ ...rent, paymentDelay: 10 })
  await on('2026-10-05')
  end()
  await on('2026-10-15')
  expect(await facts('TransactionPaid')).toEqual([])
  comeBack()
  await on('2026-10-20')
  expect((await facts('TransactionPaid')).map(({ data }) => data)).toEqual([{ day: '2026-10-15' }])
})

test('reminders stop while an account has no access; those of the days between then wait for the user', async () => {
  const { commands, handler, meta, on, end, comeBack, facts } = account()
  await commands.reminders.setPlan(
    'profile',
    { active: true, automatic: true, steps: [0, 7] },
    meta('plan'),
  )
  await on('2026-10-02')
  const rounds = (await facts('ReminderRoundEnded')).length
  expect(rounds).toBeGreaterThan(0)
  end()
  // A bill is owed again: its reminders are due.
  await handler.run(
    reminderPlansDecider,
    OWNER,
    {
      type: 'SetReminderPlan',
      profileId: 'profile',
      active: true,
      automatic: true,
      steps: [0, 7, 15],
    },
    meta('steps'),
  )
  await on('2026-10-10')
  await on('2026-10-20')
  expect(await facts('ReminderRoundEnded')).toHaveLength(rounds)
  expect(await facts('RemindersHeld')).toHaveLength(1)
  comeBack()
  await on('2026-11-03')
  await on('2026-11-04')
  expect(await facts('ReminderRoundEnded')).toHaveLength(rounds + 1)
  expect((await facts('ReminderPlanSet')).at(-1)?.data).toMatchObject({
    plan: { automaticFrom: '2026-11-03' },
  })
})
