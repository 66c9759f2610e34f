import type { Turnover } from '#contract/finance/finance.schemas.ts'
import type { Basis } from './turnover-details.tsx'

const monthsOf = (basis: Basis, { months }: Turnover) =>
  basis === 'receipts'
    ? months.map((one) => ({ month: one.month, ht: one.receiptsHT, vat: one.receiptsTva }))
    : months.map((one) => ({ month: one.month, ht: one.invoicedHT, vat: one.invoicedTva }))

export type TurnoverFigures = ReturnType<typeof turnoverFigures>

/**
 * A year's turnover by month.
 *
 * @param today midnight UTC of the present day
 * @returns `passed`: past months of the year, with the fraction of the running one; `average`: the
 *   sum by these
 */
export function turnoverFigures(
  basis: Basis,
  turnover: Turnover,
  previous: Turnover,
  today: number,
) {
  const months = monthsOf(basis, turnover)
  const total = (of: readonly { readonly ht: number; readonly vat: number }[], key: 'ht' | 'vat') =>
    of.reduce((sum, one) => sum + one[key], 0)
  const sum = total(months, 'ht')
  const now = new Date(today)
  const daysInMonth = new Date(Date.UTC(turnover.year, now.getUTCMonth() + 1, 0)).getUTCDate()
  const passed =
    now.getUTCFullYear() === turnover.year ? now.getUTCMonth() + now.getUTCDate() / daysInMonth : 12
  return {
    months,
    sum,
    vat: total(months, 'vat'),
    passed,
    average: sum / passed,
    /** Neither this year nor the previous one has any. */
    isEmpty: months.every((one) => one.ht === 0) && total(monthsOf(basis, previous), 'ht') === 0,
  }
}

/**
 * Growth of the months up to the present one against the same of the previous year. @unit percent;
 * null when these had none
 */
export function growthOf(turnover: Turnover, previous: Turnover, today: number): number | null {
  const passed = new Date(today).getUTCMonth() + 1
  const sumOf = ({ months }: Turnover) =>
    months.reduce((sum, one) => sum + (one.month <= passed ? one.receiptsHT : 0), 0)
  const before = sumOf(previous)
  return before <= 0 ? null : Math.round((sumOf(turnover) / before - 1) * 100)
}
