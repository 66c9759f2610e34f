/**
 * Description of a session for its owner, and its dependents. @unit epoch milliseconds; 0 for an
 * unknown time
 */
export type AboutSession = {
  readonly begunAt: number
  /** When its access token was last renewed. */
  readonly usedAt: number
  /** Browser and system, "Firefox, Windows"; empty when they are not known. */
  readonly browser: string
  /** `jti` of its access token, and when that expires. */
  readonly tokenId: string
  readonly tokenUntil: number
  /** Grant of the embedded provider; empty with an outside one. */
  readonly grant: string
}
export const unknownSession: AboutSession = {
  begunAt: 0,
  usedAt: 0,
  browser: '',
  tokenId: '',
  tokenUntil: 0,
  grant: '',
}

/**
 * A stored browser session. Its tokens are encrypted, so that the store alone does not reveal them.
 */
export type KeptSession = {
  /** Hash of the id that the cookie holds. */
  readonly idHash: string
  readonly userId: string
  readonly sealed: Uint8Array
  readonly about: AboutSession
  /** @unit epoch milliseconds */
  readonly expiresAt: number
}

/**
 * State of the sign-in that does not belong in the event log, shared by all API processes. Every
 * adapter passes `tests/conformance/sign-in-store.ts`. Losing it signs all users out; business data
 * does not depend on it.
 */
export interface SignInStore {
  /**
   * A secret made on first use and kept for good. Two processes that make it at once both get the
   * one that was kept.
   */
  secret(name: string, make: () => string | Promise<string>): Promise<string>
  /** True once that secret was made. */
  has(name: string): Promise<boolean>
  secrets(): Promise<readonly { readonly name: string; readonly value: string }[]>
  /** Replaces `from` by `to`. @returns false when the store holds another value */
  replaceSecret(name: string, from: string, to: string): Promise<boolean>
  removeSecret(name: string): Promise<void>
  readonly sessions: {
    add(session: KeptSession): Promise<void>
    /** @returns null for a session that was ended, or had expired at `now` */
    find(idHash: string, now: number): Promise<KeptSession | null>
    /** Every session of a user that had not expired at `now`. */
    ofUser(userId: string, now: number): Promise<readonly KeptSession[]>
    /** Replaces the session's content. A session that has ended meanwhile stays ended. */
    reseal(idHash: string, kept: Pick<KeptSession, 'sealed' | 'about'>): Promise<void>
    end(idHash: string): Promise<void>
    /** Ends every session of a user, except the named one. */
    endAll(userId: string, exceptIdHash: string): Promise<void>
  }
  /** Access tokens that were revoked before they expired, by their `jti`. */
  readonly revoked: {
    add(jti: string, expiresAt: number): Promise<void>
    has(jti: string): Promise<boolean>
  }
  readonly leases: {
    /**
     * @returns true when `holder` has the lease until `until`; false while another holder has it
     */
    take(name: string, holder: string, until: number, now: number): Promise<boolean>
    release(name: string, holder: string): Promise<void>
  }
  /** Removes what has expired. @returns how many */
  purge(now: number): Promise<number>
  ping(): Promise<void>
  close(): Promise<void>
}
