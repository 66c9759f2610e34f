import { vatRatesOn } from '#domain/billing/vat/vat.values.ts'
import { catalogue, type FieldRefusal } from '#domain/kernel/errors.ts'
import { type Currency, fromRate } from '#domain/kernel/money.ts'
import { type DayOrNone, monthOf } from '#domain/kernel/time.ts'
import type { ContributionTerms } from '#domain/finance/contributions.ts'
import type { Recurrence } from './recurrence.ts'
import type { AMOUNT_TYPES, BASES, MODES, OPTIONS, PERIOD_MODES } from './schedule.values.ts'
import { goes, isNeutral, type TransactionType } from '#domain/finance/transaction.values.ts'

/**
 * A transaction that comes back: a scheduled one, or a charge.
 *
 * @unit amountMinor: minor units of `currency`, all taxes included; percentage and vatRate:
 * hundredths of a percent
 */
export type ScheduleFacts = {
  readonly profileId: string
  readonly label: string
  readonly operation: 'in' | 'out'
  readonly kind: TransactionType
  readonly organismId: string
  readonly currency: Currency
  readonly bankAccountType: 'professional' | 'personal'
  readonly amountType: (typeof AMOUNT_TYPES)[number]
  readonly amountMinor: number
  /** VAT within the amount. */
  readonly vatRate: number
  readonly percentage: number
  readonly base: (typeof BASES)[number]
  readonly periodMode: (typeof PERIOD_MODES)[number]
  readonly periodFrom: DayOrNone
  readonly periodTo: DayOrNone
  readonly lastDays: number
  /** Terms of the business's contributions; read for `contributions` alone. */
  readonly terms: ContributionTerms
  readonly recurrence: Recurrence
  /** Days from a run to its payment. */
  readonly paymentDelay: number
  readonly mode: (typeof MODES)[number]
  readonly option: (typeof OPTIONS)[number]
}

/** A charge of a fixed amount that is booked by itself: what holds unless a user says otherwise. */
export const PLAIN_SCHEDULE = {
  operation: 'out',
  kind: 'charge',
  organismId: '',
  amountType: 'fixed',
  amountMinor: 0,
  vatRate: 0,
  percentage: 0,
  base: 'caHt',
  periodMode: 'delta',
  periodFrom: '',
  periodTo: '',
  lastDays: 0,
  terms: { activity: 'bncSsi', incomeTaxOption: false, reliefFrom: '' },
  paymentDelay: 0,
  mode: 'automatic',
  option: 'autoInput',
} as const satisfies Partial<ScheduleFacts>

export const scheduleRefusal = catalogue({
  SCHEDULE_NOT_VALID: 'invalid',
  SCHEDULE_AMOUNT_NEEDED: 'invalid',
  SCHEDULE_PERCENTAGE_NEEDED: 'invalid',
  SCHEDULE_PERIOD_NEEDED: 'invalid',
  SCHEDULE_PERIOD_REVERSED: 'invalid',
  SCHEDULE_ENDS_BEFORE_IT_STARTS: 'invalid',
  SCHEDULE_RATE_UNKNOWN: 'invalid',
  SCHEDULE_WITHOUT_VAT: 'invalid',
  SCHEDULE_TYPE_DIRECTION: 'invalid',
  SCHEDULE_RHYTHM_OF_CONTRIBUTIONS: 'invalid',
  SCHEDULE_CURRENCY_OF_CONTRIBUTIONS: 'invalid',
  CONTRIBUTION_RATES_UNKNOWN: 'invalid',
  RUN_NOT_DUE: 'conflict',
  RUN_NOT_WAITING: 'conflict',
  RUN_AMOUNT_NEEDED: 'invalid',
  CONTRIBUTIONS_DECLARED: 'conflict',
  CONTRIBUTIONS_NOT_DECLARED: 'missing',
  CONTRIBUTIONS_PAID: 'conflict',
  CONTRIBUTIONS_RUNNING: 'conflict',
  CONTRIBUTIONS_NO_PERIOD: 'missing',
})

/** The rate that a run is booked with. Types without VAT could once be stored with a rate. */
export const vatRateOf = ({ kind, vatRate }: Pick<ScheduleFacts, 'kind' | 'vatRate'>): number =>
  isNeutral(kind) ? 0 : vatRate

/** @throws SCHEDULE_NOT_VALID naming each field that is wrong, in the wire's words */
export function checkSchedule(facts: ScheduleFacts): void {
  const {
    amountType,
    amountMinor,
    percentage,
    periodMode,
    periodFrom,
    periodTo,
    lastDays,
    recurrence,
    option,
  } = facts
  const wrong: FieldRefusal[] = []
  const refuse = (path: string, code: FieldRefusal['code'], details = {}) =>
    wrong.push({ path, code, details })
  if (amountType === 'fixed' && amountMinor <= 0 && option !== 'reminder')
    refuse('amount', 'SCHEDULE_AMOUNT_NEEDED')
  if (amountType === 'calculated') {
    if (percentage <= 0) refuse('percentage', 'SCHEDULE_PERCENTAGE_NEEDED')
    if (periodMode === 'lastDays' && lastDays <= 0) refuse('lastDays', 'SCHEDULE_PERIOD_NEEDED')
    if (periodMode === 'specificInterval') {
      if (periodFrom === '') refuse('periodFrom', 'SCHEDULE_PERIOD_NEEDED')
      if (periodTo === '') refuse('periodTo', 'SCHEDULE_PERIOD_NEEDED')
      else if (periodTo < periodFrom) refuse('periodTo', 'SCHEDULE_PERIOD_REVERSED')
    }
  }
  if (amountType === 'contributions') {
    const isMonthly = recurrence.interval === 'month' && recurrence.count === 1
    const isQuarterly =
      recurrence.interval === 'month' &&
      recurrence.count === 3 &&
      monthOf(recurrence.first) % 3 === 1
    if (!isMonthly && !isQuarterly) refuse('intervalCount', 'SCHEDULE_RHYTHM_OF_CONTRIBUTIONS')
    if (facts.currency !== 'EUR') refuse('currency', 'SCHEDULE_CURRENCY_OF_CONTRIBUTIONS')
  }
  wrong.push(...wrongType(facts))
  if (recurrence.until !== '' && recurrence.until < recurrence.first)
    refuse('expiryDate', 'SCHEDULE_ENDS_BEFORE_IT_STARTS')
  if (wrong.length > 0) throw scheduleRefusal('SCHEDULE_NOT_VALID', {}, wrong)
}

function wrongType({ operation, kind, vatRate, recurrence }: ScheduleFacts): FieldRefusal[] {
  const wrong: FieldRefusal[] = goes(operation, kind)
    ? []
    : [{ path: 'type', code: 'SCHEDULE_TYPE_DIRECTION' }]
  if (vatRate === 0) return wrong
  if (isNeutral(kind)) wrong.push({ path: 'rate', code: 'SCHEDULE_WITHOUT_VAT' })
  else if (!vatRatesOn(recurrence.first).includes(vatRate))
    wrong.push({
      path: 'rate',
      code: 'SCHEDULE_RATE_UNKNOWN',
      details: { rate: fromRate(vatRate) },
    })
  return wrong
}
