import type { NewQuote as NewQuoteAsked, QuoteChanges } from '#commands/quotes/quotes.ts'
import type { NewQuote, Quote, QuotePatch } from '#contract/quotes/quotes.schemas.ts'
import { lineToWire, minorOf } from '#domain/billing/amount-codecs.ts'
import type { LegalRate } from '#domain/billing/legal-rate.values.ts'
import { penaltyRateOf } from '#domain/billing/legal-rates.ts'
import { depositOfQuote, type QuoteContent } from '#domain/quotes/quote-content.ts'
import { lineLeft } from '#domain/quotes/quote.ts'
import {
  type Currency,
  fromQuantity,
  fromRate,
  multiplyRounded,
  toMajor,
  toRate,
} from '#domain/kernel/money.ts'
import { epochOrZero } from '#domain/kernel/time.ts'
import type { QuoteDoc, QuoteSum } from '#projections/quotes/quotes.ts'
import { auditFields } from '#api/kernel/audit-fields.ts'
import { dayPatch, patch } from '#api/kernel/patch.ts'
import { contentOf, termsToWire, withLinesIn } from '#api/billing/wire.ts'

/** The sent fields, in the domain's words. */
function sentOf(
  { validUntil, depositPercent, fee, ...body }: Partial<NewQuote | QuotePatch>,
  currency: Currency,
) {
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

export const quoteChangesOf = (body: QuotePatch, before: QuoteContent): QuoteChanges => {
  const currency = body.currency ?? before.currency
  return withLinesIn(currency, sentOf(body, currency), before)
}

/** Answer of the client. */
const answerToWire = ({ acceptance, declined }: QuoteDoc) => ({
  acceptedBy: acceptance?.by ?? ('' as const),
  acceptedName: acceptance?.name ?? '',
  codeHanded: acceptance?.handed === true,
  acceptedNote: acceptance?.note ?? '',
  acceptedDate: epochOrZero(acceptance?.day ?? ''),
  acceptedAt: acceptance?.at ?? 0,
  declinedBy: declined?.by ?? ('' as const),
  declinedReason: declined?.reason ?? '',
  declinedAt: declined?.at ?? 0,
})

/**
 * A quote with what bills took of it. @param outbox ids of mails that the user has yet to send
 */
export function quoteToWire(
  doc: QuoteDoc,
  rates: readonly LegalRate[],
  outbox: ReadonlySet<string>,
): Quote {
  const { currency } = doc
  const major = (minor: number) => toMajor(minor, currency)
  const isAccepted = doc.state === 'accepted'
  const left = (line: number) => lineLeft({ content: doc, taken: doc.taken }, line)
  const { penaltyBasis = 'rate', penaltyRate, sentDay } = doc
  const isKnown = penaltyBasis === 'rate' || penaltyRate > 0 || sentDay === ''
  return {
    ...auditFields(doc),
    ...termsToWire(doc),
    profileId: doc.profileId,
    clientId: doc.clientId || 0,
    client: doc.clientName,
    status: doc.state,
    ref: doc.ref,
    edition: doc.edition,
    validUntil: epochOrZero(doc.state === 'draft' ? doc.validUntil : doc.sentUntil),
    depositPercent: fromRate(doc.depositPercent),
    depositTTC: major(depositOfQuote(doc, doc.depositPercent).grossMinor),
    fee: major(doc.feeMinor),
    penaltyRate: fromRate(isKnown ? penaltyRate : penaltyRateOf(penaltyBasis, sentDay, rates)),
    lines: doc.lines.map((line, index) => ({
      ...lineToWire(line, currency),
      billed: fromQuantity(line.quantity - left(index)),
      left: fromQuantity(left(index)),
    })),
    leftHT: isAccepted
      ? major(
          doc.lines.reduce(
            (sum, line, index) =>
              sum +
              (line.quantity === 0
                ? 0
                : multiplyRounded(line.netMinor, left(index), line.quantity)),
            0,
          ),
        )
      : 0,
    sentDate: epochOrZero(doc.sentDay),
    sentAt: doc.sentAt,
    mailedAt: doc.mailedAt,
    remindedAt: doc.remindedAt,
    // An opened link has reached the client.
    ready: doc.state === 'sent' && doc.viewedAt === 0 && outbox.has(doc.mailId),
    reminderReady: outbox.has(doc.reminderMailId),
    viewedAt: doc.viewedAt,
    address: doc.address,
    ...answerToWire(doc),
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
