import type {
  Execution,
  ReceiptChange as AnsweredChange,
  RunPreview,
  Schedule,
  ScheduleDraft,
  SchedulePatch,
  WaitingRun,
} from '#contract/schedules/schedules.contract.ts'
import {
  nextRun,
  nextRuns,
  type RunInputs,
  type WaitingRun as ScheduleRun,
} from '#domain/schedules/schedule-runs.ts'
import { PLAIN_SCHEDULE, type ScheduleFacts } from '#domain/schedules/schedule-facts.ts'
import { RUNS_SHOWN } from '#domain/schedules/schedule.values.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import { type Currency, fromRate, toMajor, toMinor, toRate } from '#domain/kernel/money.ts'
import { type Day, dayOfEpoch, dayOrNone, epochOfDay, epochOrZero } from '#domain/kernel/time.ts'
import type { ReceiptChange } from '#projections/finance/registers.ts'
import type { ScheduleDoc, ScheduleRunDoc } from '#projections/schedules/schedules.ts'
import { auditFields } from '#api/kernel/audit-fields.ts'

const amountRefusal = catalogue({ TRANSACTION_DECIMALS: 'invalid' })

/** @throws TRANSACTION_DECIMALS naming the amount: the currency has fewer decimals */
export function amountOf(major: number, currency: Currency): number {
  const minor = toMinor(major, currency)
  if (minor === null)
    throw amountRefusal('TRANSACTION_DECIMALS', { currency }, [
      { path: 'amount', code: 'TRANSACTION_DECIMALS' },
    ])
  return minor
}
const rateOf = (percent: number): number => toRate(percent) ?? 0 // the schema allows two decimals
const ifSent = <T, R>(value: T | undefined, of: (value: T) => R): R | undefined =>
  value === undefined ? undefined : of(value)

