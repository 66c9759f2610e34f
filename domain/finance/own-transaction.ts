import { vatOf } from '#domain/billing/amounts.values.ts'
import { countedInEuros, euroShares } from '#domain/billing/euro-value.ts'
import type { PaymentMethod } from '#domain/billing/payment.values.ts'
import type { VatRow } from '#domain/billing/totals.ts'
import { vatRatesOn } from '#domain/billing/vat/vat.values.ts'
import { catalogue, type FieldRefusal } from '#domain/kernel/errors.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { Day, DayOrNone } from '#domain/kernel/time.ts'
import {
  goes,
  isNeutral,
  isSelfAssessed,
  type Nature,
  type Region,
  sideOf,
  type TransactionType,
} from './transaction.values.ts'

/**
 * A transaction that was entered by hand or made by a schedule.
 *
 * @unit VAT rows: minor units of `currency`; rates and share: hundredths of a percent
 */
export type OwnTransaction = {
  readonly profileId: string
  readonly operation: 'in' | 'out'
  readonly kind: TransactionType
  readonly label: string
  readonly reference: string
  /** Paying or paid party; empty for none. */
  readonly organismId: string
  readonly currency: Currency
  readonly vat: readonly VatRow[]
  /**
   * Amount in euros, VAT included, where `currency` is another one; absent or 0 while it is not
   * known. @unit cents
   */
  readonly euroMinor?: number
  /** Empty until it is paid. */
  readonly paymentDay: DayOrNone
  readonly expectedDay: DayOrNone
  /** The day of its invoice or receipt; empty when there is none. */
  readonly documentDay: DayOrNone
  readonly bankAccountType: 'professional' | 'personal'
  /** Absent or empty where it was not told. */
  readonly method?: PaymentMethod | ''
  readonly attachmentIds: readonly string[]
  readonly nature: Nature
  readonly region: Region
  readonly supplierOnDebits: boolean
  /**
   * The supplier charged the VAT of another country, as a hotel there does. It is part of the
   * price: neither deducted on the return nor owed by the buyer. Absent for French VAT.
   *
   * @source CGI art. 271; directive 2008/9/EC: it is asked back where it was paid
   */
  readonly foreignVat?: boolean
  readonly deductibleShare: number
}

/** Document and VAT of a transaction without any given. */
export const PLAIN_DOCUMENT = {
  label: '',
  organismId: '',
  documentDay: '',
  attachmentIds: [],
  nature: 'service',
  region: 'FR',
  supplierOnDebits: false,
  deductibleShare: 10_000,
} as const satisfies Partial<OwnTransaction>

const ownRefusal = catalogue({
  TRANSACTION_AMOUNT_NEEDED: 'invalid',
  TRANSACTION_VAT_WRONG: 'invalid',
  TRANSACTION_RATE_UNKNOWN: 'invalid',
  TRANSACTION_RATE_TWICE: 'invalid',
  TRANSACTION_TYPE_DIRECTION: 'invalid',
  TRANSACTION_WITHOUT_VAT: 'invalid',
  TRANSACTION_DAY_NEEDED: 'invalid',
  TRANSACTION_PAID_LATER: 'invalid',
  TRANSACTION_NOT_VALID: 'invalid',
  TRANSACTION_IN_EUROS: 'invalid',
  TRANSACTION_FOREIGN_VAT: 'invalid',
})

/** Amounts that sums in euros count; null while the euro amount is not known. */
export const eurosOfOwn = ({
  vat,
  currency,
  euroMinor = 0,
}: Pick<OwnTransaction, 'vat' | 'currency' | 'euroMinor'>): readonly VatRow[] | null =>
  countedInEuros(vat, currency, euroMinor === 0 ? undefined : { vat: euroShares(vat, euroMinor) })

/**
 * Tolerance between an invoice's VAT and base × rate. Suppliers round by line or by rate.
 *
 * @unit minor units
 * @source EN 16931 BR-CO-17: less than one unit of currency
 */
const TOLERANCE = 100

/** No country's standard rate is higher (Hungary has 27 %). @unit hundredths of a percent */
const HIGHEST_RATE = 3_000

/** @throws TRANSACTION_NOT_VALID naming each field that is wrong, in the wire's words */
export function checkOwnTransaction(facts: OwnTransaction, today: Day): void {
  const wrong = [
    ...wrongType(facts),
    ...wrongRows(facts, today),
    ...wrongDays(facts),
    ...wrongEuros(facts),
    ...wrongForeign(facts),
  ]
  if (wrong.length > 0) throw ownRefusal('TRANSACTION_NOT_VALID', {}, wrong)
}

