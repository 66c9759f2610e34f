import { toMajor } from '#domain/kernel/money.ts'
import { TRANSACTION_ORDER, transactions } from '#projections/finance/transactions.ts'
import { defineSearch, lookInto } from '../kernel/search.ts'

/**
 * Transactions by the bill's number, the client, the label or the amount; what was reversed is not
 * among them.
 */
export const transactionsSearch = defineSearch({
  entity: 'transaction',
  permission: 'perm_transaction_menu',
  reads: { transactions },
  async find(read, question) {
    const { owner, profileId } = question
    const found = await lookInto(read.transactions, question, {
      where: { owner, reversed: false, ...(profileId === undefined ? {} : { profileId }) },
      fields: ['reference', 'client', 'label'],
      amounts: ['grossMinor', 'netMinor'],
      sort: TRANSACTION_ORDER,
    })
    return found.map(
      ({
        _id,
        label,
        reference,
        client,
        operation,
        grossMinor,
        currency,
        status,
        lastModificationDate,
      }) => ({
        id: _id,
        title: label || reference || client,
        detail: client || (label === '' ? '' : reference),
        amount: { value: (operation === 'out' ? -1 : 1) * toMajor(grossMinor, currency), currency },
        status,
        changedAt: lastModificationDate,
      }),
    )
  },
})
