import type { Bill, BillSummary } from '#contract/billing/billing.schemas.ts'
import type { Group } from '#web/kernel/table/columns.ts'
import { thisYear } from '#web/kernel/words/formats.ts'
import { listDay, yearOf } from './bill-list-filter.ts'
import { Sums, sumsOf } from './currency-sums.tsx'

/** Number of bills in some sums. */
export const countOf = (sums: readonly { readonly count: number }[]) =>
  sums.reduce((count, sum) => count + sum.count, 0)

/** By month. A group's figures are those of the whole month, on every page. */
export function billGroups(
  months: BillSummary['months'],
  language: string,
  symbol: boolean,
  words: {
    draft: string
    drafts: (count: number) => string
    pieces: (count: number) => string
    preparing: string
  },
): (bill: Bill) => Group {
  const sums = Map.groupBy(months, ({ month }) => month)
  const short = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  const long = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  const current = thisYear()
  return (bill) => {
    const key = bill.status === 'draft' ? '' : new Date(bill.issueDate).toISOString().slice(0, 7)
    const own = sums.get(key) ?? []
    const count = countOf(own)
    const gross = sumsOf(own, (sum) => sum.totalTTC)
    const about = {
      total: own.length > 0 ? <Sums sums={gross} symbol /> : undefined,
      totals: {
        totalHT: <Sums sums={sumsOf(own, (sum) => sum.totalHT)} symbol={symbol} />,
        totalTTC: <Sums sums={gross} symbol={symbol} />,
      },
    }
    if (key === '')
      return {
        key: 'draft',
        name: words.draft,
        longName: words.preparing,
        text: words.drafts(count),
        ...about,
      }
    const year = yearOf(bill) === current ? '' : ` ${yearOf(bill)}`
    return {
      key,
      name: short.format(listDay(bill)) + year,
      longName: long.format(listDay(bill)) + year,
      text: words.pieces(count),
      ...about,
    }
  }
}
