/** What a file of transactions is: a bank's statement, or an invoice that a supplier sent. */
export const TRANSACTION_FILES = ['statement', 'invoice'] as const
export type TransactionFile = (typeof TRANSACTION_FILES)[number]

/** Why a row can't be taken: no day, no amount, or another currency than its account's. */
export const LOST_ROWS = ['day', 'amount'] as const
export type LostRow = (typeof LOST_ROWS)[number]

/**
 * Outcome of a row: it is added, it is here from an earlier import, or a payment of the books is
 * like it.
 */
export const ROW_ACTS = ['add', 'known', 'alike'] as const
export type RowAct = (typeof ROW_ACTS)[number]
