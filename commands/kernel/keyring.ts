import type { KeptKey, KeyStore } from '#commands/gateways/keys.ts'
import { type DataKey, dataKeyOf } from './envelope.ts'
import { keyAt, keyInBlock, keysIn, newBlock, placeInBlock, withoutKey } from './key-blocks.ts'
import { type MasterKeys, newKeyBytes, unwrap, wrap, wrappedBy } from './master-key.ts'

/** An event's key is missing from the store, although it was not destroyed. */
export class KeyMissing extends Error {
  override readonly name = 'KeyMissing'
  constructor(id: string) {
    super(
      `The key ${id} of personal data is missing. Restore keys.sqlite, or the collection _keys in MongoDB, ` +
        'from the backup that ' +
        'belongs to this log; processes of one log on several machines need MONGODB_URL or one DATA_DIR.',
    )
  }
}

/** A key in memory, with the names of actors that it has decrypted and encrypted; null once it was destroyed. */
export type HeldKey = (DataKey & { names?: Map<string, string>; encryptedNames?: Map<string, string> }) | null
export type HeldKeys = ReadonlyMap<string, HeldKey>

/** Keys in memory: some 700 bytes each. */
const HELD = 20_000
/** Blocks in memory: 32 KiB each. */
const BLOCKS = 100
/** How long a key stays in memory after another process destroyed it. */
const HELD_MS = 60_000
/** Streams whose new key is remembered, in case their first event has to be appended again. */
const TAKEN = 1_000

/** The keys of personal data, unwrapped and cached in memory. */
export type Keyring = {
  /** Keys to decrypt with. @throws KeyMissing · MasterKeyMissing */
  readonly held: (ids: readonly string[]) => HeldKeys | Promise<HeldKeys>
  /** Keys to encrypt with, by derived names; a key that does not exist is made. */
  readonly made: (ids: readonly string[]) => HeldKeys | Promise<HeldKeys>
  /** The name of a new key for a stream that has none; the same name for the same stream. */
  readonly newFor: (stream: string) => string | Promise<string>
  /** Destroys keys for good. Other processes notice within a minute. */
  readonly destroy: (ids: readonly string[]) => Promise<void>
  /** How many destructions there were in this process: what was decrypted before one may not be kept. */
  readonly destructions: () => number
  /** The stored keys, for copies. */
  readonly kept: () => Promise<readonly KeptKey[]>
  /** Adds keys from a copy. A key that was destroyed here or in the copy stays destroyed. @throws MasterKeyMissing */
  readonly adopt: (keys: readonly KeptKey[]) => Promise<void>
  readonly masters: MasterKeys
}

type Held<T> = { readonly what: T; readonly until: number }

