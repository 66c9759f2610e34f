import { type Currency, isCurrency, minorDigits } from './money.ts'

/** An amount as far as it was typed: `3 120,5` is the digits `3120` and `5`. */
export type TypedAmount = { readonly whole: string; readonly fraction: string }

/** Spaces, apostrophes and ٬ of thousands, marks of direction, signs and codes of currencies. */
const BESIDE = /[\s'’٬\u200E\u200F\u061C\u2066-\u2069\p{Sc}]|EUROS?|\b[A-Z]{3}\b/giu
const GROUPED = /^(\d{1,3}(?:[.,]\d{3})+)(?:[.,](\d{0,3}))?$/
const PLAIN = /^(\d{1,12})(?:[.,](\d{0,3}))?$/

/** Three letters are a currency's code, or no part of an amount. */
const isBeside = (part: string): boolean =>
  !/^[a-z]{3}$/i.test(part) || isCurrency(part.toUpperCase())

/** Amount of a text, in any language's writing and with either sign; null without one. */
export function typedAmount(text: string): TypedAmount | null {
  const latin = text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/٫/g, ',')
  const bare = latin
    .replace(BESIDE, (part) => (isBeside(part) ? '' : part))
    .replace(/^[-−–+]|[-−–+]$/, '')
  const [, whole, fraction = ''] = GROUPED.exec(bare) ?? PLAIN.exec(bare) ?? []
  return whole === undefined ? null : { whole: whole.replace(/[.,]/g, ''), fraction }
}

/**
 * The amounts that the typing may go on to: `3120` is 3 120,00 to 3 120,99.
 *
 * @returns minor units, `below` excluded; null when the currency has fewer digits than were typed
 */
export function amountRange(
  { whole, fraction }: TypedAmount,
  currency: Currency,
): { readonly from: number; readonly below: number } | null {
  const open = minorDigits(currency) - fraction.length
  if (open < 0) return null
  const from = Number(whole + fraction) * 10 ** open
  return { from, below: from + 10 ** open }
}
