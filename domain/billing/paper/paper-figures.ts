import { minorDigits, QUANTITY_SCALE, RATE_SCALE, type Currency } from '#domain/kernel/money.ts'
import { dayOfMonth, monthOf, yearOf, type Day, type DayOrNone } from '#domain/kernel/time.ts'
import {
  frenchAmount,
  frenchDay,
  frenchFigure,
  frenchPeriod,
  frenchPrice,
  frenchQuantity,
  frenchRate,
} from './french.ts'
import { PRICE_DIGITS } from '../amounts.values.ts'
import type { PaperLanguage } from './paper-language.values.ts'

/**
 * Figures and days as a paper in a client's language writes them. Not by Intl, whose spaces and
 * words change with its data: a bill must give the same bytes every time.
 */
export type PaperFigures = {
  /** `3 120,00`: minor units without the currency. */
  readonly figure: (minor: number, currency: Currency) => string
  /** A price to its own decimals, without the currency. @param fine millionths of the currency */
  readonly price: (fine: number, currency: Currency) => string
  /** The figure with its currency, before or after it. */
  readonly amount: (minor: number, currency: Currency) => string
  /** @param rate hundredths of a percent */
  readonly rate: (rate: number) => string
  /** @param quantity ten-thousandths */
  readonly quantity: (quantity: number) => string
  readonly day: (day: Day) => string
  /** One day, or the first and the last; empty when there are none. */
  readonly period: (start: DayOrNone, end: DayOrNone) => string
  /** The sign between whole units and cents. */
  readonly point: ',' | '.'
}

type Habit = {
  readonly group: string
  readonly point: PaperFigures['point']
  readonly currencyFirst: boolean
  readonly months: readonly string[]
  readonly day: (day: number, month: string, year: number) => string
}

const NBSP = '\u00A0'
const spaced = (...words: readonly (string | number)[]): string => words.join(NBSP)

const HABITS: Readonly<Record<Exclude<PaperLanguage, 'fr'>, Habit>> = {
  en: {
    group: ',',
    point: '.',
    currencyFirst: true,
    months:
      'January February March April May June July August September October November December'.split(
        ' ',
      ),
    day: spaced,
  },
  es: {
    group: '.',
    point: ',',
    currencyFirst: false,
    months:
      'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
        ' ',
      ),
    day: (day, month, year) => spaced(day, 'de', month, 'de', year),
  },
  de: {
    group: '.',
    point: ',',
    currencyFirst: false,
    months:
      'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(
        ' ',
      ),
    day: (day, month, year) => spaced(`${day}.`, month, year),
  },
  it: {
    group: '.',
    point: ',',
    currencyFirst: false,
    months:
      'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(
        ' ',
      ),
    day: (day, month, year) => spaced(day === 1 ? '1º' : day, month, year),
  },
  ar: {
    group: ',',
    point: '.',
    currencyFirst: false,
    months: 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'.split(' '),
    day: spaced,
  },
}

/**
 * A scaled integer as a decimal: at least `fewest` decimals, and more only where the value has
 * them.
 */
function decimal({ group, point }: Habit, scaled: number, digits: number, fewest: number): string {
  const text = String(Math.abs(scaled)).padStart(digits + 1, '0')
  let fraction = digits === 0 ? '' : text.slice(-digits)
  while (fraction.length > fewest && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  const whole = (digits === 0 ? text : text.slice(0, -digits)).replace(/\B(?=(\d{3})+$)/g, group)
  return `${scaled < 0 ? '\u2212' : ''}${whole}${fraction === '' ? '' : `${point}${fraction}`}`
}

function figuresBy(habit: Habit): PaperFigures {
  const figure = (minor: number, currency: Currency): string =>
    decimal(habit, minor, minorDigits(currency), minorDigits(currency))
  const day = (of: Day): string =>
    habit.day(dayOfMonth(of), habit.months[monthOf(of) - 1] ?? '', yearOf(of))
  return {
    figure,
    price: (fine, currency) => decimal(habit, fine, PRICE_DIGITS, minorDigits(currency)),
    amount: (minor, currency) => {
      const sign = currency === 'EUR' ? '€' : `${currency}${NBSP}`
      return habit.currencyFirst
        ? `${minor < 0 ? '\u2212' : ''}${sign}${figure(Math.abs(minor), currency)}`
        : `${figure(minor, currency)}${NBSP}${currency === 'EUR' ? '€' : currency}`
    },
    rate: (rate) =>
      `${decimal(habit, rate, Math.log10(RATE_SCALE), 0)}${habit.currencyFirst ? '' : NBSP}%`,
    quantity: (quantity) => decimal(habit, quantity, Math.log10(QUANTITY_SCALE), 0),
    day,
    period: (start, end) => {
      const [first, last] = [start || end, end || start]
      if (first === '' || last === '') return ''
      return first === last ? day(first) : `${day(first)} – ${day(last)}`
    },
    point: habit.point,
  }
}

const FRENCH: PaperFigures = {
  figure: frenchFigure,
  price: frenchPrice,
  amount: frenchAmount,
  rate: frenchRate,
  quantity: frenchQuantity,
  day: frenchDay,
  period: frenchPeriod,
  point: ',',
}

export const figuresOf = (language: PaperLanguage): PaperFigures =>
  language === 'fr' ? FRENCH : figuresBy(HABITS[language])
