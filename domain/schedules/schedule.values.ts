/** `contributions`: what a micro-entrepreneur owes of a month's or a quarter's receipts. */
export const AMOUNT_TYPES = ['fixed', 'calculated', 'contributions'] as const
/** Base of an amount: turnover received without or with VAT. */
export const BASES = ['caHt', 'caTtc'] as const
/** The days whose turnover counts: since the last run, given days, or the days before the run. */
export const PERIOD_MODES = ['delta', 'specificInterval', 'lastDays'] as const
/** Booked by itself, or once the user has validated it. */
export const MODES = ['automatic', 'validation'] as const
/** A reminder is never booked by itself, and its amount may be entered when it is validated. */
export const OPTIONS = ['reminder', 'autoInput'] as const
/** Outcome of a run. */
export const RUN_RESULTS = ['booked', 'waiting', 'skipped', 'failed', 'undone'] as const
/**
 * `pending` has not run yet, or waits. `overdue` waits past the day of its payment. `outdated` has
 * no run to come.
 */
export const SCHEDULE_STATES = ['pending', 'debited', 'credited', 'overdue', 'outdated'] as const
export type RunResult = (typeof RUN_RESULTS)[number]

/** The most runs whose days are told before a schedule is saved. */
export const RUNS_SHOWN = 5
