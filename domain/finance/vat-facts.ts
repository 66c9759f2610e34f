import { vatAreaOf } from '#domain/billing/vat.values.ts'
import type { VatRow } from '#domain/billing/totals.ts'
import { multiplyRounded } from '#domain/kernel/money.ts'
import type { Day, DayOrNone } from '#domain/kernel/time.ts'
import type { VatExigibility } from '#domain/profile/vat-regime.values.ts'
import type { Nature, Region } from './transaction.values.ts'

export const regionOf = (country: string): Region =>
  (({ france: 'FR', union: 'EU', outside: 'other' }) as const)[vatAreaOf(country)]

/**
 * A sale or a purchase, or a payment of one, as far as its VAT depends on it. Amounts of a credit note or a refund are
 * negative.
 */
export type TaxedMovement = {
  /** The transaction or bill that it is of. */
  readonly id: string
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

/** VAT of one movement at one rate, on the day from which it counts. @unit cents; rate: hundredths of a percent */
export type VatFact = {
  readonly id: string
  readonly day: Day
  readonly side: 'collected' | 'deductible'
  readonly rate: number
  readonly baseMinor: number
  readonly amountMinor: number
  readonly nature: Nature
  readonly region: Region
  /** The buyer owes the VAT in place of a seller from abroad. */
  readonly selfAssessed: boolean
}

/** Rate of a purchase from abroad that its invoice states without VAT. */
const STANDARD = 2000

/**
 * From which day a movement's VAT counts; empty when it does not count yet.
 *
 * @source CGI art. 269. Goods: at delivery. Services: when they are paid, or when they are invoiced with the option for
 * debits. A deposit is due when it is received. CGI art. 271: VAT is deductible once the supplier owes it.
 */
export function vatDayOf(movement: TaxedMovement, exigibility: VatExigibility): DayOrNone {
  const { side, nature, region, documentDay, paymentDay, supplierOnDebits } = movement
  const isInvoiced = nature !== 'service' || (side === 'sale' ? exigibility === 'debits' : supplierOnDebits)
  // A service from abroad is taxed when it is performed; its invoice tells that day.
  const atInvoice = isInvoiced || (side === 'purchase' && region !== 'FR')
  if (!atInvoice) return paymentDay
  if (nature === 'service' && paymentDay !== '' && documentDay !== '' && paymentDay < documentDay) return paymentDay
  return documentDay || paymentDay
}

/** The VAT of a movement, by rate; nothing while it does not count. */
export function vatFactsOf(movement: TaxedMovement, exigibility: VatExigibility): readonly VatFact[] {
  const day = vatDayOf(movement, exigibility)
  if (day === '') return []
  const { id, side, nature, region, deductibleShare } = movement
  const selfAssessed = side === 'purchase' && region !== 'FR'
  return movement.vat.flatMap((row): readonly VatFact[] => {
    const rate = selfAssessed && row.rate === 0 ? STANDARD : row.rate
    const amountMinor = selfAssessed ? multiplyRounded(row.baseMinor, rate, 10_000) : row.amountMinor
    const fact = { id, day, rate, baseMinor: row.baseMinor, nature, region, selfAssessed }
    const deductible = {
      ...fact,
      side: 'deductible' as const,
      amountMinor: multiplyRounded(amountMinor, deductibleShare, 10_000),
    }
    if (side === 'purchase' && !selfAssessed) return [deductible]
    const collected = { ...fact, side: 'collected' as const, amountMinor }
    return selfAssessed ? [collected, deductible] : [collected]
  })
}
