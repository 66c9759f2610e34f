import type { KeptKey, KeyStore } from '#commands/gateways/keys/keys.ts'
import type { KeyWrapper, PlainKey, WrappedKey } from '#commands/gateways/keys/key-wrapper.ts'
import { type DataKey, dataKeyOf } from './envelope.ts'
import { type FileKeys, fileKeysOf, isFileKey } from './file-keys.ts'
import { keyAt, keyInBlock, keysIn, newBlock, placeInBlock, withoutKey } from './key-blocks.ts'
import { type Held, type HeldKey, type HeldKeys, keyCache } from './key-cache.ts'
import { type MasterKeys, newKeyBytes, wrappedBy, wrapperOf } from './master-key.ts'

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

/** Streams whose new key is remembered, in case their first event has to be appended again. */
const TAKEN = 1_000

/** The keys of personal data, unwrapped and cached in memory. */
export type Keyring = FileKeys & {
  /** Keys to decrypt with. @throws KeyMissing · MasterKeyMissing */
  readonly held: (ids: readonly string[]) => HeldKeys | Promise<HeldKeys>
  /** Keys to encrypt with, by derived names; a key that does not exist is made. */
  readonly made: (ids: readonly string[]) => HeldKeys | Promise<HeldKeys>
  /** The name of a new key for a stream that has none; the same name for the same stream. */
  readonly newFor: (stream: string) => string | Promise<string>
  /** Destroys keys for good. Other processes notice within a minute. */
  readonly destroy: (ids: readonly string[]) => Promise<void>
  /** Number of destructions in this process: texts decrypted before one may not be kept. */
  readonly destructions: () => number
  /** Keys and blocks of keys in memory. */
  readonly inMemory: () => number
  /** The stored keys, for copies. */
  readonly kept: () => Promise<readonly KeptKey[]>
  /**
   * Adds keys from a copy. A key that was destroyed here or in the copy stays destroyed. @throws
   * MasterKeyMissing
   */
  readonly adopt: (keys: readonly KeptKey[]) => Promise<void>
  readonly wrapper: KeyWrapper
}

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
  const wrapper = wrapperOf(masters)
  const cache = keyCache()
  const { keys, blocks, remember, hold, dropKey, dropBlock, absent } = cache
  /** Counts destructions, so that a key that is being loaded meanwhile is not cached. */
  let destructions = 0
  /**
   * Puts stored keys into memory. A key in memory that is stored as it was is not unwrapped again.
   */
  async function load<T>(
    into: Map<string, Held<T>>,
    stored: readonly WrappedKey[],
    of: (bytes: Buffer) => T,
  ): Promise<void> {
    const news = stored.filter(({ id, wrapped }) => {
      const present = into.get(id)
      if (present?.wrapped !== wrapped) return true
      remember(into, id, present.what, wrapped)
      return false
    })
    if (news.length === 0) return
    const before = destructions
    const unwrapped = await wrapper.unwrap(news)
    for (const [i, { id, wrapped }] of news.entries()) {
      const bytes = unwrapped[i]
      if (bytes && before === destructions) remember(into, id, of(bytes), wrapped)
    }
  }
  function keyOf(bytes: Buffer): DataKey {
    const key = dataKeyOf(bytes)
    bytes.fill(0)
    return key
  }

  /** Loads keys and their blocks from the store. @returns the ids that the store never had */
  async function fetched(
    ids: readonly string[],
    found: Map<string, HeldKey>,
  ): Promise<readonly string[]> {
    cache.makeRoom()
    const before = destructions
    // A key of a block has an entry of its own only once it was destroyed.
    const names = new Set(ids.flatMap((id) => [id, placeInBlock(id)?.block ?? id]))
    const wrappedById = new Map((await store.find([...names])).map((key) => [key.id, key.wrapped]))
    if (before !== destructions) return fetched(ids, found)
    const stored = (names: Iterable<string>): readonly WrappedKey[] =>
      [...new Set(names)].flatMap((id) => {
        const wrapped = wrappedById.get(id)
        return wrapped ? [{ id, wrapped }] : []
      })
    const [own, whole] = [
      stored(ids),
      stored(ids.flatMap((id) => (wrappedById.has(id) ? [] : (placeInBlock(id)?.block ?? [])))),
    ]
    await load(keys, own, keyOf)
    await load(blocks, whole, (bytes) => bytes)
    // Something was destroyed or swept while a vault was asked.
    if (
      before !== destructions ||
      !own.every(({ id }) => keys.has(id)) ||
      !whole.every(({ id }) => blocks.has(id))
    )
      return fetched(ids, found)
    for (const id of ids) {
      const place = placeInBlock(id)
      const block = place && blocks.get(place.block)
      if (wrappedById.get(id) === null) found.set(id, hold(id, null, null))
      else if (wrappedById.has(id)) found.set(id, keys.get(id)?.what ?? null)
      else if (place && block && wrappedById.get(place.block))
        found.set(id, hold(id, keyAt(block.what, place.index), null))
    }
    return ids.filter((id) => !found.has(id))
  }

  async function wrapped(plain: PlainKey): Promise<WrappedKey> {
    const [text = ''] = await wrapper.wrap([plain])
    return { id: plain.id, wrapped: text }
  }

  async function destroyInBlock(block: string, index: number): Promise<void> {
    for (;;) {
      const [stored] = await store.find([block])
      if (!stored?.wrapped) return
      const [whole = Buffer.alloc(0)] = await wrapper.unwrap([
        { id: block, wrapped: stored.wrapped },
      ])
      const rest = withoutKey(whole, index)
      whole.fill(0)
      const next = await wrapped({ id: block, bytes: rest })
      rest.fill(0)
      if (await store.replace(block, stored.wrapped, next.wrapped)) return
    }
  }

  async function destroy(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await beforeDestroyed?.(ids)
    for (const id of ids) {
      const place = placeInBlock(id)
      if (!place) continue
      await destroyInBlock(place.block, place.index)
      dropBlock(place.block)
    }
    await store.destroy(ids)
    for (const id of ids) dropKey(id)
    destructions++
  }

  return {
    wrapper,
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
        const fresh = lost.map((id) => ({ id, bytes: newKeyBytes() }))
        const texts = await wrapper.wrap(fresh)
        for (const { bytes } of fresh) bytes.fill(0)
        await store.add(fresh.map(({ id }, i) => ({ id, wrapped: texts[i] ?? null })))
        await fetched(lost, found)
        return found
      })()
    },
    newFor: newKeys({
      store,
      wrapped,
      made: (id, bytes, text) => void remember(blocks, id, bytes, text),
    }),
    destroy,
    ...fileKeysOf(store, wrapper),
    destructions: () => destructions,
    inMemory: () => keys.size + blocks.size,
    kept: async () => (await store.all()).filter((key) => !isFileKey(key)),
    async adopt(copied) {
      const live = copied.flatMap(({ id, wrapped }) => (wrapped === null ? [] : [{ id, wrapped }]))
      const [own, foreign] = [true, false].map((isOwn) =>
        live.filter(({ wrapped }) => (wrappedBy(wrapped) === wrapper.name) === isOwn),
      )
      await store.add([...(own ?? []), ...(await wrappedAgain(wrapper, foreign ?? []))])
      const gone = [...copied, ...(await store.all())].flatMap(({ id, wrapped }) =>
        wrapped === null ? [id] : [],
      )
      await destroy([...new Set(gone)])
    },
  }
}

