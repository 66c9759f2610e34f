import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '#domain/kernel/decider.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { addDays } from '#domain/kernel/time.ts'
import { runsAfter } from '#domain/finance/recurrence.ts'
import {
  nextRun,
  periodOf,
  type RunInputs,
  type Schedule,
  scheduleDecider,
  type ScheduleEvent,
  type ScheduleFacts,
} from '#domain/finance/schedule.ts'
import { context, specification } from '#tests/kernel/decider-spec.ts'

const given = specification(scheduleDecider)
const rent: ScheduleFacts = {
  profileId: 'p',
  label: 'Bureau',
  operation: 'out',
  kind: 'rent',
  organismId: '',
  currency: 'EUR',
  amountType: 'fixed',
  amountMinor: 36_000,
  vatRate: 2000,
  percentage: 0,
  base: 'caHt',
  periodMode: 'delta',
  periodFrom: '',
  periodTo: '',
  lastDays: 0,
  recurrence: { interval: 'month', count: 1, first: '2026-10-05', until: '' },
  paymentDelay: 0,
  mode: 'automatic',
  option: 'autoInput',
}
const charge: ScheduleFacts = {
  ...rent,
  kind: 'charge',
  amountType: 'calculated',
  amountMinor: 0,
  percentage: 2560,
  mode: 'validation',
}
const added = (facts: ScheduleFacts): ScheduleEvent => ({ type: 'ScheduleAdded', data: { facts } })
const inputs = (more: Partial<RunInputs> = {}): RunInputs => ({
  due: '2026-10-05',
  from: '',
  to: '',
  baseMinor: 0,
  rate: 0,
  amountMinor: 36_000,
  ...more,
})
const posted = (more: Partial<RunInputs> = {}, proposedMinor = inputs(more).amountMinor): ScheduleEvent => ({
  type: 'RunPosted',
  data: { ...inputs(more), proposedMinor },
})
const live = (schedule: Schedule) => {
  if (schedule.status !== 'live') throw new Error(schedule.status)
  return schedule
}

describe('a schedule', () => {
  test('is added once, with one content', () => {
    given().when({ type: 'Add', facts: rent }).yields(added(rent))
    given(added(rent)).when({ type: 'Add', facts: rent }).yields()
    given(added(rent)).when({ type: 'Add', facts: charge }).refuses('ID_ALREADY_USED')
  })

  test.each([
    ['an amount', { ...rent, amountMinor: 0 }, 'amount', 'SCHEDULE_AMOUNT_NEEDED'],
    ['a percentage', { ...charge, percentage: 0 }, 'percentage', 'SCHEDULE_PERCENTAGE_NEEDED'],
    ['days to count', { ...charge, periodMode: 'lastDays' }, 'lastDays', 'SCHEDULE_PERIOD_NEEDED'],
    [
      'a period in its order',
      { ...charge, periodMode: 'specificInterval', periodFrom: '2026-02-02', periodTo: '2026-02-01' },
      'periodTo',
      'SCHEDULE_PERIOD_REVERSED',
    ],
    [
      'an end after its first day',
      { ...rent, recurrence: { ...rent.recurrence, until: '2026-10-04' } },
      'expiryDate',
      'SCHEDULE_ENDS_BEFORE_IT_STARTS',
    ],
  ] as const)('needs %s', (_, facts, path, code) => {
    expect(given().when({ type: 'Add', facts }).refuses('SCHEDULE_NOT_VALID').fields).toEqual([{ path, code }])
  })

  test('posts each run once, on its own day, in order', () => {
    const run = (due: string) => ({ type: 'Run', due, baseMinor: 0 }) as const
    given(added(rent)).when(run('2026-10-05')).yields(posted())
    given(added(rent)).when(run('2026-11-05')).refuses('RUN_NOT_DUE')
    given(added(rent), posted()).when(run('2026-10-05')).yields()
    given(added(rent), posted())
      .when(run('2026-11-05'))
      .yields(posted({ due: '2026-11-05' }))
    given(added(rent), posted(), posted({ due: '2026-11-05' }))
      .when(run('2026-12-05'))
      .refuses('RUN_NOT_DUE')
  })

  test('that is edited does not run again', () => {
    const changed: ScheduleEvent = { type: 'ScheduleChanged', data: { changes: { amountMinor: 40_000 } } }
    given(added(rent), posted(), changed).when({ type: 'Run', due: '2026-10-05', baseMinor: 0 }).yields()
    expect(nextRun(live(given(added(rent), posted(), changed).state()))).toBe('2026-11-05')
  })

  test('passes over the days on which it was not active', () => {
    const off: ScheduleEvent = { type: 'ScheduleDeactivated', data: {} }
    const on: ScheduleEvent = { type: 'ScheduleActivated', data: { on: '2026-11-05' } }
    given(added(rent), off).when({ type: 'Run', due: '2026-10-05', baseMinor: 0 }).refuses('RUN_NOT_DUE')
    given(added(rent), off)
      .when({ type: 'Activate' })
      .yields({ type: 'ScheduleActivated', data: { on: '2026-11-20' } })
    expect(nextRun(live(given(added(rent), off, on).state()))).toBe('2026-11-05')
  })
})

