import { createHash } from 'node:crypto'
import { jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { Refusal } from '#domain/kernel/errors.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { CLOCK_TOLERANCE_S } from './provider-client.ts'
import type { Revocations } from './session-store.ts'

/** The trusted issuers of tokens. */
export type TokenIssuer = {
  readonly kind: 'embedded' | 'outside'
  readonly issuer: () => Promise<string>
  readonly audience: string
  readonly keys: JWTVerifyGetKey
}

/** Claims of a verified access token. */
export type Claims = JWTPayload & { readonly sub: string; readonly exp: number }

/**
 * Only access tokens pass: an ID token is for the client, not for the API. @source RFC 9068,
 * section 2.1
 */
function isAccessToken(
  kind: TokenIssuer['kind'],
  typ: string | undefined,
  claims: JWTPayload,
): boolean {
  if (typ?.toLowerCase().replace(/^application\//, '') === 'at+jwt') return true
  // Keycloak writes `typ: JWT` in the header and the token's kind in the claims.
  return (
    kind === 'outside' &&
    (claims['typ'] === 'Bearer' ||
      (claims['typ'] === undefined &&
        typeof claims['scope'] === 'string' &&
        claims['nonce'] === undefined))
  )
}

const MAX_CACHED = 10_000
const MAX_TOKEN_LENGTH = 8_192

/** Verifies access tokens, each signature once. */
export function accessTokens({
  issuer,
  revocations,
  clock,
}: {
  readonly issuer: TokenIssuer
  readonly revocations: Revocations
  readonly clock: Clock
}) {
  // Tolerance for the clock of another machine.
  const toleranceS = issuer.kind === 'outside' ? CLOCK_TOLERANCE_S : 0
  // A signature is checked once per token. The cache's key is the token's hash, so the cache holds
  // no token.
  const checked = new Map<string, Claims>()

  /** @returns null for a token that is expired, revoked, foreign or missing */
  async function verify(token: string): Promise<Claims | null> {
    if (token.length > MAX_TOKEN_LENGTH) return null
    const key = createHash('sha256').update(token).digest('base64')
    let claims = checked.get(key)
    if (claims === undefined) {
      const algorithms =
        issuer.kind === 'embedded' ? ['RS256'] : ['RS256', 'PS256', 'ES256', 'EdDSA']
      const verified = await jwtVerify(token, issuer.keys, {
        issuer: await issuer.issuer(),
        audience: issuer.audience,
        algorithms,
        currentDate: new Date(clock.now()),
        clockTolerance: toleranceS,
        requiredClaims: ['sub', 'exp'],
      }).catch((error: unknown) => {
        if (error instanceof Refusal) throw error
        return null
      })
      if (
        verified === null ||
        !isAccessToken(issuer.kind, verified.protectedHeader.typ, verified.payload)
      )
        return null
      claims = verified.payload as Claims // `requiredClaims` above
      if (checked.size >= MAX_CACHED) checked.clear()
      checked.set(key, claims)
    }
    if ((claims.exp + toleranceS) * 1000 <= clock.now()) {
      checked.delete(key)
      return null
    }
    return claims.jti !== undefined && (await revocations.has(claims.jti)) ? null : claims
  }

  return { verify }
}
