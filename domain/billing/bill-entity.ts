import { type Entity, firstText } from '#domain/kernel/records/entity.ts'
import { toMajor } from '#domain/kernel/money.ts'
import { epochOrZero } from '#domain/kernel/time.ts'
import { billDecider } from './bill.ts'
import { outstandingOf, paidMinorOf, refundedMinorOf, toRefundOf } from './bill-balance.ts'
import type { Bill, BillCommand, BillEvent } from './bill-facts.ts'
import { totalsOfContent } from './content.ts'
import { SHOWN_TERMS, viewOfTerms } from './content-view.ts'
import { afterDeposits, claimOf } from './deposit.ts'

/**
 * A bill in the wire's words, for its history: every field that a change can name. Null for a bill
 * that is not there.
 */
function viewOfBill(bill: Bill): Readonly<Record<string, unknown>> | null {
  if (bill.status === 'none' || bill.status === 'removed') return null
  const { content } = bill
  const frozen = bill.status === 'draft' ? null : bill.frozen
  const currency = content.currency
  const deposits = frozen?.deposits ?? content.deposits ?? []
  const totals = frozen ? claimOf(frozen) : afterDeposits(totalsOfContent(content).vat, deposits)
  const issued = bill.status === 'issued' ? bill : null
  return {
    type: bill.billType,
    status: bill.status === 'issued' ? 'issued' : 'draft',
    ref: frozen?.ref ?? '',
    profileId: content.profileId,
    projectId: content.projectId || 0,
    clientId: content.clientId || 0,
    client: frozen?.buyer.name ?? content.clientName,
    issueDate: epochOrZero(frozen?.issueDate ?? content.issueDate),
    dueDate: epochOrZero(frozen?.dueDate ?? content.dueDate),
    ...viewOfTerms(content),
    totalHT: toMajor(totals.netMinor, currency),
    totalTva: toMajor(totals.vatMinor, currency),
    totalTTC: toMajor(totals.grossMinor, currency),
    paidAmount: issued ? toMajor(paidMinorOf(issued), currency) : 0,
    outstanding: issued ? toMajor(outstandingOf(issued), currency) : 0,
    toRefund: issued ? toMajor(toRefundOf(issued), currency) : 0,
    refundedAmount: issued ? toMajor(refundedMinorOf(issued), currency) : 0,
    payments:
      issued?.payments.map((payment) => ({
        date: epochOrZero(payment.day),
        amount: toMajor(payment.amountMinor, currency),
        method: payment.method ?? '',
        bankReference: payment.bankReference ?? '',
      })) ?? [],
    paimentDate: epochOrZero(issued?.payments.at(-1)?.day ?? ''),
    collectDate: epochOrZero(issued?.collected ?? ''),
    deposits: deposits.map(({ ref }) => ref),
    creditNoteOf: bill.creditNoteOf?.ref ?? '',
    credits: issued?.credits.filter((c) => c.ref !== '').map((c) => c.ref) ?? [],
  }
}

export const billEntity: Entity<BillCommand, BillEvent, Bill> = {
  name: 'bill',
  decider: billDecider,
  permission: 'billing',
  currency: 'currency',
  refers: { profileId: 'professionalInfo', projectId: 'project', clientId: 'company' },
  shows: {
    type: 'choice',
    status: 'choice',
    profileId: 'reference',
    projectId: 'reference',
    clientId: 'reference',
    issueDate: 'day',
    dueDate: 'day',
    ...SHOWN_TERMS,
    totalHT: 'money',
    totalTva: 'money',
    totalTTC: 'money',
    paidAmount: 'money',
    outstanding: 'money',
    toRefund: 'money',
    refundedAmount: 'money',
    payments: 'rows',
    'payments.date': 'day',
    'payments.amount': 'money',
    'payments.method': 'choice',
    paimentDate: 'day',
    collectDate: 'day',
    deposits: 'texts',
    credits: 'texts',
  },
  edits: ['BillDraftChanged'],
  internal: [
    'BillIssuanceStarted',
    'BillCreditReserved',
    'BillCreditReleased',
    'BillDepositDeducted',
    'BillDepositFreed',
  ],
  untold: [
    'profileId',
    'clientId',
    'projectId',
    'status',
    'includePenalty',
    'lines.amountHT',
    'totalHT',
    'totalTva',
  ],
  removed: 'BillDraftRemoved',
  view: viewOfBill,
  title: (view) => firstText(view, 'ref', 'serviceName', 'client'),
}
