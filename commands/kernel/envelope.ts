import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  type KeyObject,
} from 'node:crypto'

/**
 * Encryption with AES-256-GCM that gives the same bytes for the same text in the same place.
 *
 * The nonce is a hash over a secret, the place and the text. A repeated event has therefore the
 * same bytes, which the stores compare. Two texts never share a nonce, because that would reveal
 * both. This holds for two decisions under one event id too, of which the store refused the first.
 * The nonce is 12 of the hash's 32 bytes, so that the hash cannot be continued.
 *
 * @source RFC 5297, section 1.3.2, for nonces made from what is encrypted
 */

const CIPHER = 'aes-256-gcm'
/** @unit bytes; @source NIST SP 800-38D, sections 5.2.1.1 and 5.2.1.2 */
const NONCE = 12
const TAG = 16
/**
 * Texts are padded to a multiple of this size, so that a sick day is as long as a holiday. @unit
 * bytes
 */
const BLOCK = 32

/**
 * A key in memory. Its bytes are in OpenSSL's own memory, which is overwritten when the key is let
 * go. The garbage collector says when: JavaScript has no way to.
 */
export type DataKey = { readonly encryption: KeyObject; nonces?: Buffer | undefined }

/** Separates the secret of the nonces from the key that it is derived from. */
const NONCES = Buffer.from('nonces')

/** @param bytes 32 random ones, of which a copy is taken: the caller may overwrite them */
export const dataKeyOf = (bytes: Buffer): DataKey => ({ encryption: createSecretKey(bytes) })

/** Derived on first use: most keys only ever decrypt. */
function noncesOf(key: DataKey): Buffer {
  if (key.nonces !== undefined) return key.nonces
  const bytes = key.encryption.export()
  const derived = Buffer.concat([bytes, NONCES])
  key.nonces = hash('sha256', derived, 'buffer')
  bytes.fill(0)
  derived.fill(0)
  return key.nonces
}

/**
 * Overwrites the values derived of a key. A holder of the key may use it: they are derived again.
 */
export function letGo(key: DataKey): void {
  key.nonces?.fill(0)
  key.nonces = undefined
}

/**
 * Nonce, ciphertext and tag, concatenated. @param place bound to the text, which can be decrypted
 * nowhere else
 */
export function encryptBytes(key: DataKey, place: string, bytes: Uint8Array): Buffer {
  const bound = Buffer.from(place)
  const nonce = hash(
    'sha256',
    Buffer.concat([noncesOf(key), Buffer.from(`${bound.length}:`), bound, bytes]),
    'buffer',
  )
  const cipher = createCipheriv(CIPHER, key.encryption, nonce.subarray(0, NONCE))
  cipher.setAAD(bound)
  const encrypted = cipher.update(bytes)
  cipher.final() // GCM has no last block
  return Buffer.concat([nonce.subarray(0, NONCE), encrypted, cipher.getAuthTag()])
}

/** @throws Error for another key, another place, or changed bytes */
export function decryptBytes(key: DataKey, place: string, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv(CIPHER, key.encryption, sealed.subarray(0, NONCE), {
    authTagLength: TAG,
  })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG))
  const text = decipher.update(sealed.subarray(NONCE, sealed.length - TAG))
  decipher.final()
  return text
}

/** Any JSON, as base64. */
export function encryptJson(key: DataKey, place: string, value: unknown): string {
  const json = JSON.stringify(value)
  const length = Buffer.byteLength(json)
  return encryptBytes(key, place, Buffer.from(json + ' '.repeat(-length & (BLOCK - 1)))).toString(
    'base64',
  )
}

/** @throws Error as `decryptBytes` does */
export const decryptJson = (key: DataKey, place: string, sealed: string): unknown =>
  JSON.parse(decryptBytes(key, place, Buffer.from(sealed, 'base64')).toString())
