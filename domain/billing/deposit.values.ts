import { remainder, type Totals, type VatRow } from './amounts.values.ts'

type Deducted = { readonly vat: readonly VatRow[] }

/** What is left of a breakdown once its deposits are taken off, by rate. */
export const afterDeposits = (vat: readonly VatRow[], deposits: readonly Deducted[] = []): Totals =>
  remainder(
    vat,
    deposits.map((deposit) => deposit.vat),
  )

/**
 * Whether each deposit's rates are billed too, for as much at least: a rate that is not would be
 * given back.
 */
export const depositsFit = (vat: readonly VatRow[], deposits: readonly Deducted[]): boolean =>
  deposits.every((deposit) =>
    deposit.vat.every(({ rate }) => vat.some((row) => row.rate === rate)),
  ) &&
  afterDeposits(vat, deposits).vat.every(
    ({ baseMinor, amountMinor }) => baseMinor >= 0 && amountMinor >= 0,
  )
