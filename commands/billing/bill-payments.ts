import type { CommandHandler, CommandMeta, Loaded } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { writtenAtOnce } from '#commands/kernel/written-at-once.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { outstandingOf } from '#domain/billing/bill-balance.ts'
import type { Bill, Payment } from '#domain/billing/bill-facts.ts'
import type { BillContent } from '#domain/billing/content.ts'
import type { PaymentMeans, RestKind } from '#domain/billing/payment.values.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { laterPosition } from '#domain/kernel/event.ts'
import type { Day } from '#domain/kernel/time.ts'
import { unknownReference } from './draft-content.ts'
import type { BillIssuance } from './issue-bill.ts'
import type { BillingPorts } from './ports.ts'
import { type BillWritten, paymentBooking } from './payment-booking.ts'
import { step } from './step.ts'

/** @throws NOT_FOUND */
export async function ownBill(
  issuance: Pick<BillIssuance, 'load'>,
  id: string,
  profileId: string,
  owner: string,
): Promise<Loaded<Bill> & { state: Exclude<Bill, { status: 'none' | 'removed' }> }> {
  const loaded = await issuance.load(id, owner)
  const { state } = loaded
  if (
    state.status === 'none' ||
    state.status === 'removed' ||
    state.content.profileId !== profileId
  )
    throw refusal('NOT_FOUND', { id })
  return { ...loaded, state }
}

/**
 * @returns what came in by an income by hand, in the bill's currency or in euros
 * @throws RULE_BROKEN when it can't be this bill's
 * payment
 */
async function incomeOf(
  ports: Pick<BillingPorts, 'incomeByHand'>,
  bill: BillContent,
  transactionId: string,
  owner: string,
): Promise<{ readonly grossMinor?: number; readonly euroMinor?: number }> {
  const income = await ports.incomeByHand(owner, transactionId)
  const isOwn = income?.currency === bill.currency
  if (income?.profileId !== bill.profileId || !(isOwn || income.currency === 'EUR'))
    throw unknownReference('transactionId')
  const { grossMinor } = income
  return isOwn ? { grossMinor } : { euroMinor: grossMinor }
}

