/**
 * How an event comes back. The monthly kinds take the day, or the weekday, that the event begins
 * on.
 */
export const FREQUENCIES = [
  'daily',
  'weekly',
  'monthlyByDate',
  'monthlyByWeekday',
  'yearly',
] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** What a change or a removal of one occurrence reaches. */
export const SCOPES = ['this', 'following', 'all'] as const
export type Scope = (typeof SCOPES)[number]

/** The longest reminder ahead of an event: four weeks. @unit minutes */
export const LONGEST_REMINDER = 40_320
