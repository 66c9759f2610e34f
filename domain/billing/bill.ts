import { differing, same } from '#domain/kernel/records/changes.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import { refusal, unreachable } from '#domain/kernel/errors.ts'
import { outstandingOf } from './bill-balance.ts'
import type { Bill, BillCommand, BillEvent, IssuedBill } from './bill-facts.ts'
import { billRefusal } from './bill-refusals.ts'
import { decideHold } from './bill-holds.ts'
import { decidePayment } from './bill-payments.ts'
import { checkContent } from './check-content.ts'
import type { BillContent } from './content.ts'

/** What a credit note shares with the bill it corrects. */
const OF_THE_ORIGINAL = [
  'profileId',
  'clientId',
  'projectId',
  'currency',
  'includeVat',
] as const satisfies readonly (keyof BillContent)[]

function draft(bill: Bill): Bill & { status: 'draft' } {
  if (bill.status === 'none' || bill.status === 'removed') throw refusal('NOT_FOUND')
  if (bill.status === 'issuing') throw billRefusal('BILL_BEING_ISSUED')
  if (bill.status === 'issued') throw billRefusal('BILL_ALREADY_ISSUED', { ref: bill.frozen.ref })
  return bill
}

export const billDecider: Decider<BillCommand, BillEvent, Bill> = {
  category: 'bill',
  initial: { status: 'none' },

  decide(command, bill, context) {
    switch (command.type) {
      case 'Draft': {
        const { billType, content, creditNoteOf, source } = command
        if (
          bill.status === 'draft' &&
          same(bill.drafted, content) &&
          bill.billType === billType &&
          same(bill.creditNoteOf, creditNoteOf)
        )
          return []
        if (bill.status !== 'none') throw refusal('ID_ALREADY_USED')
        checkContent(content)
        return [{ type: 'BillDrafted', data: { billType, content, creditNoteOf, source } }]
      }
      case 'Change': {
        const { content, creditNoteOf } = draft(bill)
        const changes = differing<BillContent>(content, command.changes)
        const fixed = creditNoteOf ? OF_THE_ORIGINAL.filter((key) => key in changes) : []
        if (fixed.length > 0)
          throw billRefusal('BILL_CREDIT_NOTE_FIXED', { ref: creditNoteOf?.ref })
        checkContent({ ...content, ...changes })
        return Object.keys(changes).length === 0
          ? []
          : [{ type: 'BillDraftChanged', data: { changes } }]
      }
      case 'Remove':
        if (bill.status === 'removed' && bill.profileId === command.profileId) return []
        if (draft(bill).content.profileId !== command.profileId) throw refusal('NOT_FOUND')
        return [{ type: 'BillDraftRemoved', data: {} }]

      case 'StartIssuance': {
        if (
          (bill.status === 'issuing' || bill.status === 'issued') &&
          bill.issuanceId === command.issuanceId
        )
          return []
        const { creditNoteOf } = draft(bill)
        return [
          {
            type: 'BillIssuanceStarted',
            data: {
              issuanceId: command.issuanceId,
              series: command.series,
              frozen: command.frozen,
              creditNoteOf,
            },
          },
        ]
      }
      case 'AbandonIssuance':
        return bill.status === 'issuing' && bill.issuanceId === command.issuanceId
          ? [
              {
                type: 'BillIssuanceAbandoned',
                data: { issuanceId: command.issuanceId, reason: command.reason },
              },
            ]
          : []
      case 'CompleteIssuance': {
        if (bill.status !== 'issuing' || bill.issuanceId !== command.issuanceId) return []
        const { issuanceId, number, ref, documentSha256 } = command
        return [{ type: 'BillIssued', data: { issuanceId, number, ref, documentSha256 } }]
      }

      case 'MoveClient': {
        if (bill.status === 'none' || bill.status === 'removed') throw refusal('NOT_FOUND')
        if (bill.content.clientId !== command.from) return []
        const clientName = bill.status === 'draft' ? command.name : ''
        return [{ type: 'BillClientMoved', data: { clientId: command.to, clientName } }]
      }
      case 'FallDue': {
        if (bill.status !== 'issued' || bill.fellDue || context.today <= bill.frozen.dueDate)
          return []
        const outstandingMinor = outstandingOf(bill)
        return outstandingMinor === 0
          ? []
          : [{ type: 'BillFellDue', data: { dueDate: bill.frozen.dueDate, outstandingMinor } }]
      }
      case 'Pay':
      case 'Unpay':
      case 'Refund':
      case 'Unrefund':
      case 'Collect':
      case 'Uncollect':
        return decidePayment(command, bill, context)
      case 'ReserveCredit':
      case 'ReleaseCredit':
      case 'Credit':
      case 'DeductDeposit':
      case 'FreeDeposit':
        return decideHold(command, bill)
      default:
        return unreachable(command)
    }
  },

  evolve(bill, event) {
    switch (event.type) {
      case 'BillDrafted':
        return { status: 'draft', ...event.data, drafted: event.data.content, abandoned: [] }
      case 'BillDraftChanged':
        return bill.status === 'draft'
          ? { ...bill, content: { ...bill.content, ...event.data.changes } }
          : bill
      case 'BillDraftRemoved':
        return {
          status: 'removed',
          profileId: bill.status === 'draft' ? bill.content.profileId : '',
        }
      case 'BillIssuanceStarted':
        return bill.status === 'draft'
          ? {
              ...bill,
              status: 'issuing',
              issuanceId: event.data.issuanceId,
              series: event.data.series,
              frozen: event.data.frozen,
            }
          : bill
      case 'BillIssuanceAbandoned': {
        if (bill.status !== 'issuing') return bill
        const { billType, content, creditNoteOf, source, drafted } = bill
        const abandoned = [...bill.abandoned, event.data]
        return { status: 'draft', billType, content, creditNoteOf, source, drafted, abandoned }
      }
      case 'BillIssued': {
        if (bill.status !== 'issuing') return bill
        const { billType, content, creditNoteOf, source, issuanceId } = bill
        const frozen = { ...bill.frozen, ref: event.data.ref }
        return {
          status: 'issued',
          billType,
          content,
          creditNoteOf,
          source,
          issuanceId,
          frozen,
          documentSha256: event.data.documentSha256,
          payments: [],
          refunds: [],
          collected: '',
          credits: [],
          deductedBy: null,
          fellDue: false,
        }
      }
      case 'BillClientMoved': {
        if (bill.status === 'none' || bill.status === 'removed') return bill
        const { clientId, clientName } = event.data
        const content = {
          ...bill.content,
          clientId,
          ...(bill.status === 'draft' && { clientName }),
        }
        return { ...bill, content }
      }
      case 'BillPaid':
      case 'BillPaymentReversed':
      case 'BillRefunded':
      case 'BillRefundReversed':
      case 'BillCollected':
      case 'BillCollectionReversed':
      case 'BillCreditReserved':
      case 'BillCreditReleased':
      case 'BillCredited':
      case 'BillDepositDeducted':
      case 'BillDepositFreed':
      case 'BillFellDue':
        return bill.status === 'issued' ? evolveIssued(bill, event) : bill
      default:
        return unreachable(event)
    }
  },
}