/** @param beforeDestroyed receives the names of keys before they are destroyed */
export function openKeyring({
  store,
  masters,
  beforeDestroyed,
}: {
  readonly store: KeyStore
  readonly masters: MasterKeys
  readonly beforeDestroyed?: (ids: readonly string[]) => Promise<void>
}): Keyring {
  const keys = new Map<string, Held<HeldKey>>()
  const blocks = new Map<string, Held<Buffer>>()
  /** Counts destructions, so that a key that is being loaded meanwhile is not cached. */
  let destructions = 0

  function remember<T>(into: Map<string, Held<T>>, most: number, id: string, what: T): T {
    if (into.size >= most) into.clear()
    into.set(id, { what, until: performance.now() + HELD_MS })
    return what
  }
  const hold = (id: string, bytes: Buffer | null): HeldKey => remember(keys, HELD, id, bytes && dataKeyOf(bytes))

  /** Adds cached keys to `found`, those of cached blocks included. @returns the others */
  function absent(ids: readonly string[], found: Map<string, HeldKey>): readonly string[] {
    const now = performance.now()
    let others: string[] | null = null
    for (const id of ids) {
      const held = keys.get(id)
      if (held !== undefined && now < held.until) found.set(id, held.what)
      else {
        const place = placeInBlock(id)
        const block = place && blocks.get(place.block)
        if (place && block && now < block.until) found.set(id, hold(id, keyAt(block.what, place.index)))
        else (others ??= []).push(id)
      }
    }
    return others ?? NONE
  }

  /** Loads keys and their blocks from the store. @returns the ids that the store never had */
  async function fetched(ids: readonly string[], found: Map<string, HeldKey>): Promise<readonly string[]> {
    const before = destructions
    // A key of a block has an entry of its own only once it was destroyed.
    const names = new Set(ids.flatMap((id) => [id, placeInBlock(id)?.block ?? id]))
    const kept = new Map((await store.find([...names])).map((key) => [key.id, key.wrapped]))
    if (before !== destructions) return fetched(ids, found)
    for (const id of ids) {
      const own = kept.get(id)
      const place = placeInBlock(id)
      const whole = place && kept.get(place.block)
      if (own !== undefined) found.set(id, hold(id, own === null ? null : unwrap(masters, id, own)))
      else if (place && whole) {
        const known = blocks.get(place.block)
        const isFresh = known !== undefined && performance.now() < known.until
        const block = isFresh ? known.what : remember(blocks, BLOCKS, place.block, unwrap(masters, place.block, whole))
        found.set(id, hold(id, keyAt(block, place.index)))
      }
    }
    return ids.filter((id) => !found.has(id))
  }

  let spare: { readonly id: string; readonly size: number; next: number } | null = null
  let made = 0
  let making: Promise<void> | null = null
  const taken = new Map<string, string>()

  async function makeBlock(): Promise<void> {
    const { id, bytes } = newBlock(made)
    await store.add([{ id, wrapped: wrap(masters, id, bytes) }])
    made++
    remember(blocks, BLOCKS, id, bytes)
    spare = { id, size: keysIn(bytes), next: 0 }
  }
  function take(stream: string): string | null {
    if (spare === null || spare.next === spare.size) return null
    const id = keyInBlock(spare.id, spare.next++)
    if (taken.size >= TAKEN) taken.clear()
    taken.set(stream, id)
    return id
  }

  async function destroyInBlock(block: string, index: number): Promise<void> {
    for (;;) {
      const [kept] = await store.find([block])
      if (!kept?.wrapped) return
      const rest = withoutKey(unwrap(masters, block, kept.wrapped), index)
      if (await store.replace(block, kept.wrapped, wrap(masters, block, rest))) return
    }
  }

  async function destroy(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await beforeDestroyed?.(ids)
    for (const id of ids) {
      const place = placeInBlock(id)
      if (!place) continue
      await destroyInBlock(place.block, place.index)
      blocks.delete(place.block)
    }
    await store.destroy(ids)
    for (const id of ids) keys.delete(id)
    destructions++
  }

  return {
    masters,
    held(ids) {
      const found = new Map<string, HeldKey>()
      const others = absent(ids, found)
      if (others.length === 0) return found
      return fetched(others, found).then((lost) => {
        for (const id of lost) throw new KeyMissing(id)
        return found
      })
    },
    made(ids) {
      const found = new Map<string, HeldKey>()
      const others = absent(ids, found)
      if (others.length === 0) return found
      return (async () => {
        const lost = await fetched(others, found)
        if (lost.length === 0) return found
        for (const id of lost) if (placeInBlock(id)) throw new KeyMissing(id)
        await store.add(lost.map((id) => ({ id, wrapped: wrap(masters, id, newKeyBytes()) })))
        await fetched(lost, found)
        return found
      })()
    },
    newFor(stream) {
      const known = taken.get(stream) ?? take(stream)
      if (known !== null) return known
      return (async () => {
        for (;;) {
          making ??= makeBlock().finally(() => (making = null))
          await making
          const id = taken.get(stream) ?? take(stream)
          if (id !== null) return id
        }
      })()
    },
    destroy,
    destructions: () => destructions,
    kept: () => store.all(),
    async adopt(copied) {
      await store.add(
        copied.flatMap(({ id, wrapped }) => {
          if (wrapped === null) return []
          const isCurrent = wrappedBy(wrapped) === masters[0].name
          return [{ id, wrapped: isCurrent ? wrapped : wrap(masters, id, unwrap(masters, id, wrapped)) }]
        }),
      )
      const gone = [...copied, ...(await store.all())].flatMap(({ id, wrapped }) => (wrapped === null ? [id] : []))
      await destroy([...new Set(gone)])
    },
  }
}

const NONE: readonly string[] = []
