import type { Transaction } from '#contract/finance/finance.schemas.ts'
import type { Session } from '#web/kernel/data/session.tsx'
import { standing } from '#web/kernel/data/standing.ts'

/** Contexts that are read again after an act. */
export const READ_AGAIN = { invalidates: ['finance', 'documents', 'dashboard'] } as const

/**
 * Acts of a user on a transaction, each with its obstacle while it is not available. A bill's
 * transaction changes through its bill alone. Panel, menu and selection bar read this.
 */
export function transactionActs(row: Transaction, can: Session['can']) {
  const cannotUpdate = !can('perm_transaction_update') && 'permission'
  const isOfBill = row.externalId !== '' && 'ofBill'
  const isReversed = row.reversed && 'reversed'
  const isPaid = row.status === 'paid' && 'paid'
  const isUnpaid = row.status !== 'paid' && 'unpaid'
  const change = [cannotUpdate, isOfBill, isReversed] as const
  return {
    edit: standing(...change),
    pay: standing(...change, isPaid),
    unpay: standing(...change, isUnpaid),
    collect: standing(...change, isUnpaid, row.cashed && 'cashed'),
    uncollect: standing(...change, isUnpaid, !row.cashed && 'notCashed'),
    remove: standing(!can('perm_transaction_delete') && 'permission', isOfBill, isReversed),
  }
}

/** The act with chosen transactions, and those that it is done with. */
export function chosenTransactionsActs(chosen: readonly Transaction[], can: Session['can']) {
  const payable = chosen.filter((row) => transactionActs(row, can).pay === 'available')
  return {
    payable,
    pay: standing(
      !can('perm_transaction_update') && 'permission',
      payable.length === 0 && 'noneOwed',
    ),
  }
}
