import type {
  Configuration,
  Client,
  JWKS,
  KoaContextWithOIDC,
  default as Provider,
} from 'oidc-provider'
import type { IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { IdentityDatabase } from '#commands/gateways/accounts/identity-database.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { PAGE_HEADERS } from '#api/kernel/html.ts'
import { ISSUED_AT } from './authenticate.ts'
import { languageOfContext } from './page-language.ts'
import { problemPage, signOutPage } from './pages.ts'
import { providerAdapter } from './provider-adapter.ts'
import { SHORT_SESSION_MS } from './session-cookies.ts'

/** The browser's client: its secret and its refresh tokens stay in this process. */
export const BROWSER_CLIENT = 'carnet'
/** The client of `POST users/authenticate`; it renews its tokens at the token endpoint. */
export const DIRECT_CLIENT = 'carnet-direct'
export const API_AUDIENCE = 'carnet-api'
const DAY_S = 86_400
const SCOPE = 'openid profile email'
export const API_SCOPE = 'api'

/** Resource indicators are absolute URIs; the tokens' audience is the plain name. */
export const API_RESOURCE = 'urn:carnet:api'
/** The API as the provider knows it. @param accessTokenTtlS seconds */
export const apiResource = (accessTokenTtlS: number) =>
  ({
    scope: API_SCOPE,
    audience: API_AUDIENCE,
    accessTokenFormat: 'jwt',
    accessTokenTTL: accessTokenTtlS,
    jwt: { sign: { alg: 'RS256' } },
  }) as const

function answerPage(ctx: KoaContextWithOIDC, page: string): void {
  ctx.set({ ...PAGE_HEADERS })
  ctx.body = page
}

/** The provider's configuration. @see oidc-provider 9 */
export function providerConfiguration({
  publicUrl,
  database,
  accounts,
  clock,
  accessTokenTtlS,
  mayStay,
  jwks,
  cookieKey,
  clientSecret,
}: {
  readonly publicUrl: URL
  readonly database: IdentityDatabase
  readonly accounts: IdentityAdmin
  readonly clock: Clock
  readonly accessTokenTtlS: number
  readonly mayStay: boolean
  readonly jwks: JWKS
  readonly cookieKey: string
  readonly clientSecret: string
}): Configuration {
  const lastsS = mayStay ? 30 * DAY_S : SHORT_SESSION_MS / 1_000
  const isSecure = publicUrl.protocol === 'https:'
  return {
    adapter: providerAdapter(database, clock),
    jwks,
    clients: [
      {
        client_id: BROWSER_CLIENT,
        client_name: 'Carnet',
        client_secret: clientSecret,
        application_type: 'web',
        redirect_uris: [new URL('/api/session/callback', publicUrl).href],
        post_logout_redirect_uris: [new URL('/', publicUrl).href],
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
      ...(isSecure && { names: { session: '__Host-carnet_provider' } }),
      long: {
        path: isSecure ? '/' : '/oidc',
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
        getResourceServerInfo: async () => apiResource(accessTokenTtlS),
      },
    },
    interactions: { url: (_ctx, interaction) => `/oidc/interaction/${interaction.uid}` },
    // Our own clients need no consent: the grant is made without asking.
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const id = session.grantIdFor(client.clientId)
      const earlier = id === undefined ? undefined : await provider.Grant.find(id)
      return earlier ?? grantFor(provider, client, session.accountId)
    },
    renderError: (ctx, _out, error) => {
      if (ctx.status >= 500) ctx.app.emit('error', error, ctx)
      answerPage(ctx, problemPage(languageOfContext(ctx), 'signIn.failed'))
    },
  }
}

/** A grant of a client on an account, saved. */
export async function grantFor(
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
