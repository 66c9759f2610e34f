import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import type { Position } from '#domain/kernel/event.ts'
import {
  type ExpectedIncome,
  type PaymentToBook,
  transactionDecider,
} from '#domain/finance/transaction.ts'

/** The transaction's id of a payment: derived from both ids, so that it can be found again. */
export const transactionIdOf = (billId: string, paymentId: string): string =>
  ulidFrom(`${billId}/${paymentId}`)

type Booked = Promise<{ readonly position: Position }>

/** The transaction's id of what a bill waits for. */
const incomeIdOf = (billId: string): string => ulidFrom(`${billId}/expected`)

/**
 * Facts of bills for the books. Any process may repeat the calls in any order: each takes effect
 * once.
 */
export function paymentBooks(handler: CommandHandler) {
  return {
    async bookPayment(
      {
        paymentId,
        billId,
        profileId,
        projectId,
        clientName,
        ref,
        currency,
        grossMinor,
        vat,
        day,
        direction = 'in',
        kind,
        bankAccountType = 'professional',
        method,
        bankReference,
        matched,
        vatDue,
        supply,
        euros,
      }: PaymentToBook,
      meta: CommandMeta,
    ): Booked {
      const id = transactionIdOf(billId, paymentId)
      const { version: _, ...rest } = meta
      const { position } = await handler.run(
        transactionDecider,
        id,
        {
          type: 'BookPayment',
          payment: {
            profileId,
            projectId,
            operation: direction,
            kind: kind ?? (direction === 'in' ? 'invoice' : 'refund'),
            externalId: billId,
            paymentId,
            reference: ref,
            client: clientName,
            currency,
            grossMinor,
            vat,
            day,
            bankAccountType,
            ...(method !== undefined && { method }),
            ...(bankReference !== undefined && { bankReference }),
            ...(matched !== undefined && { matched }),
            ...(vatDue !== undefined && { vatDue }),
            ...(supply !== undefined && { supply }),
            ...(euros !== undefined && { euros }),
          },
        },
        { ...rest, commandId: derivedUuid(id, 'booked') },
      )
      if (matched === undefined) return { position }
      // The money would count twice.
      const stood = await handler.load(transactionDecider, matched, meta.owner)
      if (stood?.state.status !== 'live') return { position }
      return handler.run(
        transactionDecider,
        matched,
        { type: 'Remove' },
        { ...rest, commandId: derivedUuid(id, 'matched') },
      )
    },
    async reversePayment(
      { paymentId, billId }: Pick<PaymentToBook, 'paymentId' | 'billId'>,
      meta: CommandMeta,
    ): Booked {
      const id = transactionIdOf(billId, paymentId)
      const { version: _, ...rest } = meta
      const reversed = await handler.run(
        transactionDecider,
        id,
        { type: 'ReversePayment' },
        { ...rest, commandId: derivedUuid(id, 'reversed') },
      )
      const matched = 'payment' in reversed.state ? reversed.state.payment.matched : undefined
      const stood =
        matched === undefined ? null : await handler.load(transactionDecider, matched, meta.owner)
      if (matched === undefined || stood?.state.status !== 'removed')
        return { position: reversed.position }
      return handler.run(
        transactionDecider,
        matched,
        { type: 'Restore' },
        { ...rest, commandId: derivedUuid(id, 'unmatched') },
      )
    },
    async incomeByHand(owner: string, id: string) {
      const state = (await handler.load(transactionDecider, id, owner))?.state
      if (
        state?.status !== 'live' ||
        state.facts.operation !== 'in' ||
        state.facts.paymentDay === ''
      )
        return null
      const { profileId, currency, vat } = state.facts
      return {
        profileId,
        currency,
        grossMinor: vat.reduce((sum, row) => sum + row.baseMinor + row.amountMinor, 0),
      }
    },
    async expectIncome(
      billId: string,
      billVersion: number,
      income: Omit<ExpectedIncome, 'externalId'> | null,
      meta: CommandMeta,
    ): Booked {
      const { version: _, ...rest } = meta
      const id = incomeIdOf(billId)
      const { position } = await handler.run(
        transactionDecider,
        id,
        {
          type: 'ExpectIncome',
          billId,
          billVersion,
          income: income && { ...income, externalId: billId },
        },
        rest,
      )
      return { position }
    },
  }
}
