import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '#domain/kernel/decider.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { addDays, type Day } from '#domain/kernel/time.ts'
import { type OwnTransaction, PLAIN_DOCUMENT } from '#domain/finance/own-transaction.ts'
import { runsAfter } from '#domain/schedules/recurrence.ts'
import {
  declaringDay,
  driftOf,
  nextRun,
  openPeriods,
  periodOf,
  type ReceivedOn,
  type RunInputs,
} from '#domain/schedules/schedule-runs.ts'
import {
  type Schedule,
  scheduledTransactionDecider,
  type ScheduleEvent,
  takenPeriods,
} from '#domain/schedules/schedule.ts'
import type { ScheduleFacts } from '#domain/schedules/schedule-facts.ts'
import { context, specification } from '#tests/kernel/decider-spec.ts'
import { rent } from './schedule-facts.ts'

const given = specification(scheduledTransactionDecider)
const charge: ScheduleFacts = {
  ...rent,
  kind: 'charge',
  amountType: 'calculated',
  amountMinor: 0,
  vatRate: 0,
  percentage: 2560,
  mode: 'validation',
}
const added = (facts: ScheduleFacts, on = '2026-10-01'): ScheduleEvent => ({
  type: 'ScheduleAdded',
  data: { facts, on },
})
const NONE = {
  receipts: 0,
  contributions: 0,
  training: 0,
  incomeTax: 0,
  total: 0,
  shares: [],
} as const
const idOf = (due: string) => `run of ${due}`
const run = (due: string, received: readonly ReceivedOn[] = []) =>
  ({ type: 'Run', runId: idOf(due), due, received }) as const
const inputs = ({ due = '2026-10-05', ...more }: Partial<RunInputs> = {}): RunInputs => ({
  runId: idOf(due),
  due,
  payOn: due,
  from: '',
  to: '',
  baseMinor: 0,
  receipts: 0,
  rate: 0,
  amountMinor: 36_000,
  ...more,
})
const books = (gross: number, day: string, facts = rent): OwnTransaction => ({
  profileId: 'p',
  operation: 'out',
  kind: facts.kind,
  ...PLAIN_DOCUMENT,
  label: facts.label,
  reference: '',
  currency: 'EUR',
  vat: [{ rate: 2000, baseMinor: gross / 1.2, amountMinor: gross - gross / 1.2 }],
  paymentDay: day,
  expectedDay: day,
  bankAccountType: 'professional',
})
const posted = (more: Partial<RunInputs> = {}): ScheduleEvent => ({
  type: 'RunPosted',
  data: {
    ...inputs(more),
    proposedMinor: 36_000,
    automatic: true,
    books: books(36_000, inputs(more).due),
  },
})
const live = (schedule: Schedule) => {
  if (schedule.status !== 'live') throw new Error(schedule.status)
  return schedule
}

