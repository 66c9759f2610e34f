import type { SessionSchemas } from './session.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

/**
 * The sign-in page, `?returnTo=&lang=&screen=`. It is a page and therefore no route of the
 * contract.
 */
export const SIGN_IN_PATH = '/session/sign-in'
/**
 * Takes the form by which a visitor tries the product without an account. It answers with a page,
 * as the former.
 */
export const DEMO_PATH = '/session/demo'

export const sessionRoutes = endpoints<SessionSchemas>({
  token: {
    method: 'POST',
    path: '/session/token',
    outside: true,
    summary:
      'An access token with at least 5 seconds of validity, for the session cookie; null when there is no session',
    access: 'public',
    perMinute: 240,
    withoutPlan: true,
  },
  signOut: {
    method: 'POST',
    path: '/session/sign-out',
    outside: true,
    summary: "Ends the session; the answer says where the provider's own session ends",
    access: 'public',
    perMinute: 60,
    withoutPlan: true,
  },
})
