import { type DataKey, dataKeyOf, letGo } from './envelope.ts'
import { keyAt, placeInBlock } from './key-blocks.ts'

/**
 * A key in memory, with the names of actors that it has decrypted and encrypted; null once it was
 * destroyed.
 */
export type HeldKey =
  | (DataKey & { names?: Map<string, string>; encryptedNames?: Map<string, string> })
  | null
export type HeldKeys = ReadonlyMap<string, HeldKey>

/** Keys in memory: some 700 bytes each. */
const HELD = 20_000
/** Blocks in memory: 32 KiB each. */
const BLOCKS = 100
/**
 * Time until the store is asked again for a key: another process may have destroyed it.
 */
const HELD_MS = 60_000
/** Interval at which unused keys are removed from memory. */
const SWEEP_MS = 60_000
/**
 * `wrapped` is what it was unwrapped from; null for a key out of a block, and for a destroyed one.
 */
export type Held<T> = { readonly what: T; readonly until: number; readonly wrapped: string | null }

/** Keys and blocks of keys in memory, overwritten when they are removed. */
export function keyCache() {
  const keys = new Map<string, Held<HeldKey>>()
  const blocks = new Map<string, Held<Buffer>>()
  let sweeping = false

  const isFresh = (entry: { readonly until: number }): boolean => performance.now() < entry.until
  function remember<T>(into: Map<string, Held<T>>, id: string, what: T, wrapped: string | null): T {
    into.set(id, { what, until: performance.now() + HELD_MS, wrapped })
    sweepLater()
    return what
  }
  const hold = (id: string, bytes: Buffer | null, wrapped: string | null): HeldKey =>
    remember(keys, id, bytes && dataKeyOf(bytes), wrapped)

  function dropKey(id: string): void {
    const key = keys.get(id)?.what
    if (key) letGo(key)
    keys.delete(id)
  }
  function dropBlock(id: string): void {
    blocks.get(id)?.what.fill(0)
    blocks.delete(id)
  }
  /**
   * Overwrites and removes keys. Never while a function reads a block: zeros in it would mean a
   * destroyed key.
   */
  function sweep(isGone: (held: Held<unknown>) => boolean): void {
    for (const [id, entry] of keys) if (isGone(entry)) dropKey(id)
    for (const [id, entry] of blocks) if (isGone(entry)) dropBlock(id)
  }
  function sweepLater(): void {
    if (sweeping) return
    sweeping = true
    setTimeout(() => {
      sweeping = false
      sweep(({ until }) => performance.now() >= until + HELD_MS)
      if (keys.size + blocks.size > 0) sweepLater()
    }, SWEEP_MS).unref()
  }

  /** Adds cached keys to `found`, those of cached blocks included. @returns the others */
  function absent(ids: readonly string[], found: Map<string, HeldKey>): readonly string[] {
    let others: string[] | null = null
    for (const id of ids) {
      const entry = keys.get(id)
      if (entry !== undefined && isFresh(entry)) found.set(id, entry.what)
      else {
        const place = placeInBlock(id)
        const block = place && blocks.get(place.block)
        if (place && block && isFresh(block))
          found.set(id, hold(id, keyAt(block.what, place.index), null))
        else (others ??= []).push(id)
      }
    }
    return others ?? NONE
  }

  return {
    keys,
    blocks,
    remember,
    hold,
    dropKey,
    dropBlock,
    absent,
    /** Makes room when too much is in memory. */
    makeRoom(): void {
      if (keys.size >= HELD || blocks.size >= BLOCKS) sweep(() => true)
    },
  }
}

const NONE: readonly string[] = []
