import { same } from '#domain/kernel/records/changes.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import { creditOf, owedOf } from './bill-balance.ts'
import {
  type Bill,
  type BillCommand,
  type BillEvent,
  type Credit,
  issuedBill,
} from './bill-facts.ts'
import { billRefusal } from './bill-refusals.ts'

/** Holds of later bills on this one: a credit note its lines, a final bill the deposit. */
export type HoldCommand = Extract<
  BillCommand,
  { type: 'ReserveCredit' | 'ReleaseCredit' | 'Credit' | 'DeductDeposit' | 'FreeDeposit' }
>

export function decideHold(command: HoldCommand, bill: Bill): readonly BillEvent[] {
  switch (command.type) {
    case 'ReserveCredit': {
      const it = issuedBill(bill)
      const credit = it.credits.find((c) => c.creditNoteId === command.creditNoteId)
      if (credit && credit.ref !== '') return []
      if (it.deductedBy) throw billRefusal('BILL_DEPOSIT_DEDUCTED', { ref: it.frozen.ref })
      const totals = creditOf(it, command.creditNoteId, command.lines, command.gone)
      if (credit && same(credit.lines, command.lines)) return []
      const released = command.gone.filter((id) =>
        it.credits.some((c) => c.creditNoteId === id && c.ref === ''),
      )
      const reserved: Credit = {
        creditNoteId: command.creditNoteId,
        lines: command.lines,
        vat: totals.vat,
        grossMinor: totals.grossMinor,
      }
      return [
        ...released.map(
          (creditNoteId): BillEvent => ({ type: 'BillCreditReleased', data: { creditNoteId } }),
        ),
        { type: 'BillCreditReserved', data: reserved },
      ]
    }
    case 'ReleaseCredit':
      return bill.status === 'issued' &&
        bill.credits.some((c) => c.creditNoteId === command.creditNoteId && c.ref === '')
        ? [{ type: 'BillCreditReleased', data: { creditNoteId: command.creditNoteId } }]
        : []
    case 'Credit': {
      const credit = issuedBill(bill).credits.find((c) => c.creditNoteId === command.creditNoteId)
      if (!credit)
        throw new Error(`Credit note ${command.creditNoteId} was issued without holding its amount`)
      if (credit.ref !== '') return []
      return [
        {
          type: 'BillCredited',
          data: {
            creditNoteId: command.creditNoteId,
            ref: command.ref,
            issueDate: command.issueDate,
            vat: credit.vat,
            grossMinor: credit.grossMinor,
            ...(command.daysKept && { daysKept: true }),
          },
        },
      ]
    }
    case 'DeductDeposit': {
      const it = issuedBill(bill)
      const { ref, type } = it.frozen
      if (type !== 'deposit') throw billRefusal('BILL_NO_DEPOSIT', { ref })
      if (same(it.deductedBy, command.holder)) return []
      if (it.deductedBy && it.deductedBy.finalId !== command.holder.finalId)
        throw billRefusal('BILL_DEPOSIT_DEDUCTED', { ref })
      // A credit note that is being issued holds a part of it already.
      if (owedOf(it).grossMinor <= 0 || it.credits.some((credit) => credit.ref === ''))
        throw billRefusal('BILL_DEPOSIT_CREDITED', { ref })
      return [{ type: 'BillDepositDeducted', data: command.holder }]
    }
    case 'FreeDeposit':
      return bill.status === 'issued' && bill.deductedBy?.finalId === command.finalId
        ? [{ type: 'BillDepositFreed', data: { finalId: command.finalId } }]
        : []
    default:
      return unreachable(command)
  }
}
