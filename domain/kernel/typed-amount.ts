import { minorDigits, type Currency } from './money.ts'

/** An amount as far as it was typed: `3 120,5` is the digits `3120` and `5`. */
export type TypedAmount = { readonly whole: string; readonly fraction: string }

const SPACES_AND_SIGNS = /[\s'’€$£]|EUR/giu
const GROUPED = /^(\d{1,3}(?:[.,]\d{3})+)(?:[.,](\d{0,3}))?$/
const PLAIN = /^(\d{1,12})(?:[.,](\d{0,3}))?$/

/** Amount of a text, in any language's writing and with either sign; null without one. */
export function typedAmount(text: string): TypedAmount | null {
  const latin = text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/٫/g, ',')
  const bare = latin.replace(SPACES_AND_SIGNS, '').replace(/^[-−–+]/, '')
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
