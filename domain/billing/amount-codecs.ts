import type { LineUnit } from './terms.values.ts'
import {
  type Currency,
  fromQuantity,
  fromRate,
  minorDigits,
  scaleExact,
  toMajor,
  toMinor,
  toRate,
} from '#domain/kernel/money.ts'
import { type Discount, type Price, PRICE_DIGITS, priceOf } from './amounts.values.ts'
import { billRefusal } from './bill-refusals.ts'

/** Wire form of prices and reductions: in major units, and in percent. */

function decimals(digits: number, currency: Currency, path: string) {
  const details = { digits, currency }
  return billRefusal('BILL_PRICE_DECIMALS', details, [
    { path, code: 'BILL_PRICE_DECIMALS', details },
  ])
}

/** @throws BILL_PRICE_DECIMALS when the currency has fewer digits */
export function minorOf(amount: number, currency: Currency, path: string): number {
  const minor = toMinor(amount, currency)
  if (minor === null) throw decimals(minorDigits(currency), currency, path)
  return minor
}

/** A price, which may have more decimals than its currency. @throws BILL_PRICE_DECIMALS */
export function priceIn(price: number, currency: Currency, path: string): Price {
  const read = readPrice(price, currency)
  if (read === null) throw decimals(PRICE_DIGITS, currency, path)
  return read
}

/** @returns null when it has more decimals than a price can have */
export const readPrice = (price: number, currency: Currency): Price | null => {
  const unitPriceMinor = toMinor(price, currency)
  if (unitPriceMinor !== null) return { unitPriceMinor }
  const fine = scaleExact(price, PRICE_DIGITS)
  return fine === null ? null : priceOf(BigInt(fine), currency)
}

export const priceToWire = (
  { unitPriceMinor, unitPriceFine }: Price,
  currency: Currency,
): number =>
  unitPriceFine === undefined
    ? toMajor(unitPriceMinor, currency)
    : unitPriceFine / 10 ** PRICE_DIGITS

type SentDiscount = {
  readonly discount?: number | undefined
  readonly discountKind?: Discount['kind'] | undefined
  readonly discountReason?: string | undefined
}

/** A reduction as it was sent; its amount is not 0. @throws BILL_PRICE_DECIMALS */
export function discountOf(
  { discount = 0, discountKind = 'percent', discountReason = '' }: SentDiscount,
  currency: Currency,
  path: string,
): Discount {
  const value =
    discountKind === 'percent' ? (toRate(discount) ?? 0) : minorOf(discount, currency, path)
  return { kind: discountKind, value, reason: discountReason }
}

export const discountToWire = (discount: Discount | null, currency: Currency) => ({
  discount:
    discount === null
      ? 0
      : discount.kind === 'percent'
        ? fromRate(discount.value)
        : toMajor(discount.value, currency),
  discountKind: discount?.kind ?? ('percent' as const),
  discountReason: discount?.reason ?? '',
})

/** `10 %` or `50 EUR`, with its reason; empty when nothing is taken off. */
export function discountText(discount: Discount | null, currency: Currency): string {
  if (discount === null) return ''
  const { discount: figure, discountKind, discountReason } = discountToWire(discount, currency)
  const text = `${figure}\u00A0${discountKind === 'percent' ? '%' : currency}`
  return discountReason === '' ? text : `${text}, ${discountReason}`
}

/** A line as a bill or a quote answers it. @unit netMinor: minor units */
type PricedLine = Price & {
  readonly description: string
  readonly quantity: number
  readonly unit: LineUnit
  readonly rate: number
  readonly netMinor: number
  readonly discount?: Discount
  readonly disbursed?: true
}
const figuresToWire = (line: PricedLine, currency: Currency) => ({
  description: line.description,
  quantity: fromQuantity(line.quantity),
  unit: line.unit,
  unitPrice: priceToWire(line, currency),
  tva: fromRate(line.rate),
  amountHT: toMajor(line.netMinor, currency),
})

export const lineToWire = (line: PricedLine, currency: Currency) => ({
  ...figuresToWire(line, currency),
  ...(line.discount && discountToWire(line.discount, currency)),
  ...(line.disbursed && { disbursement: true }),
})

/** A line as a history shows it. */
export const viewOfLine = (line: PricedLine, currency: Currency) => ({
  ...figuresToWire(line, currency),
  discount: discountText(line.discount ?? null, currency),
})
export const SHOWN_LINES = {
  lines: 'rows',
  'lines.quantity': 'decimal',
  'lines.unit': 'choice',
  'lines.unitPrice': 'money',
  'lines.tva': 'percent',
  'lines.amountHT': 'money',
} as const
