import { test } from 'vitest'
import { freezeQuote, NO_QUOTE_TERMS } from '#domain/quotes/quote-content.ts'
import type { QuoteEvent } from '#domain/quotes/quote.ts'
import { startOfDay } from '#domain/kernel/time.ts'
import { quotesLapsing } from '#projections/quotes/quotes.ts'
import { buyer, content, seller } from '#tests/domain/billing/builders.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '#tests/projections/kernel/projection-spec.ts'

const given = spec(quotesLapsing)
const QUOTE = '01JD00000000000000000000Q1'
const of = (...events: readonly QuoteEvent[]) =>
  events.map(({ type, data }) => recorded(`quote-${QUOTE}`, type, data, { occurredAt: 1_000 }))
const sent = (validUntil: string): QuoteEvent => ({
  type: 'QuoteSent',
  data: {
    ref: 'D-2026-001',
    frozen: freezeQuote({
      content: { ...content, ...NO_QUOTE_TERMS, validUntil },
      seller,
      buyer: { ...buyer, language: 'fr' },
      day: '2026-11-02',
      ref: 'D-2026-001',
      edition: 1,
      simulation: false,
      legalRates: [],
    }),
    documentSha256: 'paper',
    address: '',
  },
})
const ending: QuoteEvent = { type: 'QuoteEnding', data: { validUntil: '2026-11-20' } }

test('a sent quote is looked at three days before its end, then the day after it', () => {
  given(...of(sent('2026-11-20'))).gives({ _id: QUOTE, dueAt: startOfDay('2026-11-17') })
  given(...of(sent('2026-11-20'), ending)).gives({ _id: QUOTE, dueAt: startOfDay('2026-11-21') })
})
test('one that ends within three days of its sending is looked at once it has ended', () =>
  given(...of(sent('2026-11-05'))).gives({ _id: QUOTE, dueAt: startOfDay('2026-11-06') }))
test('one that was answered, changed, withdrawn or has expired is looked at no more', () => {
  for (const end of [
    { type: 'QuoteDeclined', data: { by: 'client', reason: '', day: '2026-11-03' } },
    { type: 'QuoteRevised', data: { edition: 1 } },
    { type: 'QuoteWithdrawn', data: {} },
    { type: 'QuoteExpired', data: { validUntil: '2026-11-20' } },
  ] as const satisfies readonly QuoteEvent[])
    given(...of(sent('2026-11-20'), end)).gives()
})
