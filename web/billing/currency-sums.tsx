import type { Bill } from '#contract/billing/billing.schemas.ts'
import { Amount } from '#web/kernel/ui/values.tsx'
import { signOf } from './bill-state.tsx'
import { minorOf } from './minor-units.ts'

/** Sums by currency, in minor units, the euro first. */
function sumBy(bills: readonly Bill[], amount: (bill: Bill) => number): readonly SumOfCurrency[] {
  const sums = new Map<string, number>()
  for (const bill of bills)
    sums.set(
      bill.currency,
      (sums.get(bill.currency) ?? 0) + signOf(bill) * minorOf(amount(bill), bill.currency),
    )
  return [...sums]
    .map(([currency, minor]) => ({ currency, minor }))
    .sort((a, b) => Number(b.currency === 'EUR') - Number(a.currency === 'EUR'))
}

/** One amount a currency of some bills; nothing is converted. */
export const Sum = ({
  bills,
  of,
  symbol,
}: {
  bills: readonly Bill[]
  of: (bill: Bill) => number
  symbol: boolean
}) => <Sums sums={sumBy(bills, of)} symbol={symbol} />

type SumOfCurrency = { readonly currency: string; readonly minor: number }

/** Amounts that the server has summed, by currency, the euro first. @param of major units */
export const sumsOf = <T extends { readonly currency: string }>(
  totals: readonly T[],
  of: (total: T) => number,
): readonly SumOfCurrency[] =>
  totals
    .map((total) => ({ currency: total.currency, minor: minorOf(of(total), total.currency) }))
    .sort((a, b) => Number(b.currency === 'EUR') - Number(a.currency === 'EUR'))

/** One amount a currency; nothing is converted. */
export function Sums({ sums, symbol }: { sums: readonly SumOfCurrency[]; symbol: boolean }) {
  if (sums.length === 0) return <Amount minor={0} symbol={symbol} />
  return (
    <>
      {sums.map(({ currency, minor }, index) => (
        <span key={currency}>
          {index > 0 && ' + '}
          <Amount minor={minor} currency={currency} symbol={symbol || sums.length > 1} />
        </span>
      ))}
    </>
  )
}
