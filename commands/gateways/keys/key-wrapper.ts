/** A key in plain, with the name that it is bound to. */
export type PlainKey = { readonly id: string; readonly bytes: Uint8Array }
/** The same key, wrapped. */
export type WrappedKey = { readonly id: string; readonly wrapped: string }

/** State of a vault. Times are epoch milliseconds; null where its policy does not tell. */
export type VaultState = {
  /** End and whole life of the token; null for one that never ends. */
  readonly token: { readonly endsAt: number; readonly lifeMs: number } | null
  /** Making of the key's newest version. */
  readonly keyMadeAt: number | null
}

/**
 * Wraps keys, so that what is stored opens nothing by itself. A wrapped key is `<name of the
 * wrapper>.<rest>`; it does not unwrap under another id. Every adapter passes
 * `tests/conformance/key-wrapper.ts`.
 */
export interface KeyWrapper {
  readonly name: string
  /** In the order of the keys. @throws StoreUnavailable while a vault does not answer */
  wrap(keys: readonly PlainKey[]): Promise<readonly string[]>
  /**
   * In the order of the keys; the caller overwrites them once they are used.
   *
   * @throws StoreUnavailable while a vault does not answer · Error for another id, another key, or
   * changed text
   */
  unwrap(keys: readonly WrappedKey[]): Promise<readonly Buffer[]>
  /** Whether it can unwrap now. @throws StoreUnavailable */
  ping(): Promise<void>
  /** Absent without a vault. @throws StoreUnavailable */
  readonly vault?: () => Promise<VaultState>
}
