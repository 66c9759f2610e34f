import { createCipheriv, createDecipheriv, createSecretKey, hash, type KeyObject } from 'node:crypto'

/**
 * Encrypting with AES-256-GCM, so that the same text in the same place gives the same bytes.
 *
 * The nonce is a hash over a secret, the place and the text. An event that is sent again is therefore the same to the byte,
 * which the stores compare by. Two texts never share a nonce, which would give both away: not even two decisions under one
 * event id, of which the store refused the first. Of the hash 12 bytes in 32 are told, so that nobody can continue it.
 *
 * @source RFC 5297, section 1.3.2, for nonces made from what is encrypted
 */

const CIPHER = 'aes-256-gcm'
/** @unit bytes; @source NIST SP 800-38D, sections 5.2.1.1 and 5.2.1.2 */
const NONCE = 12
const TAG = 16
/** Texts are filled up to a multiple of so many bytes: a sick day is as long as a holiday. */
const BLOCK = 32

/** A key as it is worked with. */
export type DataKey = { readonly encryption: KeyObject; readonly bytes: Buffer; nonces?: Buffer }

/** Tells the secret of the nonces from the key it is made from. */
const NONCES = Buffer.from('nonces')

/** @param bytes 32 random ones */
export const dataKeyOf = (bytes: Buffer): DataKey => ({ encryption: createSecretKey(bytes), bytes })

/** Made when it is first encrypted with: most keys only ever decrypt. */
const noncesOf = (key: DataKey): Buffer => (key.nonces ??= hash('sha256', Buffer.concat([key.bytes, NONCES]), 'buffer'))

/** Nonce, ciphertext and tag behind one another. @param place what the text is bound to: it opens nowhere else */
export function encryptBytes(key: DataKey, place: string, bytes: Uint8Array): Buffer {
  const bound = Buffer.from(place)
  const nonce = hash('sha256', Buffer.concat([noncesOf(key), Buffer.from(`${bound.length}:`), bound, bytes]), 'buffer')
  const cipher = createCipheriv(CIPHER, key.encryption, nonce.subarray(0, NONCE))
  cipher.setAAD(bound)
  const encrypted = cipher.update(bytes)
  cipher.final() // GCM holds nothing back
  return Buffer.concat([nonce.subarray(0, NONCE), encrypted, cipher.getAuthTag()])
}

/** @throws Error when it was encrypted with another key, for another place, or has changed since */
export function decryptBytes(key: DataKey, place: string, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv(CIPHER, key.encryption, sealed.subarray(0, NONCE), { authTagLength: TAG })
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
  return encryptBytes(key, place, Buffer.from(json + ' '.repeat(-length & (BLOCK - 1)))).toString('base64')
}

/** @throws Error as `decryptBytes` does */
export const decryptJson = (key: DataKey, place: string, sealed: string): unknown =>
  JSON.parse(decryptBytes(key, place, Buffer.from(sealed, 'base64')).toString())
