import { type BillEvent, billEvents } from '#domain/billing/bill-facts.ts'
import { claimOf } from '#domain/billing/deposit.ts'
import { type TransactionEvent, transactionEvents } from '#domain/finance/transaction.ts'
import { addDays, type DayOrNone, epochOfDay } from '#domain/kernel/time.ts'
import { ignored } from '../kernel/projection.ts'
import { defineTodoList, NOT_DUE, type Todo } from '../kernel/todo-list.ts'

/**
 * Issued bills, and whether the books expect what is owed of them. The row stays: a payment may be
 * taken back.
 *
 * @unit owedMinor: minor units of the bill's currency
 */
export type UnexpectedIncome = Todo & {
  readonly owedMinor: number
  /** Revision of the last event that changed what is owed. */
  readonly billVersion: number
  readonly issued: boolean
  /** Whether the books expect something of it at present. */
  readonly expected: boolean
}

const owing = (row: UnexpectedIncome | null, revision: number, change: number) => {
  if (row === null) return null
  const owedMinor = row.owedMinor + change
  const isWork = row.issued && (owedMinor > 0 || row.expected)
  const { dueAt: _, ...others } = row
  return { ...others, owedMinor, billVersion: revision, ...(isWork ? {} : { dueAt: NOT_DUE }) }
}
/** Without work once the books know the bill's last change. */
const withDue = (row: UnexpectedIncome | null, billVersion: number, expected: boolean) =>
  row && { ...row, expected, dueAt: billVersion >= row.billVersion ? NOT_DUE : row.dueAt }

export const unexpectedIncomes = defineTodoList<BillEvent | TransactionEvent, UnexpectedIncome>({
  name: 'unexpected-incomes',
  version: 1,
  keyOf: {
    IncomeExpected: ({ data }) => data.externalId,
    IncomeNoLongerExpected: ({ data }) => data.billId,
  },
  on: {
    BillIssuanceStarted: (_, { data, revision }) =>
      data.creditNoteOf === null
        ? {
            owedMinor: claimOf(data.frozen).grossMinor,
            billVersion: revision,
            issued: false,
            expected: false,
            dueAt: NOT_DUE,
          }
        : null,
    BillIssuanceAbandoned: () => null,
    BillIssued: (row, { revision }) => row && owing({ ...row, issued: true }, revision, 0),
    BillPaid: (row, { data, revision }) => owing(row, revision, -data.amountMinor),
    BillPaymentReversed: (row, { data, revision }) => owing(row, revision, data.amountMinor),
    BillRefunded: (row, { data, revision }) => owing(row, revision, data.amountMinor),
    BillRefundReversed: (row, { data, revision }) => owing(row, revision, -data.amountMinor),
    BillCredited: (row, { data, revision }) => owing(row, revision, -data.grossMinor),
    BillSettled: (row, { data, revision }) => owing(row, revision, -data.amountMinor),
    BillSettlementReversed: (row, { data, revision }) => owing(row, revision, data.amountMinor),
    IncomeExpected: (row, { data }) => withDue(row, data.billVersion, true),
    IncomeNoLongerExpected: (row, { data }) => withDue(row, data.billVersion, false),
    ...ignored(
      ...billEvents.drafting,
      ...billEvents.collection,
      ...billEvents.reservations,
      ...billEvents.client,
      ...billEvents.due,
      ...transactionEvents.payments,
      ...transactionEvents.marks,
      ...transactionEvents.byHand,
    ),
  },
})

/** Transactions that wait for a payment, and the moment their day has passed. */
export type TransactionDue = Todo & {
  readonly expectedDay: DayOrNone
  readonly paid: boolean
  /** The expected day that is known to have passed. */
  readonly fellDue: DayOrNone
}

/** Due the day after the expected one. The decider compares with the user's own day. */
const waiting = (expectedDay: DayOrNone, paid: boolean, fellDue: DayOrNone = '') => ({
  expectedDay,
  paid,
  fellDue,
  dueAt:
    paid || expectedDay === '' || expectedDay === fellDue
      ? NOT_DUE
      : epochOfDay(addDays(expectedDay, 1)),
})

export const transactionsDue = defineTodoList<TransactionEvent, TransactionDue>({
  name: 'transactions-due',
  version: 1,
  on: {
    IncomeExpected: (row, { data }) => waiting(data.day, false, row?.fellDue),
    IncomeNoLongerExpected: (row) => row && waiting('', false, row.fellDue),
    TransactionAdded: (_, { data: { facts } }) =>
      waiting(facts.expectedDay, facts.paymentDay !== ''),
    TransactionChanged: (row, { data: { changes } }) => {
      if (row === null || (changes.expectedDay === undefined && changes.paymentDay === undefined))
        return row
      const { expectedDay = row.expectedDay, paymentDay } = changes
      return waiting(
        expectedDay,
        paymentDay === undefined ? row.paid : paymentDay !== '',
        row.fellDue,
      )
    },
    TransactionPaid: (row) => row && waiting(row.expectedDay, true, row.fellDue),
    // Paid without an expected day, it is waited for no more than before.
    TransactionUnpaid: (row) => row && waiting(row.expectedDay, false, row.fellDue),
    TransactionFellDue: (row, { data }) => row && waiting(row.expectedDay, row.paid, data.day),
    TransactionRemoved: () => null,
    TransactionRestored: (_, { data: { facts } }) =>
      waiting(facts.expectedDay, facts.paymentDay !== ''),
    ...ignored(...transactionEvents.payments, 'TransactionCashed'),
  },
})
