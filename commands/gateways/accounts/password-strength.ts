import { readFileSync } from 'node:fs'
import { PASSWORD_MIN } from './accounts.ts'

/** Used in French, besides those of the list. */
const FRENCH =
  'motdepasse jetaime doudou loulou soleil marseille chocolat nicolas azertyuiop azerty bonjour administrateur ' +
  'freelance facture entreprise'
/** First guesses of an attacker of this product. */
const PRODUCT = ['carnet', 'facture', 'freelance', 'admin', 'demo']
const KEYBOARDS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertyuiopasdfghjklzxcvbnm',
]
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
/** Least rest after well-known words are taken out. @unit letters and digits */
const LEFT_MIN = 8
const DISTINCT_MIN = 5

let common: ReadonlySet<string> | undefined
const isCommon = (text: string): boolean => {
  common ??= new Set([
    ...FRENCH.split(' '),
    ...readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#')),
  ])
  return common.has(text)
}

const unleeted = (text: string): string =>
  Array.from(text)
    .map((sign) => LEET[sign] ?? sign)
    .join('')
/**
 * Strips digits and signs around a word, as an attacker does: `!!password2026` is guessed as
 * `password`.
 */
const trimmed = (text: string): string => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** Most of its signs follow the one before, in the alphabet, in figures or on a keyboard. */
function isRun(text: string): boolean {
  const follows = (row: string, i: number): boolean => {
    const here = row.indexOf(text[i] ?? '')
    const before = row.indexOf(text[i - 1] ?? '')
    return here >= 0 && before >= 0 && Math.abs(here - before) === 1
  }
  const following = Array.from(text).filter(
    (_, i) => i > 0 && KEYBOARDS.some((row) => follows(row, i)),
  )
  return following.length >= (text.length - 1) * 0.7
}

/** Repeated part, with or without signs between; the text itself where nothing repeats. */
const pieceOf = (text: string): string =>
  /^(.+?)(?:[^\p{L}\p{N}]*\1)+(?:[^\p{L}]*|.)$/u.exec(text)?.[1] ?? text
/** One piece again and again that is short, or common by itself. */
const isRepeated = (text: string): boolean => {
  const piece = pieceOf(text)
  return piece !== text && (piece.length < LEFT_MIN || isCommon(piece) || isCommon(unleeted(piece)))
}

/**
 * Words of at least three letters in a text about the account. A mail gives its name and its host.
 */
const wordsOf = (about: readonly string[]): readonly string[] =>
  about
    .flatMap((text) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    )
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length)

const without = (text: string, words: readonly string[]): string =>
  words.reduce((left, word) => left.replaceAll(word, ''), text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Every way in which a dressed-up word is read. */
const readingsOf = (text: string): readonly string[] => [
  text,
  unleeted(text),
  trimmed(text),
  trimmed(unleeted(text)),
  unleeted(trimmed(text)),
]

/** One of the most used, or one of them dressed up. @source OWASP ASVS 4.0.3, 2.1.7 */
export const isCommonPassword = (password: string): boolean =>
  readingsOf(password.normalize('NFKC').toLowerCase()).some(isCommon)

/**
 * Long enough, none of the 10,000 most used, plain or dressed up. Words of the product or the
 * account are no strength.
 * @source OWASP ASVS 4.0.3, 2.1.1 and 2.1.7
 */
export function isStrongEnough(password: string, about: readonly string[]): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  if (text.replaceAll(/\s+/gu, ' ').length < PASSWORD_MIN) return false
  if (isCommonPassword(password)) return false
  if (new Set(text).size < DISTINCT_MIN || isRun(text)) return false
  if ([text, unleeted(text)].some(isRepeated)) return false
  const words = [...PRODUCT, ...wordsOf(about)]
  return [text, unleeted(text)].every((reading) => without(reading, words).length >= LEFT_MIN)
}
