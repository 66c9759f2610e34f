import type { Outcome } from '#contract/billing/billing.schemas.ts'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { minorOf } from '#domain/billing/amount-codecs.ts'
import type { PaymentMeans, PaymentMethod } from '#domain/billing/payment.values.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import type { Position } from '#domain/kernel/event.ts'
import { dayOrNone } from '#domain/kernel/time.ts'
import type { Api, Call } from '../kernel/api.ts'
import { message } from '#api/kernel/messages.ts'
import { written } from '../kernel/audit-fields.ts'
import { type BillsDeps, liveBill, todayOf } from './bill-access.ts'

/** Means of a payment, as far as given. */
const meansOf = (
  body:
    | {
        readonly method?: PaymentMethod | '' | undefined
        readonly bankReference?: string | undefined
      }
    | undefined,
): PaymentMeans => ({
  ...(body?.method && { method: body.method }),
  ...(body?.bankReference && { bankReference: body.bankReference }),
})

const eurosOf = (amountEUR: number | undefined): number | undefined =>
  amountEUR === undefined ? undefined : minorOf(amountEUR, 'EUR', 'amountEUR')

/** Payments of bills, and refunds. */
export function billPayments(api: Api, { bills: commands, issuance }: BillsDeps): void {
  const live = liveBill(issuance)

  api.serve(billRoutes.paid, {}, async (call) => {
    const { profileId, id } = call.params
    const { content } = await live(call.owner, profileId, id)
    const amount = call.body?.amount
    const amountMinor = amount === undefined ? null : minorOf(amount, content.currency, 'amount')
    const day = dayOrNone(call.body?.date ?? 0) || todayOf(call)
    const collected = call.body?.collected ?? false
    const matched = call.body?.transactionId
    // The payment removes this transaction.
    if (matched !== undefined && !call.can('perm_transaction_delete')) throw refusal('FORBIDDEN')
    const means = { ...meansOf(call.body), ...(matched !== undefined && { matched }) }
    const paid = await commands.pay(id, profileId, amountMinor, day, call.meta(), {
      collected,
      means,
      euroMinor: eurosOf(call.body?.amountEUR),
      rest: call.body?.rest,
    })
    return { ...written(paid), paymentId: paid.paymentId }
  })

  /** One act on several bills: each is tried by itself, and a refusal is told beside its bill. */
  async function together(
    call: Pick<Call, 'language' | 'owner' | 'meta'>,
    profileId: string,
    ids: readonly string[],
    act: (
      id: string,
      meta: CommandMeta,
    ) => Promise<{ readonly position: Position; readonly paymentId: string }>,
  ) {
    const meta = call.meta()
    let last: Position = ''
    const outcomes: Outcome[] = []
    for (const id of new Set(ids)) {
      let ref = ''
      try {
        const state = await live(call.owner, profileId, id)
        if (state.status !== 'draft') ref = state.frozen.ref
        const { position, paymentId } = await act(id, {
          ...meta,
          commandId: derivedUuid(meta.commandId, id),
        })
        if (position > last) last = position
        outcomes.push({ id, ref, paymentId, code: '', message: '' })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { code, details } = error
        outcomes.push({
          id,
          ref,
          paymentId: '',
          code,
          message: message(call.language, code, details),
        })
      }
    }
    return { position: last, outcomes }
  }
  api.serve(billRoutes.paidTogether, {}, async (call) => {
    const { profileId } = call.params
    const { ids, date = 0 } = call.body
    const day = dayOrNone(date) || todayOf(call)
    const means = meansOf(call.body)
    return together(call, profileId, ids, (id, meta) =>
      commands.pay(id, profileId, null, day, meta, { means }),
    )
  })
  api.serve(billRoutes.unpaidTogether, {}, async (call) => {
    const { profileId } = call.params
    const payments = new Map(call.body.payments.map(({ id, paymentId }) => [id, paymentId]))
    return together(call, profileId, [...payments.keys()], async (id, meta) => {
      const paymentId = payments.get(id) ?? null
      return {
        position: (await commands.unpay(id, profileId, paymentId, meta)).position,
        paymentId: paymentId ?? '',
      }
    })
  })
  api.serve(billRoutes.unpaid, {}, async (call) =>
    written(
      await commands.unpay(
        call.params.id,
        call.params.profileId,
        call.body?.paymentId ?? null,
        call.meta(),
      ),
    ),
  )
  api.serve(billRoutes.settled, {}, async (call) => {
    const { profileId, id } = call.params
    const day = dayOrNone(call.body.date ?? 0) || todayOf(call)
    const settled = await commands.settle(id, profileId, call.body.as, day, call.meta())
    return { ...written(settled), settlementId: settled.settlementId }
  })
  api.serve(billRoutes.unsettled, {}, async (call) => {
    const { profileId, id } = call.params
    return written(await commands.unsettle(id, profileId, call.body.settlementId, call.meta()))
  })
  api.serve(billRoutes.refunded, {}, async (call) => {
    const { profileId, id } = call.params
    const { content } = await live(call.owner, profileId, id)
    const amount = call.body?.amount
    const amountMinor = amount === undefined ? null : minorOf(amount, content.currency, 'amount')
    const day = dayOrNone(call.body?.date ?? 0) || todayOf(call)
    const euroMinor = eurosOf(call.body?.amountEUR)
    return written(await commands.refund(id, profileId, amountMinor, day, call.meta(), euroMinor))
  })
  api.serve(billRoutes.unrefunded, {}, async (call) =>
    written(
      await commands.unrefund(
        call.params.id,
        call.params.profileId,
        call.body?.refundId ?? null,
        call.meta(),
      ),
    ),
  )
  api.serve(billRoutes.collected, {}, async (call) =>
    written(
      await commands.collect(
        call.params.id,
        call.params.profileId,
        dayOrNone(call.body?.date ?? 0) || todayOf(call),
        call.meta(),
      ),
    ),
  )
  api.serve(billRoutes.uncollected, {}, async (call) =>
    written(await commands.uncollect(call.params.id, call.params.profileId, call.meta())),
  )
}
