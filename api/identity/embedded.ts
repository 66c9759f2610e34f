import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, type JWTVerifyGetKey } from 'jose'
import Provider, { type Client, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import type { Account, IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { IdentityDatabase } from '#commands/gateways/accounts/identity-database.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { isLanguage, languageOf, type Language } from '../kernel/languages.ts'
import { PAGE_CSP, PAGE_HEADERS } from '#api/kernel/html.ts'
import { problemPage, signOutPage } from './pages.ts'
import { providerAdapter } from './provider-adapter.ts'
import type { Tokens } from '#contract/identity/identity.schemas.ts'
import { ISSUED_AT } from './authenticate.ts'
import { SHORT_SESSION_MS } from './session.ts'

/** The browser's client: its secret and its refresh tokens stay in this process. */
export const BROWSER_CLIENT = 'carnet'
/** The client of `POST users/authenticate`; it renews its tokens at the token endpoint. */
export const DIRECT_CLIENT = 'carnet-direct'
export const API_AUDIENCE = 'carnet-api'
export const LANGUAGE_COOKIE = 'carnet_language'

const INSIDE = 'x-carnet-inside'
/** Why oidc-provider 9 refuses a refresh token that was used before. */
const REUSED = 'refresh token already used'
const DAY_S = 86_400
const SCOPE = 'openid profile email'
const API_SCOPE = 'api'

export type Embedded = {
  readonly issuer: () => URL
  readonly clientSecret: string
  readonly keys: JWTVerifyGetKey
  /** Marks requests of this very process, which are not counted against an address. */
  readonly insideHeaders: Readonly<Record<string, string>>
  /** Made at first use: the address may be known only once the server listens. */
  readonly provider: () => Provider
  /**
   * Tokens for an account whose password was just checked, or that a guest is given.
   *
   * @param clientId the client that renews them; the one of `POST users/authenticate` when absent
   */
  mint(account: Pick<Account, 'id'>, clientId?: string): Promise<Tokens>
  /** Passes requests below `/oidc` to the provider. */
  mount(app: FastifyInstance): Promise<void>
}

/** The language of a provider's page: chosen on it, requested by the product, or the browser's. */
export function pageLanguage(request: {
  query?: unknown
  cookie?: string | undefined
  uiLocales?: unknown
  acceptLanguage?: string | undefined
}): Language {
  const { lang } = (request.query ?? {}) as { lang?: unknown }
  const asked =
    typeof request.uiLocales === 'string' ? request.uiLocales.split(' ')[0]?.slice(0, 2) : undefined
  return (
    [lang, request.cookie, asked].find(
      (text): text is Language => typeof text === 'string' && isLanguage(text),
    ) ?? languageOf(request.acceptLanguage)
  )
}

const languageOfContext = (ctx: KoaContextWithOIDC): Language =>
  pageLanguage({
    query: ctx.query,
    cookie: ctx.cookies.get(LANGUAGE_COOKIE),
    uiLocales: ctx.oidc?.params?.['ui_locales'],
    acceptLanguage: ctx.get('accept-language'),
  })

function answerPage(ctx: KoaContextWithOIDC, page: string): void {
  ctx.set({ ...PAGE_HEADERS })
  ctx.body = page
}

/** An OpenID Connect provider inside the process, on the local accounts. @see oidc-provider 9 */
export async function createEmbeddedProvider(deps: {
  readonly publicUrl: () => URL
  readonly database: IdentityDatabase
  readonly accounts: IdentityAdmin
  readonly clock: Clock
  /** @unit seconds */
  readonly accessTokenTtlS: number
  /** Whether a sign-in may last 30 days; else twelve hours, for programs too. */
  readonly mayStay: boolean
  /** A refresh token came a second time: who else has it is not known. */
  readonly reused?: (accountId: string, address: string) => void
  /** Changes to the configuration for a provider that runs on its own. */
  readonly adapt?: (own: Configuration) => Configuration
}): Promise<Embedded> {
  const {
    publicUrl,
    database,
    accounts,
    clock,
    accessTokenTtlS,
    mayStay,
    reused,
    adapt = (own) => own,
  } = deps
  const lastsS = mayStay ? 30 * DAY_S : SHORT_SESSION_MS / 1_000
  const jwks = JSON.parse(await database.secret('provider-keys', makeKeys)) as { keys: JWK[] }
  const cookieKey = await database.secret('provider-cookies', () =>
    randomBytes(32).toString('base64url'),
  )
  const clientSecret = await database.secret('provider-client', () =>
    randomBytes(32).toString('base64url'),
  )
  const issuer = () => new URL('/oidc', publicUrl())
  const inside = randomBytes(16).toString('hex')
  // the private members are left out
  const publicKeys = jwks.keys.map(
    ({ kty, n, e, kid, alg, use }) => ({ kty, n, e, kid, alg, use }) as JWK,
  )

  const resource = {
    scope: API_SCOPE,
    audience: API_AUDIENCE,
    accessTokenFormat: 'jwt',
    accessTokenTTL: accessTokenTtlS,
    jwt: { sign: { alg: 'RS256' } },
  } as const

  const configuration = (): Configuration => ({
    adapter: providerAdapter(database, clock),
    jwks,
    clients: [
      {
        client_id: BROWSER_CLIENT,
        client_name: 'Carnet',
        client_secret: clientSecret,
        application_type: 'web',
        redirect_uris: [new URL('/api/session/callback', publicUrl()).href],
        post_logout_redirect_uris: [new URL('/', publicUrl()).href],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
      {
        client_id: DIRECT_CLIENT,
        client_name: 'Carnet API',
        token_endpoint_auth_method: 'none',
        redirect_uris: [],
        grant_types: ['refresh_token'],
        response_types: [],
      },
    ],
    cookies: {
      keys: [cookieKey],
      ...(publicUrl().protocol === 'https:' && { names: { session: '__Host-carnet_provider' } }),
      long: {
        path: publicUrl().protocol === 'https:' ? '/' : '/oidc',
        signed: true,
        httpOnly: true,
        sameSite: 'lax',
      },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email'],
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'given_name', 'family_name'],
      email: ['email'],
    },
    extraParams: ['screen_hint'],
    responseTypes: ['code'],
    ttl: {
      AccessToken: accessTokenTtlS,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 3600,
      RefreshToken: lastsS,
      Session: lastsS,
      Grant: lastsS,
    },
    // The standard's own `iat` is in seconds: too coarse to tell what was issued before a password
    // changed.
    extraTokenClaims: async (_ctx, token) =>
      token.kind === 'AccessToken' ? { [ISSUED_AT]: clock.now() } : undefined,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    async findAccount(_ctx, id) {
      const account = await accounts.findById(id)
      if (!account) return undefined
      return {
        accountId: id,
        claims: async () => ({
          sub: id,
          preferred_username: account.userName,
          given_name: account.firstName,
          family_name: account.lastName,
          email: account.mail,
        }),
      }
    },
    features: {
      devInteractions: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          // Our own client has already asked the user, and its token names them.
          const hinted = (
            ctx.oidc.entities.IdTokenHint as { payload?: { sub?: string } } | undefined
          )?.payload?.sub
          answerPage(
            ctx,
            signOutPage(
              languageOfContext(ctx),
              form,
              hinted !== undefined && hinted === ctx.oidc.session?.accountId,
            ),
          )
        },
        postLogoutSuccessSource: (ctx) =>
          answerPage(ctx, problemPage(languageOfContext(ctx), 'signOut.done')),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => API_RESOURCE,
        useGrantedResource: async () => true,
        getResourceServerInfo: async () => resource,
      },
    },
    interactions: { url: (_ctx, interaction) => `/oidc/interaction/${interaction.uid}` },
    // Our own clients need no consent: the grant is made without asking.
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const id = session.grantIdFor(client.clientId)
      const known = id === undefined ? undefined : await provider.Grant.find(id)
      return known ?? grantFor(provider, client, session.accountId)
    },
    renderError: (ctx, _out, error) => {
      if (ctx.status >= 500) ctx.app.emit('error', error, ctx)
      answerPage(ctx, problemPage(languageOfContext(ctx), 'signIn.failed'))
    },
  })

  let made: Provider | null = null
  const provider = (): Provider => {
    if (made === null) {
      made = new Provider(issuer().href, adapt(configuration()))
      // The mount below writes the forwarding headers itself, so that they always match the issuer.
      made.proxy = true
      made.on('grant.error', (ctx, error) => {
        const account = ctx.oidc.entities.RefreshToken?.accountId
        if (error.error_detail === REUSED && account !== undefined) reused?.(account, ctx.ip)
      })
      // The provider's page that ends a sign-out without a session has one inline script, which its
      // policy allows.
      made.use(async (ctx, next) => {
        await next()
        if (
          ctx.response.get('content-security-policy') !== '' ||
          typeof ctx.body !== 'string' ||
          ctx.type !== 'text/html'
        )
          return
        const script = /<script>([\s\S]*?)<\/script>/.exec(ctx.body)?.[1] ?? ''
        ctx.set(
          'content-security-policy',
          PAGE_CSP.replace(
            "script-src 'self'",
            `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
          ),
        )
      })
    }
    return made
  }

  return {
    issuer,
    clientSecret,
    insideHeaders: { [INSIDE]: inside },
    keys: createLocalJWKSet({ keys: publicKeys }),
    provider,

    async mint(account, clientId = DIRECT_CLIENT) {
      const op = provider()
      const client = await op.Client.find(clientId)
      if (!client) throw new Error(`The client ${clientId} is not configured`)
      const grantId = (await grantFor(op, client, account.id)).jti
      const base = {
        accountId: account.id,
        client,
        grantId,
        gty: 'password',
        expiresWithSession: false,
      } as const
      const access = new op.AccessToken({ ...base, scope: API_SCOPE })
      access.resourceServer = new op.ResourceServer(API_RESOURCE, resource)
      const refresh = new op.RefreshToken({
        ...base,
        scope: API_SCOPE,
        resource: API_RESOURCE,
        rotations: 0,
      })
      return {
        accessToken: await access.save(),
        refreshToken: await refresh.save(),
        expiresIn: accessTokenTtlS,
        userId: account.id,
      }
    },

    async mount(app) {
      await app.register(async (scope) => {
        // The provider reads request bodies itself.
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
        const config = {
          rateLimit: {
            max: 300,
            timeWindow: 60_000,
            allowList: (request: FastifyRequest) => request.headers[INSIDE] === inside,
          },
        }
        scope.all('/oidc/*', { schema: { hide: true }, config }, (request, reply) => {
          const { origin, host, protocol } = publicUrl()
          const raw = request.raw as typeof request.raw & { originalUrl?: string | undefined }
          raw.originalUrl = raw.url
          raw.url = (raw.url ?? '').replace(/^\/oidc/, '')
          raw.headers.host = host
          raw.headers['x-forwarded-host'] = host
          raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
          raw.headers['x-forwarded-for'] = request.ip
          reply.hijack()
          for (const name of SHARED_HEADERS) {
            const value = reply.getHeader(name)
            if (value !== undefined) reply.raw.setHeader(name, value)
          }
          void provider()
            .callback()(raw, reply.raw)
            .catch((error: unknown) =>
              request.log.error({ err: error, origin }, 'the provider failed'),
            )
        })
      })
    },
  }
}

/** Resource indicators are absolute URIs; the tokens' audience is the plain name. */
export const API_RESOURCE = 'urn:carnet:api'
/** Headers of every answer that the provider's own code does not set. */
const SHARED_HEADERS = [
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
]

async function makeKeys(): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return JSON.stringify({
    keys: [
      {
        ...(await exportJWK(privateKey)),
        use: 'sig',
        alg: 'RS256',
        kid: randomBytes(8).toString('hex'),
      },
    ],
  })
}

async function grantFor(
  provider: Provider,
  client: Client,
  accountId: string,
): Promise<InstanceType<Provider['Grant']>> {
  const grant = new provider.Grant({ clientId: client.clientId, accountId })
  grant.addOIDCScope(SCOPE)
  grant.addResourceScope(API_RESOURCE, API_SCOPE)
  await grant.save()
  return grant
}
