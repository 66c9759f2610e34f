import type { TransactionDraft, TransactionPatch } from '#contract/finance/finance.schemas.ts'
import { vatOf } from '#domain/billing/amounts.values.ts'
import type { VatRow } from '#domain/billing/totals.ts'
import { vatRatesOn } from '#domain/billing/vat/vat.values.ts'
import { enteredRow } from '#domain/finance/entered-amounts.values.ts'
import {
  hasForeignRates,
  type OwnTransaction,
  PLAIN_DOCUMENT,
  rateDayOf,
} from '#domain/finance/own-transaction.ts'
import { netMinorOf, vatMinorOf } from '#domain/finance/transaction.ts'
import { isSelfAssessed } from '#domain/finance/transaction.values.ts'
import { same } from '#domain/kernel/records/changes.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import { type Currency, toMajor, toMinor, toRate } from '#domain/kernel/money.ts'
import { type Day, dayOrNone } from '#domain/kernel/time.ts'

const amountRefusal = catalogue({
  TRANSACTION_DECIMALS: 'invalid',
  TRANSACTION_AMOUNT_NEEDED: 'invalid',
})

type Amounts = Pick<TransactionPatch, 'details' | 'amount' | 'vat' | 'amountTTC' | 'rate'>

/** @throws TRANSACTION_DECIMALS naming the field: the currency has fewer decimals */
export function minorIn(major: number, currency: Currency, path: string): number {
  const minor = toMinor(major, currency)
  if (minor === null)
    throw amountRefusal('TRANSACTION_DECIMALS', { currency }, [
      { path, code: 'TRANSACTION_DECIMALS' },
    ])
  return minor
}
const rateOf = (percent: number): number => toRate(percent) ?? 0 // the schema allows two decimals

/** Facts that decide the VAT of a transaction besides its amounts. */
type Circumstances = Pick<
  OwnTransaction,
  'operation' | 'kind' | 'region' | 'vat' | 'foreignVat'
> & {
  readonly currency: Currency
  /** The day whose rates hold. */
  readonly day: Day
}

/**
 * VAT by rate, from the entered values: rows, or one amount and its rate. The others follow to the
 * cent. An unchanged amount says nothing. A client may so send back a record with one amount
 * changed.
 *
 * @returns undefined when no amount was entered
 */
function rowsOf(amounts: Amounts, of: Circumstances): readonly VatRow[] | undefined {
  const { currency } = of
  const selfAssessed = isSelfAssessed(of)
  const rows = amounts.details?.map((row, i) => {
    const rate = rateOf(row.rate)
    const baseMinor = minorIn(row.base, currency, `details.${i}.base`)
    if (row.amount !== undefined)
      return { rate, baseMinor, amountMinor: minorIn(row.amount, currency, `details.${i}.amount`) }
    return { rate, baseMinor, amountMinor: selfAssessed ? 0 : vatOf(baseMinor, rate) }
  })
  if (rows !== undefined && !same(rows, of.vat)) return rows
  const entered = (field: 'amount' | 'vat' | 'amountTTC', before: number) => {
    const value = amounts[field]
    const minor = value === undefined ? undefined : minorIn(value, currency, field)
    return rows !== undefined && minor === before ? undefined : minor
  }
  const before = { net: netMinorOf(of), tax: vatMinorOf(of) }
  const net = entered('amount', before.net)
  const tax = entered('vat', before.tax)
  const gross = entered('amountTTC', before.net + before.tax)
  // Two amounts tell the VAT as the supplier rounded it.
  const isTold = tax !== undefined && (gross ?? net) !== undefined
  const base = gross === undefined || tax === undefined ? net : gross - tax
  const scaled =
    amounts.rate === undefined ? rateFor(of, base, isTold ? tax : undefined) : rateOf(amounts.rate)
  if (isTold) return [{ rate: scaled, baseMinor: base ?? 0, amountMinor: tax }]
  const row =
    gross !== undefined
      ? enteredRow('gross', gross, scaled, selfAssessed)
      : net !== undefined
        ? enteredRow('net', net, scaled, selfAssessed)
        : tax !== undefined
          ? enteredRow('vat', tax, scaled, selfAssessed)
          : amounts.rate !== undefined && of.vat.length === 1
            ? // The paid amount stays, with another VAT in it.
              enteredRow('gross', before.net + before.tax, scaled, selfAssessed)
            : null
  return row === null ? undefined : [row]
}

/** The rate where none was sent: the former one, or a present one that fits VAT and base. */
function rateFor(
  { vat, day, foreignVat }: Circumstances,
  baseMinor = 0,
  taxMinor: number | undefined,
): number {
  const [before] = vat
  if (foreignVat && taxMinor !== undefined && baseMinor !== 0)
    return Math.round((taxMinor / baseMinor) * 10_000)
  if (taxMinor === undefined) return vat.length === 1 && before ? before.rate : 0
  if (taxMinor === 0) return 0
  const off = (rate: number) => Math.abs(taxMinor - vatOf(baseMinor, rate))
  return vatRatesOn(day).reduce((best, rate) => (off(rate) < off(best) ? rate : best), 0)
}

