import {
  dayQuartersOf,
  QUARTERS_OF_HOUR,
  type TimeUnit,
} from '#contract/projects/project.values.ts'
import type { Activity } from '#contract/timesheets/timesheets.contract.ts'
import { parseDuration, parseNumber } from '#web/kernel/form/parse-input.ts'
import type { Language } from '#web/kernel/words/languages.ts'

/** Hours as they were entered, and those of a whole day then. Both are whole quarters. */
export type Hours = { readonly hours: number; readonly hoursPerDay: number }
/** Content of a cell: days, 0 for none, or hours. */
export type Quantity = number | Hours

export const isHours = (quantity: Quantity): quantity is Hours => typeof quantity === 'object'
/** Parts of a day that a sum of fractions may differ by. */
const PARTS = 1_000_000
const rounded = (days: number): number => Math.round(days * PARTS) / PARTS

/** Content of a cell in days. */
export const inDays = (quantity: Quantity): number =>
  isHours(quantity) ? quantity.hours / quantity.hoursPerDay : quantity
export const sumOfDays = (quantities: readonly Quantity[]): number =>
  rounded(quantities.reduce<number>((sum, one) => sum + inDays(one), 0))
/** Hours of a line: null unless all of it was entered so. */
export const sumOfHours = (quantities: readonly Quantity[]): number | null =>
  quantities.length > 0 && quantities.every(isHours)
    ? quantities.reduce((sum, { hours }) => sum + hours, 0)
    : null
export const isNone = (quantity: Quantity): boolean => inDays(quantity) === 0
export const isSame = (a: Quantity, b: Quantity): boolean =>
  isHours(a) && isHours(b) ? a.hours === b.hours : a === b

/** A cell as the wire has it. */
export const quantityOf = ({
  quantity,
  hours,
  hoursPerDay,
}: Pick<Activity, 'quantity' | 'hours' | 'hoursPerDay'>): Quantity =>
  hours === undefined || hoursPerDay === undefined ? quantity : { hours, hoursPerDay }

/** Unit of a row's time, and the hours of its day. */
export type Entry = { readonly unit: TimeUnit; readonly hoursPerDay: number }
export const entryOf = (unit: TimeUnit, hours: number): Entry => ({
  unit,
  hoursPerDay: dayQuartersOf(hours) / QUARTERS_OF_HOUR,
})

/** Parts of a day that a row takes, the largest first. */
export const stepsOf = (unit: TimeUnit): readonly number[] =>
  unit === 'quarterDay' ? [1, 0.75, 0.5, 0.25] : [1, 0.5]

const toQuarter = (value: number): number => Math.floor(value * 4 + 1 / PARTS) / 4

/** A part of a day, as a row takes it: the largest step, or whole quarters of hours, in it. */
export function partOfDay({ unit, hoursPerDay }: Entry, part: number): Quantity {
  if (unit === 'hour') {
    const hours = toQuarter(part * hoursPerDay)
    return hours > 0 ? { hours, hoursPerDay } : 0
  }
  return stepsOf(unit).find((step) => step <= rounded(part)) ?? 0
}

/** Content of a cell, moved to a row that may take another unit. */
export const asTaken = (entry: Entry, quantity: Quantity): Quantity =>
  entry.unit === 'hour' && isHours(quantity)
    ? { hours: quantity.hours, hoursPerDay: entry.hoursPerDay }
    : partOfDay(entry, inDays(quantity))

const MOST_HOURS = 24
/** Why typed hours are not taken. */
export type HoursProblem = 'format' | 'quarters' | 'most'

/** Typed hours: `7,5`, `7h30`, `7:30`, `45 min`; empty is none. */
export function parseHours(text: string, language: Language): number | HoursProblem {
  if (text.trim() === '') return 0
  const minutes = /\p{L}|:/u.test(text) ? parseDuration(text, language) : null
  const hours = minutes === null ? parseNumber(text, language) : minutes / 60
  if (hours === null || hours < 0 || (minutes === null && /\p{L}|:/u.test(text))) return 'format'
  if (hours > MOST_HOURS) return 'most'
  return Number.isInteger(hours * QUARTERS_OF_HOUR) ? hours : 'quarters'
}
