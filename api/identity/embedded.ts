import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, type JWTVerifyGetKey } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import type { Account, IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { IdentityDatabase } from '#commands/gateways/accounts/identity-database.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { PAGE_CSP } from '#api/kernel/html.ts'
import {
  API_RESOURCE,
  API_SCOPE,
  apiResource,
  DIRECT_CLIENT,
  grantFor,
  providerConfiguration,
} from './provider-configuration.ts'
import type { Tokens } from '#contract/identity/identity.schemas.ts'

const INSIDE = 'x-carnet-inside'
/** Why oidc-provider 9 refuses a refresh token that was used before. */
const REUSED = 'refresh token already used'
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

  let made: Provider | null = null
  const provider = (): Provider => {
    if (made === null) {
      made = new Provider(
        issuer().href,
        adapt(
          providerConfiguration({
            publicUrl: publicUrl(),
            database,
            accounts,
            clock,
            accessTokenTtlS,
            mayStay,
            jwks,
            cookieKey,
            clientSecret,
          }),
        ),
      )
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
      access.resourceServer = new op.ResourceServer(API_RESOURCE, apiResource(accessTokenTtlS))
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
