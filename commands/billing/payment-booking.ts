import type { CommandHandler, CommandMeta, Loaded } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { exchangeRateOf, outstandingOf, outstandingTotalsOf } from '#domain/billing/bill-balance.ts'
import type { BesidePayment, Bill, IssuedBill } from '#domain/billing/bill-facts.ts'
import { bookingDecider } from '#domain/billing/booking.ts'
import { euroValueOf } from '#domain/billing/euro-value.ts'
import { suppliedBy, vatDueOf } from '#domain/billing/frozen-bill.ts'
import type { PaymentToBook } from '#domain/finance/transaction.ts'
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
    return refund && { ...refund, means: {}, fee: undefined, direction: 'out' as const }
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
    const { amountMinor: grossMinor, vat, day, direction, means, euros, fee, surplus } = movement
    const ofBill = {
      billId: id,
      profileId,
      clientName: bill.frozen.buyer.name,
      ref: bill.frozen.ref,
      currency: bill.frozen.currency,
      day,
      bankAccountType: await ports.bankAccountType(meta.owner, profileId),
      ...means,
    }
    const { matched: _, ...besideBill } = ofBill
    let position: Position = ''
    const booked = async (payment: PaymentToBook) => {
      const written = await ports.bookPayment(
        payment,
        step(meta, derivedUuid(payment.paymentId, 'book')),
      )
      position = laterPosition(position, written.position)
    }
    for (const one of besideOf(paymentId, { fee, surplus }, direction))
      await booked({ ...besideBill, projectId: '', vatDue: 'never', ...one })
    if (grossMinor > 0)
      await booked({
        ...ofBill,
        paymentId,
        projectId,
        grossMinor,
        vat,
        direction,
        vatDue: vatDueOf(bill.frozen, day),
        ...suppliedBy(bill.frozen),
        ...(euros && { euros }),
      })
    const marked = await handler.run(
      bookingDecider,
      paymentId,
      { type: 'MarkBooked', billId: id },
      step(meta, derivedUuid(paymentId, 'booked')),
    )
    return laterPosition(position, marked.position)
  }
  const unbook = async (id: string, paymentId: string, meta: CommandMeta): Promise<Position> => {
    let position: Position = ''
    for (const one of [paymentId, ...BESIDE.map((name) => derivedUuid(paymentId, name))]) {
      const reversed = await ports.reversePayment(
        { paymentId: one, billId: id },
        step(meta, derivedUuid(one, 'reverse')),
      )
      position = laterPosition(position, reversed.position)
    }
    const marked = await handler.run(
      bookingDecider,
      paymentId,
      { type: 'MarkReversed', billId: id },
      step(meta, derivedUuid(paymentId, 'reversed')),
    )
    return laterPosition(position, marked.position)
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
  async function andExpected<W extends { readonly position: Position }>(
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

/** Bookings beside a payment or a refund: what the bank kept, and what the client paid too much. */
const BESIDE = ['fee', 'surplus'] as const
const KINDS = { fee: 'bank_fees', surplus: 'overpayment' } as const
function besideOf(
  paymentId: string,
  of: Readonly<Record<(typeof BESIDE)[number], BesidePayment | undefined>>,
  direction: 'in' | 'out',
) {
  return BESIDE.flatMap((name) => {
    const { amountMinor = 0, euroMinor } = of[name] ?? {}
    if (amountMinor === 0) return []
    const row = (baseMinor: number) => [{ rate: 0, baseMinor, amountMinor: 0 }]
    return {
      paymentId: derivedUuid(paymentId, name),
      direction: name === 'fee' ? ('out' as const) : direction,
      kind: KINDS[name],
      grossMinor: amountMinor,
      vat: row(amountMinor),
      ...(euroMinor !== undefined && {
        euros: { vat: row(euroMinor), source: 'bank' as const },
      }),
    }
  })
}

/** Means of a payment; earlier payments have none. */
const meansOf = ({ method, bankReference, matched }: PaymentMeans): PaymentMeans => ({
  ...(method !== undefined && { method }),
  ...(bankReference !== undefined && { bankReference }),
  ...(matched !== undefined && { matched }),
})
