import { multiplyRounded, RATE_SCALE } from '#domain/kernel/money.ts'
import { addDays, type Day, type DayOrNone } from '#domain/kernel/time.ts'
import { type Totals, totalsFor } from '#domain/billing/amounts.values.ts'
import {
  type BillContent,
  type Buyer,
  freeze,
  type Seller,
  totalsOfContent,
} from '#domain/billing/content.ts'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import type { LegalRate } from '#domain/billing/legal-rate.values.ts'
import { USUAL_VALIDITY } from './quote.values.ts'

/**
 * Terms of a quote besides those of its bills.
 *
 * @unit depositPercent: hundredths of a percent; feeMinor: minor units of its currency, 0 for a
 * quote free of charge
 */
export type QuoteTerms = {
  /** Empty: some days after it is sent. */
  readonly validUntil: DayOrNone
  readonly depositPercent: number
  readonly feeMinor: number
}
/**
 * The content of a bill, as it is offered. `issueDate`, `dueDate`, `projectId` and deposits stay
 * empty.
 */
export type QuoteContent = BillContent & QuoteTerms

export const NO_QUOTE_TERMS: QuoteTerms = { validUntil: '', depositPercent: 0, feeMinor: 0 }

export const validUntilOf = ({ validUntil }: QuoteTerms, day: Day): Day =>
  validUntil || addDays(day, USUAL_VALIDITY)

/**
 * All that the paper shows, fixed when the quote is sent. `bill` says what a bill of it would say.
 */
export type FrozenQuote = {
  readonly bill: FrozenBill
  readonly validUntil: Day
  readonly depositPercent: number
  readonly depositMinor: number
  readonly feeMinor: number
  readonly paymentDays: number
  /** 1 when it was first sent, one more for each change that was sent after it. */
  readonly edition: number
}

/**
 * The part of each rate that a deposit asks. The rounding of the VAT is that of a bill of these
 * bases.
 */
export const depositOfQuote = ({ vat }: Pick<Totals, 'vat'>, percent: number): Totals =>
  totalsFor(
    vat.map(({ rate, baseMinor }) => ({
      rate,
      netMinor: multiplyRounded(baseMinor, percent, 100 * RATE_SCALE),
    })),
  )

/** The quote as its paper shows it. Without `ref` it is a draft's. */
export function freezeQuote(input: {
  readonly content: QuoteContent
  readonly seller: Seller
  readonly buyer: Buyer
  readonly day: Day
  readonly ref: string
  readonly edition: number
  readonly simulation: boolean
  readonly legalRates: readonly LegalRate[]
}): FrozenQuote {
  const { content, day, ref, edition, ...parties } = input
  const totals = totalsOfContent(content)
  const bill = freeze({
    ...parties,
    content,
    type: 'invoice',
    issueDate: day,
    totals,
    creditNoteOf: null,
    original: null,
  })
  const { depositPercent, feeMinor, paymentDays } = content
  return {
    bill: { ...bill, ref },
    validUntil: validUntilOf(content, day),
    depositPercent,
    depositMinor: depositOfQuote(totals, depositPercent).grossMinor,
    feeMinor,
    paymentDays,
    edition,
  }
}

/**
 * `D-2026-001`; a changed quote that is sent again is told from the one before, as `D-2026-001-2`.
 */
export const editionRef = (ref: string, edition: number): string =>
  edition > 1 ? `${ref}-${edition}` : ref
