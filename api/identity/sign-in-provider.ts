import type { FastifyInstance } from 'fastify'
import type { JWTPayload } from 'jose'
import type { CustomFetch } from 'openid-client'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { TokenIssuer } from './access-tokens.ts'
import type { Embedded } from './embedded.ts'
import { type ClientSettings, createProviderClient, viaOrigin } from './provider-client.ts'
import { API_AUDIENCE, BROWSER_CLIENT } from './provider-configuration.ts'
import { isAdministrator } from './provider-roles.ts'
import type { SignInClient } from './sign-in-flow.ts'

/** A provider that the product does not run. */
export type OutsideProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  /** `aud` of the access tokens for this API; the client id when absent. */
  readonly audience?: string | undefined
  /** Scopes of a sign-in, `openid` included. */
  readonly scope: readonly string[]
  /** Administrators, by subject, by verified e-mail address, or by a role at the provider. */
  readonly admins?: readonly string[] | undefined
  readonly adminRole?: string | undefined
  /**
   * Origin at which this process reaches the provider, where only browsers reach the issuer's own.
   */
  readonly internalUrl?: string | undefined
}

function outsideSettings({
  issuer: address,
  clientId,
  clientSecret,
  internalUrl,
}: OutsideProvider): ClientSettings {
  const issuer = new URL(address)
  return {
    issuer: () => issuer,
    clientId,
    clientSecret,
    fetch: internalUrl === undefined ? undefined : viaOrigin(issuer, new URL(internalUrl)),
  }
}

/** Requests to the embedded provider, which never leave the process. */
function insideFetch(
  app: () => FastifyInstance | null,
  insideHeaders: Embedded['insideHeaders'],
): CustomFetch {
  return async (url, { method, headers, body }) => {
    const mounted = app()
    if (mounted === null) throw new Error('The provider is not mounted')
    const { pathname, search } = new URL(url)
    // The client types a body as wide as `BodyInit`, by another name.
    const answer = await mounted.inject({
      method: method as 'GET',
      url: pathname + search,
      headers: { ...headers, ...insideHeaders },
      ...(body === undefined || body === null
        ? {}
        : { payload: await new Response(body as BodyInit).text() }),
    })
    const fields = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: fields,
    })
  }
}

/** The provider that users sign in at: the embedded one, or an outside one. */
export function signInProvider({
  outside,
  embedded,
  clock,
  app,
}: {
  readonly outside: OutsideProvider | undefined
  readonly embedded: Embedded | null
  readonly clock: Clock
  /** null until the provider is mounted */
  readonly app: () => FastifyInstance | null
}) {
  const settings = ((): ClientSettings => {
    if (outside !== undefined) return outsideSettings(outside)
    if (embedded === null)
      throw new Error('Without an outside provider there must be a database of accounts')
    return {
      issuer: embedded.issuer,
      clientId: BROWSER_CLIENT,
      clientSecret: embedded.clientSecret,
      fetch: insideFetch(app, embedded.insideHeaders),
    }
  })()
  const provider = createProviderClient(settings, clock)
  const client: SignInClient = {
    ...provider,
    scope: outside?.scope ?? ['openid', 'profile', 'email'],
  }

  const issuer: TokenIssuer = {
    kind: embedded === null ? 'outside' : 'embedded',
    audience: embedded === null ? (outside?.audience ?? settings.clientId) : API_AUDIENCE,
    issuer: async () =>
      embedded === null
        ? (await provider.configuration()).serverMetadata().issuer
        : embedded.issuer().href,
    keys: embedded === null ? provider.keys : embedded.keys,
  }
  const isAdmin = (claims: JWTPayload): boolean =>
    outside !== undefined &&
    isAdministrator(claims, {
      named: outside.admins,
      role: outside.adminRole,
      clientId: outside.clientId,
    })

  return { provider, client, issuer, isAdmin }
}
