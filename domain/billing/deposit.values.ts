import { isSameKind, remainder, type Totals, type VatRow } from './amounts.values.ts'

type Deducted = { readonly vat: readonly VatRow[] }

/** Rest of a breakdown after its deposits, by rate. */
export const afterDeposits = (vat: readonly VatRow[], deposits: readonly Deducted[] = []): Totals =>
  remainder(
    vat,
    deposits.map((deposit) => deposit.vat),
  )

/**
 * Whether the bill has each deposit's rates, for as much at least. A rate without its lines would
 * be given back.
 */
export const depositsFit = (vat: readonly VatRow[], deposits: readonly Deducted[]): boolean =>
  deposits.every((deposit) =>
    deposit.vat.every((deposited) => vat.some((row) => isSameKind(row, deposited))),
  ) &&
  afterDeposits(vat, deposits).vat.every(
    ({ baseMinor, amountMinor }) => baseMinor >= 0 && amountMinor >= 0,
  )