describe('a schedule', () => {
  test('is added once, with one content', () => {
    given().when({ type: 'Add', facts: rent }).yields(added(rent, '2026-11-20'))
    given(added(rent)).when({ type: 'Add', facts: rent }).yields()
    given(added(rent)).when({ type: 'Add', facts: charge }).refuses('ID_ALREADY_USED')
  })

  test.each([
    ['an amount', { ...rent, amountMinor: 0 }, 'amount', 'SCHEDULE_AMOUNT_NEEDED'],
    ['a percentage', { ...charge, percentage: 0 }, 'percentage', 'SCHEDULE_PERCENTAGE_NEEDED'],
    ['days to count', { ...charge, periodMode: 'lastDays' }, 'lastDays', 'SCHEDULE_PERIOD_NEEDED'],
    [
      'a period in its order',
      {
        ...charge,
        periodMode: 'specificInterval',
        periodFrom: '2026-02-02',
        periodTo: '2026-02-01',
      },
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
    expect(given().when({ type: 'Add', facts }).refuses('SCHEDULE_NOT_VALID').fields).toMatchObject(
      [{ path, code }],
    )
  })

  test('may count a single day', () => {
    const day = '2026-02-02'
    const facts = {
      ...charge,
      periodMode: 'specificInterval',
      periodFrom: day,
      periodTo: day,
    } as const
    given().when({ type: 'Add', facts }).yields(added(facts, '2026-11-20'))
  })

  test('posts each run once, on its own day, in order', () => {
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

  test('runs before its day when a user asks, unless receipts of its period may still come', () => {
    const early = (due: string) => ({ ...run(due), early: true }) as const
    given(added(rent), posted()).when(early('2026-12-05')).refuses('RUN_NOT_DUE')
    const [event] = given(added(rent), posted(), posted({ due: '2026-11-05' }))
      .when(early('2026-12-05'))
      .happens()
    expect(event).toMatchObject({
      type: 'RunPosted',
      data: { due: '2026-12-05', books: { paymentDay: '' } },
    })
    given(added(charge), posted(), posted({ due: '2026-11-05' }))
      .when(early('2026-12-05'))
      .refuses('RUN_NOT_DUE')
  })

  test('that is edited does not run again', () => {
    const changed: ScheduleEvent = {
      type: 'ScheduleChanged',
      data: { changes: { amountMinor: 40_000 } },
    }
    given(added(rent), posted(), changed).when(run('2026-10-05')).yields()
    expect(nextRun(live(given(added(rent), posted(), changed).state()))).toBe('2026-11-05')
  })

  test('passes over the days on which it was not active', () => {
    const off: ScheduleEvent = { type: 'ScheduleDeactivated', data: {} }
    const on: ScheduleEvent = { type: 'ScheduleActivated', data: { on: '2026-11-05' } }
    given(added(rent), off).when(run('2026-10-05')).refuses('RUN_NOT_DUE')
    given(added(rent), off)
      .when({ type: 'Activate' })
      .yields({ type: 'ScheduleActivated', data: { on: '2026-11-20' } })
    expect(nextRun(live(given(added(rent), off, on).state()))).toBe('2026-11-05')
  })
})

describe('a charge on turnover', () => {
  const received = [
    { day: '2026-09-05', netMinor: 60_000, grossMinor: 72_000 },
    { day: '2026-10-04', netMinor: 40_000, grossMinor: 48_000 },
    { day: '2026-10-05', netMinor: 99_999, grossMinor: 99_999 },
  ]
  const october = {
    from: '2026-09-05',
    to: '2026-10-04',
    baseMinor: 100_000,
    receipts: 2,
    rate: 2560,
    amountMinor: 25_600,
    by: { base: 'caHt', terms: charge.terms },
  } as const
  const proposed: ScheduleEvent = { type: 'RunProposed', data: inputs(october) }
  const runId = idOf('2026-10-05')
  const done = (amountMinor = 25_600): ScheduleEvent => ({
    type: 'RunPosted',
    data: {
      ...inputs({ ...october, amountMinor }),
      proposedMinor: 25_600,
      automatic: false,
      books: {
        ...books(amountMinor, '2026-10-05', charge),
        vat: [{ rate: 0, baseMinor: amountMinor, amountMinor: 0 }],
      },
    },
  })
  const skipped: ScheduleEvent = {
    type: 'RunSkipped',
    data: { ...inputs(october), reason: 'Exonéré' },
  }

  test('is proposed with what it was worked out from, the day of the run left to the next one', () => {
    given(added(charge)).when(run('2026-10-05', received)).yields(proposed)
    expect(live(given(added(charge), proposed).state()).waiting).toEqual([inputs(october)])
  })

  test('counts with VAT where its base is that', () => {
    const [event] = given(added({ ...charge, base: 'caTtc' }))
      .when(run('2026-10-05', received))
      .happens()
    expect(event).toMatchObject({
      type: 'RunProposed',
      data: { baseMinor: 120_000, amountMinor: 30_720 },
    })
  })

  test('is validated once, with another amount if the user says so', () => {
    given(added(charge), proposed).when({ type: 'Validate', runId }).yields(done())
    given(added(charge), proposed)
      .when({ type: 'Validate', runId, amountMinor: 25_000 })
      .yields(done(25_000))
    given(added(charge), proposed, done())
      .when({ type: 'Validate', runId })
      .refuses('RUN_NOT_WAITING')
  })

  test('counts a late receipt of its period when it is validated, and a fixed amount stays', () => {
    const late = [...received, { day: '2026-09-30', netMinor: 10_000, grossMinor: 12_000 }]
    const [event] = given(added(charge), proposed)
      .when({ type: 'Validate', runId, received: late })
      .happens()
    expect(event).toMatchObject({
      type: 'RunPosted',
      data: {
        baseMinor: 110_000,
        receipts: 3,
        amountMinor: 28_160,
        proposedMinor: 28_160,
        recounted: true,
      },
    })
    const waiting: ScheduleEvent = { type: 'RunProposed', data: inputs() }
    const [fixed] = given(added({ ...rent, mode: 'validation' }), waiting)
      .when({ type: 'Validate', runId: inputs().runId, received: late })
      .happens()
    expect(fixed).toMatchObject({ data: { amountMinor: 36_000 } })
    expect(fixed?.data).not.toHaveProperty('recounted')
  })

  test('of nothing is validated too, and books nothing', () => {
    const none = inputs({ ...october, baseMinor: 0, receipts: 0, amountMinor: 0 })
    given(added(charge), { type: 'RunProposed', data: none })
      .when({ type: 'Validate', runId })
      .yields({ type: 'RunPosted', data: { ...none, proposedMinor: 0, automatic: false } })
  })

  test('is skipped with a reason, and the next run counts its days too', () => {
    given(added(charge), proposed).when({ type: 'Skip', runId, reason: 'Exonéré' }).yields(skipped)
    const next = (...events: readonly ScheduleEvent[]) =>
      periodOf(live(given(added(charge), ...events).state()), '2026-11-05')
    expect(next(proposed, done())).toEqual({ from: '2026-10-05', to: '2026-11-04' })
    expect(next(proposed, skipped)).toEqual({ from: '2026-09-05', to: '2026-11-04' })
  })

  test('counts a given period, or the days before the run', () => {
    const days = { ...charge, periodMode: 'lastDays' as const, lastDays: 30 }
    expect(periodOf({ facts: days, countedUntil: '' }, '2026-11-05')).toEqual({
      from: '2026-10-06',
      to: '2026-11-04',
    })
    const given = {
      ...charge,
      periodMode: 'specificInterval' as const,
      periodFrom: '2026-01-01',
      periodTo: '2026-06-30',
    }
    expect(periodOf({ facts: given, countedUntil: '' }, '2026-11-05')).toEqual({
      from: '2026-01-01',
      to: '2026-06-30',
    })
  })

  test('owes nothing when more was given back than received', () => {
    const back = [{ day: '2026-10-01', netMinor: -5_000, grossMinor: -6_000 }]
    given(added(charge))
      .when(run('2026-10-05', back))
      .yields({
        type: 'RunProposed',
        data: inputs({ ...october, baseMinor: -5_000, receipts: 1, amountMinor: 0 }),
      })
  })

  test('drifts by what was received for its period since', () => {
    const now = [...received, { day: '2026-09-30', netMinor: 10_000, grossMinor: 12_000 }]
    expect(driftOf(inputs(october), 25_600, received)).toBe(0)
    expect(driftOf(inputs(october), 25_600, now)).toBe(2_560)
    expect(driftOf(inputs(), 36_000, now)).toBe(0)
  })

  test('that could not be booked waits again, with the reason', () => {
    const run = inputs(october)
    const failed: ScheduleEvent = {
      type: 'RunFailed',
      data: { ...run, code: 'TRANSACTION_RATE_UNKNOWN' },
    }
    given(added(charge), proposed, done())
      .when({ type: 'Fail', run, code: 'TRANSACTION_RATE_UNKNOWN' })
      .yields(failed)
    const state = given(added(charge), proposed, done(), failed)
    expect(live(state.state()).waiting).toEqual([{ ...run, failed: 'TRANSACTION_RATE_UNKNOWN' }])
    state.when({ type: 'Fail', run, code: 'TRANSACTION_RATE_UNKNOWN' }).yields()
    state.when({ type: 'Validate', runId }).yields(done())
  })
})

describe('a reminder', () => {
  const bill: ScheduleFacts = { ...rent, amountMinor: 0, option: 'reminder' }
  const waiting: ScheduleEvent = { type: 'RunProposed', data: inputs({ amountMinor: 0 }) }
  const runId = idOf('2026-10-05')

  test('waits for the user even where the schedule is automatic, and for its amount', () => {
    given(added(bill)).when(run('2026-10-05')).yields(waiting)
    given(added(bill), waiting).when({ type: 'Validate', runId }).refuses('RUN_AMOUNT_NEEDED')
    const [event] = given(added(bill), waiting)
      .when({ type: 'Validate', runId, amountMinor: 4_200 })
      .happens()
    expect(event).toMatchObject({
      type: 'RunPosted',
      data: { amountMinor: 4_200, proposedMinor: 0 },
    })
  })
})

describe('contributions of a micro-entrepreneur', () => {
  const urssaf: ScheduleFacts = {
    ...charge,
    kind: 'urssaf',
    amountType: 'contributions',
    percentage: 0,
    vatRate: 0,
    recurrence: { interval: 'month', count: 3, first: '2026-10-01', until: '' },
    terms: { activity: 'bncSsi', incomeTaxOption: true, reliefFrom: '' },
    mode: 'automatic',
  }
  const proposal = (received: readonly ReceivedOn[]) =>
    given(added(urssaf)).when(run('2026-10-01', received)).happens()[0]

  test('are proposed for the quarter before, due at the end of the month, and always wait', () => {
    const received = [
      { day: '2026-06-30', netMinor: 99_999, grossMinor: 99_999 },
      { day: '2026-07-01', netMinor: 600_000, grossMinor: 720_000 },
      { day: '2026-09-30', netMinor: 400_000, grossMinor: 480_000 },
    ]
    expect(proposal(received)).toMatchObject({
      type: 'RunProposed',
      data: {
        payOn: '2026-10-31',
        from: '2026-07-01',
        to: '2026-09-30',
        baseMinor: 1_000_000,
        receipts: 2,
        // 25.6 % + 0.2 % + 2.2 % of 10,000 €
        amountMinor: 280_000,
        contributions: { contributions: 2_560, training: 20, incomeTax: 220, total: 2_800 },
      },
    })
  })

  test('of a new business are due with those of its second quarter', () => {
    const begun = { ...urssaf, terms: { ...urssaf.terms, businessFrom: '2026-08-20' } } as const
    const [first] = given(added(begun)).when(run('2026-10-01', [])).happens()
    expect(first).toMatchObject({ data: { from: '2026-07-01', payOn: '2027-01-31' } })
  })

  test('of a month are not counted again in the quarter that it became a part of', () => {
    const received = (['2026-07-31', '2026-08-01', '2026-09-30'] as const).map((day) => ({
      day,
      netMinor: 100_000,
      grossMinor: 100_000,
    }))
    const monthly = { ...urssaf, recurrence: { ...urssaf.recurrence, count: 1 } }
    const quarterly = {
      recurrence: { ...urssaf.recurrence, count: 3, first: '2026-01-01' },
    } as const
    const july = {
      type: 'DeclareContributions',
      runId: 'july',
      due: '2026-08-01',
      period: { from: '2026-07-01', to: '2026-07-31' },
      received,
    } as const
    const changed = [
      added(monthly),
      ...given(added(monthly)).when(july).happens(),
      { type: 'ScheduleChanged', data: { changes: quarterly } } as const,
    ]
    const declaring = {
      ...july,
      runId: 'rest',
      due: '2026-10-01',
      period: { from: '2026-08-01', to: '2026-09-30' },
    } as const
    const rest = given(...changed)
      .when(declaring)
      .happens()
    const period = { from: '2026-08-01', to: '2026-09-30', baseMinor: 200_000 }
    expect(rest).toMatchObject([{ type: 'RunPosted', data: period }])
    // Taken back, it waits and is declared as what it was.
    const undo = {
      type: 'UndoContributions',
      runId: 'again',
      from: '2026-08-01',
      to: '2026-09-30',
    } as const
    const undone = given(...changed, ...rest)
      .when(undo)
      .happens()
    expect(
      given(...changed, ...rest, ...undone)
        .when({ ...declaring, runId: 'again' })
        .happens(),
    ).toMatchObject([{ type: 'RunPosted', data: period }])
  })

  describe('of months before a rhythm became quarterly', () => {
    const monthly = { ...urssaf, recurrence: { ...urssaf.recurrence, count: 1 } }
    const changed: ScheduleEvent = {
      type: 'ScheduleChanged',
      data: { changes: { recurrence: { ...urssaf.recurrence, first: '2026-01-01' } } },
    }
    const declaring = (from: Day, to: Day) => {
      const runId = `${from} ${to}`
      const due = addDays(to, 1)
      return {
        type: 'DeclareContributions',
        runId,
        due,
        received: [],
        period: { from, to },
      } as const
    }
    const august = declaring('2026-08-01', '2026-08-31')
    const quarter = { from: '2026-07-01', to: '2026-09-30' } as const
    const declared = given(added(monthly)).when(august).happens()

    test('leave what lies before and behind them to be declared', () => {
      const state = live(given(added(monthly), ...declared, changed).state())
      expect(openPeriods(quarter, takenPeriods(state))).toEqual([
        { from: '2026-07-01', to: '2026-07-31' },
        { from: '2026-09-01', to: '2026-09-30' },
      ])
      const dayOf = (from: Day, to: Day) =>
        declaringDay(state.facts, { from, to }, takenPeriods(state))
      expect(dayOf('2026-07-01', '2026-07-31')).toBe('2026-08-01')
      expect(dayOf('2026-09-01', '2026-09-30')).toBe('2026-10-01')
      expect(() => dayOf('2026-07-01', '2026-09-30')).toThrow('CONTRIBUTIONS_NO_PERIOD')
      expect(() => dayOf('2026-07-01', '2026-07-30')).toThrow('CONTRIBUTIONS_NO_PERIOD')
    })

    test('are not declared again within the quarter, the months beside them are', () => {
      const after = given(added(monthly), ...declared, changed)
      after.when(declaring('2026-07-01', '2026-09-30')).refuses('CONTRIBUTIONS_DECLARED')
      after.when(declaring('2026-08-31', '2026-09-30')).refuses('CONTRIBUTIONS_DECLARED')
      expect(after.when(declaring('2026-09-01', '2026-09-30')).happens()).toMatchObject([
        { type: 'RunPosted', data: { from: '2026-09-01', to: '2026-09-30' } },
      ])
    })

    test('wait beside the quarter in earlier logs, and are declared once', () => {
      const run = { ...inputs(), ...quarter, runId: 'whole', contributions: NONE }
      const waiting: ScheduleEvent = { type: 'RunProposed', data: run }
      given(added(monthly), ...declared, waiting)
        .when({ type: 'Validate', runId: 'whole' })
        .refuses('CONTRIBUTIONS_DECLARED')
      const own = { ...run, from: '2026-09-01' } as const
      expect(
        given(added(monthly), ...declared, { type: 'RunProposed', data: own })
          .when({ type: 'Validate', runId: 'whole' })
          .happens(),
      ).toMatchObject([{ type: 'RunPosted' }])
    })

    test('have no second run when their day changes', () => {
      const later = { ...monthly.recurrence, first: '2026-01-15' } as const
      const moved: ScheduleEvent = {
        type: 'ScheduleChanged',
        data: { changes: { recurrence: later } },
      }
      const state = live(given(added(monthly), ...declared, moved).state())
      expect(nextRun(state)).toBe('2026-10-15')
    })

    test('that could not be booked are declared once, when they are', () => {
      const [posted] = declared
      if (posted?.type !== 'RunPosted') throw new Error('august is declared')
      const { proposedMinor: _, automatic: __, ...run } = posted.data
      const failed: ScheduleEvent = { type: 'RunFailed', data: { ...run, code: 'X' } }
      const after = given(added(monthly), ...declared, failed)
      expect(live(after.state()).declaredRuns).toEqual([])
      expect(after.when({ type: 'Validate', runId: run.runId }).happens()).toHaveLength(1)
    })
  })

  test('of nothing received are declared too', () => {
    expect(proposal([])).toMatchObject({
      type: 'RunProposed',
      data: { baseMinor: 0, amountMinor: 0 },
    })
  })

  test('are taken back once, and then wait under another id', () => {
    const declaring = {
      type: 'DeclareContributions',
      runId: 'first',
      due: '2026-10-01',
      period: { from: '2026-07-01', to: '2026-09-30' },
      received: [],
    } as const
    const declared = given(added(urssaf)).when(declaring).happens()
    const undo = {
      type: 'UndoContributions',
      from: '2026-07-01',
      to: '2026-09-30',
      runId: 'second',
    } as const
    given(added(urssaf)).when(undo).refuses('CONTRIBUTIONS_NOT_DECLARED')
    const undone = given(added(urssaf), ...declared)
      .when(undo)
      .happens()
    expect(undone).toMatchObject([
      { type: 'ContributionsUndone', data: { runId: 'first', from: '2026-07-01', booked: false } },
      { type: 'RunProposed', data: { runId: 'second', due: '2026-10-01' } },
    ])
    const after = [added(urssaf), ...declared, ...undone]
    given(...after)
      .when(undo)
      .refuses('CONTRIBUTIONS_NOT_DECLARED')
    expect(
      given(...after)
        .when({ ...declaring, runId: 'second' })
        .happens(),
    ).toMatchObject([{ type: 'RunPosted' }])
    // Removed and restored meanwhile, it is still known what was declared.
    const back = [{ type: 'ScheduleRemoved', data: {} } as const]
    const restored = given(added(urssaf), ...declared, ...back)
      .when({ type: 'Restore' })
      .happens()
    expect(
      given(added(urssaf), ...declared, ...back, ...restored)
        .when(undo)
        .happens(),
    ).toHaveLength(2)
  })

  test.each([
    ['every two months', { interval: 'month', count: 2, first: '2026-10-01', until: '' }],
    [
      'by quarters that begin in November',
      { interval: 'month', count: 3, first: '2026-11-01', until: '' },
    ],
  ] as const)('are not declared %s', (_, recurrence) => {
    const { fields } = given()
      .when({ type: 'Add', facts: { ...urssaf, recurrence } })
      .refuses('SCHEDULE_NOT_VALID')
    expect(fields).toMatchObject([
      { path: 'intervalCount', code: 'SCHEDULE_RHYTHM_OF_CONTRIBUTIONS' },
    ])
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
      const decide = (command: Parameters<typeof scheduledTransactionDecider.decide>[0]) => {
        try {
          events.push(
            ...scheduledTransactionDecider.decide(
              command,
              fold(scheduledTransactionDecider, events),
              {
                ...context,
                today,
              },
            ),
          )
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
      }
      const catchUp = () => {
        for (;;) {
          const due = nextRun(live(fold(scheduledTransactionDecider, events)))
          if (due === '' || due > today) return
          decide(run(due))
          decide(run(due))
        }
      }
      for (const one of steps) {
        if ('days' in one) {
          today = addDays(today, one.days)
          catchUp()
        } else if ('offset' in one) decide(run(addDays(today, one.offset)))
        else decide({ type: 'Change', changes: { amountMinor: one.amountMinor } })
      }
      catchUp()
      const ran = events.flatMap((event) => (event.type === 'RunPosted' ? [event.data.due] : []))
      expect(ran).toEqual(runsAfter(rent.recurrence, '', 500, today))
    }),
  )
})

test('a schedule of money that is neither sold nor bought has no VAT, and goes its own way', () => {
  const drawing = { ...rent, kind: 'drawing', operation: 'out', vatRate: 0 } as const
  const add = (facts: ScheduleFacts) => given().when({ type: 'Add', facts })
  add(drawing).happens()
  expect(add({ ...drawing, vatRate: 2000 }).refuses('SCHEDULE_NOT_VALID').fields).toEqual([
    { path: 'rate', code: 'SCHEDULE_WITHOUT_VAT' },
  ])
  expect(add({ ...drawing, operation: 'in' }).refuses('SCHEDULE_NOT_VALID').fields).toEqual([
    { path: 'type', code: 'SCHEDULE_TYPE_DIRECTION' },
  ])
})
test('an old schedule of contributions with a VAT rate books its runs without VAT', () => {
  const old = { ...rent, kind: 'urssaf', vatRate: 2000 } as const
  const [posted] = given(added(old)).when(run('2026-10-05')).happens()
  expect(posted).toMatchObject({
    type: 'RunPosted',
    data: { books: { vat: [{ rate: 0, baseMinor: 36_000, amountMinor: 0 }] } },
  })
})
