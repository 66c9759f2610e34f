import type { PaperOrder } from '#domain/billing/frozen-bill.ts'
import { type Paper, paperOf } from '#domain/billing/paper/paper.ts'
import { figuresOf } from '#domain/billing/paper/paper-figures.ts'
import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import { filled, isolated, PAPER_WORDS } from '#domain/billing/paper/paper-words.ts'
import type { FrozenQuote } from './quote-content.ts'
import { QUOTE_WORDS } from './quote-words.ts'

/** Where the client agrees on paper. */
export type PaperAgreement = {
  readonly title: string
  readonly date: string
  readonly signature: string
}
export type QuotePaper = Paper & { readonly agreement: PaperAgreement }

/** Terms of payment once the quote is a bill; a quote asks for no payment itself. */
function paymentOf({
  bill,
  depositPercent,
  depositMinor,
  paymentDays,
}: FrozenQuote): readonly string[] {
  const words = QUOTE_WORDS[bill.language]
  const { rate, amount } = figuresOf(bill.language)
  const days = String(paymentDays)
  if (depositMinor === 0)
    return [paymentDays === 0 ? words.paymentAtOnce : filled(words.payment, { days })]
  return [
    filled(words.deposit, {
      rate: isolated(rate(depositPercent), bill.language),
      amount: isolated(amount(depositMinor, bill.currency), bill.language),
    }),
    paymentDays === 0 ? words.paymentAtOnce : filled(words.balance, { days }),
  ]
}

/** `Devis`, `Quote`, … */
export const quoteTitle = (language: PaperLanguage): string => QUOTE_WORDS[language].title

/**
 * Texts of a quote's paper: those of its bill, and more. The quote adds the validity, the sum at
 * the order, its own price, and the place of the signature.
 *
 * @source Code de la consommation, art. L111-1, R111-1. Arrêté du 24 janvier 2017, art. 3: date,
 * parties, each service with quantity and unit price, sums without and with VAT, validity, price of
 * the quote. Code civil, art. 1116: an offer holds for the time it names.
 */
export function quotePaperOf(quote: FrozenQuote): QuotePaper {
  const { bill, feeMinor, validUntil } = quote
  const { language, currency } = bill
  const words = QUOTE_WORDS[language]
  const { day, amount } = figuresOf(language)
  const paper = paperOf(bill)
  const isDraft = bill.ref === ''
  const [, , ...others] = paper.facts
  const isCharged = bill.totalVatMinor !== 0
  return {
    ...paper,
    words: { ...paper.words, billedTo: words.addressedTo },
    title: words.title,
    facts: [
      filled(words.issued, { day: isDraft ? '…' : day(bill.issueDate) }),
      filled(words.validUntil, { day: day(validUntil) }),
      ...others,
    ],
    due: {
      label: isCharged ? PAPER_WORDS[language].totalGross : words.total,
      minor: bill.totalGrossMinor,
    },
    payment: [
      ...paymentOf(quote),
      feeMinor === 0
        ? words.free
        : filled(words.fee, { amount: isolated(amount(feeMinor, currency), language) }),
    ],
    agreement: { title: words.agreed, date: words.date, signature: words.signature },
  }
}

/** Draws a quote's paper; the same quote gives the same bytes. */
export type RenderQuotePdf = (quote: FrozenQuote, order: PaperOrder) => Promise<Uint8Array>
