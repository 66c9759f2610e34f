import { differing, same } from '#domain/kernel/records/changes.ts'
import type { Decider, DecisionContext } from '#domain/kernel/decider.ts'
import { ownDayAt } from '#domain/kernel/time.ts'
import { refusal, unreachable } from '#domain/kernel/errors.ts'
import { outstandingOf } from './bill-balance.ts'
import {
  type Bill,
  type BillCommand,
  type BillEvent,
  billEvents,
  type IssuedBill,
} from './bill-facts.ts'
import { billRefusal } from './bill-refusals.ts'
import { decideHold } from './bill-holds.ts'
import { decidePayment, isPayment } from './bill-payments.ts'
import { checkContent } from './check-content.ts'
import type { BillContent } from './content.ts'

/** Terms that a credit note shares with the bill it corrects. */
const OF_THE_ORIGINAL = [
  'profileId',
  'clientId',
  'projectId',
  'currency',
  'includeVat',
] as const satisfies readonly (keyof BillContent)[]

type CommandOf<T extends BillCommand['type']> = Extract<BillCommand, { type: T }>
type Events = readonly BillEvent[]

/** @throws NOT_FOUND · BILL_BEING_ISSUED · BILL_ALREADY_ISSUED */
function draftIn(bill: Bill): Bill & { status: 'draft' } {
  if (bill.status === 'none' || bill.status === 'removed') throw refusal('NOT_FOUND')
  if (bill.status === 'issuing') throw billRefusal('BILL_BEING_ISSUED')
  if (bill.status === 'issued') throw billRefusal('BILL_ALREADY_ISSUED', { ref: bill.frozen.ref })
  return bill
}

function draft(command: CommandOf<'Draft'>, bill: Bill, { now, today }: DecisionContext): Events {
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
  return [
    {
      type: 'BillDrafted',
      data: { billType, content, creditNoteOf, source, ...ownDayAt(now, today) },
    },
  ]
}

function change(command: CommandOf<'Change'>, bill: Bill): Events {
  const { content, creditNoteOf } = draftIn(bill)
  const changes = differing<BillContent>(content, command.changes)
  const fixed = creditNoteOf ? OF_THE_ORIGINAL.filter((key) => key in changes) : []
  if (fixed.length > 0) throw billRefusal('BILL_CREDIT_NOTE_FIXED', { ref: creditNoteOf?.ref })
  checkContent({ ...content, ...changes })
  return Object.keys(changes).length === 0 ? [] : [{ type: 'BillDraftChanged', data: { changes } }]
}

function remove({ profileId }: CommandOf<'Remove'>, bill: Bill): Events {
  if (bill.status === 'removed' && bill.profileId === profileId) return []
  if (draftIn(bill).content.profileId !== profileId) throw refusal('NOT_FOUND')
  return [{ type: 'BillDraftRemoved', data: {} }]
}

function startIssuance(command: CommandOf<'StartIssuance'>, bill: Bill): Events {
  const { issuanceId, series, frozen } = command
  if ((bill.status === 'issuing' || bill.status === 'issued') && bill.issuanceId === issuanceId)
    return []
  const { creditNoteOf } = draftIn(bill)
  return [{ type: 'BillIssuanceStarted', data: { issuanceId, series, frozen, creditNoteOf } }]
}

const isAttempt = (bill: Bill, issuanceId: string): boolean =>
  bill.status === 'issuing' && bill.issuanceId === issuanceId

const abandonIssuance = (
  { issuanceId, reason }: CommandOf<'AbandonIssuance'>,
  bill: Bill,
): Events =>
  isAttempt(bill, issuanceId)
    ? [{ type: 'BillIssuanceAbandoned', data: { issuanceId, reason } }]
    : []

const completeIssuance = (
  { issuanceId, number, ref, documentSha256 }: CommandOf<'CompleteIssuance'>,
  bill: Bill,
): Events =>
  isAttempt(bill, issuanceId)
    ? [{ type: 'BillIssued', data: { issuanceId, number, ref, documentSha256 } }]
    : []

function moveClient({ from, to, name }: CommandOf<'MoveClient'>, bill: Bill): Events {
  if (bill.status === 'none' || bill.status === 'removed') throw refusal('NOT_FOUND')
  if (bill.content.clientId !== from) return []
  const clientName = bill.status === 'draft' ? name : ''
  return [{ type: 'BillClientMoved', data: { clientId: to, clientName } }]
}

