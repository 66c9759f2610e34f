import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { writtenAtOnce } from '#commands/kernel/written-at-once.ts'
import { billDecider } from '#domain/billing/bill.ts'
import type { RestKind } from '#domain/billing/payment.values.ts'
import { laterPosition } from '#domain/kernel/event.ts'
import type { Day } from '#domain/kernel/time.ts'
import { ownBill } from './bill-payments.ts'
import type { BillIssuance } from './issue-bill.ts'
import { type BillWritten, paymentBooking } from './payment-booking.ts'
import type { BillingPorts } from './ports.ts'

/** Ends of what is owed without a payment of the client. */
export function billSettlements(
  handler: CommandHandler,
  issuance: Pick<BillIssuance, 'load'>,
  ports: BillingPorts,
) {
  const { book, andExpected } = paymentBooking(handler, ports)
  return {
    /** Ends what is owed still as a fee of the bank, a discount or a loss. */
    async settle(
      id: string,
      profileId: string,
      as: RestKind,
      day: Day,
      meta: CommandMeta,
    ): Promise<BillWritten & { readonly settlementId: string }> {
      return writtenAtOnce(handler, meta, async (meta) => {
        await ownBill(issuance, id, profileId, meta.owner)
        const settlementId = derivedUuid(id, meta.commandId, 'settlement')
        const settled = await handler.run(
          billDecider,
          id,
          { type: 'Settle', settlementId, as, day },
          meta,
        )
        const position =
          settled.state.status === 'issued' ? await book(id, settled.state, settlementId, meta) : ''
        return andExpected(
          { ...settled, settlementId, position: laterPosition(settled.position, position) },
          id,
          settled,
          meta,
        )
      })
    },
    async unsettle(
      id: string,
      profileId: string,
      settlementId: string,
      meta: CommandMeta,
    ): Promise<BillWritten> {
      return writtenAtOnce(handler, meta, async (meta) => {
        await ownBill(issuance, id, profileId, meta.owner)
        const owed = await handler.run(billDecider, id, { type: 'Unsettle', settlementId }, meta)
        return andExpected(owed, id, owed, meta)
      })
    },
  }
}
