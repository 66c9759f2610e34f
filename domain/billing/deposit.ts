import type { Day } from '#domain/kernel/time.ts'
import type { FrozenBill } from './frozen-bill.ts'
import { remainder, type Totals, type VatRow } from './totals.ts'

/**
 * A deposit bill that a final bill deducts: what the client was billed by it, its credit notes taken off.
 *
 * @unit minor units of the bill's currency
 * @source BOI-TVA-DECLA-30-20-20-10 §60: the final bill names each deposit bill
 */
export type DeductedDeposit = {
  readonly billId: string
  readonly ref: string
  readonly issueDate: Day
  /** By rate, as the deposit was billed. */
  readonly vat: readonly VatRow[]
  readonly grossMinor: number
}

/** The attempt to issue a final bill that deducts a deposit. */
export type DepositHolder = { readonly finalId: string; readonly issuanceId: string }

/** What the deposits come to. */
export const prepaidMinorOf = (deposits: readonly DeductedDeposit[] = []): number =>
  deposits.reduce((sum, { grossMinor }) => sum + grossMinor, 0)

/** What is left of a breakdown once its deposits are taken off, by rate. */
export const afterDeposits = (vat: readonly VatRow[], deposits: readonly DeductedDeposit[] = []): Totals =>
  remainder(
    vat,
    deposits.map((deposit) => deposit.vat),
  )

/** What an issued bill adds to what was billed before: its paper's totals, less the deposits that it deducts. */
export const claimOf = ({ vat, deposits }: Pick<FrozenBill, 'vat' | 'deposits'>): Totals => afterDeposits(vat, deposits)

/** Whether each deposit's rates are billed too, for as much at least: a rate that is not would be given back. */
export const depositsFit = (vat: readonly VatRow[], deposits: readonly DeductedDeposit[]): boolean =>
  deposits.every((deposit) => deposit.vat.every(({ rate }) => vat.some((row) => row.rate === rate))) &&
  afterDeposits(vat, deposits).vat.every(({ baseMinor, amountMinor }) => baseMinor >= 0 && amountMinor >= 0)
