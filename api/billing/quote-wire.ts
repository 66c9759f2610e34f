import type { NewQuote as NewQuoteAsked, QuoteChanges } from '#commands/billing/quotes.ts'
import type { NewQuote, Quote, QuotePatch } from '#contract/quotes.schemas.ts'
import type { LegalRate } from '#domain/billing/legal-rate.values.ts'
import { penaltyRateOf } from '#domain/billing/legal-rates.ts'
import { EXCHANGE_SCALE } from '#domain/billing/amounts.values.ts'
import { depositOfQuote, type QuoteContent } from '#domain/billing/quote-content.ts'
import { lineLeft } from '#domain/billing/quote.ts'
import {
  type Currency,
  fromQuantity,
  fromRate,
  minorDigits,
  multiplyRounded,
  toMajor,
  toRate,
} from '#domain/kernel/money.ts'
import { epochOrZero } from '#domain/kernel/time.ts'
import type { QuoteDoc, QuoteSum } from '#projections/billing/quotes.ts'
import { auditFields } from '../kernel/audit-fields.ts'
import { dayPatch, patch } from '../kernel/patch.ts'
import { breakdownToWire, contentOf, discountToWire, minorOf, priceIn, priceToWire } from './wire.ts'

/** The sent fields, in the domain's words. */
function sentOf({ validUntil, depositPercent, fee, ...body }: Partial<NewQuote | QuotePatch>, currency: Currency) {
  const { depositIds: _, ...content } = contentOf(body, currency)
  return {
    ...content,
    ...patch({
      validUntil: dayPatch(validUntil),
      depositPercent: depositPercent === undefined ? undefined : (toRate(depositPercent) ?? 0),
      feeMinor: fee === undefined ? undefined : minorOf(fee, currency, 'fee'),
    }),
  }
}

export const newQuoteOf = (body: NewQuote): NewQuoteAsked => ({
  ...sentOf(body, body.currency ?? 'EUR'),
  profileId: body.profileId,
})

/** @param before the present content: when the currency changes, its own lines keep their amounts */
export function quoteChangesOf(body: QuotePatch, before: QuoteContent): QuoteChanges {
  const currency = body.currency ?? before.currency
  const changes = sentOf(body, currency)
  if (changes.lines !== undefined || minorDigits(currency) === minorDigits(before.currency)) return changes
  const lines = before.lines.map((line, i) => ({
    ...line,
    ...priceIn(priceToWire(line, before.currency), currency, `lines.${i}.unitPrice`),
  }))
  return { ...changes, lines }
}

/** A quote with what bills took of it. */
export function quoteToWire(doc: QuoteDoc, rates: readonly LegalRate[]): Quote {
  const { currency, acceptance, declined } = doc
  const major = (minor: number) => toMajor(minor, currency)
  const isAccepted = doc.state === 'accepted'
  const left = (line: number) => lineLeft({ content: doc, taken: doc.taken }, line)
  const { penaltyBasis = 'rate', penaltyRate, sentDay } = doc
  const isKnown = penaltyBasis === 'rate' || penaltyRate > 0 || sentDay === ''
  return {
    ...auditFields(doc),
    profileId: doc.profileId,
    clientId: doc.clientId || 0,
    client: doc.clientName,
    status: doc.state,
    ref: doc.ref,
    edition: doc.edition,
    serviceName: doc.serviceName,
    startDate: epochOrZero(doc.serviceStart),
    endDate: epochOrZero(doc.serviceEnd),
    validUntil: epochOrZero(doc.state === 'draft' ? doc.validUntil : doc.sentUntil),
    depositPercent: fromRate(doc.depositPercent),
    depositTTC: major(depositOfQuote(doc, doc.depositPercent).grossMinor),
    fee: major(doc.feeMinor),
    paymentDeadline: doc.paymentDays,
    currency,
    includeTva: doc.includeVat,
    includePenalty: doc.includePenalty,
    penaltyRate: fromRate(isKnown ? penaltyRate : penaltyRateOf(penaltyBasis, sentDay, rates)),
    penaltyBasis,
    discountTerms: doc.discountTerms ?? '',
    language: doc.language ?? '',
    operation: doc.operation ?? 'services',
    deliveryCountry: doc.deliveryCountry ?? '',
    vatReason: doc.vatReason ?? '',
    exchangeRate: (doc.exchange?.rate ?? 0) / EXCHANGE_SCALE,
    exchangeDate: epochOrZero(doc.exchange?.day ?? ''),
    exchangeSource: doc.exchange?.source ?? '',
    pricesTTC: doc.pricesWithVat ?? false,
    ...discountToWire(doc.discount, currency),
    lines: doc.lines.map((line, index) => ({
      description: line.description,
      quantity: fromQuantity(line.quantity),
      unit: line.unit,
      unitPrice: priceToWire(line, currency),
      ...(line.discount && discountToWire(line.discount, currency)),
      tva: fromRate(line.rate),
      amountHT: major(line.netMinor),
      billed: fromQuantity(line.quantity - left(index)),
      left: fromQuantity(left(index)),
    })),
    leftHT: isAccepted
      ? major(
          doc.lines.reduce(
            (sum, line, index) =>
              sum + (line.quantity === 0 ? 0 : multiplyRounded(line.netMinor, left(index), line.quantity)),
            0,
          ),
        )
      : 0,
    totalHT: major(doc.netMinor),
    tvaBreakdown: breakdownToWire(doc.vat, currency),
    totalTva: major(doc.vatMinor),
    totalTTC: major(doc.grossMinor),
    header: doc.header,
    footer: doc.footer,
    purchaseOrder: doc.purchaseOrder,
    sentDate: epochOrZero(doc.sentDay),
    sentAt: doc.sentAt,
    mailedAt: doc.mailedAt,
    remindedAt: doc.remindedAt,
    viewedAt: doc.viewedAt,
    address: doc.address,
    acceptedBy: acceptance?.by ?? '',
    acceptedName: acceptance?.name ?? '',
    acceptedNote: acceptance?.note ?? '',
    acceptedDate: epochOrZero(acceptance?.day ?? ''),
    acceptedAt: acceptance?.at ?? 0,
    declinedBy: declined?.by ?? '',
    declinedReason: declined?.reason ?? '',
    declinedAt: declined?.at ?? 0,
    withdrawnAt: doc.withdrawnAt,
    expiredAt: doc.expiredAt,
    projectId: doc.contractId || 0,
    depositId: doc.depositId || 0,
    bills: doc.taken.map(({ billId }) => billId),
    versions: doc.versions.map((version) => ({
      edition: version.edition,
      ref: version.ref,
      date: epochOrZero(version.day),
      validUntil: epochOrZero(version.validUntil),
      totalHT: major(version.netMinor),
      totalTTC: major(version.grossMinor),
      sha256: version.documentSha256,
    })),
  }
}

export const quoteSumToWire = ({ currency, count, netMinor, grossMinor }: QuoteSum) => ({
  currency,
  count,
  totalHT: toMajor(netMinor, currency),
  totalTTC: toMajor(grossMinor, currency),
})
