const [SIREN_DIGITS, SIRET_DIGITS, NAME_LETTERS] = [9, 14, 3]

/** The text's digits without spaces; null when it has any other character. */
export const digitsOf = (text: string): string | null =>
  /^\d+$/.exec(text.replace(/[\s.]/g, ''))?.[0] ?? null

/**
 * A question to the registry: a whole SIREN, a whole SIRET, or a long enough name; null until then.
 */
export function queryOf(
  text: string,
): { name: string } | { siren: string } | { siret: string } | null {
  const digits = digitsOf(text)
  if (digits !== null)
    return digits.length === SIREN_DIGITS
      ? { siren: digits }
      : digits.length === SIRET_DIGITS
        ? { siret: digits }
        : null
  const name = text.trim()
  return name.length >= NAME_LETTERS ? { name } : null
}

/** Digits that are missing to a SIREN or SIRET; null for other text, or when none is missing. */
export function missingDigits(text: string): { missing: number; of: 'siren' | 'siret' } | null {
  const length = digitsOf(text)?.length ?? 0
  if (length < NAME_LETTERS || length >= SIRET_DIGITS || length === SIREN_DIGITS) return null
  return length < SIREN_DIGITS
    ? { missing: SIREN_DIGITS - length, of: 'siren' }
    : { missing: SIRET_DIGITS - length, of: 'siret' }
}
