import { type Entity, firstText } from '#domain/kernel/records/entity.ts'
import { fromRate, toMajor } from '#domain/kernel/money.ts'
import { epochOrZero } from '#domain/kernel/time.ts'
import { totalsOfContent } from '#domain/billing/content.ts'
import { SHOWN_TERMS, viewOfTerms } from '#domain/billing/content-view.ts'
import { type Quote, type QuoteCommand, quoteDecider, type QuoteEvent, refOf } from './quote.ts'

/** A quote in the wire's words, for its history. Null for a quote that is not there. */
function viewOfQuote(quote: Quote): Readonly<Record<string, unknown>> | null {
  if (quote.status === 'none' || quote.status === 'removed') return null
  const { content, acceptance, sent } = quote
  const { currency } = content
  const totals = totalsOfContent(content)
  return {
    status: quote.status,
    ref: refOf(quote),
    edition: quote.edition,
    profileId: content.profileId,
    projectId: quote.projectId || 0,
    clientId: content.clientId || 0,
    client: content.clientName,
    validUntil: epochOrZero(
      quote.status === 'draft' ? content.validUntil : (sent?.frozen.validUntil ?? ''),
    ),
    depositPercent: fromRate(content.depositPercent),
    fee: toMajor(content.feeMinor, currency),
    ...viewOfTerms(content),
    totalHT: toMajor(totals.netMinor, currency),
    totalTva: toMajor(totals.vatMinor, currency),
    totalTTC: toMajor(totals.grossMinor, currency),
    acceptedBy: acceptance?.name ?? '',
    acceptedOn: epochOrZero(acceptance?.day ?? ''),
  }
}

export const quoteEntity: Entity<QuoteCommand, QuoteEvent, Quote> = {
  name: 'quote',
  decider: quoteDecider,
  permission: 'quote',
  currency: 'currency',
  refers: { profileId: 'professionalInfo', projectId: 'project', clientId: 'company' },
  shows: {
    status: 'choice',
    profileId: 'reference',
    projectId: 'reference',
    clientId: 'reference',
    validUntil: 'day',
    depositPercent: 'percent',
    fee: 'money',
    ...SHOWN_TERMS,
    totalHT: 'money',
    totalTva: 'money',
    totalTTC: 'money',
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
  untold: [
    'profileId',
    'clientId',
    'projectId',
    'status',
    'edition',
    'includePenalty',
    'lines.amountHT',
    'totalHT',
    'totalTva',
  ],
  removed: 'QuoteDraftRemoved',
  view: viewOfQuote,
  title: (view) => firstText(view, 'ref', 'serviceName', 'client'),
}
