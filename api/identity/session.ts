import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as oidc from 'openid-client'
import type { Alone } from '#commands/gateways/accounts/leases.ts'
import type { AboutSession } from '#commands/gateways/accounts/sign-in-store.ts'
import { API } from '#contract/kernel/api.values.ts'
import type { Tokens } from '#contract/identity/identity.schemas.ts'
import { SIGN_IN_PATH } from '#contract/identity/session.values.ts'
import { sessionRoutes } from '#contract/identity/session.contract.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { Api } from '../kernel/api.ts'
import { isLanguage, type Language, languageOf } from '../kernel/languages.ts'
import { ownAddress } from '../kernel/origin.ts'
import { sendPage } from '#api/kernel/html.ts'
import type { Authenticator } from './authenticate.ts'
import { browserName } from './browser-name.ts'
import { problemPage } from './pages.ts'
import type { AccountGrants } from './provider-adapter.ts'
import { type ProviderClient, sessionRefusal } from './provider-client.ts'
import { seal, unseal, type Revocations, type Session, type SessionStore } from './session-store.ts'

/** The provider, and the scopes that this client requests. */
export type SignInClient = ProviderClient & { readonly scope: readonly string[] }

const SESSION_COOKIE = 'carnet_session'
/** Also where the password is changed, which spares the session that asks. */
const SESSION_PATH = '/api'
/**
 * Over https: no other host of the domain, and no plain page of this one, can set it. @source RFC
 * 6265bis, 4.1.3.2
 */
const HOST_COOKIE = `__Host-${SESSION_COOKIE}`
/** Of sessions that began before; a browser sends the longer path first. */
const EARLIER_PATH = '/api/session'
/** The sign-in page's choice "stay signed in", for the callback. */
export const REMEMBER_COOKIE = 'carnet_remember'
const FLOW_COOKIE = 'carnet_signin_'
const SESSION_MS = 30 * 86_400_000
/**
 * How long a session lasts whose user did not choose to stay signed in, or may not.
 *
 * @source OWASP ASVS 4.0.3, 3.3.2
 */
export const SHORT_SESSION_MS = 12 * 3_600_000
const FLOW_MS = 30 * 60_000
/** Not requested of a provider that does not offer them. */
const OPTIONAL: ReadonlySet<string> = new Set(['profile', 'email', 'offline_access'])
/** Least remaining validity of a token given to the browser. @source specification, section 7 */
const LEAST_VALIDITY_MS = 5_000
/** How long a request waits for another process's refresh. */
const REFRESH_WAIT_MS = 10_000

