import { minorDigits, type Currency } from '#domain/kernel/money.ts'

/** An amount's figures and its signs, without spaces, currency and marks of thousands. */
const SPACES = /[\s\u00A0\u202F'’]/g

/** The decimal mark of a column's amounts: the one before the last figures. */
export function decimalMarkOf(cells: readonly string[]): ',' | '.' {
  const plain = cells.map((cell) => cell.replaceAll(SPACES, ''))
  const ends = (mark: string) =>
    plain.filter((cell) => new RegExp(String.raw`\d[${mark}]\d{1,2}\D*$`).test(cell)).length
  return ends('.') > ends(',') ? '.' : ','
}

/**
 * A written amount; null for one that is none. Parentheses and a sign at either end make it
 * negative.
 *
 * @unit minor units
 */
export function writtenMinor(cell: string, mark: ',' | '.', currency: Currency): number | null {
  const text = cell
    .replaceAll(SPACES, '')
    .replaceAll('−', '-')
    .replaceAll(/\p{Sc}|[A-Z]{3}/gu, '')
  const isNegative = /^\(.*\)$/.test(text) || text.startsWith('-') || text.endsWith('-')
  const figures = text.replaceAll(/^[(+-]+|[)+-]+$/g, '')
  if (!/^\d[\d.,]*$/.test(figures)) return null
  const plain = figures.replaceAll(mark === ',' ? '.' : ',', '').replace(mark, '.')
  const digits = minorDigits(currency)
  const [whole = '', decimals = ''] = plain.split('.')
  if (plain.split('.').length > 2 || decimals.slice(digits).replaceAll('0', '') !== '') return null
  const minor = Number(`${whole}${decimals.slice(0, digits).padEnd(digits, '0')}`)
  return Number.isSafeInteger(minor) ? (isNegative ? -minor : minor) : null
}