describe('a charge on turnover', () => {
  const waiting = { from: '2026-10-05', to: '2026-10-05', baseMinor: 100_000, rate: 2560, amountMinor: 25_600 }
  const proposed: ScheduleEvent = { type: 'RunProposed', data: inputs(waiting) }

  test('is proposed with what it was worked out from, and waits', () => {
    given(added(charge)).when({ type: 'Run', due: '2026-10-05', baseMinor: 100_000 }).yields(proposed)
    expect(live(given(added(charge), proposed).state()).waiting).toEqual([inputs(waiting)])
  })

  test('is validated once, with another amount if the user says so', () => {
    given(added(charge), proposed).when({ type: 'Validate', due: '2026-10-05' }).yields(posted(waiting))
    given(added(charge), proposed)
      .when({ type: 'Validate', due: '2026-10-05', amountMinor: 25_000 })
      .yields(posted({ ...waiting, amountMinor: 25_000 }, 25_600))
    given(added(charge), proposed, posted(waiting))
      .when({ type: 'Validate', due: '2026-10-05' })
      .refuses('RUN_NOT_WAITING')
  })

  test('is skipped with a reason', () => {
    given(added(charge), proposed)
      .when({ type: 'Skip', due: '2026-10-05', reason: 'Exonéré' })
      .yields({ type: 'RunSkipped', data: { ...inputs(waiting), reason: 'Exonéré' } })
  })

  test('counts since the last run, a given period, or the days before it', () => {
    const first = live(given(added(charge)).state())
    expect(periodOf(first, '2026-10-05')).toEqual({ from: '2026-10-05', to: '2026-10-05' })
    const second = live(given(added(charge), proposed).state())
    expect(periodOf(second, '2026-11-05')).toEqual({ from: '2026-10-06', to: '2026-11-05' })
    const days = { ...charge, periodMode: 'lastDays' as const, lastDays: 30 }
    expect(periodOf({ facts: days, countedUntil: '' }, '2026-11-05')).toEqual({ from: '2026-10-06', to: '2026-11-04' })
  })

  test('owes nothing when more was given back than received', () => {
    given(added(charge))
      .when({ type: 'Run', due: '2026-10-05', baseMinor: -5_000 })
      .yields({ type: 'RunProposed', data: inputs({ ...waiting, baseMinor: -5_000, amountMinor: 0 }) })
  })
})

test('no run is doubled and none is lost, whatever is repeated, late or edited', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('day'), days: fc.integer({ min: 0, max: 70 }) }),
    fc.record({ kind: fc.constant('run'), offset: fc.integer({ min: -80, max: 80 }) }),
    fc.record({ kind: fc.constant('edit'), amountMinor: fc.integer({ min: 1, max: 9_999 }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let today = '2026-10-01'
      const events: ScheduleEvent[] = [added(rent)]
      const decide = (command: Parameters<typeof scheduleDecider.decide>[0]) => {
        try {
          events.push(...scheduleDecider.decide(command, fold(scheduleDecider, events), { ...context, today }))
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
      }
      const catchUp = () => {
        for (;;) {
          const due = nextRun(live(fold(scheduleDecider, events)))
          if (due === '' || due > today) return
          decide({ type: 'Run', due, baseMinor: 0 })
          decide({ type: 'Run', due, baseMinor: 0 })
        }
      }
      for (const one of steps) {
        if ('days' in one) {
          today = addDays(today, one.days)
          catchUp()
        } else if ('offset' in one) decide({ type: 'Run', due: addDays(today, one.offset), baseMinor: 0 })
        else decide({ type: 'Change', changes: { amountMinor: one.amountMinor } })
      }
      catchUp()
      const ran = events.flatMap((event) => (event.type === 'RunPosted' ? [event.data.due] : []))
      expect(ran).toEqual(runsAfter(rent.recurrence, '', 500, today))
    }),
  )
})
