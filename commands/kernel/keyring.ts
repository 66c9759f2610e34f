import { type DataKey, dataKeyOf } from './envelope.ts'
import type { KeptKey, KeyStore } from '#commands/gateways/keys.ts'
import type { KeyName } from '#domain/kernel/personal.ts'
import { type MasterKeys, newKeyBytes, unwrap, wrap, wrappedBy } from './master-key.ts'

/** An event is encrypted with a key that is not here, and that nobody destroyed. */
export class KeyMissing extends Error {
  override readonly name = 'KeyMissing'
  constructor(id: string) {
    super(
      `The key ${id} of personal data is missing. Restore keys.sqlite, or the collection _keys in MongoDB, from the backup that ` +
        'belongs to this log; processes of one log on several machines need MONGODB_URL or one DATA_DIR.',
    )
  }
}

/** A key at hand, with the names of actors that it has decrypted; null once it was destroyed. */
export type HeldKey = (DataKey & { readonly names: Map<string, string> }) | null
export type HeldKeys = ReadonlyMap<string, HeldKey>

/** Keys held at once: some 700 bytes each. */
const HELD = 20_000
/** So long a key that another process destroyed may still be held. */
const HELD_MS = 60_000

/** The keys of personal data, unwrapped and at hand. */
export type Keyring = {
  /** Keys to decrypt with, in one call to the store at most. @throws KeyMissing · MasterKeyMissing */
  readonly held: (ids: readonly string[]) => HeldKeys | Promise<HeldKeys>
  /** Keys to encrypt with: what was never made is made. */
  readonly made: (names: readonly KeyName[]) => HeldKeys | Promise<HeldKeys>
  /** Destroys keys for good; in other processes within a minute. */
  readonly destroy: (names: readonly KeyName[]) => Promise<void>
  readonly ofOwner: (owner: string) => Promise<readonly string[]>
  /** As kept, for who copies them. */
  readonly kept: () => Promise<readonly KeptKey[]>
  /** Takes over what was copied from elsewhere. What was destroyed here or there stays so. @throws MasterKeyMissing */
  readonly adopt: (keys: readonly KeptKey[]) => Promise<void>
  readonly masters: MasterKeys
}

type Entry = { readonly key: HeldKey; readonly until: number }

export function openKeyring({ store, masters }: { readonly store: KeyStore; readonly masters: MasterKeys }): Keyring {
  const entries = new Map<string, Entry>()
  /** Counts destructions, so that a key on its way here meanwhile is not held. */
  let destroyed = 0

  const hold = ({ id, wrapped }: KeptKey, bytes?: Buffer): HeldKey => {
    const key =
      wrapped === null ? null : { ...dataKeyOf(bytes ?? unwrap(masters, id, wrapped)), names: new Map<string, string>() }
    if (entries.size >= HELD) entries.clear()
    entries.set(id, { key, until: performance.now() + HELD_MS })
    return key
  }

  /** Those at hand go into `found`. @returns the others */
  function missing(ids: readonly string[], found: Map<string, HeldKey>): readonly string[] {
    const now = performance.now()
    let absent: string[] | null = null
    for (const id of ids) {
      const entry = entries.get(id)
      if (entry !== undefined && now < entry.until) found.set(id, entry.key)
      else (absent ??= []).push(id)
    }
    return absent ?? NONE
  }

  async function fetched(ids: readonly string[], found: Map<string, HeldKey>): Promise<ReadonlySet<string>> {
    const before = destroyed
    const kept = await store.find(ids)
    if (before !== destroyed) return fetched(ids, found)
    for (const key of kept) found.set(key.id, hold(key))
    return new Set(ids.filter((id) => !found.has(id)))
  }

  return {
    masters,
    held(ids) {
      const found = new Map<string, HeldKey>()
      const absent = missing(ids, found)
      if (absent.length === 0) return found
      return fetched(absent, found).then((lost) => {
        for (const id of lost) throw new KeyMissing(id)
        return found
      })
    },
    made(names) {
      const found = new Map<string, HeldKey>()
      const absent = missing(
        names.map(({ id }) => id),
        found,
      )
      if (absent.length === 0) return found
      return (async () => {
        const before = destroyed
        const fresh = new Map<string, Buffer>()
        const wanted = names
          .filter(({ id }) => absent.includes(id))
          .map(({ id, owner }) => {
            const bytes = newKeyBytes()
            const wrapped = wrap(masters, id, bytes)
            fresh.set(wrapped, bytes)
            return { id, owner, wrapped }
          })
        const there = await store.add(wanted)
        if (before !== destroyed) await fetched(absent, found)
        else for (const key of there) found.set(key.id, hold(key, fresh.get(key.wrapped ?? '')))
        return found
      })()
    },
    async destroy(names) {
      await store.destroy(names)
      destroyed++
      for (const { id } of names) entries.delete(id)
    },
    ofOwner: (owner) => store.ofOwner(owner),
    kept: () => store.all(),
    async adopt(keys) {
      await store.destroy(keys.filter(({ wrapped }) => wrapped === null))
      const live = keys.flatMap(({ id, owner, wrapped }) => {
        if (wrapped === null) return []
        const isCurrent = wrappedBy(wrapped) === masters[0].name
        return { id, owner, wrapped: isCurrent ? wrapped : wrap(masters, id, unwrap(masters, id, wrapped)) }
      })
      await store.add(live)
    },
  }
}

const NONE: readonly string[] = []
