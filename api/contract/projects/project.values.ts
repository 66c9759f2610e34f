/** The server's own rules of a contract, so that its form checks them before it is sent. */
export {
  asksForDays,
  type BrokenTerm,
  brokenTerms,
  daysToRenewal,
  RENEWAL_NEAR_DAYS,
} from '#domain/projects/project.values.ts'
export {
  dayQuartersOf,
  QUARTERS_OF_HOUR,
  TIME_UNITS,
  type TimeUnit,
} from '#domain/projects/time-unit.values.ts'
export {
  dayPriceOf,
  PRICE_UNITS,
  type PriceUnit,
  USUAL_HOURS,
} from '#domain/projects/price-unit.values.ts'
