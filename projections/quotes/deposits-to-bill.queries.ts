import { lineLeft } from '#domain/quotes/quote.ts'
import { depositOfQuote } from '#domain/quotes/quote-content.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { bills } from '#projections/billing/bills.ts'
import { type QuoteDoc, quotes } from './quotes.ts'

export const depositsToBillReads = { bills, quotes }

/** A deposit that a client has agreed to and no bill asks for. @unit amountMinor: with VAT */
export type DepositToBill = { readonly quote: QuoteDoc; readonly amountMinor: number }

/** The dashboard reads them each time: years of billed quotes must not weigh on it. */
const MOST_LOOKED = 200

/**
 * Deposits of accepted quotes without a bill, the last quote first. A bill that was removed or
 * credited in full is none. A quote whose lines are billed needs no deposit any more.
 */
export async function depositsToBill(
  read: Read<typeof depositsToBillReads>,
  owner: string,
  profileId: string,
): Promise<readonly DepositToBill[]> {
  const accepted = await read.quotes.find({
    filter: { where: { owner, profileId, state: 'accepted', depositPercent: { $gt: 0 } } },
    sort: [['listOrder', -1]],
    limit: MOST_LOOKED,
  })
  const made = await read.bills.load(accepted.items.flatMap(({ depositId }) => depositId || []))
  return accepted.items
    .filter((quote) => {
      const bill = made.get(quote.depositId)
      const isBilled = bill !== undefined && bill.state !== 'credited'
      const isOpen = quote.lines.some(
        (_, line) => lineLeft({ content: quote, taken: quote.taken }, line) > 0,
      )
      return !isBilled && isOpen
    })
    .map((quote) => ({
      quote,
      amountMinor: depositOfQuote(quote, quote.depositPercent).grossMinor,
    }))
    .filter(({ amountMinor }) => amountMinor > 0)
}
