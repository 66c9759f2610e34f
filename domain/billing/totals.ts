import { multiplyRounded } from '#domain/kernel/money.ts'
import {
  basesByRate,
  isSameKind,
  kindOf,
  type RatedLine,
  sum,
  type Totals,
  totalsOf,
  type VatRow,
  vatOf,
} from './amounts.values.ts'

export {
  type Discount,
  lineNet,
  type Price,
  remainder,
  type Sheet,
  sheetOf,
  type Totals,
  type VatRow,
} from './amounts.values.ts'

/**
 * Totals of a credit note against what remains of its original. The credit note that takes the rest
 * of a base takes the rest of its VAT. Partial credits together then mirror the bill to the cent: 3
 * × 33.33 at 20 % gives back 20.00, not 20.01.
 *
 * @returns null when a base is above what remains for its rate
 */
export function creditTotals(lines: readonly RatedLine[], left: Totals): Totals | null {
  const rows: VatRow[] = []
  for (const base of basesByRate(lines)) {
    const { rate, baseMinor } = base
    const remains = left.vat.find((row) => isSameKind(row, base))
    if (!remains || baseMinor > remains.baseMinor) return null
    rows.push({
      ...kindOf(remains),
      baseMinor,
      amountMinor:
        baseMinor === remains.baseMinor
          ? remains.amountMinor
          : Math.min(vatOf(baseMinor, rate), remains.amountMinor),
    })
  }
  return totalsOf(rows)
}

/**
 * The part of each rate in a payment: cumulative pro rata, so that the last payment takes exactly
 * the rest.
 *
 * @param owed what is owed in all, credit notes taken off
 * @param split what earlier payments already carried, by rate
 */
export function splitPayment(
  owed: Totals,
  paidBeforeMinor: number,
  split: readonly VatRow[],
  amountMinor: number,
): readonly VatRow[] {
  const paid = paidBeforeMinor + amountMinor
  const already = (owing: VatRow, key: 'baseMinor' | 'amountMinor') =>
    sum(split.filter((row) => isSameKind(row, owing)).map((row) => row[key]))
  const rows = owed.vat.map((row) => {
    const amount =
      owed.grossMinor === 0
        ? 0
        : multiplyRounded(row.amountMinor, paid, owed.grossMinor) - already(row, 'amountMinor')
    const base =
      owed.grossMinor === 0
        ? 0
        : multiplyRounded(row.baseMinor, paid, owed.grossMinor) - already(row, 'baseMinor')
    return { ...kindOf(row), baseMinor: base, amountMinor: amount }
  })
  // Rounding each rate apart may miss the payment by a cent or two. The largest base takes them, so
  // that base and VAT add up to the payment.
  const drift = amountMinor - sum(rows.map((row) => row.baseMinor + row.amountMinor))
  const largest = rows.reduce(
    (best, row, index) => (row.baseMinor > (rows[best]?.baseMinor ?? -1) ? index : best),
    0,
  )
  return rows.map((row, index) =>
    index === largest ? { ...row, baseMinor: row.baseMinor + drift } : row,
  )
}
