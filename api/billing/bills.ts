import type { LineToCredit } from '#commands/billing/credit-note-lines.ts'
import { BillPatch } from '#contract/billing/billing.schemas.ts'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { priceIn } from '#domain/billing/amount-codecs.ts'
import { dayOrNone } from '#domain/kernel/time.ts'
import { bills } from '#projections/billing/bills.ts'
import { billsOfClient } from '#projections/billing/client-bills.queries.ts'
import type { Api } from '../kernel/api.ts'
import { docAt } from '../kernel/past.ts'
import { changesIn, isPast } from '../kernel/read-back.ts'
import { billToWire, changesOf, newBillOf, quantityOf } from './wire.ts'
import { written } from '../kernel/audit-fields.ts'
import { type BillsDeps, liveBill, ofProfile, todayOf } from './bill-access.ts'
import { billPapers } from './bills.papers.ts'
import { billPayments } from './bills.payments.ts'
import { billReads } from './bills.reads.ts'

export function billsApi(api: Api, use: BillsDeps): void {
  const { deps } = api
  const { bills: commands, issuance } = use
  const reads = { bills }
  const live = liveBill(issuance)
  billReads(api, use)
  billPapers(api, use)
  billPayments(api, use)

  api.serve(billRoutes.add, { reads }, async (call) => {
    const input = newBillOf(call.body)
    // Without days to pay in this bill or its contract, those of the client's last bill are taken.
    const isKnown =
      input.clientId && !input.projectId && !input.fromTimesheet && input.paymentDays === undefined
    const [last] = isKnown
      ? await billsOfClient(call.read.bills, call.owner, input.profileId, input.clientId ?? '')
      : []
    const terms = last && last.type !== 'creditNote' ? { paymentDays: last.paymentDays } : {}
    return written(
      await commands.draft(
        call.body.id ?? call.newId(),
        { ...terms, ...input },
        todayOf(call),
        call.meta(),
      ),
    )
  })
  api.serve(billRoutes.change, {}, async (call) => {
    const { id, profileId } = call.body
    const loaded = await issuance.load(id, call.owner)
    const { content, status } = ofProfile(loaded.state, profileId, id)
    const meta = call.meta()
    const isDecided = status !== 'draft' || isPast(call.body, loaded, meta.commandId)
    const body = await changesIn(call.body, BillPatch, async () => {
      if (isDecided) return call.body
      const doc = await docAt(
        deps.store,
        { projection: bills, category: billDecider.category, id },
        call.owner,
        call.now,
      )
      const bill = billToWire(doc, todayOf(call), call.language, await issuance.legalRates())
      return { ...bill, deposits: bill.deposits.map((deposit) => deposit.id) }
    })
    return written(await commands.change(id, changesOf(body, content), meta))
  })
  api.serve(billRoutes.remove, {}, async (call) =>
    written(await commands.remove(call.params.id, call.params.profileId, call.meta())),
  )
  api.serve(billRoutes.issue, {}, async (call) =>
    written(
      await commands.issue(
        call.params.id,
        call.params.profileId,
        todayOf(call),
        dayOrNone(call.body?.issueDate ?? 0),
        call.meta(),
      ),
    ),
  )

  api.serve(billRoutes.creditNote, {}, async (call) => {
    const { profileId, id } = call.params
    const { content } = await live(call.owner, profileId, id)
    const lines = call.body?.lines?.map(
      (line, i): LineToCredit => ({
        line: line.line,
        ...(line.quantity === undefined
          ? {}
          : { quantity: quantityOf(line.quantity, `lines.${i}.quantity`) }),
        ...(line.unitPrice === undefined
          ? {}
          : priceIn(line.unitPrice, content.currency, `lines.${i}.unitPrice`)),
      }),
    )
    return written(
      await commands.creditNote(
        id,
        profileId,
        {
          ...(call.body?.id === undefined ? {} : { id: call.body.id }),
          ...(lines === undefined ? {} : { lines }),
          daysAgain: call.body?.daysAgain ?? false,
        },
        call.meta(),
      ),
    )
  })
}
