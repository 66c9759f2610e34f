import { USUAL_HOURS } from './price-unit.values.ts'

/** Unit in which a contract's time is entered; absent for halves of a day. */
export const TIME_UNITS = ['halfDay', 'quarterDay', 'hour'] as const
export type TimeUnit = (typeof TIME_UNITS)[number]

/** Hours are entered by quarters, so that their sums are whole numbers. */
export const QUARTERS_OF_HOUR = 4
/** Most time of a date. @unit quarters of an hour */
export const MOST_QUARTERS = 24 * QUARTERS_OF_HOUR

/** Length of a contract's day. @param hours 0 for the usual ones @unit quarters of an hour */
export const dayQuartersOf = (hours: number): number =>
  Math.round((hours || USUAL_HOURS) * QUARTERS_OF_HOUR)
