/** Expected digits of numbers whose refusal does not name them. */
const DIGITS: Readonly<Record<string, number>> = { SIREN_LENGTH: 9, SIRET_LENGTH: 14 }

export type LengthFault = {
  /** Word of `kernel:distance`. */
  readonly key: 'missingDigits' | 'extraDigits' | 'missingCharacters' | 'extraCharacters'
  readonly count: number
}

/**
 * Difference between a number's length and the expected one, for `{{distance}}` in a sentence of
 * `kernel:error`. Undefined for other codes.
 */
export function lengthFault(
  code: string,
  details: Readonly<Record<string, unknown>>,
): LengthFault | undefined {
  const short =
    Number(details['expected'] ?? DIGITS[code]) - Number(details['digits'] ?? details['characters'])
  if (!short) return undefined // not a number for other rules; 0 is no fault
  const unit = 'digits' in details ? 'Digits' : 'Characters'
  return { key: `${short > 0 ? 'missing' : 'extra'}${unit}`, count: Math.abs(short) }
}
