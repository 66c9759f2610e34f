import type { FastifyReply, FastifyRequest } from 'fastify'
import * as oidc from 'openid-client'
import type { Alone } from '#commands/gateways/accounts/leases.ts'
import type { AboutSession } from '#commands/gateways/accounts/sign-in-store.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { Authenticator } from './authenticate.ts'
import { type ProviderClient, sessionRefusal } from './provider-client.ts'
import type { SessionCookies } from './session-cookies.ts'
import type { Session, SessionStore, StoredSession } from './session-store.ts'

/** Least remaining validity of a token given to the browser. @source specification, section 7 */
const LEAST_VALIDITY_MS = 5_000
/** Wait of a request for another process's refresh. */
const REFRESH_WAIT_MS = 10_000

/** Access tokens of sessions, which are renewed before they end. */
export function sessionTokens({
  client,
  store,
  authenticator,
  alone,
  clock,
  cookies,
}: {
  readonly client: ProviderClient
  readonly store: SessionStore
  readonly authenticator: Authenticator
  readonly alone: Alone
  readonly clock: Clock
  readonly cookies: SessionCookies
}) {
  const refreshing = new Map<string, Promise<StoredSession | null>>()

  /** The id and end of a session's access token, to revoke it from elsewhere. */
  async function tokenOf({
    accessToken,
  }: Session): Promise<Pick<AboutSession, 'tokenId' | 'tokenUntil'>> {
    const claims = await authenticator.verify(accessToken)
    return { tokenId: claims?.jti ?? '', tokenUntil: (claims?.exp ?? 0) * 1000 }
  }

  /**
   * One refresh at a time per session, over all processes, and every waiting tab gets its result. A
   * refresh token may be valid once, and a second use may end the whole sign-in.
   *
   * @param isStale whether the session still needs a refresh when its turn comes
   * @returns null when the session is over, or the provider no longer accepts it
   */
  function refresh(
    id: string,
    isStale: (session: Session) => boolean,
  ): Promise<StoredSession | null> {
    const running = refreshing.get(id)
    if (running) return running
    const turn = async (): Promise<StoredSession | null> => {
      const session = await store.find(id, clock.now())
      return session === null || !isStale(session) ? session : renewed(id, session)
    }
    const run = alone(`session ${store.nameOf(id)}`, turn, REFRESH_WAIT_MS).finally(() =>
      refreshing.delete(id),
    )
    refreshing.set(id, run)
    return run
  }

  async function renewed(id: string, session: StoredSession): Promise<StoredSession | null> {
    // Without a refresh token, the browser goes to the sign-in page, which may redirect back
    // without showing itself.
    if (session.refreshToken === '') return null
    const config = await client.configuration()
    try {
      const tokens = await oidc.refreshTokenGrant(config, session.refreshToken)
      const found = await authenticator.activeUser(tokens.access_token)
      if (found === null || found.user._id !== session.userId) return null
      const next: StoredSession = {
        ...session,
        accessToken: tokens.access_token,
        accessExpiresAt: expiryOf(tokens, found.claims),
        refreshToken: tokens.refresh_token ?? session.refreshToken,
        idToken: tokens.id_token ?? session.idToken,
      }
      await store.replace(id, next, { ...(await tokenOf(next)), usedAt: clock.now() }, clock.now())
      return next
    } catch (error) {
      // Any other error is a fault of the configuration and ends no session.
      if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return null
      throw Object.assign(sessionRefusal('SIGN_IN_UNAVAILABLE'), { cause: error })
    }
  }

  async function token(request: FastifyRequest, reply: FastifyReply) {
    assertOwnPage(request)
    const id = cookies.idIn(request)
    if (id === undefined) return null
    const session = await store.find(id, clock.now())
    if (session === null) throw refusal('UNAUTHENTICATED')
    const endsSoon = ({ accessExpiresAt }: Session) =>
      accessExpiresAt - clock.now() < LEAST_VALIDITY_MS
    const refused =
      !endsSoon(session) && (await authenticator.activeUser(session.accessToken)) === null
    const isStale = refused
      ? ({ accessToken }: Session) => accessToken === session.accessToken
      : endsSoon
    const current = isStale(session) ? await refresh(id, isStale) : session
    if (current === null) {
      await store.end(id)
      cookies.forget(reply)
      throw refusal('UNAUTHENTICATED')
    }
    return {
      accessToken: current.accessToken,
      expiresIn: Math.floor((current.accessExpiresAt - clock.now()) / 1000),
      sessionEndsIn: Math.max(0, Math.floor((current.endsAt - clock.now()) / 1000)),
      userId: current.userId,
    }
  }

  /** By our clock: the provider's may be wrong. */
  const expiryOf = (
    tokens: oidc.TokenEndpointResponseHelpers,
    claims: { readonly exp: number },
  ): number => {
    const lasts = tokens.expiresIn()
    return lasts === undefined ? claims.exp * 1000 : clock.now() + lasts * 1000
  }

  return { token, tokenOf, expiryOf }
}
export type SessionTokens = ReturnType<typeof sessionTokens>

/**
 * Another site's page may not use our cookie: the kernel checks the custom header, and the origin
 * is checked here.
 */
export const assertOwnPage = (request: FastifyRequest): void => {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refusal('FORBIDDEN')
}
