/** The choices of a schedule, as the server knows them. */
export { ACTIVITIES } from '#domain/finance/activities.values.ts'
export { AMOUNT_TYPES, BASES, PERIOD_MODES } from '#domain/finance/schedule.values.ts'
export { INTERVALS } from '#domain/finance/intervals.values.ts'