/** The facts that a request sends. */
export function scheduleChanges(
  body: Omit<SchedulePatch, 'id' | 'version'>,
  before: ScheduleFacts,
): Partial<ScheduleFacts> {
  const { currency = before.currency } = body
  const { recurrence, terms } = before
  const sent = {
    profileId: body.profileId,
    label: body.label,
    operation: body.operation,
    kind: body.type,
    organismId: ifSent(body.organismId, (id) => id || ''),
    currency: body.currency,
    bankAccountType: body.bankAccountType,
    amountType: body.amountType,
    // The same figure in another currency, which may have other decimals.
    amountMinor:
      body.amount === undefined && currency === before.currency
        ? undefined
        : amountOf(body.amount ?? toMajor(before.amountMinor, before.currency), currency),
    vatRate: ifSent(body.rate, rateOf),
    percentage: ifSent(body.percentage, rateOf),
    base: body.base,
    periodMode: body.periodMode,
    periodFrom: ifSent(body.periodFrom, dayOrNone),
    periodTo: ifSent(body.periodTo, dayOrNone),
    lastDays: body.lastDays,
    terms: {
      ...terms,
      activity: body.activity ?? terms.activity,
      incomeTaxOption: body.incomeTaxOption ?? terms.incomeTaxOption,
      reliefFrom: body.acreFrom === undefined ? terms.reliefFrom : dayOrNone(body.acreFrom),
    },
    recurrence: {
      interval: body.interval ?? recurrence.interval,
      count: body.intervalCount ?? recurrence.count,
      first: body.startDate === undefined ? recurrence.first : dayOfEpoch(body.startDate),
      until: body.expiryDate === undefined ? recurrence.until : dayOrNone(body.expiryDate),
    },
    paymentDelay: body.paymentDelay,
    mode: body.mode,
    option: body.option,
  }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

/** A whole schedule from what was sent; the rest is the usual. */
export function scheduleFacts(
  body: ScheduleDraft,
  defaults: Pick<ScheduleFacts, 'currency' | 'bankAccountType'>,
): ScheduleFacts {
  const none: ScheduleFacts = {
    profileId: body.profileId,
    label: body.label,
    ...PLAIN_SCHEDULE,
    ...defaults,
    recurrence: { interval: body.interval, count: 1, first: dayOfEpoch(body.startDate), until: '' },
  }
  const { id: _, ...sent } = body
  return {
    ...none,
    ...scheduleChanges(sent, { ...none, currency: body.currency ?? defaults.currency }),
  }
}

export const inputsToWire = (run: RunInputs, currency: Currency): RunPreview => ({
  due: epochOfDay(run.due),
  payOn: epochOfDay(run.payOn),
  from: epochOrZero(run.from),
  to: epochOrZero(run.to),
  base: toMajor(run.baseMinor, currency),
  receipts: run.receipts,
  rate: fromRate(run.rate),
  amount: toMajor(run.amountMinor, currency),
  contributions: run.contributions
    ? {
        receipts: run.contributions.receipts,
        contributions: run.contributions.contributions,
        training: run.contributions.training,
        incomeTax: run.contributions.incomeTax,
        shares: run.contributions.shares.map(({ receipts, relieved, rates }) => ({
          receipts,
          relieved,
          contributionRate: fromRate(rates.contributions),
          trainingRate: fromRate(rates.training),
          incomeTaxRate: fromRate(rates.incomeTax),
          source: rates.source,
        })),
      }
    : null,
})

const waitingToWire = (
  run: ScheduleRun,
  proposed: ScheduleRun | undefined,
  currency: Currency,
): WaitingRun => ({
  executionId: run.runId,
  ...inputsToWire(run, currency),
  proposed: toMajor((proposed ?? run).amountMinor, currency),
  failed: run.failed ?? '',
})

/** Growth of a run's period since then, and the receipts that caused it. @unit minor units */
export type RunDrift = { readonly driftMinor: number; readonly changes: readonly ReceiptChange[] }
const NO_DRIFT: RunDrift = { driftMinor: 0, changes: [] }

export const changeToWire =
  (currency: Currency) =>
  ({ transactionId, billId, party, day, at, fact, netMinor }: ReceiptChange): AnsweredChange => ({
    transactionId,
    billId: billId || 0,
    label: party,
    date: epochOfDay(day),
    at,
    fact,
    amount: toMajor(netMinor, currency),
  })

export const executionToWire = (
  doc: ScheduleRunDoc,
  currency: Currency,
  { driftMinor, changes }: RunDrift = NO_DRIFT,
): Execution => ({
  executionId: doc._id,
  at: doc.at,
  ...inputsToWire(doc, currency),
  proposed: toMajor(doc.proposedMinor, currency),
  drift: toMajor(driftMinor, currency),
  changes: changes.map(changeToWire(currency)),
  result: doc.result,
  reason: doc.reason,
  failed: doc.code,
  transactionId: doc.booked ? doc._id : '',
})

function stateOf({ schedule, lastRun }: ScheduleDoc, today: Day): Schedule['state'] {
  if (schedule.waiting.some(({ payOn }) => payOn < today)) return 'overdue'
  if (schedule.waiting.length > 0) return 'pending'
  if (nextRuns(schedule, 1).length === 0) return 'outdated'
  // A run of a past day that was not made yet: no process ran since.
  if (schedule.active && nextRun(schedule) < today) return 'overdue'
  if (lastRun?.result !== 'booked') return 'pending'
  return schedule.facts.operation === 'in' ? 'credited' : 'debited'
}

/** @param before the schedule with its waiting runs as they were proposed */
export function scheduleToWire(
  doc: ScheduleDoc,
  before: ScheduleDoc,
  organism: string,
  today: Day,
): Schedule {
  const { schedule, lastRun } = doc
  const { facts, active, waiting } = schedule
  const { currency, recurrence, terms } = facts
  return {
    ...auditFields(doc),
    profileId: facts.profileId,
    label: facts.label,
    operation: facts.operation,
    type: facts.kind,
    organismId: facts.organismId || 0,
    organism,
    currency,
    bankAccountType: facts.bankAccountType,
    amountType: facts.amountType,
    amount: toMajor(facts.amountMinor, currency),
    rate: fromRate(facts.vatRate),
    percentage: fromRate(facts.percentage),
    base: facts.base,
    periodMode: facts.periodMode,
    periodFrom: epochOrZero(facts.periodFrom),
    periodTo: epochOrZero(facts.periodTo),
    lastDays: facts.lastDays,
    interval: recurrence.interval,
    intervalCount: recurrence.count,
    startDate: epochOfDay(recurrence.first),
    expiryDate: epochOrZero(recurrence.until),
    paymentDelay: facts.paymentDelay,
    mode: facts.mode,
    option: facts.option,
    activity: terms.activity,
    incomeTaxOption: terms.incomeTaxOption,
    acreFrom: epochOrZero(terms.reliefFrom),
    active,
    state: stateOf(doc, today),
    lastRun: epochOrZero(lastRun?.due ?? ''),
    lastAmount: toMajor(lastRun?.amountMinor ?? 0, currency),
    nextRuns: nextRuns(schedule, RUNS_SHOWN).map(epochOfDay),
    toValidate: waiting.map((run, i) => waitingToWire(run, before.schedule.waiting[i], currency)),
  }
}
