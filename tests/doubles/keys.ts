import type { KeptKey, KeyStore } from '#commands/gateways/keys/keys.ts'
import { type Keyring, openKeyring } from '#commands/kernel/keyring.ts'
import { masterKeyOf } from '#commands/kernel/master-key.ts'

/** Keys kept in memory. */
export function memoryKeys(): KeyStore & { readonly kept: Map<string, string | null> } {
  const kept = new Map<string, string | null>()
  const found = (ids: Iterable<string>): readonly KeptKey[] =>
    [...ids].flatMap((id) => {
      const wrapped = kept.get(id)
      return wrapped === undefined ? [] : [{ id, wrapped }]
    })
  return {
    kept,
    find: async (ids) => found(ids),
    async add(keys) {
      for (const { id, wrapped } of keys) if (!kept.has(id)) kept.set(id, wrapped)
      return found(keys.map(({ id }) => id))
    },
    async destroy(ids) {
      for (const id of ids) kept.set(id, null)
    },
    async replace(id, from, to) {
      if (kept.get(id) !== from) return false
      kept.set(id, to)
      return true
    },
    any: async () => found(kept.keys()).find(({ wrapped }) => wrapped !== null) ?? null,
    all: async () => found(kept.keys()),
    async close() {},
  }
}

export const someMaster = (byte: number) =>
  masterKeyOf(Buffer.alloc(32, byte).toString('base64'), 'a test')

export const memoryKeyring = (store: KeyStore = memoryKeys()): Keyring =>
  openKeyring({ store, masters: [someMaster(1)] })
