import { MAX_TOGETHER } from '#contract/billing/bill.values.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import type { Session } from '#web/kernel/data/session.tsx'
import { standing } from '#web/kernel/data/standing.ts'

/**
 * Acts of a user on a bill, each with its obstacle while it is not available. The page, the list's
 * menu and the selection bar offer acts by this alone.
 */
export function billActs(bill: Bill, can: Session['can']) {
  const cannotAdd = !can('perm_billing_add') && 'permission'
  const cannotUpdate = !can('perm_billing_update') && 'permission'
  const cannotRemove = !can('perm_billing_delete') && 'permission'
  const isDraft = bill.status === 'draft' && 'draft'
  const isIssued = bill.status !== 'draft' && 'issued'
  const isCreditNote = bill.type === 'creditNote' && 'creditNote'
  const isCollected = bill.collectDate !== 0 && 'collected'
  const credit = standing(
    cannotAdd,
    isDraft,
    isCreditNote,
    bill.creditedAmount >= bill.totalTTC && 'fullyCredited',
    bill.deductedBy !== 0 && 'deducted',
  )
  return {
    issue: standing(cannotUpdate, isIssued),
    mail: standing(cannotUpdate, isDraft),
    pay: standing(cannotUpdate, isDraft, isCreditNote, bill.outstanding <= 0 && 'nothingOwed'),
    collect: standing(
      cannotUpdate,
      isDraft,
      isCreditNote,
      bill.outstanding > 0 && 'stillOwed',
      bill.paidAmount <= 0 && 'nothingPaid',
      isCollected,
    ),
    refund: standing(cannotUpdate, isDraft, bill.toRefund <= 0 && 'nothingToRefund'),
    credit,
    finish: standing(bill.type !== 'deposit' && 'noDeposit', credit !== 'available' && credit),
    /** Takes a payment back: what came after it is taken back first. */
    unpay: standing(cannotUpdate, isCollected, bill.refunds.length > 0 && 'refunded'),
    /** Makes a rest that ended without money owed again. */
    unsettle: standing(cannotUpdate, isCollected),
    unrefund: standing(cannotUpdate),
    uncollect: standing(cannotUpdate, bill.collectDate === 0 && 'notCollected'),
    duplicate: standing(cannotAdd, isCreditNote),
    remove: standing(cannotRemove, isIssued),
  }
}

/** Acts with chosen bills of the list, and the bills that each is done with. */
export function chosenBillsActs(chosen: readonly Bill[], can: Session['can']) {
  const issued = chosen.filter((bill) => bill.ref !== '')
  const payable = issued.filter((bill) => billActs(bill, can).pay === 'available')
  const tooMany = (bills: readonly Bill[]) => bills.length > MAX_TOGETHER && 'tooMany'
  return {
    issued,
    payable,
    pdfs: standing(issued.length === 0 && 'noneIssued', tooMany(issued)),
    pay: standing(
      !can('perm_billing_update') && 'permission',
      payable.length === 0 && 'noneOwed',
      tooMany(payable),
    ),
  }
}

/** A mail's act, and the purpose that it gives the mail. */
export const MAIL_PURPOSES = { send: '', remind: 'reminder', thank: 'thanks' } as const
export type MailAct = keyof typeof MAIL_PURPOSES
export const isMailAct = (word: string): word is MailAct => Object.hasOwn(MAIL_PURPOSES, word)

/** The mail that an issued bill calls for. @param isSent a mail with it has gone */
export function mailActOf(bill: Bill, isSent: boolean): MailAct {
  if (bill.type === 'creditNote') return 'send'
  if (bill.outstanding === 0) return bill.paidAmount > 0 ? 'thank' : 'send'
  return bill.outstanding > 0 && (isSent || bill.state === 'late') ? 'remind' : 'send'
}

/**
 * A mail is the likeliest act: a new bill is sent, and a late one gets a reminder. A payment in
 * time comes weeks later.
 */
export const isMailNext = (bill: Bill, isSent: boolean): boolean =>
  bill.state === 'late' || (!isSent && bill.state === 'issued')

/** A payment of this amount may be in the bank at once: only a bill paid in full is collected. */
export const isPaidInFull = (bill: Bill, amount: number): boolean => amount >= bill.outstanding

/** The payment that a write has added to a bill. */
export const paymentAdded = (before: Bill, after: Bill): Bill['payments'][number] | undefined =>
  after.payments.find((one) => !before.payments.some(({ id }) => id === one.id))
