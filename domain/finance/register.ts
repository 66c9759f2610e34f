import type { PaymentMethod } from '#domain/billing/payment.values.ts'
import { same } from '#domain/kernel/records/changes.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { Day } from '#domain/kernel/time.ts'
import { countedInEuros } from '#domain/billing/euro-value.ts'
import { costOf, eurosOfOwn, type OwnTransaction } from './own-transaction.ts'
import type { Register } from './register.values.ts'
import { type BookedPayment, netMinorOf, salesOf, vatMinorOf } from './transaction.ts'
import { type Nature, TURNOVER_TYPES, type TransactionType } from './transaction.values.ts'

/**
 * A register's line of a receipt or a purchase. Refunds are negative. A payment in another currency
 * stands in euros once its euro amount is known.
 *
 * @unit minor units of `currency`
 * @source CGI art. 50-0, 102 ter; C. com. art. L123-28: date, origin, amount, means of payment, and
 * the document
 */
export type RegisterEntry = {
  readonly register: Register
  readonly profileId: string
  /** The day on which the money came or went. */
  readonly day: Day
  /** The bill's client, or the label of a transaction by hand. */
  readonly party: string
  /** Paying or paid party of a transaction by hand; empty for none. */
  readonly organismId: string
  readonly kind: TransactionType
  readonly nature: Nature
  readonly reference: string
  /** Empty where it was not told. */
  readonly method: PaymentMethod | ''
  readonly currency: Currency
  readonly netMinor: number
  readonly vatMinor: number
  readonly grossMinor: number
}

/**
 * A line, for good: a later change takes it back by a line of its own. `takesBack` is such a line.
 */
export type RegisterLine<At> = At & { readonly entry: RegisterEntry; readonly takesBack: boolean }

const RECEIPTS: ReadonlySet<string> = new Set(TURNOVER_TYPES)
/** Purchases. Taxes, wages and contributions are none. */
const PURCHASES: ReadonlySet<TransactionType> = new Set<TransactionType>([
  'purchase',
  'charge',
  'subscription',
  'rent',
  'meal',
  'bank_fees',
  'insurance',
  'professional_insurance',
])

/**
 * The register of a transaction, and the sign of its amounts there; null for one that belongs in
 * neither.
 */
function placeOf(
  operation: 'in' | 'out',
  kind: TransactionType,
): { register: Register; sign: 1 | -1 } | null {
  if (PURCHASES.has(kind)) {
    // A subscription that comes in is one that was sold.
    if (operation === 'in' && RECEIPTS.has(kind)) return { register: 'receipts', sign: 1 }
    return { register: 'purchases', sign: operation === 'out' ? 1 : -1 }
  }
  if (operation === 'in') return RECEIPTS.has(kind) ? { register: 'receipts', sign: 1 } : null
  return kind === 'refund' ? { register: 'receipts', sign: -1 } : null
}

const amountsOf = (vat: BookedPayment['vat'], sign: 1 | -1) => {
  const sales = salesOf(vat)
  const [net, tax] = [netMinorOf({ vat: sales }), vatMinorOf({ vat: sales })]
  return { netMinor: sign * net, vatMinor: sign * tax, grossMinor: sign * (net + tax) }
}

/** The register's line of a bill's payment or refund, among the receipts. */
export function entryOfPayment(payment: BookedPayment): RegisterEntry | null {
  const { operation, kind, profileId, day, client, reference, method = '', currency, vat } = payment
  const euros = countedInEuros(vat, currency, payment.euros)
  const place = placeOf(operation, kind)
  return (
    place && {
      register: place.register,
      profileId,
      day,
      party: client,
      organismId: '',
      kind,
      // This product bills services.
      nature: 'service',
      reference,
      method,
      currency: euros === null ? currency : 'EUR',
      ...amountsOf(euros ?? vat, place.sign),
    }
  )
}

/**
 * The register's line of a transaction by hand; null until it is paid, and for types that belong in
 * neither.
 */
export function entryOfOwn(facts: OwnTransaction): RegisterEntry | null {
  const {
    operation,
    kind,
    profileId,
    paymentDay,
    label,
    organismId,
    nature,
    reference,
    method = '',
    currency,
  } = facts
  const place = paymentDay === '' ? null : placeOf(operation, kind)
  const euros = eurosOfOwn(facts)
  return (
    place && {
      register: place.register,
      profileId,
      day: paymentDay,
      party: label,
      organismId,
      kind,
      nature,
      reference,
      method,
      currency: euros === null ? currency : 'EUR',
      ...amountsOf(costOf(facts, euros ?? facts.vat), place.sign),
    }
  )
}

/** The entry that the lines of a transaction stand for; null when the last one took it back. */
function standing(lines: readonly RegisterLine<unknown>[]): RegisterEntry | null {
  const last = lines.at(-1)
  return last === undefined || last.takesBack ? null : last.entry
}

const negative = (entry: RegisterEntry): RegisterEntry => ({
  ...entry,
  netMinor: -entry.netMinor,
  vatMinor: -entry.vatMinor,
  grossMinor: -entry.grossMinor,
})

/**
 * The lines of a transaction after a fact: those before stay as they are. @param at the fact's
 * place and instant
 */
export function linesAfter<At extends object>(
  lines: readonly RegisterLine<At>[],
  entry: RegisterEntry | null,
  at: At,
): readonly RegisterLine<At>[] {
  const before = standing(lines)
  if (same(before, entry)) return lines
  return [
    ...lines,
    ...(before === null ? [] : [{ ...at, entry: negative(before), takesBack: true }]),
    ...(entry === null ? [] : [{ ...at, entry, takesBack: false }]),
  ]
}
