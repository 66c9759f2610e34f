import { createHash } from 'node:crypto'
import type { BillingPorts } from '#commands/billing/ports.ts'
import type { CommandHandler } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { transactionDecider } from '#domain/finance/transaction.ts'

const ULID_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The transaction of a bill's payment: an id in a ULID's form that the two always give, so that it is found again. */
export const transactionIdOf = (billId: string, paymentId: string): string =>
  [...createHash('sha256').update(`${billId}/${paymentId}`).digest().subarray(0, 26)]
    .map((byte, i) => ULID_LETTERS[i === 0 ? byte % 8 : byte % 32])
    .join('')

/** What billing asks of the books. Both calls may be repeated, in any order, by any process: each takes effect once. */
export function paymentBooks(handler: CommandHandler): Pick<BillingPorts, 'bookPayment' | 'reversePayment'> {
  return {
    async bookPayment(
      { paymentId, billId, profileId, projectId, clientName, ref, currency, grossMinor, vat, day, direction = 'in' },
      meta,
    ) {
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
            bankAccountType: 'professional',
          },
        },
        { ...rest, commandId: derivedUuid(id, 'booked') },
      )
      return { position }
    },
    async reversePayment({ paymentId, billId }, meta) {
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
  }
}
