import type { Decider } from '#domain/kernel/decider.ts'
import { type Entity, firstText } from '#domain/kernel/records/entity.ts'
import { type Currency, fromRate, toMajor } from '#domain/kernel/money.ts'
import { epochOfDay, epochOrZero } from '#domain/kernel/time.ts'
import {
  type Schedule,
  type ScheduleCommand,
  scheduleDeciders,
  type ScheduleEvent,
  type ScheduleFamily,
} from './schedule.ts'
import type { RunInputs } from './schedule-runs.ts'

/** A schedule with its last run, which its history tells. */
type ToldSchedule = {
  readonly schedule: Schedule
  readonly run: (RunInputs & { readonly reason?: string }) | null
}

const withLastRun = (
  decider: Decider<ScheduleCommand, ScheduleEvent, Schedule>,
): Decider<ScheduleCommand, ScheduleEvent, ToldSchedule> => ({
  category: decider.category,
  initial: { schedule: decider.initial, run: null },
  decide: (command, { schedule }, context) => decider.decide(command, schedule, context),
  evolve: ({ schedule, run }, event) => ({
    schedule: decider.evolve(schedule, event),
    run: 'runId' in event.data ? event.data : run,
  }),
})

/** Count and amount of a run; contributions are declared in whole euros. */
const runView = (
  { contributions, ...run }: NonNullable<ToldSchedule['run']>,
  currency: Currency,
) => ({
  runFrom: epochOrZero(run.from),
  runTo: epochOrZero(run.to),
  ...(run.from !== '' && { runBase: toMajor(run.baseMinor, currency) }),
  runAmount: toMajor(run.amountMinor, currency),
  ...(contributions && {
    declared: contributions.receipts,
    contributions: contributions.contributions,
    training: contributions.training,
    incomeTax: contributions.incomeTax,
  }),
  ...(run.reason && { reason: run.reason }),
})

const scheduleEntity = (
  name: ScheduleFamily,
  permission: Entity['permission'],
): Entity<ScheduleCommand, ScheduleEvent, ToldSchedule> => ({
  name,
  decider: withLastRun(scheduleDeciders[name]),
  permission,
  currency: 'currency',
  shows: {
    operation: 'choice',
    type: 'choice',
    currency: 'currency',
    amountType: 'choice',
    amount: 'money',
    rate: 'percent',
    percentage: 'percent',
    base: 'choice',
    periodMode: 'choice',
    periodFrom: 'day',
    periodTo: 'day',
    interval: 'choice',
    startDate: 'day',
    expiryDate: 'day',
    mode: 'choice',
    option: 'choice',
    active: 'boolean',
    lastRun: 'day',
    runFrom: 'day',
    runTo: 'day',
    runBase: 'money',
    runAmount: 'money',
    declared: 'money',
    contributions: 'money',
    training: 'money',
    incomeTax: 'money',
    activity: 'choice',
    incomeTaxOption: 'boolean',
    acreFrom: 'day',
  },
  refers: { organismId: 'organism' },
  removed: 'ScheduleRemoved',
  title: (view) => firstText(view, 'label'),
  view({ schedule, run }) {
    if (schedule.status !== 'live') return null
    const { facts, active, ranUntil } = schedule
    const { recurrence, currency, terms } = facts
    const { amountType } = facts
    return {
      label: facts.label,
      operation: facts.operation,
      type: facts.kind,
      organismId: facts.organismId || 0,
      currency,
      amountType,
      ...(amountType === 'fixed' && {
        amount: toMajor(facts.amountMinor, currency),
        rate: fromRate(facts.vatRate),
      }),
      ...(amountType === 'calculated' && {
        percentage: fromRate(facts.percentage),
        base: facts.base,
        periodMode: facts.periodMode,
        periodFrom: epochOrZero(facts.periodFrom),
        periodTo: epochOrZero(facts.periodTo),
        lastDays: facts.lastDays,
      }),
      ...(amountType === 'contributions' && {
        activity: terms.activity,
        incomeTaxOption: terms.incomeTaxOption,
        acreFrom: epochOrZero(terms.reliefFrom),
      }),
      interval: recurrence.interval,
      intervalCount: recurrence.count,
      startDate: epochOfDay(recurrence.first),
      expiryDate: epochOrZero(recurrence.until),
      paymentDelay: facts.paymentDelay,
      mode: facts.mode,
      option: facts.option,
      active,
      lastRun: epochOrZero(ranUntil),
      ...(run && runView(run, currency)),
    }
  },
})
export const scheduledTransactionEntity = scheduleEntity('scheduledTransaction', 'transaction')
export const chargeEntity = scheduleEntity('charge', 'charge')