function fallDue({ isOld }: CommandOf<'FallDue'>, bill: Bill, { today }: DecisionContext): Events {
  if (bill.status !== 'issued' || bill.fellDue || today <= bill.frozen.dueDate) return []
  const outstandingMinor = outstandingOf(bill)
  if (outstandingMinor === 0) return []
  const { dueDate } = bill.frozen
  const data = { dueDate, outstandingMinor, ...(isOld && { isOld }) }
  return [{ type: 'BillFellDue', data }]
}

export const billDecider: Decider<BillCommand, BillEvent, Bill> = {
  category: 'bill',
  initial: { status: 'none' },

  decide(command, bill, context) {
    if (isPayment(command)) return decidePayment(command, bill, context)
    switch (command.type) {
      case 'Draft':
        return draft(command, bill, context)
      case 'Change':
        return change(command, bill)
      case 'Remove':
        return remove(command, bill)
      case 'StartIssuance':
        return startIssuance(command, bill)
      case 'AbandonIssuance':
        return abandonIssuance(command, bill)
      case 'CompleteIssuance':
        return completeIssuance(command, bill)
      case 'MoveClient':
        return moveClient(command, bill)
      case 'FallDue':
        return fallDue(command, bill, context)
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
    if (isOfIssued(event)) return bill.status === 'issued' ? evolveIssued(bill, event) : bill
    switch (event.type) {
      case 'BillDrafted':
        return { status: 'draft', ...event.data, drafted: event.data.content, abandoned: [] }
      case 'BillDraftChanged':
      case 'BillIssuanceStarted':
        return bill.status === 'draft' ? evolveDraft(bill, event) : bill
      case 'BillDraftRemoved':
        return {
          status: 'removed',
          profileId: bill.status === 'draft' ? bill.content.profileId : '',
        }
      case 'BillIssuanceAbandoned':
      case 'BillIssued':
        return bill.status === 'issuing' ? evolveIssuing(bill, event) : bill
      case 'BillClientMoved':
        return withClient(bill, event.data)
      default:
        return unreachable(event)
    }
  },
}

type EventOf<T extends BillEvent['type']> = Extract<BillEvent, { type: T }>

function evolveDraft(
  bill: Bill & { status: 'draft' },
  event: EventOf<'BillDraftChanged' | 'BillIssuanceStarted'>,
): Bill {
  if (event.type === 'BillDraftChanged')
    return { ...bill, content: { ...bill.content, ...event.data.changes } }
  const { issuanceId, series, frozen } = event.data
  return { ...bill, status: 'issuing', issuanceId, series, frozen }
}

function evolveIssuing(
  bill: Bill & { status: 'issuing' },
  event: EventOf<'BillIssuanceAbandoned' | 'BillIssued'>,
): Bill {
  const { billType, content, creditNoteOf, source, drafted, issuanceId } = bill
  const unchanged = { billType, content, creditNoteOf, source }
  if (event.type === 'BillIssuanceAbandoned')
    return { status: 'draft', ...unchanged, drafted, abandoned: [...bill.abandoned, event.data] }
  return {
    status: 'issued',
    ...unchanged,
    issuanceId,
    frozen: { ...bill.frozen, ref: event.data.ref },
    documentSha256: event.data.documentSha256,
    payments: [],
    refunds: [],
    settlements: [],
    collected: '',
    credits: [],
    deductedBy: null,
    fellDue: false,
  }
}

/** An issued bill keeps the client's name of its paper. */
function withClient(
  bill: Bill,
  { clientId, clientName }: EventOf<'BillClientMoved'>['data'],
): Bill {
  if (bill.status === 'none' || bill.status === 'removed') return bill
  const named = bill.status === 'draft' ? { clientId, clientName } : { clientId }
  return { ...bill, content: { ...bill.content, ...named } }
}

type OfIssued = Exclude<
  BillEvent['type'],
  (typeof billEvents)['drafting' | 'issuing' | 'client'][number]
>

/** Every other event is of an issued bill. */
const BEFORE_ISSUE: ReadonlySet<string> = new Set([
  ...billEvents.drafting,
  ...billEvents.issuing,
  ...billEvents.client,
])
const isOfIssued = (event: BillEvent): event is EventOf<OfIssued> => !BEFORE_ISSUE.has(event.type)

function evolveIssued(bill: IssuedBill, event: EventOf<OfIssued>): IssuedBill {
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
    case 'BillSettled':
      return { ...bill, settlements: [...bill.settlements, event.data] }
    case 'BillSettlementReversed':
      return {
        ...bill,
        settlements: bill.settlements.filter((one) => one.settlementId !== event.data.settlementId),
      }
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
            ? {
                ...c,
                ref: event.data.ref,
                issueDate: event.data.issueDate,
                ...(event.data.daysKept && { daysKept: event.data.daysKept }),
              }
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
