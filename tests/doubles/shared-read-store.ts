import { stillLasts } from '#domain/kernel/ports/clock.ts'
import type { Mark, ReadStore, Sharing } from '#domain/kernel/ports/read-store.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'

/** A store in memory that several projectors share, as processes share a server. */
export function sharedReadStore(): ReadStore & { readonly sharing: Sharing } {
  const aliases = new Map<string, string>()
  const claims = new Map<string, { readonly holder: string; readonly until: number }>()
  const store = sqliteReadStore()
  let newest: Mark | null = null
  return {
    ...store,
    async names() {
      const names = await store.names()
      const counts = await Promise.all(names.map((name) => store.collection(name).count({})))
      return names.filter((_, i) => counts[i] !== 0)
    },
    sharing: {
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
      marks: {
        read: async () => newest,
        async note(mark) {
          if (newest === null || mark.position > newest.position) newest = mark
        },
        async forget() {
          newest = null
        },
      },
      aliases: {
        get: async (name) => aliases.get(name) ?? null,
        async swap(name, from, to) {
          if ((aliases.get(name) ?? null) !== from) return false
          aliases.set(name, to)
          return true
        },
      },
    },
  }
}
