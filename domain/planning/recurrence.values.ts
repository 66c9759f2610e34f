/**
 * Recurrence of an event. The monthly kinds take the day, or the weekday, of the event's beginning.
 */
export const FREQUENCIES = [
  'daily',
  'weekly',
  'monthlyByDate',
  'monthlyByWeekday',
  'yearly',
] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** Reach of a change or a removal of one occurrence. */
export const SCOPES = ['this', 'following', 'all'] as const
export type Scope = (typeof SCOPES)[number]

/** The longest reminder ahead of an event: four weeks. @unit minutes */
export const LONGEST_REMINDER = 40_320
