/**
 * Units of a contract's price, and their length in days. Timesheets count days; bills count what
 * was sold.
 */

/** A price by time is for one of these; absent for a day. */
export const PRICE_UNITS = ['day', 'halfDay', 'hour', 'month'] as const
export type PriceUnit = (typeof PRICE_UNITS)[number]

/** Hours of a day without an agreement. @source Labour code, article L3121-27: 35 a week */
export const USUAL_HOURS = 7
const PARTS = 10_000

/**
 * Number of a unit in a day: null where a day is no measure of it. @param hours of a day of the
 * contract; 0 for the usual ones
 */
export const unitsPerDay = (unit: string, hours: number): number | null =>
  unit === 'day' ? 1 : unit === 'halfDay' ? 2 : unit === 'hour' ? hours || USUAL_HOURS : null

/**
 * Days as so many of the unit. Hours are rounded to the hundredth, since a day may have parts of
 * one. @unit ten-thousandths, both
 */
export const inUnits = (days: number, perDay: number): number =>
  perDay === 1 || perDay === 2
    ? days * perDay
    : Math.round((days * perDay) / (PARTS / 100)) * (PARTS / 100)

/** Cost of a day; null for a price by the month or for the whole. */
export const dayPriceOf = (
  {
    priceMode,
    priceUnit = 'day',
    hoursPerDay = 0,
  }: {
    readonly priceMode: 'day' | 'fixed'
    readonly priceUnit?: PriceUnit | undefined
    readonly hoursPerDay?: number | undefined
  },
  price: number,
): number | null => {
  const perDay = priceMode === 'day' ? unitsPerDay(priceUnit, hoursPerDay) : null
  return perDay === null ? null : price * perDay
}
