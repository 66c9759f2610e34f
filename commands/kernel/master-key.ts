import { hash, randomBytes } from 'node:crypto'
import { type DataKey, dataKeyOf, decryptBytes, encryptBytes } from './envelope.ts'

/** A master key. Its name is a part of its hash; each wrapped key carries it. */
export type MasterKey = { readonly name: string; readonly key: DataKey }

const BYTES = 32

/** @param text base64 of 32 bytes @throws Error that does not repeat the text */
export function masterKeyOf(text: string, from: string): MasterKey {
  const bytes = Buffer.from(text.trim(), 'base64')
  if (bytes.length !== BYTES)
    throw new Error(`${from} holds no key: base64 of 32 bytes, as \`openssl rand -base64 32\` makes one.`)
  return { name: hash('sha256', bytes, 'hex').slice(0, 8), key: dataKeyOf(bytes) }
}

/** A key was wrapped by a master key that is not given. */
export class MasterKeyMissing extends Error {
  override readonly name = 'MasterKeyMissing'
  constructor(wrappedBy: string) {
    super(
      `The keys of personal data are wrapped by a master key that is not here (${wrappedBy}). ` +
        'Set PERSONAL_KEY to that key, or put its personal.key into DATA_DIR; while it is being replaced, ' +
        'PERSONAL_KEY_BEFORE.',
    )
  }
}

/** The first one wraps; any of them unwraps. */
export type MasterKeys = readonly [MasterKey, ...MasterKey[]]

/** @param name bound to the wrapped key, which cannot be unwrapped under another name */
export const wrap = ([current]: MasterKeys, name: string, bytes: Uint8Array): string =>
  `${current.name}.${encryptBytes(current.key, name, bytes).toString('base64')}`

export const wrappedBy = (wrapped: string): string => wrapped.slice(0, wrapped.indexOf('.'))

/** @throws MasterKeyMissing · Error when the wrapped bytes have changed */
export function unwrap(masters: MasterKeys, name: string, wrapped: string): Buffer {
  const by = wrappedBy(wrapped)
  const master = masters.find((one) => one.name === by)
  if (!master) throw new MasterKeyMissing(by)
  return decryptBytes(master.key, name, Buffer.from(wrapped.slice(by.length + 1), 'base64'))
}

export const newKeyBytes = (): Buffer => randomBytes(BYTES)
