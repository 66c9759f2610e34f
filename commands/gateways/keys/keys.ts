/** A stored key, or a block of them: wrapped, or null once it was destroyed. */
export type KeptKey = { readonly id: string; readonly wrapped: string | null }

/**
 * The keys that encrypt personal data in the log, kept apart from the log. A destroyed key leaves
 * its name behind. It is therefore never created again, and is not mistaken for a lost one. Every
 * adapter passes `tests/conformance/keys.ts`.
 */
export interface KeyStore {
  /** The stored keys of these names, destroyed ones too; a key that never existed is absent. */
  find(ids: readonly string[]): Promise<readonly KeptKey[]>
  /**
   * Stores each key unless its name is taken. Durable when it resolves. @returns the key now stored
   * under each name
   */
  add(keys: readonly KeptKey[]): Promise<readonly KeptKey[]>
  /**
   * Destroys keys for good, also keys that never existed. Neither they nor their replaced versions
   * can be recovered. May be repeated.
   */
  destroy(ids: readonly string[]): Promise<void>
  /** Replaces `from` by `to`. @returns false when the store holds another value */
  replace(id: string, from: string, to: string): Promise<boolean>
  /** Any key that was not destroyed; null when there is none. */
  any(): Promise<KeptKey | null>
  /** All of them, in no order. */
  all(): Promise<readonly KeptKey[]>
  close(): Promise<void>
}
