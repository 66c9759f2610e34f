/** A browser's session as it is kept: sealed, so that what is kept says nothing by itself. */
export type KeptSession = {
  /** Hash of the id that the cookie holds. */
  readonly idHash: string
  readonly userId: string
  readonly sealed: Uint8Array
  /** @unit epoch milliseconds */
  readonly expiresAt: number
}

/**
 * What signing in must remember and the event log must not hold, alike for every API process. Every adapter passes
 * `tests/conformance/sign-in-store.ts`. Losing it signs everybody out; the business's data does not depend on it.
 */
export interface SignInStore {
  /** A secret made on first use and kept for good: of two that make it at once, both get the one that was kept. */
  secret(name: string, make: () => string | Promise<string>): Promise<string>
  /** True once that secret was made. */
  has(name: string): Promise<boolean>
  readonly sessions: {
    add(session: KeptSession): Promise<void>
    /** @returns null when it ended, or did at `now` */
    find(idHash: string, now: number): Promise<KeptSession | null>
    /** Puts `sealed` in the place of what was kept. Of a session that ended meanwhile, nothing comes back. */
    reseal(idHash: string, sealed: Uint8Array): Promise<void>
    end(idHash: string): Promise<void>
    /** Every session of a user, but the one named. */
    endAll(userId: string, exceptIdHash: string): Promise<void>
  }
  /** Access tokens that were ended before their time, by their `jti`. */
  readonly revoked: {
    add(jti: string, expiresAt: number): Promise<void>
    has(jti: string): Promise<boolean>
  }
  readonly leases: {
    /** @returns true when `holder` has it now, until `until`; false while another one does */
    take(name: string, holder: string, until: number, now: number): Promise<boolean>
    release(name: string, holder: string): Promise<void>
  }
  /** Forgets what has expired. @returns how many */
  purge(now: number): Promise<number>
  ping(): Promise<void>
  close(): Promise<void>
}
