import type { TransactionDraft, TransactionPatch } from '#contract/finance.schemas.ts'
import { vatOf } from '#domain/billing/amounts.values.ts'
import type { VatRow } from '#domain/billing/totals.ts'
import { enteredRow } from '#domain/finance/entered-amounts.values.ts'
import { type OwnTransaction, PLAIN_DOCUMENT } from '#domain/finance/own-transaction.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import { type Currency, toMajor, toMinor, toRate } from '#domain/kernel/money.ts'
import { type Day, dayOrNone } from '#domain/kernel/time.ts'

const amountRefusal = catalogue({ TRANSACTION_DECIMALS: 'invalid', TRANSACTION_AMOUNT_NEEDED: 'invalid' })

type Asked = Pick<TransactionPatch, 'details' | 'amount' | 'vat' | 'amountTTC' | 'rate'>

/** @throws TRANSACTION_DECIMALS naming the field: the currency has fewer decimals */
function minorOf(major: number, currency: Currency, path: string): number {
  const minor = toMinor(major, currency)
  if (minor === null)
    throw amountRefusal('TRANSACTION_DECIMALS', { currency }, [{ path, code: 'TRANSACTION_DECIMALS' }])
  return minor
}
const rateOf = (percent: number): number => toRate(percent) ?? 0 // the schema allows two decimals

/**
 * VAT by rate, from what was entered: rows, or one amount and its rate. The others follow to the cent.
 *
 * @returns undefined when no amount was entered
 */
function rowsOf(
  { details, amount, vat, amountTTC, rate = 0 }: Asked,
  currency: Currency,
): readonly VatRow[] | undefined {
  if (details !== undefined)
    return details.map((row, i) => {
      const baseMinor = minorOf(row.base, currency, `details.${i}.base`)
      const amountMinor =
        row.amount === undefined
          ? vatOf(baseMinor, rateOf(row.rate))
          : minorOf(row.amount, currency, `details.${i}.amount`)
      return { rate: rateOf(row.rate), baseMinor, amountMinor }
    })
  const scaled = rateOf(rate)
  const tax = vat === undefined ? undefined : minorOf(vat, currency, 'vat')
  const net = amount === undefined ? undefined : minorOf(amount, currency, 'amount')
  const gross = amountTTC === undefined ? undefined : minorOf(amountTTC, currency, 'amountTTC')
  // Two amounts tell the VAT as the supplier rounded it.
  if (tax !== undefined && (gross ?? net) !== undefined) {
    const baseMinor = gross === undefined ? (net ?? 0) : gross - tax
    return [{ rate: scaled, baseMinor, amountMinor: tax }]
  }
  const row =
    gross !== undefined
      ? enteredRow('gross', gross, scaled)
      : net !== undefined
        ? enteredRow('net', net, scaled)
        : tax === undefined
          ? null
          : enteredRow('vat', tax, scaled)
  return row === null ? undefined : [row]
}

/** The amounts in another currency, of other decimals; undefined when it is the same. */
function inCurrency({ vat, currency: was }: OwnTransaction, currency: Currency): readonly VatRow[] | undefined {
  if (currency === was) return undefined
  const minor = (value: number, path: string) => minorOf(toMajor(value, was), currency, path)
  return vat.map(({ rate, baseMinor, amountMinor }, i) => ({
    rate,
    baseMinor: minor(baseMinor, `details.${i}.base`),
    amountMinor: minor(amountMinor, `details.${i}.amount`),
  }))
}

/** Of the changes, those that are sent. `paymentDay` follows the status: none unless it is paid. */
export function changesOf(
  body: Omit<TransactionPatch, 'id' | 'version'>,
  before: OwnTransaction,
): Partial<OwnTransaction> {
  const { type, organismId, currency = before.currency, deductibleShare, status } = body
  const vat = rowsOf(body, currency) ?? inCurrency(before, currency)
  const sent = {
    profileId: body.profileId,
    operation: body.operation,
    kind: type,
    label: body.label,
    reference: body.reference,
    organismId: organismId === undefined ? undefined : organismId || '',
    currency: body.currency,
    vat,
    paymentDay: status === 'unpaid' ? '' : body.paymentDate === undefined ? undefined : dayOrNone(body.paymentDate),
    expectedDay: body.expectedPaymentDate === undefined ? undefined : dayOrNone(body.expectedPaymentDate),
    documentDay: body.documentDate === undefined ? undefined : dayOrNone(body.documentDate),
    bankAccountType: body.bankAccountType,
    method: body.paymentMethod === (before.method ?? '') ? undefined : body.paymentMethod,
    attachmentIds: body.attachmentIds,
    nature: body.nature,
    region: body.region,
    supplierOnDebits: body.supplierOnDebits,
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
  const facts = { ...none, ...changesOf(body, { ...none, currency: body.currency ?? defaults.currency }) }
  if (facts.vat.length === 0)
    throw amountRefusal('TRANSACTION_AMOUNT_NEEDED', {}, [{ path: 'amount', code: 'TRANSACTION_AMOUNT_NEEDED' }])
  return body.status === 'paid' && facts.paymentDay === '' ? { ...facts, paymentDay: today } : facts
}
