/** How often reminders and notifications come by mail. */
export const DIGEST_RHYTHMS = ['never', 'daily', 'weekly'] as const
export type DigestRhythm = (typeof DIGEST_RHYTHMS)[number]
