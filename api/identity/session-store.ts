import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { IdentityDatabase } from '#commands/gateways/identity-database.ts'

/** What a browser's session stands for. It never leaves the server but for the access token. */
export type Session = {
  readonly userId: string
  readonly accessToken: string
  /** @unit epoch milliseconds */
  readonly accessExpiresAt: number
  readonly refreshToken: string
  readonly idToken: string
}

/** AES-256-GCM: nonce, tag, then the text. */
export function seal(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** @returns null when it was not sealed with this key, or was changed */
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
 * Sessions by the hash of their id, sealed with a key that only the cookie completes: neither a copy of the file nor the
 * cookie alone gives a refresh token away.
 */
export function createSessionStore({ sql }: IdentityDatabase, secret: Buffer) {
  const read = sql.prepare<[string, number], { sealed: Buffer }>('SELECT sealed FROM sessions WHERE id_hash = ? AND expires_at > ?')
  const insert = sql.prepare('INSERT INTO sessions (id_hash, user_id, sealed, expires_at) VALUES (?, ?, ?, ?)')
  const update = sql.prepare('UPDATE sessions SET sealed = ? WHERE id_hash = ?')
  const remove = sql.prepare('DELETE FROM sessions WHERE id_hash = ?')
  const removeAll = sql.prepare('DELETE FROM sessions WHERE user_id = ? AND id_hash <> ?')
  const keyOf = (id: string): Buffer => Buffer.from(hkdfSync('sha256', secret, id, 'session', 32))

  return {
    /** @returns the session's id, for the cookie alone */
    start(session: Session, expiresAt: number): string {
      const id = randomBytes(32).toString('base64url')
      insert.run(hashOf(id), session.userId, seal(keyOf(id), JSON.stringify(session)), expiresAt)
      return id
    },
    find(id: string, now: number): Session | null {
      const row = read.get(hashOf(id), now)
      const text = row === undefined ? null : unseal(keyOf(id), row.sealed)
      return text === null ? null : (JSON.parse(text) as Session) // sealed by `start` or `replace`
    },
    replace: (id: string, session: Session): void => void update.run(seal(keyOf(id), JSON.stringify(session)), hashOf(id)),
    end: (id: string): void => void remove.run(hashOf(id)),
    /** Every session of a user, but the one named. */
    endAll: (userId: string, exceptId = ''): void => void removeAll.run(userId, hashOf(exceptId)),
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>

/** Access tokens are checked without asking anyone; those of an ended session are remembered until they expire by themselves. */
export function createRevocations({ sql }: IdentityDatabase) {
  const known = new Map<string, number>()
  for (const row of sql.prepare<[], { jti: string; expires_at: number }>('SELECT jti, expires_at FROM revoked').all()) known.set(row.jti, row.expires_at)
  const insert = sql.prepare('INSERT OR IGNORE INTO revoked (jti, expires_at) VALUES (?, ?)')
  return {
    add(jti: string, expiresAt: number, now: number): void {
      for (const [old, until] of known) if (until <= now) known.delete(old)
      known.set(jti, expiresAt)
      insert.run(jti, expiresAt)
    },
    has: (jti: string): boolean => known.has(jti),
  }
}

export type Revocations = ReturnType<typeof createRevocations>
