import { hash, randomBytes } from 'node:crypto'
import { type DataKey, dataKeyOf, decryptBytes, encryptBytes } from './envelope.ts'

/** A master key, named by a part of its hash: what it wrapped says so. */
export type MasterKey = { readonly name: string; readonly key: DataKey }

const BYTES = 32

/** @param text base64 of 32 bytes @throws Error that does not repeat it */
export function masterKeyOf(text: string, from: string): MasterKey {
  const bytes = Buffer.from(text.trim(), 'base64')
  if (bytes.length !== BYTES)
    throw new Error(`${from} holds no key: base64 of 32 bytes, as \`openssl rand -base64 32\` makes one.`)
  return { name: hash('sha256', bytes, 'hex').slice(0, 8), key: dataKeyOf(bytes) }
}

/** What was wrapped by a master key that is not given. */
export class MasterKeyMissing extends Error {
  override readonly name = 'MasterKeyMissing'
  constructor(wrappedBy: string) {
    super(
      `The keys of personal data are wrapped by a master key that is not here (${wrappedBy}). ` +
        'Set PERSONAL_KEY to that key, or put its personal.key into DATA_DIR; while it is being replaced, PERSONAL_KEY_BEFORE.',
    )
  }
}

/** Wraps by the first, unwraps by any of them. */
export type MasterKeys = readonly [MasterKey, ...MasterKey[]]

/** @param name bound to what is wrapped: it does not open under another */
export const wrap = ([current]: MasterKeys, name: string, bytes: Uint8Array): string =>
  `${current.name}.${encryptBytes(current.key, name, bytes).toString('base64')}`

export const wrappedBy = (wrapped: string): string => wrapped.slice(0, wrapped.indexOf('.'))

/** @throws MasterKeyMissing · Error when what was wrapped has changed since */
export function unwrap(masters: MasterKeys, name: string, wrapped: string): Buffer {
  const by = wrappedBy(wrapped)
  const master = masters.find((one) => one.name === by)
  if (!master) throw new MasterKeyMissing(by)
  return decryptBytes(master.key, name, Buffer.from(wrapped.slice(by.length + 1), 'base64'))
}

export const newKeyBytes = (): Buffer => randomBytes(BYTES)