/**
 * Names of new keys, from blocks. The next block is made when half of the last is used. The other
 * half is left for an outage of the key store.
 */
function newKeys({
  store,
  wrapped,
  made: announce,
}: {
  readonly store: Pick<KeyStore, 'add'>
  readonly wrapped: (plain: PlainKey) => Promise<WrappedKey>
  readonly made: (id: string, bytes: Buffer, wrapped: string) => void
}): Keyring['newFor'] {
  let spares: readonly { readonly id: string; readonly size: number; next: number }[] = []
  let made = 0
  let making: Promise<void> | null = null
  const taken = new Map<string, string>()

  async function makeBlock(): Promise<void> {
    const { id, bytes } = newBlock(made)
    const block = await wrapped({ id, bytes })
    await store.add([block])
    made++
    announce(id, bytes, block.wrapped)
    spares = [...spares, { id, size: keysIn(bytes), next: 0 }]
  }
  const makeNext = (): Promise<void> => (making ??= makeBlock().finally(() => (making = null)))
  function take(stream: string): string | null {
    spares = spares.filter(({ next, size }) => next < size)
    const [block, ...others] = spares
    if (block === undefined) return null
    const id = keyInBlock(block.id, block.next++)
    // A failure is told to the caller that finds no key left.
    if (others.length === 0 && block.next * 2 >= block.size) makeNext().catch(() => undefined)
    if (taken.size >= TAKEN) taken.clear()
    taken.set(stream, id)
    return id
  }

  return (stream) => {
    const earlier = taken.get(stream) ?? take(stream)
    if (earlier !== null) return earlier
    return (async () => {
      for (;;) {
        await makeNext()
        const id = taken.get(stream) ?? take(stream)
        if (id !== null) return id
      }
    })()
  }
}

/** The same keys, wrapped by the wrapper's newest key. */
export async function wrappedAgain(
  wrapper: KeyWrapper,
  keys: readonly WrappedKey[],
): Promise<readonly WrappedKey[]> {
  if (keys.length === 0) return keys
  const unwrapped = await wrapper.unwrap(keys)
  const texts = await wrapper.wrap(
    keys.map(({ id }, i) => ({ id, bytes: unwrapped[i] ?? Buffer.alloc(0) })),
  )
  for (const bytes of unwrapped) bytes.fill(0)
  return keys.map(({ id }, i) => ({ id, wrapped: texts[i] ?? '' }))
}
