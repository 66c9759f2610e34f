/**
 * Recurrence of an event. The monthly kinds by date and weekday take the day, or the weekday, of
 * the event's beginning. `monthlyOnDates` has dates of its own: a month without one of them skips
 * it.
 */
export const FREQUENCIES = [
  'daily',
  'weekly',
  'monthlyByDate',
  'monthlyByWeekday',
  'monthlyLastWeekday',
  'monthlyLastDay',
  'monthlyLastWorkday',
  'monthlyOnDates',
  'yearly',
] as const
/** `custom` is a rule of another program that no other kind tells. */
export const KNOWN_FREQUENCIES = [...FREQUENCIES, 'custom'] as const
export type Frequency = (typeof KNOWN_FREQUENCIES)[number]

/** Reach of a change or a removal of one occurrence. */
export const SCOPES = ['this', 'following', 'all'] as const
export type Scope = (typeof SCOPES)[number]

/** The longest reminder ahead of an event: four weeks. @unit minutes */
export const LONGEST_REMINDER = 40_320
