/** Kinds of a file of transactions: a bank's statement, or a supplier's invoice. */
export const TRANSACTION_FILES = ['statement', 'invoice'] as const
export type TransactionFile = (typeof TRANSACTION_FILES)[number]

/** Why a row can't be taken: no day, or no amount. */
export const LOST_ROWS = ['day', 'amount'] as const
export type LostRow = (typeof LOST_ROWS)[number]

/**
 * Outcome of a row: it is added, or it is here from an earlier import. `alike`: a payment of the
 * books is like it.
 */
export const ROW_ACTS = ['add', 'known', 'alike'] as const
export type RowAct = (typeof ROW_ACTS)[number]
