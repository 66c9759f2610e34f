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
import type { Clock } from '#domain/kernel/clock.ts'

export const sessionRefusal = catalogue({
  RETURN_TO_INVALID: 'malformed',
  SIGN_IN_UNAVAILABLE: 'unavailable',
})

/** What a client must know to speak to a provider. */
export type ClientSettings = {
  readonly issuer: () => URL
  readonly clientId: string
  readonly clientSecret?: string | undefined
  /** Reaches the provider, where its own address does not lead there. */
  readonly fetch?: oidc.CustomFetch | undefined
}

/** A provider as its client sees it. Every call throws SIGN_IN_UNAVAILABLE when it needs the provider and gets no answer. */
export type ProviderClient = {
  /** Asked for at the first need, then kept. */
  readonly configuration: () => Promise<oidc.Configuration>
  /** Whether it ever answered: from then on, who is signed in stays so while it is away. */
  readonly isKnown: () => boolean
  /** Resolves when it answers now. */
  readonly reachable: () => Promise<void>
  /** The keys its tokens are signed with. */
  readonly keys: JWTVerifyGetKey
}

const TIMEOUT_S = 5
const RETRY_MS = 2_000
/** An answer is believed for so long, so that probes are not passed on one by one. */
const BELIEVED_MS = 5_000
/** A key that is not known is looked for again this soon: a provider changes its keys without notice. */
const KEYS_COOLDOWN_MS = 2_000
/** How far another machine's clock may be off. */
export const CLOCK_TOLERANCE_S = 60

/** @returns a fetch that goes to `origin` for what is meant for the issuer, as behind a proxy that only browsers pass */
export const viaOrigin =
  (issuer: URL, origin: URL): oidc.CustomFetch =>
  (url, options) => {
    const to = new URL(url)
    if (to.origin === issuer.origin) {
      to.protocol = origin.protocol
      to.host = origin.host
    }
    return fetch(to, options as RequestInit) // the client's own words for the same options
  }

export function createProviderClient(settings: ClientSettings, clock: Clock): ProviderClient {
  const { clientId, clientSecret } = settings
  let discovered: Promise<oidc.Configuration> | null = null
  let known = false
  let failedAt = 0
  let answeredAt = 0
  let asking: Promise<void> | null = null
  let remote: ReturnType<typeof createRemoteJWKSet> | null = null

  function configuration(): Promise<oidc.Configuration> {
    if (discovered !== null) return discovered
    if (Math.abs(clock.now() - failedAt) < RETRY_MS) return Promise.reject(sessionRefusal('SIGN_IN_UNAVAILABLE'))
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
          // Plain HTTP is for a provider on this very machine, or the one inside.
          ...(issuer.protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {}),
          ...(settings.fetch === undefined ? {} : { [oidc.customFetch]: settings.fetch }),
        },
      )
      .then(
        (found) => {
          known = true
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
    isKnown: () => known,
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
            [customFetch]: (url: string, { headers, ...options }: Parameters<FetchImplementation>[1]) =>
              through(url, { ...options, headers: Object.fromEntries(headers), body: null }),
          }),
        })
      }
      try {
        return await remote(header, token)
      } catch (error) {
        if (isAboutTheKey(error)) throw error
        // The provider is away. What it told last still holds, but a key that is not among them may be a new one.
        const kept = remote.jwks()
        if (kept === undefined) throw sessionRefusal('SIGN_IN_UNAVAILABLE')
        return createLocalJWKSet(kept)(header, token).catch((late: unknown) => {
          throw late instanceof errors.JWKSNoMatchingKey ? sessionRefusal('SIGN_IN_UNAVAILABLE') : late
        })
      }
    },
  }
}

/** jose tells what is wrong with a key by errors of its own; what failed on the way is generic, late, or not jose's at all. */
const isAboutTheKey = (error: unknown): boolean =>
  error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && error.code !== 'ERR_JOSE_GENERIC'
