import { hash, randomBytes } from 'node:crypto'
import type { KeyWrapper } from '#commands/gateways/keys/key-wrapper.ts'
import { dataKeyOf, decryptBytes, encryptBytes } from './envelope.ts'

const BYTES = 32

/**
 * A master key in this process. Its name is a part of its hash.
 *
 * @param text base64 of 32 bytes
 * @throws Error that does not repeat the text
 */
export function masterKeyOf(text: string, from: string): KeyWrapper {
  const bytes = Buffer.from(text.trim(), 'base64')
  if (bytes.length !== BYTES)
    throw new Error(
      `${from} holds no key: base64 of 32 bytes, as \`openssl rand -base64 32\` makes one.`,
    )
  const name = hash('sha256', bytes, 'hex').slice(0, 8)
  const key = dataKeyOf(bytes)
  bytes.fill(0)
  return {
    name,
    wrap: async (keys) =>
      keys.map(({ id, bytes }) => `${name}.${encryptBytes(key, id, bytes).toString('base64')}`),
    unwrap: async (keys) =>
      keys.map(({ id, wrapped }) =>
        decryptBytes(key, id, Buffer.from(wrapped.slice(name.length + 1), 'base64')),
      ),
    ping: async () => {},
  }
}

/** A key was wrapped by a master key that is not given. */
export class MasterKeyMissing extends Error {
  override readonly name = 'MasterKeyMissing'
  constructor(wrappedBy: string) {
    super(
      wrappedBy.includes('/')
        ? `The keys of personal data are wrapped by a vault's key that is not here (${wrappedBy}). ` +
            'Set KEYS_VAULT_URL and KEYS_VAULT_TOKEN, and KEYS_VAULT_KEY to that key; to go on without the vault, ' +
            'add KEYS_VAULT_USE=unwrap and run `npm run keys -- rotate` first.'
        : `The keys of personal data are wrapped by a master key that is not here (${wrappedBy}). ` +
            'Set PERSONAL_KEY to that key, or put its personal.key into DATA_DIR; while it is being replaced, ' +
            'PERSONAL_KEY_BEFORE.',
    )
  }
}

/** The first one wraps; any of them unwraps. */
export type MasterKeys = readonly [KeyWrapper, ...KeyWrapper[]]

export const wrappedBy = (wrapped: string): string => wrapped.slice(0, wrapped.indexOf('.'))

/** Several as one: it wraps by the first, and unwraps by the one that each key names. */
export const wrapperOf = (masters: MasterKeys): KeyWrapper => ({
  name: masters[0].name,
  wrap: (keys) => masters[0].wrap(keys),
  /** @throws MasterKeyMissing besides what a wrapper throws */
  async unwrap(keys) {
    const unwrapped = new Map<number, Buffer>()
    const places = Map.groupBy(keys.keys(), (place) => wrappedBy(keys[place]?.wrapped ?? ''))
    for (const name of places.keys())
      if (!masters.some((one) => one.name === name)) throw new MasterKeyMissing(name)
    for (const master of masters) {
      const own = places.get(master.name) ?? []
      const bytes =
        own.length === 0 ? [] : await master.unwrap(keys.filter((_, place) => own.includes(place)))
      for (const [i, place] of own.entries()) unwrapped.set(place, bytes[i] ?? Buffer.alloc(0))
    }
    return keys.map((_, place) => unwrapped.get(place) ?? Buffer.alloc(0))
  },
  ping: () => masters[0].ping(),
  ...(masters[0].vault && { vault: masters[0].vault }),
})

export const newKeyBytes = (): Buffer => randomBytes(BYTES)
