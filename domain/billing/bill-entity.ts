import type { Entity } from '#domain/kernel/records/entity.ts'
import { toMajor } from '#domain/kernel/money.ts'
import { epochOrZero } from '#domain/kernel/time.ts'
import { billDecider } from './bill.ts'
import { outstandingOf, toRefundOf } from './bill-balance.ts'
import {
  type Bill,
  type BillCommand,
  type BillEvent,
  billEvents,
  type IssuedBill,
  type Payment,
} from './bill-facts.ts'
import { totalsOfContent } from './content.ts'
import { HIDDEN_CONTENT, SHARED_ENTITY, SHOWN_CONTENT, viewOfContent } from './content-view.ts'
import { afterDeposits, claimOf } from './deposit.ts'

const UNPAID = {
  paidAmount: 0,
  outstanding: 0,
  toRefund: 0,
  refundedAmount: 0,
  payments: [],
  settlements: [],
  paimentDate: 0,
  collectDate: 0,
  credits: [],
}

const besideOf = ({ surplus }: Pick<Payment, 'surplus'>): number => surplus?.amountMinor ?? 0

/** Payments of an issued bill, and refunds. */
function viewOfSettlement(bill: IssuedBill) {
  const { currency } = bill.frozen
  return {
    paidAmount: toMajor(
      bill.payments.reduce((sum, one) => sum + one.amountMinor + besideOf(one), 0),
      currency,
    ),
    outstanding: toMajor(outstandingOf(bill), currency),
    toRefund: toMajor(toRefundOf(bill), currency),
    refundedAmount: toMajor(
      bill.refunds.reduce((sum, one) => sum + one.amountMinor + besideOf(one), 0),
      currency,
    ),
    payments: bill.payments.map((one) => ({
      date: epochOrZero(one.day),
      amount: toMajor(one.amountMinor + besideOf(one), currency),
      method: one.method ?? '',
      bankReference: one.bankReference ?? '',
    })),
    settlements: bill.settlements.map(({ day, as, amountMinor }) => ({
      date: epochOrZero(day),
      as,
      amount: toMajor(amountMinor, currency),
    })),
    paimentDate: epochOrZero(bill.payments.at(-1)?.day ?? ''),
    collectDate: epochOrZero(bill.collected),
    credits: bill.credits.map(({ ref }) => ref).filter((ref) => ref !== ''),
  }
}

/**
 * A bill in the wire's words, for its history: every field that a change can name. Null for a bill
 * that is not there.
 */
function viewOfBill(bill: Bill): Readonly<Record<string, unknown>> | null {
  if (bill.status === 'none' || bill.status === 'removed') return null
  const { content } = bill
  const frozen = bill.status === 'draft' ? null : bill.frozen
  const deposits = frozen?.deposits ?? content.deposits ?? []
  const totals = frozen ? claimOf(frozen) : afterDeposits(totalsOfContent(content).vat, deposits)
  const { ref, buyer, issueDate, dueDate } = frozen ?? {
    ref: '',
    buyer: { name: content.clientName },
    issueDate: content.issueDate,
    dueDate: content.dueDate,
  }
  return {
    type: bill.billType,
    status: bill.status === 'issued' ? 'issued' : 'draft',
    ref,
    projectId: content.projectId || 0,
    client: buyer.name,
    issueDate: epochOrZero(issueDate),
    dueDate: epochOrZero(dueDate),
    ...viewOfContent(content, totals),
    ...(bill.status === 'issued' ? viewOfSettlement(bill) : UNPAID),
    deposits: deposits.map((deposit) => deposit.ref),
    creditNoteOf: bill.creditNoteOf?.ref ?? '',
  }
}

export const billEntity: Entity<BillCommand, BillEvent, Bill> = {
  name: 'bill',
  decider: billDecider,
  permission: 'billing',
  ...SHARED_ENTITY,
  shows: {
    ...SHOWN_CONTENT,
    type: 'choice',
    issueDate: 'day',
    dueDate: 'day',
    paidAmount: 'money',
    outstanding: 'money',
    toRefund: 'money',
    refundedAmount: 'money',
    payments: 'rows',
    'payments.date': 'day',
    'payments.amount': 'money',
    'payments.method': 'choice',
    settlements: 'rows',
    'settlements.date': 'day',
    'settlements.as': 'choice',
    'settlements.amount': 'money',
    paimentDate: 'day',
    collectDate: 'day',
    deposits: 'texts',
    credits: 'texts',
  },
  edits: ['BillDraftChanged'],
  internal: ['BillIssuanceStarted', ...billEvents.reservations],
  untold: HIDDEN_CONTENT,
  removed: 'BillDraftRemoved',
  view: viewOfBill,
}