/** The amounts in another currency, of other decimals; undefined when it is the same. */
function inCurrency(
  { vat, currency: was }: OwnTransaction,
  currency: Currency,
): readonly VatRow[] | undefined {
  if (currency === was) return undefined
  const minor = (value: number, path: string) => minorIn(toMajor(value, was), currency, path)
  return vat.map(({ rate, baseMinor, amountMinor }, i) => ({
    rate,
    baseMinor: minor(baseMinor, `details.${i}.base`),
    amountMinor: minor(amountMinor, `details.${i}.amount`),
  }))
}

/** The amount in euros, where it was sent. In a book in euros it follows from the others. */
function eurosOf(
  { amountEUR }: Pick<TransactionPatch, 'amountEUR'>,
  before: OwnTransaction,
  currency: Currency,
): number | undefined {
  const known = before.euroMinor ?? 0
  if (currency === 'EUR') return known === 0 ? undefined : 0
  if (amountEUR === undefined) return undefined
  const euroMinor = minorIn(amountEUR, 'EUR', 'amountEUR')
  return euroMinor === known ? undefined : euroMinor
}

/** Changes that were sent. `paymentDay` follows the status: none unless it is paid. */
export function changesOf(
  body: Omit<TransactionPatch, 'id' | 'version'>,
  before: OwnTransaction,
  today: Day,
): Partial<OwnTransaction> {
  const { type, organismId, currency = before.currency, deductibleShare, status } = body
  const days = {
    paymentDay: body.paymentDate === undefined ? before.paymentDay : dayOrNone(body.paymentDate),
    expectedDay:
      body.expectedPaymentDate === undefined
        ? before.expectedDay
        : dayOrNone(body.expectedPaymentDate),
    documentDay:
      body.documentDate === undefined ? before.documentDay : dayOrNone(body.documentDate),
  }
  const { operation = before.operation, region = before.region } = body
  const day = rateDayOf(days, today)
  const kind = type ?? before.kind
  const rates = [body.rate, ...(body.details ?? []).map(({ rate }) => rate)].flatMap((percent) =>
    percent === undefined ? [] : [rateOf(percent)],
  )
  const was = before.foreignVat ?? false
  const foreignVat =
    body.foreignVat ?? (was || hasForeignRates({ operation, kind, region, currency }, rates, day))
  const of = { operation, region, kind, vat: before.vat, currency, day, foreignVat }
  const vat = rowsOf(body, of) ?? inCurrency(before, currency)
  const sent = {
    profileId: body.profileId,
    euroMinor: eurosOf(body, before, currency),
    operation: body.operation,
    kind: type,
    label: body.label,
    reference: body.reference,
    organismId: organismId === undefined ? undefined : organismId || '',
    currency: body.currency,
    vat,
    paymentDay:
      status === 'unpaid' ? '' : body.paymentDate === undefined ? undefined : days.paymentDay,
    // Not paid after all, it is waited for on the day that it was paid on, if on no other.
    expectedDay:
      status === 'unpaid'
        ? days.expectedDay || before.paymentDay
        : body.expectedPaymentDate === undefined
          ? undefined
          : days.expectedDay,
    documentDay: body.documentDate === undefined ? undefined : days.documentDay,
    bankAccountType: body.bankAccountType,
    method: body.paymentMethod === (before.method ?? '') ? undefined : body.paymentMethod,
    attachmentIds: body.attachmentIds,
    nature: body.nature,
    region: body.region,
    supplierOnDebits: body.supplierOnDebits,
    foreignVat: foreignVat === was ? undefined : foreignVat,
    deductibleShare: deductibleShare === undefined ? undefined : rateOf(deductibleShare),
  }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

/** @param today the day of payment of what is paid without one */
export function factsOf(
  body: TransactionDraft,
  defaults: Pick<OwnTransaction, 'currency' | 'bankAccountType'>,
  today: Day,
): OwnTransaction {
  const none: OwnTransaction = {
    profileId: body.profileId,
    operation: body.operation,
    kind: body.type,
    ...PLAIN_DOCUMENT,
    reference: '',
    vat: [],
    paymentDay: '',
    expectedDay: '',
    ...defaults,
  }
  const facts = {
    ...none,
    ...changesOf(body, { ...none, currency: body.currency ?? defaults.currency }, today),
  }
  if (facts.vat.length === 0)
    throw amountRefusal('TRANSACTION_AMOUNT_NEEDED', {}, [
      { path: 'amount', code: 'TRANSACTION_AMOUNT_NEEDED' },
    ])
  return body.status === 'paid' && facts.paymentDay === '' ? { ...facts, paymentDay: today } : facts
}
