import { EXCHANGE_DIGITS, PRICE_DIGITS } from '../amounts.values.ts'
import { formatIban } from '#domain/kernel/identifiers.ts'
import { minorDigits, QUANTITY_SCALE, RATE_SCALE, type Currency } from '#domain/kernel/money.ts'
import { dayOfMonth, monthOf, yearOf, type Day, type DayOrNone } from '#domain/kernel/time.ts'

/**
 * Figures and days as a French document writes them. Not by Intl, whose spaces and words change
 * with its data: a bill must give the same bytes every time.
 */
const NBSP = '\u00A0'
export const FRENCH_MONTHS = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
]

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, NBSP)

/**
 * A scaled integer as a decimal: at least `fewest` decimals, and more only where the value has
 * them.
 */
function decimal(scaled: number, digits: number, fewest: number): string {
  const text = String(Math.abs(scaled)).padStart(digits + 1, '0')
  let fraction = digits === 0 ? '' : text.slice(-digits)
  while (fraction.length > fewest && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  return `${scaled < 0 ? '\u2212' : ''}${grouped(digits === 0 ? text : text.slice(0, -digits))}${fraction === '' ? '' : `,${fraction}`}`
}

/** `3 120,00`: minor units without the currency. */
export const frenchFigure = (minor: number, currency: Currency): string =>
  decimal(minor, minorDigits(currency), minorDigits(currency))
/** `83,3333`: a price to six decimals, two at least. @param fine millionths of the currency */
export const frenchPrice = (fine: number, currency: Currency): string =>
  decimal(fine, PRICE_DIGITS, minorDigits(currency))
/** `0,9217`. @param rate millionths */
export const frenchExchange = (rate: number): string => decimal(rate, EXCHANGE_DIGITS, 0)
/** `3 120,00 €`, spaces that do not break; `CHF` and the others by their code. */
export const frenchAmount = (minor: number, currency: Currency): string =>
  `${frenchFigure(minor, currency)}${NBSP}${currency === 'EUR' ? '€' : currency}`
/** `12,15 %`. @param rate hundredths of a percent */
export const frenchRate = (rate: number): string =>
  `${decimal(rate, Math.log10(RATE_SCALE), 0)}${NBSP}%`
/** `17,5`. @param quantity ten-thousandths */
export const frenchQuantity = (quantity: number): string =>
  decimal(quantity, Math.log10(QUANTITY_SCALE), 0)
/** `1er octobre 2026`. */
export const frenchDay = (day: Day): string =>
  `${dayOfMonth(day) === 1 ? '1er' : dayOfMonth(day)}${NBSP}${FRENCH_MONTHS[monthOf(day) - 1]}${NBSP}${yearOf(day)}`

/** `le 14 septembre 2026`, `du 14 au 17 septembre 2026`; empty when there are no days. */
export function frenchPeriod(start: DayOrNone, end: DayOrNone): string {
  if (start === '' || end === '' || start === end)
    return start === '' && end === '' ? '' : `le ${frenchDay(start || end)}`
  const first = dayOfMonth(start) === 1 ? '1er' : String(dayOfMonth(start))
  if (yearOf(start) !== yearOf(end)) return `du ${frenchDay(start)} au ${frenchDay(end)}`
  return monthOf(start) === monthOf(end)
    ? `du ${first} au ${frenchDay(end)}`
    : `du ${first}${NBSP}${FRENCH_MONTHS[monthOf(start) - 1]} au ${frenchDay(end)}`
}

/** By four, with spaces that do not break. */
export const frenchIban = (iban: string): string => formatIban(iban).replaceAll(' ', NBSP)