/** The day whose rates hold for a transaction. */
export const rateDayOf = (
  {
    documentDay,
    paymentDay,
    expectedDay,
  }: Pick<OwnTransaction, 'documentDay' | 'paymentDay' | 'expectedDay'>,
  today: Day,
): Day => documentDay || paymentDay || expectedDay || today

function wrongRows(facts: OwnTransaction, today: Day): readonly FieldRefusal[] {
  const { vat } = facts
  const rates = vatRatesOn(rateDayOf(facts, today))
  const isUncharged = isSelfAssessed(facts)
  const gross = vat.reduce((sum, { baseMinor, amountMinor }) => sum + baseMinor + amountMinor, 0)
  const seen = new Set<number>()
  const wrong: FieldRefusal[] =
    gross === 0 ? [{ path: 'amount', code: 'TRANSACTION_AMOUNT_NEEDED' }] : []
  vat.forEach(({ rate, baseMinor, amountMinor }, i) => {
    const refuse = (field: string, code: string, details = {}) =>
      wrong.push({ path: `details.${i}.${field}`, code, details })
    if (isNeutral(facts.kind) && (rate !== 0 || amountMinor !== 0))
      refuse('rate', 'TRANSACTION_WITHOUT_VAT')
    else if (seen.has(rate)) refuse('rate', 'TRANSACTION_RATE_TWICE', { rate: rate / 100 })
    else if (
      facts.foreignVat ? rate < 0 || rate > HIGHEST_RATE : rate !== 0 && !rates.includes(rate)
    )
      refuse('rate', 'TRANSACTION_RATE_UNKNOWN', { rate: rate / 100 })
    else if (!(isUncharged && amountMinor === 0) && isOff(baseMinor, rate, amountMinor))
      refuse('amount', 'TRANSACTION_VAT_WRONG', {
        rate: rate / 100,
        expected: vatOf(baseMinor, rate) / 100,
      })
    seen.add(rate)
  })
  return wrong
}

const isOff = (baseMinor: number, rate: number, amountMinor: number): boolean =>
  Math.abs(amountMinor - vatOf(baseMinor, rate)) >= TOLERANCE || (rate === 0 && amountMinor !== 0)

const wrongEuros = ({ currency, euroMinor = 0 }: OwnTransaction): readonly FieldRefusal[] =>
  currency === 'EUR' && euroMinor !== 0 ? [{ path: 'amountEUR', code: 'TRANSACTION_IN_EUROS' }] : []

const wrongForeign = ({
  operation,
  kind,
  foreignVat = false,
}: OwnTransaction): readonly FieldRefusal[] =>
  foreignVat && sideOf(operation, kind) !== 'purchase'
    ? [{ path: 'foreignVat', code: 'TRANSACTION_FOREIGN_VAT' }]
    : []

/** Amounts as they cost: VAT of another country is part of the price. */
export const costOf = (
  { foreignVat = false }: Pick<OwnTransaction, 'foreignVat'>,
  vat: readonly VatRow[],
): readonly VatRow[] =>
  foreignVat
    ? vat.map(({ baseMinor, amountMinor }) => ({
        rate: 0,
        baseMinor: baseMinor + amountMinor,
        amountMinor: 0,
      }))
    : vat

/**
 * Whether a purchase abroad, or in another currency, has a rate that France does not know.
 */
export const hasForeignRates = (
  {
    operation,
    kind,
    region,
    currency,
  }: Pick<OwnTransaction, 'operation' | 'kind' | 'region' | 'currency'>,
  rates: readonly number[],
  day: Day,
): boolean =>
  sideOf(operation, kind) === 'purchase' &&
  !isNeutral(kind) &&
  (region !== 'FR' || currency !== 'EUR') &&
  rates.some((rate) => rate !== 0 && !vatRatesOn(day).includes(rate))

const wrongType = ({ operation, kind }: OwnTransaction): readonly FieldRefusal[] =>
  goes(operation, kind) ? [] : [{ path: 'type', code: 'TRANSACTION_TYPE_DIRECTION' }]

/** Without any day a transaction would stand nowhere in the books. */
const wrongDays = ({ paymentDay, expectedDay }: OwnTransaction): readonly FieldRefusal[] =>
  paymentDay === '' && expectedDay === ''
    ? [{ path: 'expectedPaymentDate', code: 'TRANSACTION_DAY_NEEDED' }]
    : []

/**
 * Payments are of today at the latest.
 *
 * @param today where the user is
 * @throws TRANSACTION_PAID_LATER naming the day in the wire's words
 */
export function checkPaymentDay(paymentDay: DayOrNone, today: Day): void {
  if (paymentDay > today)
    throw ownRefusal('TRANSACTION_PAID_LATER', {}, [
      { path: 'paymentDate', code: 'TRANSACTION_PAID_LATER' },
    ])
}
