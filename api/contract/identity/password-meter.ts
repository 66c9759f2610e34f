/**
 * Strength of a password, for the meter beside its field. The server decides by itself, by a list
 * that no page has. The sign-in pages are given the function's own text: it names nothing outside.
 */

export type PasswordLevel = 0 | 1 | 2 | 3 | 4

/** @returns 0 for none, 1 too weak, 2 fair, 3 good, 4 excellent */
export function passwordLevel(password: string): PasswordLevel {
  /** Least length that is taken. @source OWASP ASVS 4.0.3, 2.1.1 */
  const LEAST = 12
  const ROWS = [
    'abcdefghijklmnopqrstuvwxyz',
    '01234567890',
    'azertyuiopqsdfghjklmwxcvbn',
    'qwertyuiopasdfghjklzxcvbnm',
  ]
  const KINDS = [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u]
  /**
   * Worth of a text's signs, as words are seldom by chance, and the gain of each further kind of
   * sign.
   */
  const BITS_A_SIGN = 3
  const BITS_A_KIND = 0.8
  /**
   * Bits from which a password is fair, good, excellent. A guesser of a hash tries about 2^40 a
   * day.
   */
  const STEPS = [45, 60, 80]

  const signs = Array.from(password.normalize('NFKC'))
  if (signs.length === 0) return 0
  const low = signs.map((sign) => sign.toLowerCase())
  const follows = (i: number): boolean =>
    low[i] === low[i - 1] ||
    ROWS.some((row) => {
      const [here, before] = [row.indexOf(low[i] ?? ''), row.indexOf(low[i - 1] ?? '')]
      return here >= 0 && before >= 0 && Math.abs(here - before) === 1
    })
  /** Three signs that stood there before add little. */
  const repeats = (i: number): boolean =>
    i > 3 &&
    low
      .slice(0, i - 1)
      .join('')
      .includes(low.slice(i - 2, i + 1).join(''))
  const counted = low.reduce(
    (sum, _, i) => sum + (i > 0 && (follows(i) || repeats(i)) ? 0.05 : 1),
    0,
  )
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  const bits = counted * (BITS_A_SIGN + BITS_A_KIND * (kinds - 1))
  if (signs.length < LEAST) return 1
  return (1 + STEPS.filter((step) => bits >= step).length) as PasswordLevel // one to four
}