type Flow = {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly returnTo: string
  /** The language of the page that it began on; none when it was opened by its address. */
  readonly language?: Language
  readonly until: number
}

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
  /** Of the embedded provider; null with an outside one. */
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
  const maxAge = mayStay ? undefined : SHORT_SESSION_MS / 1_000
  const refreshing = new Map<string, Promise<Session | null>>()

  const secure = (): boolean => publicUrl().protocol === 'https:'
  const redirectUri = (): string => new URL('/api/session/callback', publicUrl()).href
  const flowCookie = (state: string): string => FLOW_COOKIE + state.slice(0, 12)

  /** A path of this site, outside the API and the provider. @throws RETURN_TO_INVALID */
  function localPath(returnTo: unknown): string {
    if (returnTo === undefined || returnTo === '') return '/admin/dashboard/default'
    const base = publicUrl()
    if (
      typeof returnTo !== 'string' ||
      returnTo.length > 2000 ||
      !/^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(returnTo)
    )
      throw sessionRefusal('RETURN_TO_INVALID')
    const url = new URL(returnTo, base)
    // Checked after dots and escapes are resolved: `/.//elsewhere.example` becomes
    // `//elsewhere.example`.
    if (url.origin !== base.origin || /^\/(\/|(api|oidc)(\/|$))/.test(url.pathname))
      throw sessionRefusal('RETURN_TO_INVALID')
    return url.pathname + url.search + url.hash
  }

  async function signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const query = request.query as Record<string, unknown>
    const returnTo = localPath(query['returnTo'])
    const home = publicUrl()
    // The cookie must be set on the host that the provider redirects to.
    if (request.host !== home.host)
      return reply.redirect(
        new URL(`${home.origin}/api/session/sign-in${ownAddress(request)?.search ?? ''}`).href,
        303,
      )
    await client.reachable()
    const config = await client.configuration()
    const { scopes_supported: offered, prompt_values_supported: prompts } = config.serverMetadata()
    const language = typeof query['lang'] === 'string' ? query['lang'].slice(0, 5) : undefined
    const flow: Flow = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      returnTo,
      ...(language !== undefined && isLanguage(language) && { language }),
      until: clock.now() + FLOW_MS,
    }
    const to = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri(),
      response_type: 'code',
      scope: client.scope
        .filter((scope) => !OPTIONAL.has(scope) || offered === undefined || offered.includes(scope))
        .join(' '),
      code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
      state: flow.state,
      nonce: flow.nonce,
      ...(language === undefined ? {} : { ui_locales: language }),
      ...(maxAge === undefined ? {} : { max_age: String(maxAge) }),
      // @source OpenID Connect, Initiating User Registration 1.0; older providers use the hint
      ...(query['screen'] === 'ended'
        ? { screen_hint: 'ended' }
        : query['screen'] !== 'register'
          ? {}
          : Array.isArray(prompts) && prompts.includes('create')
            ? { prompt: 'create' }
            : { screen_hint: 'register' }),
    })
    reply.setCookie(
      flowCookie(flow.state),
      seal(flowKey, JSON.stringify(flow)).toString('base64url'),
      {
        path: '/api/session/callback',
        httpOnly: true,
        sameSite: 'lax',
        secure: secure(),
        maxAge: FLOW_MS / 1000,
      },
    )
    return reply.header('cache-control', 'no-store').redirect(to.href, 303)
  }

  /** A user who navigates here while the provider is away gets a page, not an envelope. */
  const tellingAway =
    (step: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        return await step(request, reply)
      } catch (error) {
        if (
          !(error instanceof Refusal) ||
          error.code !== 'SIGN_IN_UNAVAILABLE' ||
          !request.headers.accept?.includes('text/html')
        )
          throw error
        request.log.warn({ err: error }, 'the sign-in provider is away')
        return sendPage(
          reply.header('retry-after', '5'),
          503,
          problemPage(languageOf(request.headers['accept-language']), 'signIn.unavailable'),
        )
      }
    }

  function flowOf(request: FastifyRequest): Flow | null {
    const { state } = request.query as Record<string, unknown>
    if (typeof state !== 'string') return null
    const text = unseal(flowKey, Buffer.from(request.cookies[flowCookie(state)] ?? '', 'base64url'))
    const flow = text === null ? null : (JSON.parse(text) as Flow) // sealed by `signIn`
    return flow !== null && flow.state === state && flow.until > clock.now() ? flow : null
  }

  async function callback(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const language = languageOf(request.headers['accept-language'])
    const flow = flowOf(request)
    if (flow === null) return sendPage(reply, 400, problemPage(language, 'signIn.expired'))
    reply.clearCookie(flowCookie(flow.state), { path: '/api/session/callback' })
    const { error } = request.query as Record<string, unknown>
    if (error === 'access_denied') return reply.redirect('/', 303)
    const config = await client.configuration()
    const answered = new URL(request.url, publicUrl())
    const tokens = await oidc
      .authorizationCodeGrant(config, answered, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
        ...(maxAge === undefined ? {} : { maxAge }),
      })
      .catch((cause: unknown) => {
        if (
          !(
            cause instanceof oidc.ResponseBodyError ||
            cause instanceof oidc.ClientError ||
            cause instanceof oidc.AuthorizationResponseError
          )
        )
          throw Object.assign(sessionRefusal('SIGN_IN_UNAVAILABLE'), { cause })
        request.log.warn({ err: cause }, 'the sign-in conversation failed')
        return null
      })
    if (tokens === null) return sendPage(reply, 400, problemPage(language, 'signIn.expired'))
    const found = await authenticator.signedIn(
      tokens.access_token,
      tokens.claims() ?? {},
      flow.language ?? language,
    )
    if (found === null) return sendPage(reply, 403, problemPage(language, 'signIn.refused'))
    const before = idIn(request)
    if (before !== undefined) await store.end(before)
    const session: Session = {
      userId: found.user._id,
      accessToken: tokens.access_token,
      accessExpiresAt: expiryOf(tokens, found.claims),
      refreshToken: tokens.refresh_token ?? '',
      idToken: tokens.id_token ?? '',
    }
    const stays = mayStay && request.cookies[REMEMBER_COOKIE] !== '0'
    const now = clock.now()
    const since = mayStay ? now : (tokens.claims()?.auth_time ?? 0) * 1_000
    const lastsMs = stays ? SESSION_MS : Math.min(SHORT_SESSION_MS, since + SHORT_SESSION_MS - now)
    await begin(request, reply, session, { lastsMs, isKept: stays })
    await connected(session.userId)
    return reply.header('cache-control', 'no-store').redirect(flow.returnTo, 303)
  }

  /** @param lasts.isKept whether the browser keeps the cookie when it is closed */
  async function begin(
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
    { lastsMs, isKept }: { readonly lastsMs: number; readonly isKept: boolean },
  ): Promise<void> {
    const now = clock.now()
    const about = {
      ...(await tokenOf(session)),
      begunAt: now,
      usedAt: now,
      browser: browserName(request.headers['user-agent'] ?? ''),
      grant: grants?.of(session.refreshToken) ?? '',
    }
    const id = await store.start(session, about, now + lastsMs)
    for (const path of secure() ? [EARLIER_PATH, SESSION_PATH] : [EARLIER_PATH])
      reply.clearCookie(SESSION_COOKIE, { path })
    reply.setCookie(secure() ? HOST_COOKIE : SESSION_COOKIE, id, {
      path: secure() ? '/' : SESSION_PATH,
      httpOnly: true,
      sameSite: 'strict',
      secure: secure(),
      ...(isKept ? { maxAge: Math.ceil(lastsMs / 1000) } : {}),
    })
  }

  /** What ends the access token of a session that is ended from elsewhere. */
  async function tokenOf({
    accessToken,
  }: Session): Promise<Pick<AboutSession, 'tokenId' | 'tokenUntil'>> {
    const claims = await authenticator.verify(accessToken)
    return { tokenId: claims?.jti ?? '', tokenUntil: (claims?.exp ?? 0) * 1000 }
  }

  /** Over https, one that was begun before the cookie had its prefix goes on. */
  const idIn = ({ cookies }: FastifyRequest): string | undefined =>
    (secure() ? cookies[HOST_COOKIE] : undefined) ?? cookies[SESSION_COOKIE]

  async function sessionOf(request: FastifyRequest): Promise<Session | null> {
    const id = idIn(request)
    return id === undefined ? null : store.find(id, clock.now())
  }

  /**
   * One refresh at a time per session, over all processes, and every waiting tab gets its result. A
   * refresh token may be valid once, and a second use may end the whole sign-in.
   *
   * @param isStale whether the session still needs a refresh when its turn comes
   * @returns null when the session is over, or the provider no longer accepts it
   */
  function refresh(id: string, isStale: (session: Session) => boolean): Promise<Session | null> {
    const running = refreshing.get(id)
    if (running) return running
    const turn = async (): Promise<Session | null> => {
      const session = await store.find(id, clock.now())
      return session === null || !isStale(session) ? session : renewed(id, session)
    }
    const run = alone(`session ${store.nameOf(id)}`, turn, REFRESH_WAIT_MS).finally(() =>
      refreshing.delete(id),
    )
    refreshing.set(id, run)
    return run
  }

  async function renewed(id: string, session: Session): Promise<Session | null> {
    // Without a refresh token, the browser goes to the sign-in page, which may redirect back
    // without showing itself.
    if (session.refreshToken === '') return null
    const config = await client.configuration()
    try {
      const tokens = await oidc.refreshTokenGrant(config, session.refreshToken)
      const found = await authenticator.activeUser(tokens.access_token)
      if (found === null || found.user._id !== session.userId) return null
      const next: Session = {
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

  /**
   * Another site's page may not use our cookie: the kernel checks the custom header, and the origin
   * is checked here.
   */
  const assertOwnPage = (request: FastifyRequest): void => {
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refusal('FORBIDDEN')
  }

  const forget = (reply: FastifyReply): void => {
    for (const path of [SESSION_PATH, EARLIER_PATH]) reply.clearCookie(SESSION_COOKIE, { path })
    if (secure()) reply.clearCookie(HOST_COOKIE, { path: '/', secure: true })
  }

  async function token(request: FastifyRequest, reply: FastifyReply) {
    assertOwnPage(request)
    const id = idIn(request)
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
      forget(reply)
      throw refusal('UNAUTHENTICATED')
    }
    return {
      accessToken: current.accessToken,
      expiresIn: Math.floor((current.accessExpiresAt - clock.now()) / 1000),
      userId: current.userId,
    }
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

  /** By our clock: the provider's may be wrong. */
  const expiryOf = (
    tokens: oidc.TokenEndpointResponseHelpers,
    claims: { readonly exp: number },
  ): number => {
    const lasts = tokens.expiresIn()
    return lasts === undefined ? claims.exp * 1000 : clock.now() + lasts * 1000
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
      app.get(
        `${API}${SIGN_IN_PATH}`,
        { schema: { hide: true }, config: limit },
        tellingAway(signIn),
      )
      app.get(
        '/api/session/callback',
        { schema: { hide: true }, config: limit },
        tellingAway(callback),
      )
    },
    serve(api: Api): void {
      api.serve(sessionRoutes.token, {}, ({ request, reply }) => token(request, reply))
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
    /**
     * The session of that user which a request comes with, to spare it when the others end; null
     * when it has none.
     */
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
