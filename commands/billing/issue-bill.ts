import type { Documents } from '#commands/gateways/documents/documents.ts'
import type { CommandHandler, CommandMeta, Loaded } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { isCreditedInFull } from '#domain/billing/bill-balance.ts'
import type { Bill, BillSource } from '#domain/billing/bill-facts.ts'
import { billRefusal } from '#domain/billing/bill-refusals.ts'
import type { FrozenBill, PaperOrder } from '#domain/billing/frozen-bill.ts'
import { isRef, issuerOf, seriesKindOf } from '#domain/billing/number-series.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { type Day, type DayOrNone, yearOf } from '#domain/kernel/time.ts'
import { billNumbers } from './bill-numbers.ts'
import { deductedDeposits } from './deducted-deposits.ts'
import { heldMonths } from './held-months.ts'
import { numbering } from './numbering.ts'
import type { BillingPorts } from './ports.ts'
import { billPreparation } from './prepare-bill.ts'
import { issuanceStart } from './start-issuance.ts'
import { step } from './step.ts'

export type IssueDeps = {
  readonly handler: CommandHandler
  readonly documents: Documents
  readonly ports: Pick<
    BillingPorts,
    | 'profilesOf'
    | 'seller'
    | 'buyer'
    | 'billableDays'
    | 'gone'
    | 'legalRates'
    | 'openDeposits'
    | 'contractLeft'
    | 'quotedLines'
    | 'renderPdf'
  >
}

export const PDF = 'application/pdf'

/**
 * Issues bills in idempotent steps that any process can finish after a crash. Steps: freeze, hold
 * the billed month, allot a number, issue.
 */
export function billIssuance({ handler, documents, ports }: IssueDeps) {
  const numbers = billNumbers(handler, ports)
  const months = heldMonths(handler, ports, numbers)
  const deposits = deductedDeposits(handler)
  const numberSeries = numbering(handler, ports)
  const preparation = billPreparation(handler, ports, months, deposits, numberSeries)
  const load = async (id: string, owner: string): Promise<Loaded<Bill>> => {
    const loaded = await handler.load(billDecider, id, owner)
    if (!loaded || loaded.state.status === 'none' || loaded.state.status === 'removed')
      throw refusal('NOT_FOUND', { id })
    return loaded
  }

  const start = issuanceStart({ handler, ports, preparation, deposits, load, series: numberSeries })

  /**
   * Steps 2 and 3 and, for a credit note, what it changes on its original. Any number of processes
   * may run it, at once or again.
   */
  async function finish(id: string, meta: CommandMeta): Promise<Loaded<Bill>> {
    let loaded = await load(id, meta.owner)
    if (loaded.state.status === 'issuing') {
      const { issuanceId, series, frozen } = loaded.state
      await assertParties(loaded.state, id, meta)
      await months.hold(loaded.state, { billId: id, issuanceId }, meta)
      await openSeries(loaded.state, meta)
      const attempt = { id, issuanceId, series, frozen }
      const { number, ref, paper } = await numbers.number(attempt, meta)
      if (!isRef(ref)) throw new Error(`${ref} is no lawful number`)
      const documentSha256 = await documents.keep(paper, PDF)
      await handler.run(
        billDecider,
        id,
        { type: 'CompleteIssuance', issuanceId, number, ref, documentSha256 },
        step(meta, derivedUuid(id, issuanceId, 'issued')),
      )
      loaded = await load(id, meta.owner)
    }
    const { state } = loaded
    if (state.status === 'issued' && state.creditNoteOf) {
      const { ref, issueDate } = state.frozen
      const credited = await handler.run(
        billDecider,
        state.creditNoteOf.billId,
        {
          type: 'Credit',
          creditNoteId: id,
          ref,
          issueDate,
          daysKept: !state.content.daysAgain,
        },
        step(meta, derivedUuid(id, state.issuanceId, 'credited')),
      )
      const original = credited.state.status === 'issued' ? credited.state : null
      if (original && isCreditedInFull(original))
        await deposits.freeDeposits(state.creditNoteOf.billId, original.frozen.deposits, meta)
      const settled = original
        ? await ports.quotedLines.settle(state.creditNoteOf.billId, original, meta)
        : ''
      const position = settled > credited.position ? settled : credited.position
      if (position > loaded.position) return { ...loaded, position }
    }
    return loaded
  }

  /** A series that continues older numbers, or has a pattern of its own, is opened first. */
  const openSeries = (
    { frozen, content, billType }: Bill & { status: 'issuing' },
    meta: CommandMeta,
  ) =>
    numberSeries.opened(
      issuerOf(meta.owner, content.profileId, {
        siren: frozen.seller.siren,
        simulation: frozen.simulation,
      }),
      yearOf(frozen.issueDate),
      { kind: seriesKindOf(billType), name: content.numberSeries ?? '' },
      meta,
    )

  /**
   * The bill is frozen: a removal of its profile, contract or client that begins now finds it. A
   * removal that began before is found here.
   *
   * @throws BILL_PARTY_REMOVED: it is a draft again
   */
  async function assertParties(
    bill: Bill & { status: 'issuing' },
    id: string,
    meta: CommandMeta,
  ): Promise<void> {
    const gone = await ports.gone(meta.owner, bill.content)
    if (gone.length === 0) return
    const { issuanceId, series, frozen } = bill
    // A bill that has its number stands as it was frozen.
    if (!(await numbers.waive({ id, issuanceId, series, frozen }, 'BILL_PARTY_REMOVED', meta)))
      return
    throw billRefusal(
      'BILL_PARTY_REMOVED',
      {},
      gone.map((path) => ({ path, code: 'REFERENCE_UNKNOWN' })),
    )
  }

  return {
    load,
    finish,
    numbering: numberSeries,
    prepare: preparation.prepare,
    deducts: deposits.deducts,
    freeDeposits: deposits.freeDeposits,
    legalRates: ports.legalRates,
    /** Days of a month that no bill carries. @unit ten-thousandths of a day */
    async leftOf(source: BillSource, profileId: string, owner: string): Promise<number> {
      const { worked, billed } = await months.standingOf(source, profileId, '', owner)
      return worked - billed
    },
    /**
     * `issueDate`: empty takes the draft's, else today. @throws BILL_INCOMPLETE ·
     * BILL_ALREADY_ISSUED · BILL_BACK_DATED · BILL_MONTH_ALREADY_BILLED
     */
    async issue(
      id: string,
      profileId: string,
      today: Day,
      issueDate: DayOrNone,
      meta: CommandMeta,
    ): Promise<Loaded<Bill>> {
      await start(id, profileId, today, issueDate, meta)
      return finish(id, meta)
    },
    /**
     * A draft as it would be frozen today; `issued` with the number it would be given now. Missing
     * fields are left blank.
     */
    previewed: preparation.previewed,
    /**
     * A bill at a past instant: frozen, or as its draft would have been frozen; null when there was
     * none.
     */
    previewedAt: preparation.previewedAt,
    /** The paper of a draft, or of a past state. */
    preview: (frozen: FrozenBill, order: Omit<PaperOrder, 'urgency'>): Promise<Uint8Array> =>
      ports.renderPdf(frozen, { ...order, urgency: 'preview' }),
  }
}
export type BillIssuance = ReturnType<typeof billIssuance>
