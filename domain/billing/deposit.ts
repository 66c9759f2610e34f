import type { Day } from '#domain/kernel/time.ts'
import { afterDeposits } from './deposit.values.ts'
import type { Totals, VatRow } from './totals.ts'

export { afterDeposits, depositsFit } from './deposit.values.ts'

/**
 * A deposit bill that a final bill deducts: what the client was billed by it, its credit notes
 * taken off.
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

/** A deposit that no bill deducts yet. */
export type OpenDeposit = Pick<DeductedDeposit, 'billId' | 'ref' | 'vat'> & {
  readonly projectId: string
  readonly currency: string
  /** Whether the client has paid all of it. */
  readonly paid: boolean
}

/** The attempt to issue a final bill that deducts a deposit. */
export type DepositHolder = { readonly finalId: string; readonly issuanceId: string }

/** Sum of the deposits. */
export const prepaidMinorOf = (deposits: readonly DeductedDeposit[] = []): number =>
  deposits.reduce((sum, { grossMinor }) => sum + grossMinor, 0)

/**
 * Amount that an issued bill adds to earlier ones: its paper's totals, less the deposits that it
 * deducts.
 */
export const claimOf = ({
  vat,
  deposits,
}: {
  readonly vat: readonly VatRow[]
  readonly deposits?: readonly DeductedDeposit[]
}): Totals => afterDeposits(vat, deposits)