type OfIssued =
  | 'BillPaid'
  | 'BillPaymentReversed'
  | 'BillRefunded'
  | 'BillRefundReversed'
  | 'BillCollected'
  | 'BillCollectionReversed'
  | 'BillCreditReserved'
  | 'BillCreditReleased'
  | 'BillCredited'
  | 'BillDepositDeducted'
  | 'BillDepositFreed'
  | 'BillFellDue'

function evolveIssued(bill: IssuedBill, event: Extract<BillEvent, { type: OfIssued }>): IssuedBill {
  switch (event.type) {
    case 'BillPaid':
      return { ...bill, payments: [...bill.payments, event.data] }
    case 'BillPaymentReversed':
      return {
        ...bill,
        payments: bill.payments.filter((p) => p.paymentId !== event.data.paymentId),
      }
    case 'BillRefunded':
      return { ...bill, refunds: [...bill.refunds, event.data] }
    case 'BillRefundReversed':
      return { ...bill, refunds: bill.refunds.filter((r) => r.refundId !== event.data.refundId) }
    case 'BillCollected':
      return { ...bill, collected: event.data.day }
    case 'BillCollectionReversed':
      return { ...bill, collected: '' }
    case 'BillCreditReserved':
      return {
        ...bill,
        credits: [
          ...bill.credits.filter((c) => c.creditNoteId !== event.data.creditNoteId),
          { ...event.data, ref: '', issueDate: '' },
        ],
      }
    case 'BillCreditReleased':
      return {
        ...bill,
        credits: bill.credits.filter((c) => c.creditNoteId !== event.data.creditNoteId),
      }
    case 'BillCredited':
      return {
        ...bill,
        credits: bill.credits.map((c) =>
          c.creditNoteId === event.data.creditNoteId
            ? { ...c, ref: event.data.ref, issueDate: event.data.issueDate }
            : c,
        ),
      }
    case 'BillDepositDeducted':
      return { ...bill, deductedBy: event.data }
    case 'BillDepositFreed':
      return { ...bill, deductedBy: null }
    case 'BillFellDue':
      return { ...bill, fellDue: true }
    default:
      return unreachable(event)
  }
}
