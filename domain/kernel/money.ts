/**
 * Money and exact arithmetic. Amounts are integer minor units (cents), quantities ten-thousandths,
 * rates hundredths of a percent. Rounding is half away from zero, so that a credit note mirrors its
 * bill.
 */

/** ISO 4217. */
export type Currency = string

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** A currency in use, as ISO 4217 writes it. */
export const isCurrency = (code: string): boolean => CURRENCIES.has(code)

/** Currencies by their number of decimals where it is not 2. @source ISO 4217, list one */
const BY_DIGITS: readonly (readonly [digits: number, currencies: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]
const MINOR_DIGITS: ReadonlyMap<string, number> = new Map(
  BY_DIGITS.flatMap(([digits, currencies]) =>
    currencies.split(' ').map((currency) => [currency, digits]),
  ),
)
export const minorDigits = (currency: Currency): number => MINOR_DIGITS.get(currency) ?? 2

/**
 * Largest amount accepted from outside, in minor units: sums of thousands of them stay safe
 * integers.
 */
export const MAX_MINOR = 1_000_000_000_000

/** Units in a quantity of 1, and in a rate of 1 %. */
export const QUANTITY_SCALE = 10_000
export const RATE_SCALE = 100

/** `numerator / denominator`, rounded half away from zero. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const n = numerator < 0n ? -numerator : numerator
  const d = denominator < 0n ? -denominator : denominator
  const quotient = (n * 2n + d) / (d * 2n)
  return negative ? -quotient : quotient
}

/**
 * `a × b ÷ scale` on integers, exact, rounded half away from zero. @throws RangeError outside safe
 * integers
 */
export function multiplyRounded(a: number, b: number, scale: number | bigint): number {
  const result = Number(divideRounded(BigInt(a) * BigInt(b), BigInt(scale)))
  if (!Number.isSafeInteger(result)) throw new RangeError('Amount out of range')
  return result
}

/**
 * Scales a decimal number in its shortest form to an integer; null for more digits than `digits`.
 */
export function scaleExact(value: number, digits: number): number | null {
  if (!Number.isFinite(value)) return null
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))
  if (!match) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const shift = digits - fraction.length + Number(exponent)
  const unscaled = BigInt(whole + fraction)
  if (shift < 0 && unscaled % 10n ** BigInt(-shift) !== 0n) return null
  const scaled = Number(
    shift < 0 ? unscaled / 10n ** BigInt(-shift) : unscaled * 10n ** BigInt(shift),
  )
  return Number.isSafeInteger(scaled) ? (sign && scaled !== 0 ? -scaled : scaled) : null
}

/** Wire amount (major units) to minor units; null when it has more digits than the currency. */
export const toMinor = (major: number, currency: Currency): number | null =>
  scaleExact(major, minorDigits(currency))
/** Minor units to the wire's major units, exact in the shortest decimal form. */
export const toMajor = (minor: number, currency: Currency): number =>
  minor / 10 ** minorDigits(currency)
export const toQuantity = (value: number): number | null => scaleExact(value, 4)
export const fromQuantity = (scaled: number): number => scaled / QUANTITY_SCALE
export const toRate = (percent: number): number | null => scaleExact(percent, 2)
export const fromRate = (scaled: number): number => scaled / RATE_SCALE
