/** The choices of a schedule, as the server knows them. */
export { ACTIVITIES } from '#domain/finance/activities.values.ts'
export { AMOUNT_TYPES, BASES, PERIOD_MODES } from '#domain/schedules/schedule.values.ts'
export { INTERVALS } from '#domain/schedules/intervals.values.ts'
