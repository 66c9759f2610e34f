import { multiplyRounded, QUANTITY_SCALE } from '#domain/kernel/money.ts'

/** One row of a VAT breakdown. @unit rate: hundredths of a percent; amounts: minor units */
export type VatRow = { readonly rate: number; readonly baseMinor: number; readonly amountMinor: number }

export type Totals = {
  /** Highest rate first. */
  readonly vat: readonly VatRow[]
  readonly netMinor: number
  readonly vatMinor: number
  readonly grossMinor: number
}

/** What a rate of 100 % is in hundredths of a percent. */
const WHOLE = 10_000

/** Quantity × unit price, to the cent. @unit quantity: ten-thousandths */
export const lineNet = (quantity: number, unitPriceMinor: number): number =>
  multiplyRounded(quantity, unitPriceMinor, QUANTITY_SCALE)

/** VAT of a base, half away from zero. */
export const vatOf = (baseMinor: number, rate: number): number => multiplyRounded(baseMinor, rate, WHOLE)

export const sum = (values: Iterable<number>): number => {
  let total = 0
  for (const value of values) total += value
  return total
}

/** Bases summed by rate, highest rate first. */
export function basesByRate(
  lines: readonly { readonly rate: number; readonly netMinor: number }[],
): readonly { rate: number; baseMinor: number }[] {
  const bases = new Map<number, number>()
  for (const line of lines) bases.set(line.rate, (bases.get(line.rate) ?? 0) + line.netMinor)
  return [...bases].map(([rate, baseMinor]) => ({ rate, baseMinor })).sort((a, b) => b.rate - a.rate)
}

export const totalsOf = (vat: readonly VatRow[]): Totals => {
  const netMinor = sum(vat.map((row) => row.baseMinor))
  const vatMinor = sum(vat.map((row) => row.amountMinor))
  return { vat, netMinor, vatMinor, grossMinor: netMinor + vatMinor }
}

/**
 * VAT is computed once a rate, on the summed base.
 *
 * @source EN 16931 BR-CO-10…17, BR-S-08: its validators tolerate a drift of 1 €, this does not
 */
export const totalsFor = (lines: readonly { readonly rate: number; readonly netMinor: number }[]): Totals =>
  totalsOf(basesByRate(lines).map(({ rate, baseMinor }) => ({ rate, baseMinor, amountMinor: vatOf(baseMinor, rate) })))
