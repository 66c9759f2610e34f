import type { CommandHandler, CommandMeta, Loaded } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { exchangeRateOf, outstandingOf, outstandingTotalsOf } from '#domain/billing/bill-balance.ts'
import type { Bill, IssuedBill } from '#domain/billing/bill-facts.ts'
import { bookingDecider } from '#domain/billing/booking.ts'
import { euroValueOf } from '#domain/billing/euro-value.ts'
import { vatDueOf } from '#domain/billing/frozen-bill.ts'
import type { PaymentMeans } from '#domain/billing/payment.values.ts'
import { laterPosition, type Position } from '#domain/kernel/event.ts'
import type { BillingPorts } from './ports.ts'
import { step } from './step.ts'

export type BillWritten = {
  readonly id: string
  readonly version: number
  readonly position: Position
}

/** Payments, refunds and open amounts for the books. */
export function paymentBooking(
  handler: CommandHandler,
  ports: Pick<BillingPorts, 'bookPayment' | 'reversePayment' | 'expectIncome' | 'bankAccountType'>,
) {
  /** A payment or a refund of a bill, as the books take it. */
  const movementOf = (bill: IssuedBill, movementId: string) => {
    const payment = bill.payments.find((p) => p.paymentId === movementId)
    if (payment) return { ...payment, means: meansOf(payment), direction: 'in' as const }
    const refund = bill.refunds.find((r) => r.refundId === movementId)
    return refund && { ...refund, means: {}, direction: 'out' as const }
  }
  const book = async (
    id: string,
    bill: IssuedBill,
    paymentId: string,
    meta: CommandMeta,
  ): Promise<Position> => {
    const movement = movementOf(bill, paymentId)
    if (!movement) return ''
    const { profileId, projectId } = bill.content
    const { amountMinor: grossMinor, vat, day, direction, means, euros } = movement
    const booked = await ports.bookPayment(
      {
        paymentId,
        billId: id,
        profileId,
        projectId,
        clientName: bill.frozen.buyer.name,
        ref: bill.frozen.ref,
        currency: bill.frozen.currency,
        grossMinor,
        vat,
        day,
        direction,
        bankAccountType: await ports.bankAccountType(meta.owner, profileId),
        vatDue: vatDueOf(bill.frozen, day),
        ...(euros && { euros }),
        ...means,
      },
      step(meta, derivedUuid(paymentId, 'book')),
    )
    const marked = await handler.run(
      bookingDecider,
      paymentId,
      { type: 'MarkBooked', billId: id },
      step(meta, derivedUuid(paymentId, 'booked')),
    )
    return laterPosition(booked.position, marked.position)
  }
  const unbook = async (id: string, paymentId: string, meta: CommandMeta): Promise<Position> => {
    const reversed = await ports.reversePayment(
      { paymentId, billId: id },
      step(meta, derivedUuid(paymentId, 'reverse')),
    )
    const marked = await handler.run(
      bookingDecider,
      paymentId,
      { type: 'MarkReversed', billId: id },
      step(meta, derivedUuid(paymentId, 'reversed')),
    )
    return laterPosition(reversed.position, marked.position)
  }

  /** Tells the books what a bill still waits for. @returns '' for a draft */
  async function tellExpected(
    id: string,
    { state, version }: Pick<Loaded<Bill>, 'state' | 'version'>,
    meta: CommandMeta,
  ): Promise<Position> {
    if (state.status !== 'issued') return ''
    const { profileId, projectId } = state.content
    const grossMinor = outstandingOf(state)
    const { vat } = outstandingTotalsOf(state)
    const { currency } = state.frozen
    const euros = euroValueOf({ vat, currency }, null, exchangeRateOf(state))
    const income =
      grossMinor > 0
        ? {
            profileId,
            projectId,
            reference: state.frozen.ref,
            client: state.frozen.buyer.name,
            currency,
            grossMinor,
            vat,
            ...(euros && { euros }),
            day: state.frozen.dueDate,
            bankAccountType: await ports.bankAccountType(meta.owner, profileId),
          }
        : null
    return (await ports.expectIncome(id, version - 1, income, meta)).position
  }
  /**
   * The same once a command has changed what is owed. @returns what was written, with the position
   * of both
   */
  async function andExpected<W extends BillWritten>(
    written: W,
    id: string,
    bill: Pick<Loaded<Bill>, 'state' | 'version'>,
    meta: CommandMeta,
  ): Promise<W> {
    const position = await tellExpected(
      id,
      bill,
      step(meta, derivedUuid(meta.commandId, 'expected')),
    )
    return { ...written, position: laterPosition(written.position, position) }
  }

  return { movementOf, book, unbook, tellExpected, andExpected }
}

/** Means of a payment; earlier payments have none. */
const meansOf = ({ method, bankReference, matched }: PaymentMeans): PaymentMeans => ({
  ...(method !== undefined && { method }),
  ...(bankReference !== undefined && { bankReference }),
  ...(matched !== undefined && { matched }),
})
