import { type Entity, firstText } from '#domain/kernel/entity.ts'
import { fromQuantity, fromRate, toMajor } from '#domain/kernel/money.ts'
import { epochOrZero } from '#domain/kernel/time.ts'
import { PRICE_DIGITS } from './amounts.values.ts'
import { discountText } from './bill-entity.ts'
import { pricedLines, totalsOfContent } from './content.ts'
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
    serviceName: content.serviceName,
    startDate: epochOrZero(content.serviceStart),
    endDate: epochOrZero(content.serviceEnd),
    validUntil: epochOrZero(quote.status === 'draft' ? content.validUntil : (sent?.frozen.validUntil ?? '')),
    depositPercent: fromRate(content.depositPercent),
    fee: toMajor(content.feeMinor, currency),
    currency,
    includeTva: content.includeVat,
    includePenalty: content.includePenalty,
    penaltyRate: fromRate(content.penaltyRate),
    penaltyBasis: content.penaltyBasis ?? 'rate',
    discountTerms: content.discountTerms ?? '',
    language: content.language ?? '',
    operation: content.operation ?? 'services',
    deliveryCountry: content.deliveryCountry ?? '',
    vatReason: content.vatReason ?? '',
    pricesTTC: content.pricesWithVat ?? false,
    discount: discountText(content.discount, currency),
    lines: pricedLines(content).map((line) => ({
      description: line.description,
      quantity: fromQuantity(line.quantity),
      unit: line.unit,
      unitPrice:
        line.unitPriceFine === undefined
          ? toMajor(line.unitPriceMinor, currency)
          : line.unitPriceFine / 10 ** PRICE_DIGITS,
      discount: discountText(line.discount, currency),
      tva: fromRate(line.rate),
      amountHT: toMajor(line.netMinor, currency),
    })),
    totalHT: toMajor(totals.netMinor, currency),
    totalTva: toMajor(totals.vatMinor, currency),
    totalTTC: toMajor(totals.grossMinor, currency),
    acceptedBy: acceptance?.name ?? '',
    acceptedOn: epochOrZero(acceptance?.day ?? ''),
    header: content.header,
    footer: content.footer,
    purchaseOrder: content.purchaseOrder,
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
    startDate: 'day',
    endDate: 'day',
    validUntil: 'day',
    depositPercent: 'percent',
    fee: 'money',
    currency: 'currency',
    includeTva: 'boolean',
    includePenalty: 'boolean',
    penaltyRate: 'percent',
    penaltyBasis: 'choice',
    language: 'choice',
    operation: 'choice',
    deliveryCountry: 'country',
    vatReason: 'choice',
    pricesTTC: 'boolean',
    lines: 'rows',
    'lines.quantity': 'decimal',
    'lines.unit': 'choice',
    'lines.unitPrice': 'money',
    'lines.tva': 'percent',
    'lines.amountHT': 'money',
    totalHT: 'money',
    totalTva: 'money',
    totalTTC: 'money',
    acceptedOn: 'day',
    header: 'longText',
    footer: 'longText',
  },
  edits: ['QuoteDraftChanged'],
  internal: ['QuoteSendingBegun', 'QuoteLinkOpened', 'QuoteEnding', 'QuoteLinesTaken', 'QuoteLinesReleased'],
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
