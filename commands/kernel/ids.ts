import { hash, randomFillSync } from 'node:crypto'
import { monotonicFactory } from 'ulid'

/**
 * A UUID derived from its parts by SHA-256. Each part comes with its length, so that ('ab', 'c')
 * and ('a', 'bc') differ.
 *
 * @source RFC 9562, section 5.8: version 8, the content is the maker's own
 */
export function derivedUuid(...parts: readonly (string | number)[]): string {
  const digest = hash(
    'sha256',
    parts.map((part) => `${String(part).length}:${part}`).join(''),
    'hex',
  )
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0b0011) | 0b1000).toString(16)
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

const ULID_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A ULID derived from a text: SHA-256, a letter a byte. Two processes that derive it from one text
 * make one entity.
 *
 * @source github.com/ulid/spec: the first letter is at most 7, since 26 letters of 5 bits hold more
 * than 128 bits
 */
export const ulidFrom = (text: string): string =>
  [...hash('sha256', text, 'buffer').subarray(0, 26)]
    .map((byte, i) => ULID_LETTERS[byte % (i === 0 ? 8 : 32)])
    .join('')

/** An effect's idempotency key for its gateway: the same for every attempt. */
export const effectKey = (kind: string, id: string): string => derivedUuid(kind, id)

/** Random bytes that are asked for at once: one at a time, a ULID takes thirty times as long. */
const chance = new Uint8Array(1_024)
let left = 0
const next = monotonicFactory(() => {
  if (left === 0) left = randomFillSync(chance).length
  return (chance[--left] ?? 0) / 256
})

/** A new ULID, always above the last one this process made. @param now epoch milliseconds */
export const newUlid = (now?: number): string => next(now)
