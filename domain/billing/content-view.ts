import type { FieldKind } from '#domain/kernel/records/field.ts'
import { fromQuantity, fromRate, toMajor } from '#domain/kernel/money.ts'
import { epochOrZero } from '#domain/kernel/time.ts'
import { type Discount, EXCHANGE_SCALE, PRICE_DIGITS } from './amounts.values.ts'
import { type BillContent, pricedLines } from './content.ts'

/** `10 %` or `50 EUR`, with its reason; empty when nothing is taken off. */
const discountText = (discount: Discount | null | undefined, currency: string): string => {
  if (!discount) return ''
  const { kind, value, reason } = discount
  const figure =
    kind === 'percent'
      ? `${fromRate(value)}\u00A0%`
      : `${toMajor(value, currency)}\u00A0${currency}`
  return reason === '' ? figure : `${figure}, ${reason}`
}

/** Terms and lines in the wire's words, for the history of a bill or a quote. */
export const viewOfTerms = (content: BillContent) => ({
  currency: content.currency,
  includeTva: content.includeVat,
  includePenalty: content.includePenalty,
  penaltyRate: fromRate(content.penaltyRate),
  penaltyBasis: content.penaltyBasis ?? 'rate',
  discountTerms: content.discountTerms ?? '',
  language: content.language ?? '',
  operation: content.operation ?? 'services',
  deliveryCountry: content.deliveryCountry ?? '',
  vatReason: content.vatReason ?? '',
  exchangeRate: (content.exchange?.rate ?? 0) / EXCHANGE_SCALE,
  exchangeDate: epochOrZero(content.exchange?.day ?? ''),
  exchangeSource: content.exchange?.source ?? '',
  pricesTTC: content.pricesWithVat ?? false,
  discount: discountText(content.discount, content.currency),
  lines: pricedLines(content).map((line) => ({
    description: line.description,
    quantity: fromQuantity(line.quantity),
    unit: line.unit,
    unitPrice:
      line.unitPriceFine === undefined
        ? toMajor(line.unitPriceMinor, content.currency)
        : line.unitPriceFine / 10 ** PRICE_DIGITS,
    discount: discountText(line.discount, content.currency),
    tva: fromRate(line.rate),
    amountHT: toMajor(line.netMinor, content.currency),
  })),
})

/** How the history shows them. */
export const SHOWN_TERMS = {
  currency: 'currency',
  includeTva: 'boolean',
  includePenalty: 'boolean',
  penaltyRate: 'percent',
  penaltyBasis: 'choice',
  language: 'choice',
  operation: 'choice',
  deliveryCountry: 'country',
  vatReason: 'choice',
  exchangeRate: 'decimal',
  exchangeDate: 'day',
  pricesTTC: 'boolean',
  lines: 'rows',
  'lines.quantity': 'decimal',
  'lines.unit': 'choice',
  'lines.unitPrice': 'money',
  'lines.tva': 'percent',
  'lines.amountHT': 'money',
} as const satisfies Readonly<Record<string, FieldKind>>
