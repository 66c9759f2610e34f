import type { CommandHandler, CommandMeta, Loaded } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { creditLinesOf } from '#domain/billing/bill-balance.ts'
import type { Bill } from '#domain/billing/bill-facts.ts'
import { billRefusal } from '#domain/billing/bill-refusals.ts'
import { assertBillFits } from '#domain/billing/check-content.ts'
import { checklistRefusal, missingFields } from '#domain/billing/checklist.ts'
import { freeze, totalsOfContent } from '#domain/billing/content.ts'
import type { Totals } from '#domain/billing/totals.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import { type Day, type DayOrNone, yearOf } from '#domain/kernel/time.ts'
import type { deductedDeposits } from './deducted-deposits.ts'
import type { Numbering } from './numbering.ts'
import type { BillingPorts } from './ports.ts'
import type { billPreparation } from './prepare-bill.ts'
import { step } from './step.ts'

type Draft = Extract<Bill, { status: 'draft' }>

const RETRIES = 5

/** The first step of an issue: a draft that lacks nothing is frozen, with all that it holds. */
export function issuanceStart({
  handler,
  ports,
  preparation,
  deposits,
  load,
  series: numbers,
}: {
  readonly handler: CommandHandler
  readonly ports: Pick<BillingPorts, 'quotedLines'>
  readonly preparation: ReturnType<typeof billPreparation>
  readonly deposits: ReturnType<typeof deductedDeposits>
  readonly load: (id: string, owner: string) => Promise<Loaded<Bill>>
  readonly series: Numbering
}) {
  /** Holds the amounts of a credit note on its original. @returns their totals */
  async function reserve(
    id: string,
    draft: Draft,
    meta: CommandMeta,
    attempt: number,
  ): Promise<Totals> {
    const of = draft.creditNoteOf
    const original = of && (await preparation.originalOf(draft, meta.owner))
    if (!of || !original) throw billRefusal('BILL_NOT_CREDITABLE')
    await deposits.freeIdle(of.billId, '', meta)
    const command = {
      type: 'ReserveCredit',
      creditNoteId: id,
      lines: creditLinesOf(draft.content),
      gone: await preparation.goneHolders(original, meta.owner),
    } as const
    const { state } = await handler.run(
      billDecider,
      of.billId,
      command,
      step(meta, derivedUuid(meta.commandId, 'reserve', attempt)),
    )
    const credit =
      state.status === 'issued' ? state.credits.find((c) => c.creditNoteId === id) : undefined
    if (!credit) throw new Error(`Credit note ${id} holds nothing of ${of.billId}`)
    return {
      vat: credit.vat,
      netMinor: credit.vat.reduce((sum, row) => sum + row.baseMinor, 0),
      vatMinor: credit.vat.reduce((sum, row) => sum + row.amountMinor, 0),
      grossMinor: credit.grossMinor,
    }
  }

  /**
   * Step 1 freezes the draft, which no other change can then reach.
   *
   * @throws PAPER_TOO_LONG · BILL_INCOMPLETE naming what is missing and where ·
   * BILL_ALREADY_ISSUED · BILL_CREDIT_ABOVE_REST
   */
  async function start(
    id: string,
    profileId: string,
    today: Day,
    chosenDate: DayOrNone,
    meta: CommandMeta,
  ): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const { state, version } = await load(id, meta.owner)
      if (
        state.status === 'none' ||
        state.status === 'removed' ||
        state.content.profileId !== profileId
      )
        throw refusal('NOT_FOUND', { id })
      if (state.status === 'issuing') return
      if (state.status === 'issued') {
        if (state.issuanceId === meta.commandId) return
        throw billRefusal('BILL_ALREADY_ISSUED', { ref: state.frozen.ref })
      }
      const given = state.abandoned.find(({ issuanceId }) => issuanceId === meta.commandId)
      if (given) throw billRefusal('BILL_ISSUANCE_ABANDONED')
      if (meta.version !== undefined && meta.version !== version)
        throw refusal('STALE_VERSION', { version: meta.version, current: version })
      // Drafts from before papers had a limit.
      assertBillFits(state.content)
      const prepared = await preparation.prepare(id, state, meta.owner, today, chosenDate)
      const fields = missingFields(prepared.items)
      if (fields.length > 0 || !prepared.buyer)
        throw checklistRefusal('BILL_INCOMPLETE', { count: fields.length }, fields)
      const totals =
        state.billType === 'creditNote'
          ? await reserve(id, state, meta, attempt)
          : totalsOfContent(state.content)
      const deducted = await deposits.deduct(id, state, meta, attempt)
      if (state.billType !== 'creditNote')
        await ports.quotedLines.take(id, state.content, meta, attempt)
      const { issueDate, seller, buyer, simulation, original, legalRates } = prepared
      const frozen = freeze({
        type: state.billType,
        content: state.content,
        seller,
        buyer,
        issueDate,
        totals,
        deposits: deducted,
        creditNoteOf: state.creditNoteOf,
        original,
        simulation,
        legalRates,
      })
      const { place } = prepared
      await numbers.assertFree(place.issuer, yearOf(issueDate), place)
      const { series } = place
      try {
        await handler.run(
          billDecider,
          id,
          { type: 'StartIssuance', issuanceId: meta.commandId, series, frozen },
          { ...meta, version },
        )
        return
      } catch (error) {
        // The draft or its parties changed since the check: check again.
        if (
          !(error instanceof Refusal) ||
          error.code !== 'STALE_VERSION' ||
          meta.version !== undefined ||
          attempt === RETRIES
        )
          throw error
      }
    }
  }

  return start
}
