import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JWTVerifyGetKey,
} from 'jose'
import * as oidc from 'openid-client'
import { catalogue } from '#domain/kernel/errors.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'

export const sessionRefusal = catalogue({
  RETURN_TO_INVALID: 'malformed',
  SIGN_IN_UNAVAILABLE: 'unavailable',
})

/** Settings of a client of a provider. */
export type ClientSettings = {
  readonly issuer: () => URL
  readonly clientId: string
  readonly clientSecret?: string | undefined
  /** Reaches the provider where its own address is not reachable. */
  readonly fetch?: oidc.CustomFetch | undefined
}

/**
 * A provider as its client sees it. Every call that needs the provider throws SIGN_IN_UNAVAILABLE
 * when there is no answer.
 */
export type ProviderClient = {
  /** Loaded at first use, then cached. */
  readonly configuration: () => Promise<oidc.Configuration>
  /**
   * Whether it has ever answered: from then on, signed-in users stay signed in while it is away.
   */
  readonly isKnown: () => boolean
  /** Resolves when it answers now. */
  readonly reachable: () => Promise<void>
  /** The keys that its tokens are signed with. */
  readonly keys: JWTVerifyGetKey
}

const TIMEOUT_S = 5
const RETRY_MS = 2_000
/** Cache time of an answer, so that probes are not passed on one by one. */
const BELIEVED_MS = 5_000
/** An unknown key is looked up again this soon: a provider changes its keys without notice. */
const KEYS_COOLDOWN_MS = 2_000
/** Tolerance for another machine's clock. @unit seconds */
export const CLOCK_TOLERANCE_S = 60

/**
 * @returns a fetch that sends the issuer's requests to `origin`, for an issuer behind a proxy that
 * only browsers pass
 */
export const viaOrigin =
  (issuer: URL, origin: URL): oidc.CustomFetch =>
  (url, options) => {
    const to = new URL(url)
    if (to.origin === issuer.origin) {
      to.protocol = origin.protocol
      to.host = origin.host
    }
    return fetch(to, options as RequestInit) // the client's own type for the same options
  }

export function createProviderClient(settings: ClientSettings, clock: Clock): ProviderClient {
  const { clientId, clientSecret } = settings
  let discovered: Promise<oidc.Configuration> | null = null
  let isDiscovered = false
  let failedAt = 0
  let answeredAt = 0
  let asking: Promise<void> | null = null
  let remote: ReturnType<typeof createRemoteJWKSet> | null = null

  function configuration(): Promise<oidc.Configuration> {
    if (discovered !== null) return discovered
    if (Math.abs(clock.now() - failedAt) < RETRY_MS)
      return Promise.reject(sessionRefusal('SIGN_IN_UNAVAILABLE'))
    const issuer = settings.issuer()
    const metadata = {
      [oidc.clockTolerance]: CLOCK_TOLERANCE_S,
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    }
    discovered = oidc
      .discovery(
        issuer,
        clientId,
        metadata,
        clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
        {
          timeout: TIMEOUT_S,
          // Plain HTTP is allowed for a provider on this machine, or the embedded one.
          ...(issuer.protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {}),
          ...(settings.fetch === undefined ? {} : { [oidc.customFetch]: settings.fetch }),
        },
      )
      .then(
        (found) => {
          isDiscovered = true
          answeredAt = clock.now()
          return found
        },
        (error: unknown) => {
          discovered = null
          failedAt = clock.now()
          throw Object.assign(sessionRefusal('SIGN_IN_UNAVAILABLE'), { cause: error })
        },
      )
    return discovered
  }

  async function ask(): Promise<void> {
    const issuer = settings.issuer()
    const address = `${issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`
    const options = {
      method: 'GET',
      body: null,
      redirect: 'manual',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_S * 1_000),
    } as const
    const answer = await (settings.fetch ?? fetch)(address, options).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.status !== 200) throw sessionRefusal('SIGN_IN_UNAVAILABLE')
    answeredAt = clock.now()
  }

  return {
    configuration,
    isKnown: () => isDiscovered,
    async reachable() {
      await configuration()
      if (Math.abs(clock.now() - answeredAt) < BELIEVED_MS) return
      await (asking ??= ask().finally(() => {
        asking = null
      }))
    },
    keys: async (header, token) => {
      if (remote === null) {
        const { jwks_uri: address = '' } = (await configuration()).serverMetadata()
        const through = settings.fetch
        remote = createRemoteJWKSet(new URL(address), {
          timeoutDuration: TIMEOUT_S * 1_000,
          cooldownDuration: KEYS_COOLDOWN_MS,
          ...(through && {
            [customFetch]: (
              url: string,
              { headers, ...options }: Parameters<FetchImplementation>[1],
            ) => through(url, { ...options, headers: Object.fromEntries(headers), body: null }),
          }),
        })
      }
      try {
        return await remote(header, token)
      } catch (error) {
        if (isAboutTheKey(error)) throw error
        // The provider is away. Its last keys stay valid, but an unknown key may be a new one.
        const jwks = remote.jwks()
        if (jwks === undefined) throw sessionRefusal('SIGN_IN_UNAVAILABLE')
        return createLocalJWKSet(jwks)(header, token).catch((late: unknown) => {
          throw late instanceof errors.JWKSNoMatchingKey
            ? sessionRefusal('SIGN_IN_UNAVAILABLE')
            : late
        })
      }
    },
  }
}

/**
 * jose has its own errors for an invalid key. Errors on the way are generic, time-outs, or not
 * jose's.
 */
const isAboutTheKey = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  error.code !== 'ERR_JOSE_GENERIC'