/** Payments, refunds and receipts of issued bills. */
export function billPayments(
  handler: CommandHandler,
  issuance: Pick<BillIssuance, 'load'>,
  ports: BillingPorts,
) {
  const { movementOf, book, unbook, tellExpected, andExpected } = paymentBooking(handler, ports)

  const atOnce = <W extends BillWritten>(
    meta: CommandMeta,
    work: (meta: CommandMeta) => Promise<W>,
  ) => writtenAtOnce(handler, meta, work)

  return {
    /**
     * `amountMinor` null pays all that is owed. `collected`: the money is in the bank, which is
     * kept only once nothing is owed any more. The payment is in the books when this answers.
     */
    async pay(
      id: string,
      profileId: string,
      amountMinor: number | null,
      day: Day,
      meta: CommandMeta,
      {
        collected = false,
        means = {},
        euroMinor,
        rest,
      }: {
        collected?: boolean
        means?: PaymentMeans
        euroMinor?: number | undefined
        rest?: RestKind | undefined
      } = {},
    ): Promise<BillWritten & { readonly paymentId: string }> {
      return atOnce(meta, async (meta) => {
        const bill = await ownBill(issuance, id, profileId, meta.owner)
        const paymentId = derivedUuid(id, meta.commandId, 'payment')
        // A repeated call finds its payment: the income has given way already.
        const earlier =
          bill.state.status === 'issued'
            ? bill.state.payments.find((p) => p.paymentId === paymentId)
            : undefined
        const came =
          means.matched === undefined
            ? {}
            : earlier
              ? { grossMinor: receivedOf(earlier) }
              : await incomeOf(ports, bill.state.content, means.matched, meta.owner)
        if (came.grossMinor !== undefined && (amountMinor ?? came.grossMinor) !== came.grossMinor)
          throw refusal('RULE_BROKEN', {}, [{ path: 'amount', code: 'FIELD_INVALID' }])
        const euros = came.euroMinor ?? euroMinor
        const paid = await handler.run(
          billDecider,
          id,
          {
            type: 'Pay',
            paymentId,
            amountMinor: came.grossMinor ?? amountMinor,
            day,
            means,
            ...(euros !== undefined && { euroMinor: euros }),
            ...(rest !== undefined && { rest }),
          },
          meta,
        )
        const position =
          paid.state.status === 'issued' ? await book(id, paid.state, paymentId, meta) : ''
        const written = await andExpected(
          { ...paid, paymentId, position: laterPosition(paid.position, position) },
          id,
          paid,
          meta,
        )
        if (!collected || paid.state.status !== 'issued' || outstandingOf(paid.state) > 0)
          return written
        const banked = await handler.run(
          billDecider,
          id,
          { type: 'Collect', day: latestDay(paid.state.payments.map((p) => p.day)) },
          step(meta, derivedUuid(meta.commandId, 'collected')),
        )
        return { ...banked, paymentId, position: laterPosition(written.position, banked.position) }
      })
    },

    /**
     * `amountMinor` null gives back all that was paid too much. The refund is in the books when
     * this answers.
     */
    async refund(
      id: string,
      profileId: string,
      amountMinor: number | null,
      day: Day,
      meta: CommandMeta,
      euroMinor?: number,
    ): Promise<BillWritten> {
      return atOnce(meta, async (meta) => {
        await ownBill(issuance, id, profileId, meta.owner)
        const refundId = derivedUuid(id, meta.commandId, 'refund')
        const refunded = await handler.run(
          billDecider,
          id,
          {
            type: 'Refund',
            refundId,
            amountMinor,
            day,
            ...(euroMinor !== undefined && { euroMinor }),
          },
          meta,
        )
        const position =
          refunded.state.status === 'issued' ? await book(id, refunded.state, refundId, meta) : ''
        return andExpected(
          { ...refunded, position: laterPosition(refunded.position, position) },
          id,
          refunded,
          meta,
        )
      })
    },

    /** `refundId` null takes back every refund. */
    async unrefund(
      id: string,
      profileId: string,
      refundId: string | null,
      meta: CommandMeta,
    ): Promise<BillWritten> {
      return atOnce(meta, async (meta) => {
        await ownBill(issuance, id, profileId, meta.owner)
        const undone = await handler.run(billDecider, id, { type: 'Unrefund', refundId }, meta)
        let { position } = undone
        // Unrefund appends nothing but reversals
        for (const event of undone.events)
          position = laterPosition(
            position,
            await unbook(id, (event.data as { refundId: string }).refundId, meta),
          )
        return andExpected({ ...undone, position }, id, undone, meta)
      })
    },

    /** `paymentId` null takes back every payment. */
    async unpay(
      id: string,
      profileId: string,
      paymentId: string | null,
      meta: CommandMeta,
    ): Promise<BillWritten> {
      return atOnce(meta, async (meta) => {
        await ownBill(issuance, id, profileId, meta.owner)
        const unpaid = await handler.run(billDecider, id, { type: 'Unpay', paymentId }, meta)
        let { position } = unpaid
        for (const event of unpaid.events)
          if (event.type === 'BillPaymentReversed')
            position = laterPosition(
              position,
              // the type above has this data
              await unbook(id, (event.data as { paymentId: string }).paymentId, meta),
            )
        return andExpected({ ...unpaid, position }, id, unpaid, meta)
      })
    },

    async collect(
      id: string,
      profileId: string,
      day: Day,
      meta: CommandMeta,
    ): Promise<BillWritten> {
      await ownBill(issuance, id, profileId, meta.owner)
      return handler.run(billDecider, id, { type: 'Collect', day }, meta)
    },
    async uncollect(id: string, profileId: string, meta: CommandMeta): Promise<BillWritten> {
      await ownBill(issuance, id, profileId, meta.owner)
      return handler.run(billDecider, id, { type: 'Uncollect' }, meta)
    },

    /** Books a payment, a refund or a reversal that a crash kept from the books. */
    async finishBooking(paymentId: string, billId: string, meta: CommandMeta): Promise<void> {
      const { state } = await issuance.load(billId, meta.owner)
      if (state.status !== 'issued') return
      await handler.together(meta, (grouped) =>
        movementOf(state, paymentId)
          ? book(billId, state, paymentId, grouped)
          : unbook(billId, paymentId, grouped),
      )
    },

    /** Tells the books what a bill still waits for, where a crash kept it from them. */
    async expectIncome(id: string, meta: CommandMeta): Promise<void> {
      await tellExpected(id, await issuance.load(id, meta.owner), meta)
    },
  }
}

/** Money that came in with a payment: without the bank's fee, with a surplus. */
const receivedOf = ({ amountMinor, fee, surplus }: Payment): number =>
  amountMinor - (fee?.amountMinor ?? 0) + (surplus?.amountMinor ?? 0)
const latestDay = (days: readonly Day[]): Day => days.toSorted().at(-1) ?? ''
