import { QUANTITY_SCALE } from '#domain/kernel/money.ts'
import { inUnits } from '#domain/projects/price-unit.values.ts'
import { QUARTERS_OF_HOUR } from '#domain/projects/time-unit.values.ts'

/** Time entered by the hour, and the length of a day then. @unit quarters of an hour */
export type HoursWorked = { readonly quarters: number; readonly dayQuarters: number }
/**
 * Time of one line on one day. `hours`: absent where days were entered.
 *
 * @unit quantity: ten-thousandths of a day, rounded where hours were entered
 */
export type WorkedTime = { readonly quantity: number; readonly hours?: HoursWorked }

/** Hours as days. @unit ten-thousandths of a day */
export const daysOfHours = ({ quarters, dayQuarters }: HoursWorked): number =>
  Math.round((quarters * QUANTITY_SCALE) / dayQuarters)

/** Days of some time. Hours are summed first and rounded once. @unit ten-thousandths of a day */
export function sumOfDays(worked: readonly WorkedTime[]): number {
  const quarters = new Map<number, number>()
  let days = 0
  for (const { quantity, hours } of worked)
    if (hours === undefined) days += quantity
    else quarters.set(hours.dayQuarters, (quarters.get(hours.dayQuarters) ?? 0) + hours.quarters)
  for (const [dayQuarters, sum] of quarters) days += daysOfHours({ quarters: sum, dayQuarters })
  return days
}

/** Time in hours: null unless all of it was entered so. @unit quarters of an hour */
export const sumOfQuarters = (worked: readonly WorkedTime[]): number | null =>
  worked.length > 0 && worked.every(({ hours }) => hours !== undefined)
    ? worked.reduce((sum, { hours }) => sum + (hours?.quarters ?? 0), 0)
    : null

/**
 * Time in a unit of price. Hours that were entered are sold as they are.
 *
 * @param perDay number of the unit in a day
 * @unit ten-thousandths of the unit
 */
export function soldUnits(worked: readonly WorkedTime[], unit: string, perDay: number): number {
  if (unit !== 'hour') return inUnits(sumOfDays(worked), perDay)
  return worked.reduce(
    (sum, { quantity, hours }) =>
      sum +
      (hours ? (hours.quarters * QUANTITY_SCALE) / QUARTERS_OF_HOUR : inUnits(quantity, perDay)),
    0,
  )
}
