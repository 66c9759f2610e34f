import type { Entity } from '#domain/kernel/records/entity.ts'
import { fromRate, toMajor } from '#domain/kernel/money.ts'
import { epochOrZero } from '#domain/kernel/time.ts'
import { totalsOfContent } from '#domain/billing/content.ts'
import {
  HIDDEN_CONTENT,
  SHARED_ENTITY,
  SHOWN_CONTENT,
  viewOfContent,
} from '#domain/billing/content-view.ts'
import { type Quote, type QuoteCommand, quoteDecider, type QuoteEvent, refOf } from './quote.ts'

/** A quote in the wire's words, for its history. Null for a quote that is not there. */
function viewOfQuote(quote: Quote): Readonly<Record<string, unknown>> | null {
  if (quote.status === 'none' || quote.status === 'removed') return null
  const { content, acceptance, sent } = quote
  return {
    status: quote.status,
    ref: refOf(quote),
    edition: quote.edition,
    projectId: quote.projectId || 0,
    client: content.clientName,
    validUntil: epochOrZero(
      quote.status === 'draft' ? content.validUntil : (sent?.frozen.validUntil ?? ''),
    ),
    depositPercent: fromRate(content.depositPercent),
    fee: toMajor(content.feeMinor, content.currency),
    ...viewOfContent(content, totalsOfContent(content)),
    acceptedBy: acceptance?.name ?? '',
    acceptedOn: epochOrZero(acceptance?.day ?? ''),
  }
}

export const quoteEntity: Entity<QuoteCommand, QuoteEvent, Quote> = {
  name: 'quote',
  decider: quoteDecider,
  permission: 'quote',
  ...SHARED_ENTITY,
  shows: {
    ...SHOWN_CONTENT,
    validUntil: 'day',
    depositPercent: 'percent',
    fee: 'money',
    acceptedOn: 'day',
  },
  edits: ['QuoteDraftChanged'],
  internal: [
    'QuoteSendingBegun',
    'QuoteLinkOpened',
    'QuoteEnding',
    'QuoteLinesTaken',
    'QuoteLinesReleased',
  ],
  untold: [...HIDDEN_CONTENT, 'edition'],
  removed: 'QuoteDraftRemoved',
  view: viewOfQuote,
}
