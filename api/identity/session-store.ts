import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { AboutSession, SignInStore } from '#commands/gateways/accounts/sign-in-store.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'

/** A browser's session. Only its access token ever leaves the server. */
export type Session = {
  readonly userId: string
  readonly accessToken: string
  /** @unit epoch milliseconds */
  readonly accessExpiresAt: number
  readonly refreshToken: string
  readonly idToken: string
  /** A guest's demo, which the provider knows no session of. */
  readonly isGuest?: true
}

/** @unit endsAt epoch milliseconds; the session's own end, however often its token is renewed */
export type StoredSession = Session & { readonly endsAt: number }

/** AES-256-GCM: nonce, tag, then the text. */
export function seal(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** @returns null when it was encrypted with another key, or was changed */
export function unseal(key: Buffer, sealed: Buffer): string | null {
  if (sealed.length < 28) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    decipher.setAuthTag(sealed.subarray(12, 28))
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex')

/**
 * Sessions by the hash of their id, encrypted with a key that includes the cookie. Neither a copy
 * of the store nor the cookie alone reveals a refresh token.
 */
export function createSessionStore({ sessions }: Pick<SignInStore, 'sessions'>, secret: Buffer) {
  const keyOf = (id: string): Buffer => Buffer.from(hkdfSync('sha256', secret, id, 'session', 32))

  return {
    /** @returns the session's id, for the cookie alone */
    async start(session: Session, about: AboutSession, expiresAt: number): Promise<string> {
      const id = randomBytes(32).toString('base64url')
      await sessions.add({
        idHash: hashOf(id),
        userId: session.userId,
        sealed: seal(keyOf(id), JSON.stringify(session)),
        about,
        expiresAt,
      })
      return id
    },
    async find(id: string, now: number): Promise<StoredSession | null> {
      const found = await sessions.find(hashOf(id), now)
      const text = found === null ? null : unseal(keyOf(id), Buffer.from(found.sealed))
      if (found === null || text === null) return null
      const session = JSON.parse(text) as Session // sealed by `start` or `replace`
      return { ...session, endsAt: found.expiresAt }
    },
    async replace(
      id: string,
      session: Session,
      renewed: Partial<AboutSession>,
      now: number,
    ): Promise<void> {
      const ended = await sessions.find(hashOf(id), now)
      if (ended === null) return
      const about = { ...ended.about, ...renewed }
      await sessions.reseal(hashOf(id), { sealed: seal(keyOf(id), JSON.stringify(session)), about })
    },
    end: (id: string): Promise<void> => sessions.end(hashOf(id)),
    ofUser: (userId: string, now: number) => sessions.ofUser(userId, now),
    /** The same by the session's name. */
    endNamed: (name: string): Promise<void> => sessions.end(name),
    /** Ends every session of a user, except the named one. */
    endAll: (userId: string, exceptId = ''): Promise<void> =>
      sessions.endAll(userId, hashOf(exceptId)),
    /** A session's name for leases and lists, which must not contain its id. */
    nameOf: hashOf,
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>

/** Time for which a token that another process revoked may still pass here. */
const BELIEVED_MS = 1_000
const MAX_KNOWN = 10_000

/**
 * Access tokens are checked without any request; those of ended sessions are remembered until they
 * expire.
 */
export function createRevocations({ revoked }: Pick<SignInStore, 'revoked'>, clock: Clock) {
  /** By `jti`, the time of the last look-up; infinity once it is known to be revoked. */
  const askedAt = new Map<string, number>()
  let awayUntil = 0

  const remember = (jti: string, at: number): void => {
    if (askedAt.size >= MAX_KNOWN) askedAt.clear()
    askedAt.set(jti, at)
  }

  return {
    async add(jti: string, expiresAt: number): Promise<void> {
      remember(jti, Number.POSITIVE_INFINITY)
      await revoked.add(jti, expiresAt)
    },
    /**
     * While the store is away, only known revocations count: a token lives for minutes, and
     * commands must go on.
     */
    async has(jti: string): Promise<boolean> {
      const now = clock.now()
      const last = askedAt.get(jti)
      if (last === Number.POSITIVE_INFINITY) return true
      if ((last !== undefined && Math.abs(now - last) < BELIEVED_MS) || now < awayUntil)
        return false
      try {
        const gone = await revoked.has(jti)
        remember(jti, gone ? Number.POSITIVE_INFINITY : now)
        return gone
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        awayUntil = clock.now() + BELIEVED_MS
        return false
      }
    },
  }
}

export type Revocations = ReturnType<typeof createRevocations>
