/** A key, or a block of them, as it is kept: wrapped, or null once it was destroyed. */
export type KeptKey = { readonly id: string; readonly wrapped: string | null }

/**
 * The keys that personal data in the log is encrypted with, kept apart from the log. A key that was destroyed leaves its name
 * behind, so that it is never made again and nobody takes it for one that is missing. Every adapter passes
 * `tests/conformance/keys.ts`.
 */
export interface KeyStore {
  /** What is kept of these, destroyed ones too; a key that was never made is absent. */
  find(ids: readonly string[]): Promise<readonly KeptKey[]>
  /** Keeps each key unless its name is taken. Durable when it resolves. @returns what stands under each name now */
  add(keys: readonly KeptKey[]): Promise<readonly KeptKey[]>
  /**
   * Destroys keys for good, also those that were never made. Nothing is left of them, nor of what was replaced before.
   * Again is nothing.
   */
  destroy(ids: readonly string[]): Promise<void>
  /** Puts `to` in the place of `from`. @returns false when something else stands there */
  replace(id: string, from: string, to: string): Promise<boolean>
  /** One that was not destroyed, whichever; null when there is none. */
  any(): Promise<KeptKey | null>
  /** All of them, in no order. */
  all(): Promise<readonly KeptKey[]>
  close(): Promise<void>
}
