import type { VatRow } from '#domain/billing/totals.ts'
import { multiplyRounded } from '#domain/kernel/money.ts'
import type { DayOrNone } from '#domain/kernel/time.ts'
import type { VatExigibility } from '#domain/profile/vat-regime.values.ts'
import { selfAssessed } from './entered-amounts.values.ts'
import type { OwnTransaction } from './own-transaction.ts'
import {
  isNeutral,
  isSelfAssessed,
  type Nature,
  type Region,
  sideOf,
  type TransactionType,
  TURNOVER_TYPES,
} from './transaction.values.ts'

/**
 * A sale or a purchase, or a payment of one, as far as its VAT depends on it. Amounts of a credit
 * note or a refund are negative.
 */
export type TaxedMovement = {
  readonly side: 'sale' | 'purchase'
  readonly vat: readonly VatRow[]
  readonly nature: Nature
  readonly region: Region
  /** The day of its invoice or delivery; empty when it has none. */
  readonly documentDay: DayOrNone
  /** Empty until it is paid. */
  readonly paymentDay: DayOrNone
  /** The supplier pays VAT on what it invoices, as its invoice then says. */
  readonly supplierOnDebits: boolean
  /** Part of the VAT that may be deducted. @unit hundredths of a percent */
  readonly deductibleShare: number
}

/** VAT at one rate. @unit cents; rate: hundredths of a percent */
export type VatAmount = {
  readonly side: 'collected' | 'deductible'
  readonly rate: number
  readonly baseMinor: number
  readonly amountMinor: number
  readonly nature: Nature
  readonly region: Region
  /** The buyer owes the VAT in place of a seller from abroad. */
  readonly selfAssessed: boolean
}

/**
 * From which day a movement's VAT counts; empty when it does not count yet.
 *
 * @source CGI art. 269. Goods: at delivery. Services: when they are paid, or when they are invoiced
 * with the option for debits. A deposit is due when it is received. CGI art. 271: VAT is deductible
 * once the supplier owes it.
 */
export function vatDayOf(movement: TaxedMovement, exigibility: VatExigibility): DayOrNone {
  const { side, nature, region, documentDay, paymentDay, supplierOnDebits } = movement
  const isInvoiced =
    nature !== 'service' || (side === 'sale' ? exigibility === 'debits' : supplierOnDebits)
  // A service from abroad is taxed when it is performed; its invoice tells that day.
  const atInvoice = isInvoiced || (side === 'purchase' && region !== 'FR')
  if (!atInvoice) return paymentDay
  if (nature === 'service' && paymentDay !== '' && documentDay !== '' && paymentDay < documentDay)
    return paymentDay
  return documentDay || paymentDay
}

/** The VAT of a movement, by rate, whenever it counts. */
export function vatAmountsOf(movement: TaxedMovement): readonly VatAmount[] {
  const { side, nature, region, deductibleShare } = movement
  const isOwed = side === 'purchase' && region !== 'FR'
  return movement.vat.flatMap((row): readonly VatAmount[] => {
    const { rate, baseMinor, amountMinor } = isOwed ? selfAssessed(row) : row
    const amount = { rate, baseMinor, nature, region, selfAssessed: isOwed }
    const deductible: VatAmount = {
      ...amount,
      side: 'deductible',
      amountMinor: multiplyRounded(amountMinor, deductibleShare, 10_000),
    }
    if (side === 'purchase' && !isOwed) return deductible.amountMinor === 0 ? [] : [deductible]
    const collected: VatAmount = { ...amount, side: 'collected', amountMinor }
    return isOwed ? [collected, deductible] : [collected]
  })
}

/** Sales that are told on the return even without VAT: all turnover. */
const SOLD: readonly TransactionType[] = [...TURNOVER_TYPES, 'refund']
/**
 * On which sides of the VAT a transaction stands, whenever it counts. Self-assessed it stands on
 * both.
 */
export function vatSidesOf(facts: OwnTransaction): Readonly<Record<VatAmount['side'], boolean>> {
  const movement = movementOf(facts)
  const amounts = movement === null ? [] : vatAmountsOf(movement)
  const isOn = (side: VatAmount['side']) =>
    amounts.some((one) => one.side === side && one.amountMinor !== 0)
  return { collected: isOn('collected'), deductible: isOn('deductible') }
}

/**
 * The VAT fact of a transaction by hand; null for one without any, such as a salary or VAT itself.
 *
 * Money that comes in for something bought is a supplier's refund. A `refund` that goes out is a
 * sale given back.
 */
export function movementOf(facts: OwnTransaction): TaxedMovement | null {
  const {
    operation,
    kind,
    documentDay,
    paymentDay,
    nature,
    region,
    supplierOnDebits,
    deductibleShare,
  } = facts
  if (isNeutral(kind) || facts.foreignVat) return null
  const side = sideOf(operation, kind)
  const isAbroad = isSelfAssessed(facts)
  const isUntaxedSale = side === 'sale' && SOLD.includes(kind)
  const rows = facts.vat.filter(({ amountMinor }) => amountMinor !== 0 || isAbroad || isUntaxedSale)
  if (rows.length === 0) return null
  const sign = (side === 'sale') === (operation === 'in') ? 1 : -1
  return {
    side,
    vat: rows.map((row) => ({
      rate: row.rate,
      baseMinor: sign * row.baseMinor,
      amountMinor: sign * row.amountMinor,
    })),
    nature,
    region: side === 'purchase' && !isAbroad ? 'FR' : region,
    documentDay,
    paymentDay,
    supplierOnDebits,
    deductibleShare,
  }
}
