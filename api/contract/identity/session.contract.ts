import { post } from '#contract/kernel/contract.ts'
import { z } from 'zod'

const granted = z.object({
  accessToken: z.string(),
  /** @unit seconds */ expiresIn: z.int(),
  /** Until the session's own end. @unit seconds */ sessionEndsIn: z.int(),
  userId: z.string(),
})

/** A read's answer, as the read itself would give it. */
const firstAnswer = z.object({
  /** Path and query, with `me` for the user. */
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  /** JSON of the answer. */
  text: z.string(),
})

export const sessionRoutes = {
  token: post('/session/token', {
    outside: true,
    summary:
      'An access token with at least 5 seconds of validity, for the session cookie; null when there is no session',
    access: 'public',
    perMinute: 240,
    withoutPlan: true,
    reply: granted.nullable(),
  }),
  begin: post('/session/begin', {
    outside: true,
    summary:
      'An access token as `session/token` gives it, with the signed-in user and the first reads of a page; reads that are refused or slow are left out',
    access: 'public',
    perMinute: 240,
    withoutPlan: true,
    body: z.object({
      /** Path of the opened page, without a query; empty for none of its reads. */
      page: z
        .string()
        .regex(/^[!-~]*$/)
        .max(500),
      /** The browser's present month. */
      year: z.int().min(1970).max(9999),
      month: z.int().min(1).max(12),
    }),
    reply: granted
      .extend({
        /** Position of the log before the answers: the stream of changes continues there. */
        position: z.string(),
        answers: z.array(firstAnswer),
      })
      .nullable(),
  }),
  signOut: post('/session/sign-out', {
    outside: true,
    summary: "Ends the session; the answer says where the provider's own session ends",
    access: 'public',
    perMinute: 60,
    withoutPlan: true,
    reply: z.object({ endSessionUrl: z.string() }),
  }),
}
