import { post } from '#contract/kernel/contract.ts'
import { z } from 'zod'

export const sessionRoutes = {
  token: post('/session/token', {
    outside: true,
    summary:
      'An access token with at least 5 seconds of validity, for the session cookie; null when there is no session',
    access: 'public',
    perMinute: 240,
    withoutPlan: true,
    reply: z
      .object({
        accessToken: z.string(),
        /** @unit seconds */ expiresIn: z.int(),
        /** Until the session's own end. @unit seconds */ sessionEndsIn: z.int(),
        userId: z.string(),
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
