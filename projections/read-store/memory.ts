import { stillLasts } from '#domain/kernel/ports/clock.ts'
import { START, type Position } from '#domain/kernel/event.ts'
import type {
  Checkpoint,
  Collection,
  Doc,
  ReadStore,
  Stored,
} from '#domain/kernel/ports/read-store.ts'
import { type MemoryCollection, memoryCollection } from './collection.ts'

/**
 * A read model's collection and its checkpoint. Documents hold all events up to the checkpoint, and
 * some may hold later ones.
 */
export type Content = {
  readonly name: string
  readonly position: Position
  documents(): Iterable<Stored<Doc>>
}
export type MemoryReadStore = ReadStore & { contents(): readonly Content[] }

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) freeze(inner)
  return Object.freeze(value)
}

/**
 * The embedded read store: lost with the process, rebuilt from the log at start.
 *
 * @param options.documents `frozen`: code that changes a document throws. Tests use it; a server
 * saves its cost
 */
export function memoryReadStore(
  options: { readonly documents?: 'frozen' | 'shared' } = {},
): MemoryReadStore {
  const keep = options.documents === 'frozen' ? freeze : <T>(doc: T): T => doc
  const collections = new Map<string, MemoryCollection<Doc>>()
  const checkpoints = new Map<string, Checkpoint>()
  const aliases = new Map<string, string>()
  const claims = new Map<string, { readonly holder: string; readonly until: number }>()
  const at = (key: string): Checkpoint => checkpoints.get(key) ?? { position: START, failure: null }

  function collection(name: string): MemoryCollection<Doc> {
    const known = collections.get(name)
    if (known) return known
    const made = memoryCollection<Doc>(keep)
    collections.set(name, made)
    return made
  }

  return {
    volatile: true,
    collection<D extends Doc>(name: string) {
      const documents: object = collection(name)
      return documents as Collection<D> // each name has one document type, declared by its projection
    },
    contents: () =>
      Array.from(checkpoints, ([name, { position }]) => ({
        name,
        position,
        documents: () => collection(name).documents(),
      })),
    async names() {
      const counts = await Promise.all(
        [...collections].map(async ([name, held]) => ({ name, count: await held.count({}) })),
      )
      return counts.flatMap(({ name, count }) => (count > 0 ? [name] : []))
    },
    checkpoints: {
      async load(key) {
        return at(key)
      },
      async advance(key, from: Position, to: Position) {
        if (at(key).position !== from) return false
        checkpoints.set(key, { position: to, failure: null })
        return true
      },
      async fail(key, failure) {
        checkpoints.set(key, { ...at(key), failure })
      },
      async forget(key) {
        checkpoints.delete(key)
      },
    },
    claims: {
      async take(key, holder, now, forMs) {
        const claim = claims.get(key)
        if (claim && claim.holder !== holder && stillLasts(claim.until, 2 * forMs, now))
          return false
        claims.set(key, { holder, until: now + forMs })
        return true
      },
      async release(key, holder) {
        if (claims.get(key)?.holder === holder) claims.delete(key)
      },
    },
    aliases: {
      async get(name) {
        return aliases.get(name) ?? null
      },
      async swap(name, from, to) {
        if ((aliases.get(name) ?? null) !== from) return false
        aliases.set(name, to)
        return true
      },
    },
    async ping() {},
    async close() {},
  }
}
