import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import type { Session } from '#web/kernel/data/session.tsx'
import { standing } from '#web/kernel/data/standing.ts'

/** Results of a quote: undefined while they are read, or without permission. */
export type Made = {
  readonly hasContract: boolean | undefined
  readonly hasDeposit: boolean | undefined
}

/**
 * Acts of a user on a quote, each with its obstacle while it is not available. The pages and the
 * list's menu offer acts by this alone.
 */
export function quoteActs(quote: Quote, can: Session['can']) {
  const { status } = quote
  const cannotUpdate = !can('perm_quote_update') && 'permission'
  const cannotBill = !can('perm_billing_add') && 'permission'
  const notSent = status !== 'sent' && 'notSent'
  const notAccepted = status !== 'accepted' && 'notAccepted'
  const isDraft = status === 'draft' && 'draft'
  const isAccepted = status === 'accepted' && 'accepted'
  return {
    send: standing(cannotUpdate, status !== 'draft' && 'sent'),
    remind: standing(cannotUpdate, notSent),
    accept: standing(cannotUpdate, isDraft, isAccepted, status === 'withdrawn' && 'withdrawn'),
    decline: standing(cannotUpdate, notSent),
    revise: standing(cannotUpdate, isDraft, isAccepted),
    withdraw: standing(cannotUpdate, notSent),
    bill: standing(
      cannotBill,
      notAccepted,
      quote.lines.every(({ left }) => left <= 0) && 'allBilled',
    ),
    /** A draft of a quote that was sent once holds its earlier versions. */
    remove: standing(
      !can('perm_quote_delete') && 'permission',
      status !== 'draft' && 'sent',
      quote.edition > 0 && 'sentBefore',
    ),
  }
}

/** Results that an accepted quote may still have. */
export function quoteMakes(quote: Quote, { hasContract, hasDeposit }: Made, can: Session['can']) {
  const notAccepted = quote.status !== 'accepted' && 'notAccepted'
  return {
    contract: standing(
      !can('perm_contract_add') && 'permission',
      notAccepted,
      hasContract !== false && 'made',
    ),
    deposit: standing(
      !can('perm_billing_add') && 'permission',
      notAccepted,
      hasDeposit !== false && 'made',
    ),
  }
}
