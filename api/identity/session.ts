import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as oidc from 'openid-client'
import type { Alone } from '#commands/gateways/accounts/leases.ts'
import { API } from '#contract/kernel/api.values.ts'
import type { Tokens } from '#contract/identity/identity.schemas.ts'
import { SIGN_IN_PATH } from '#contract/identity/session.values.ts'
import { sessionRoutes } from '#contract/identity/session.contract.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { Api } from '../kernel/api.ts'
import type { Preloads } from '../preloads.ts'
import type { Authenticator } from './authenticate.ts'
import { browserName } from './browser-name.ts'
import { firstAnswers } from './first-answers.ts'
import type { AccountGrants } from './provider-adapter.ts'
import { sessionCookies } from './session-cookies.ts'
import type { Revocations, Session, SessionStore } from './session-store.ts'
import { assertOwnPage, sessionTokens } from './session-tokens.ts'
import { type BeginSession, signInFlow, type SignInClient } from './sign-in-flow.ts'

/**
 * The sign-in (authorization code, PKCE, state, nonce) and the browser's session. The refresh token
 * stays in the server. The browser has a cookie it cannot read, and exchanges it for short-lived
 * access tokens.
 */
export function createSessions(deps: {
  readonly client: SignInClient
  readonly publicUrl: () => URL
  readonly store: SessionStore
  readonly revocations: Revocations
  readonly authenticator: Authenticator
  /** Records that a user has signed in. */
  readonly connected: (userId: string) => Promise<void>
  /** Ends the demo of a guest who signs out. */
  readonly left: (userId: string) => Promise<void>
  readonly flowKey: Buffer
  readonly alone: Alone
  readonly clock: Clock
  /** First reads of pages; none where they are absent. */
  readonly preloads: Pick<Preloads, 'readsAt'> | undefined
  /** Parts of the embedded provider; null with an outside one. */
  readonly grants: Pick<AccountGrants, 'of'> | null
  /**
   * Whether a user may stay signed in; else the password is asked for after twelve hours, also by
   * the provider.
   */
  readonly mayStay: boolean
}) {
  const {
    client,
    publicUrl,
    store,
    revocations,
    authenticator,
    connected,
    left,
    flowKey,
    alone,
    clock,
    grants,
  } = deps
  const { mayStay } = deps

  const answersOf = firstAnswers(deps.preloads?.readsAt ?? (() => []))
  const secure = (): boolean => publicUrl().protocol === 'https:'
  const cookies = sessionCookies(secure)
  const { idIn, forget } = cookies
  const { token, tokenOf, expiryOf } = sessionTokens({
    client,
    store,
    authenticator,
    alone,
    clock,
    cookies,
  })

  const begin: BeginSession = async (request, reply, session, lasts) => {
    const now = clock.now()
    const about = {
      ...(await tokenOf(session)),
      begunAt: now,
      usedAt: now,
      browser: browserName(request.headers['user-agent'] ?? ''),
      grant: grants?.of(session.refreshToken) ?? '',
    }
    cookies.set(reply, await store.start(session, about, now + lasts.lastsMs), lasts)
  }
  const { signIn, callback } = signInFlow({
    client,
    publicUrl,
    store,
    authenticator,
    connected,
    flowKey,
    clock,
    mayStay,
    cookies,
    begin,
    expiryOf,
  })

  async function sessionOf(request: FastifyRequest): Promise<Session | null> {
    const id = idIn(request)
    return id === undefined ? null : store.find(id, clock.now())
  }

  async function signOut(request: FastifyRequest, reply: FastifyReply) {
    assertOwnPage(request)
    const id = idIn(request)
    const session = id === undefined ? null : await store.find(id, clock.now())
    forget(reply)
    const home = new URL('/', publicUrl()).href
    if (id === undefined || session === null) return { endSessionUrl: home }
    await store.end(id)
    const claims = await authenticator.verify(session.accessToken)
    if (claims?.jti !== undefined) await revocations.add(claims.jti, claims.exp * 1000)
    if (session.isGuest) {
      await left(session.userId)
      return { endSessionUrl: home }
    }
    // The session is over in Carnet. If the provider does not answer, the browser is not sent to
    // it.
    const config = await client.reachable().then(client.configuration, () => null)
    if (config === null) return { endSessionUrl: home }
    const { revocation_endpoint: revocation, end_session_endpoint: endSession } =
      config.serverMetadata()
    if (revocation !== undefined && session.refreshToken !== '')
      await oidc
        .tokenRevocation(config, session.refreshToken, { token_type_hint: 'refresh_token' })
        .catch((error: unknown) =>
          request.log.warn({ err: error }, 'the refresh token could not be revoked'),
        )
    if (endSession === undefined) return { endSessionUrl: home }
    return {
      endSessionUrl: oidc.buildEndSessionUrl(config, {
        ...(session.idToken === '' ? {} : { id_token_hint: session.idToken }),
        post_logout_redirect_uri: home,
      }).href,
    }
  }

  return {
    signInUrl: (screen?: 'register'): string =>
      new URL(
        `${API}${SIGN_IN_PATH}${screen === undefined ? '' : `?screen=${screen}`}`,
        publicUrl(),
      ).href,
    /** The two steps that a browser navigates to. */
    mount(app: FastifyInstance): void {
      const limit = { rateLimit: { max: 60, timeWindow: 60_000 } }
      app.get(`${API}${SIGN_IN_PATH}`, { schema: { hide: true }, config: limit }, signIn)
      app.get('/api/session/callback', { schema: { hide: true }, config: limit }, callback)
    },
    serve(api: Api): void {
      api.serve(sessionRoutes.token, {}, ({ request, reply }) => token(request, reply))
      api.serve(sessionRoutes.begin, {}, async ({ request, reply, body }) => {
        const granted = await token(request, reply)
        if (granted === null) return null
        const position = await api.deps.store.head()
        return { ...granted, position, answers: await answersOf(request, granted, body) }
      })
      api.serve(sessionRoutes.signOut, {}, ({ request, reply }) => signOut(request, reply))
    },
    isSignedIn: async (request: FastifyRequest): Promise<boolean> =>
      (await sessionOf(request)) !== null,
    /**
     * Begins the session of a guest, by tokens that were made for it. @param until epoch
     * milliseconds
     */
    async beginGuest(
      request: FastifyRequest,
      reply: FastifyReply,
      tokens: Tokens,
      until: number,
    ): Promise<void> {
      const { userId, accessToken, refreshToken, expiresIn } = tokens
      const accessExpiresAt = clock.now() + expiresIn * 1000
      const session: Session = {
        userId,
        accessToken,
        accessExpiresAt,
        refreshToken,
        idToken: '',
        isGuest: true,
      }
      await begin(request, reply, session, { lastsMs: until - clock.now(), isKept: true })
    },
    /** The session of that user in a request, spared when the others end; null without one. */
    async ofUser(
      request: FastifyRequest,
      userId: string,
    ): Promise<{ id: string; session: Session } | null> {
      const id = idIn(request)
      const session = id === undefined ? null : await store.find(id, clock.now())
      return id === undefined || session?.userId !== userId ? null : { id, session }
    },
    /** The name under which the session of a request is listed; empty when it has none. */
    nameOf(request: FastifyRequest): string {
      const id = idIn(request)
      return id === undefined ? '' : store.nameOf(id)
    },
  }
}
