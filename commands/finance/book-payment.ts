import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import type { Position } from '#domain/kernel/event.ts'
import { type ExpectedIncome, type PaymentToBook, transactionDecider } from '#domain/finance/transaction.ts'

/** The transaction's id of a payment: derived from both ids, so that it can be found again. */
export const transactionIdOf = (billId: string, paymentId: string): string => ulidFrom(`${billId}/${paymentId}`)

type Booked = Promise<{ readonly position: Position }>

/** The transaction's id of what a bill waits for. */
const incomeIdOf = (billId: string): string => ulidFrom(`${billId}/expected`)

/** What bills tell the books. Any process may repeat the calls in any order: each takes effect once. */
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
        bankAccountType = 'professional',
        method,
        bankReference,
        vatDue,
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
            kind: direction === 'in' ? 'invoice' : 'refund',
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
            ...(vatDue !== undefined && { vatDue }),
          },
        },
        { ...rest, commandId: derivedUuid(id, 'booked') },
      )
      return { position }
    },
    async reversePayment(
      { paymentId, billId }: Pick<PaymentToBook, 'paymentId' | 'billId'>,
      meta: CommandMeta,
    ): Booked {
      const id = transactionIdOf(billId, paymentId)
      const { version: _, ...rest } = meta
      const { position } = await handler.run(
        transactionDecider,
        id,
        { type: 'ReversePayment' },
        { ...rest, commandId: derivedUuid(id, 'reversed') },
      )
      return { position }
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
        { type: 'ExpectIncome', billId, billVersion, income: income && { ...income, externalId: billId } },
        rest,
      )
      return { position }
    },
  }
}
