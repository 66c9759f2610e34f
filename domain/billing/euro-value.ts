import type { Currency } from '#domain/kernel/money.ts'
import { multiplyRounded } from '#domain/kernel/money.ts'
import { inEuros, sum, type VatRow } from './amounts.values.ts'

/**
 * A payment's amounts in euros, by rate. `bank`: the bank booked them. `rate`: they follow from the
 * bill's exchange rate. `differenceMinor`: gain of exchange against the bill's rate, negative for a
 * loss; absent where the bill has no rate.
 *
 * @source CGI art. 266-1 bis: the rate of the day on which the VAT is due
 */
export type EuroValue = {
  readonly vat: readonly VatRow[]
  readonly source: 'bank' | 'rate'
  readonly differenceMinor?: number
}

export const euroGrossOf = ({ vat }: Pick<EuroValue, 'vat'>): number =>
  sum(vat.map((row) => row.baseMinor + row.amountMinor))

const grossOf = (vat: readonly VatRow[]): number => euroGrossOf({ vat })

/** The largest base takes what rounding left over, so that the rows add up to the amount. */
function balanced(rows: readonly VatRow[], grossMinor: number): readonly VatRow[] {
  const drift = grossMinor - grossOf(rows)
  const largest = rows.reduce(
    (best, row, index) =>
      Math.abs(row.baseMinor) > Math.abs(rows[best]?.baseMinor ?? -1) ? index : best,
    0,
  )
  return rows.map((row, index) =>
    index === largest ? { ...row, baseMinor: row.baseMinor + drift } : row,
  )
}

/** Amounts in another currency as shares of what they came to in euros. */
export function euroShares(vat: readonly VatRow[], euroMinor: number): readonly VatRow[] {
  const gross = grossOf(vat)
  if (gross === 0) return vat.map((row) => ({ ...row, baseMinor: 0, amountMinor: 0 }))
  const share = (minor: number) => multiplyRounded(minor, euroMinor, gross)
  return balanced(
    vat.map(({ baseMinor, amountMinor, ...row }) => ({
      ...row,
      baseMinor: share(baseMinor),
      amountMinor: share(amountMinor),
    })),
    euroMinor,
  )
}

/** Amounts at an exchange rate. @param rate millionths of a euro for one unit of the currency */
export function euroRows(
  vat: readonly VatRow[],
  rate: number,
  currency: Currency,
): readonly VatRow[] {
  return balanced(
    vat.map((row) => ({
      ...row,
      baseMinor: inEuros(row.baseMinor, rate, currency),
      amountMinor: inEuros(row.amountMinor, rate, currency),
    })),
    inEuros(grossOf(vat), rate, currency),
  )
}

/**
 * A payment in euros: what the bank booked, else its amount at the bill's rate.
 *
 * @param paid the payment by rate, in the bill's currency
 * @param euroMinor what the bank booked; null where it was not entered
 * @param billRate millionths of a euro; 0 where the bill has none
 * @returns null for a bill in euros, and where neither is known
 */
export function euroValueOf(
  paid: { readonly vat: readonly VatRow[]; readonly currency: Currency },
  euroMinor: number | null,
  billRate: number,
): EuroValue | null {
  const { vat, currency } = paid
  if (currency === 'EUR') return null
  const atRate = billRate > 0 ? euroRows(vat, billRate, currency) : null
  if (euroMinor === null) return atRate && { vat: atRate, source: 'rate', differenceMinor: 0 }
  return {
    vat: euroShares(vat, euroMinor),
    source: 'bank',
    ...(atRate && { differenceMinor: euroMinor - grossOf(atRate) }),
  }
}

/**
 * Amounts that sums in euros count; null while they are not known.
 */
export function countedInEuros(
  vat: readonly VatRow[],
  currency: Currency,
  euros: Pick<EuroValue, 'vat'> | undefined,
): readonly VatRow[] | null {
  return currency === 'EUR' ? vat : (euros?.vat ?? null)
}
