import { type VatRow, vatOf } from '#domain/billing/amounts.values.ts'
import { multiplyRounded } from '#domain/kernel/money.ts'

/**
 * Entered part of an amount: without VAT, the VAT alone, or the total. The rest follows to the
 * cent.
 */
const ENTERED = ['net', 'vat', 'gross'] as const
export type Entered = (typeof ENTERED)[number]

const WHOLE = 10_000

/**
 * @param uncharged the buyer owes the VAT: what is paid is the price without it
 * @returns null for a VAT without a rate: nothing follows from it
 */
export function enteredRow(
  entered: Entered,
  minor: number,
  rate: number,
  uncharged = false,
): VatRow | null {
  if (uncharged && entered !== 'vat') return { rate, baseMinor: minor, amountMinor: 0 }
  switch (entered) {
    case 'net':
      return { rate, baseMinor: minor, amountMinor: vatOf(minor, rate) }
    case 'gross': {
      const baseMinor = multiplyRounded(minor, WHOLE, WHOLE + rate)
      return { rate, baseMinor, amountMinor: minor - baseMinor }
    }
    case 'vat':
      return rate === 0
        ? null
        : { rate, baseMinor: multiplyRounded(minor, WHOLE, rate), amountMinor: minor }
    default:
      return entered satisfies never
  }
}

/**
 * Rate of a purchase from abroad that its invoice states without VAT. @unit hundredths of a percent
 */
const STANDARD = 2000

/** The VAT that the buyer of a purchase from abroad owes in place of the seller. */
export const selfAssessed = ({ rate, baseMinor }: Pick<VatRow, 'rate' | 'baseMinor'>): VatRow => {
  const taken = rate === 0 ? STANDARD : rate
  return { rate: taken, baseMinor, amountMinor: vatOf(baseMinor, taken) }
}
