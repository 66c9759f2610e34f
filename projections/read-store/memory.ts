import { START, type Position } from '#domain/kernel/event.ts'
import type { Checkpoint, Collection, Doc, ReadStore } from '#domain/kernel/read-store.ts'
import { memoryCollection } from './collection.ts'

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) freeze(inner)
  return Object.freeze(value)
}

/**
 * The embedded read store: gone with the process, rebuilt from the log at start.
 *
 * @param options.documents `frozen` makes whoever changes a document it was handed throw; tests run so, a server need not pay for it
 */
export function memoryReadStore(options: { readonly documents?: 'frozen' | 'shared' } = {}): ReadStore {
  const keep = options.documents === 'frozen' ? freeze : <T>(doc: T): T => doc
  const collections = new Map<string, unknown>()
  const checkpoints = new Map<string, Checkpoint>()
  const aliases = new Map<string, string>()
  const claims = new Map<string, { readonly holder: string; readonly until: number }>()
  const at = (key: string): Checkpoint => checkpoints.get(key) ?? { position: START, failure: null }

  return {
    volatile: true,
    collection<D extends Doc>(name: string): Collection<D> {
      const known = collections.get(name)
      if (known) return known as Collection<D> // a name has one document type, which its projection states
      const made = memoryCollection<D>(keep)
      collections.set(name, made)
      return made
    },
    async names() {
      const counts = await Promise.all([...collections].map(async ([name, held]) => ({ name, count: await (held as Collection<Doc>).count({}) })))
      return counts.flatMap(({ name, count }) => (count > 0 ? [name] : []))
    },
    checkpoints: {
      async load(key) {
        return at(key)
      },
      async advance(key, from: Position, to: Position) {
        const checkpoint = at(key)
        if (checkpoint.position !== from) return false
        checkpoints.set(key, { ...checkpoint, position: to })
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
        if (claim && claim.holder !== holder && claim.until > now && claim.until <= now + forMs) return false
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
