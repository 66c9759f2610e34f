import type { FastifyReply, FastifyRequest } from 'fastify'
import * as oidc from 'openid-client'
import { Refusal } from '#domain/kernel/errors.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { MINUTE_MS } from '#domain/kernel/time.ts'
import { sendPage } from '#api/kernel/html.ts'
import { isLanguage, type Language, languageOf } from '../kernel/languages.ts'
import { ownAddress } from '../kernel/origin.ts'
import type { Authenticator } from './authenticate.ts'
import { problemPage } from './pages.ts'
import { type ProviderClient, sessionRefusal } from './provider-client.ts'
import {
  REMEMBER_COOKIE,
  SESSION_MS,
  type SessionCookies,
  SHORT_SESSION_MS,
} from './session-cookies.ts'
import { seal, type Session, type SessionStore, unseal } from './session-store.ts'
import type { SessionTokens } from './session-tokens.ts'

/** The provider, and the scopes that this client requests. */
export type SignInClient = ProviderClient & { readonly scope: readonly string[] }

const FLOW_COOKIE = 'carnet_signin_'
const FLOW_MS = 30 * MINUTE_MS
/** Not requested of a provider that does not offer them. */
const OPTIONAL: ReadonlySet<string> = new Set(['profile', 'email', 'offline_access'])
type Flow = {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly returnTo: string
  /** The language of the page that it began on; none when it was opened by its address. */
  readonly language?: Language
  readonly until: number
}

/** Begins a session in the browser of a request. */
export type BeginSession = (
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  lasts: { readonly lastsMs: number; readonly isKept: boolean },
) => Promise<void>

/** The two steps of a sign-in that a browser navigates to: to the provider, and back. */
export function signInFlow({
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
}: {
  readonly client: SignInClient
  readonly publicUrl: () => URL
  readonly store: SessionStore
  readonly authenticator: Authenticator
  readonly connected: (userId: string) => Promise<void>
  readonly flowKey: Buffer
  readonly clock: Clock
  readonly mayStay: boolean
  readonly cookies: SessionCookies
  readonly begin: BeginSession
  readonly expiryOf: SessionTokens['expiryOf']
}) {
  const maxAge = mayStay ? undefined : SHORT_SESSION_MS / 1_000
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
    const before = cookies.idIn(request)
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

  return { signIn: tellingAway(signIn), callback: tellingAway(callback) }
}
