/** Rhythm of reminders and notifications by mail. */
export const DIGEST_RHYTHMS = ['never', 'daily', 'weekly'] as const
export type DigestRhythm = (typeof DIGEST_RHYTHMS)[number]
