import type { Documents } from '#commands/gateways/documents/documents.ts'
import type { CommandHandler, CommandMeta, Loaded } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { writtenAtOnce } from '#commands/kernel/written-at-once.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { isCreditedInFull } from '#domain/billing/bill-balance.ts'
import type { Bill, BillSource, IssuedBill } from '#domain/billing/bill-facts.ts'
import { billRefusal } from '#domain/billing/bill-refusals.ts'
import type { FrozenBill, PaperOrder } from '#domain/billing/frozen-bill.ts'
import { isRef, issuerOf, seriesKindOf } from '#domain/billing/number-series.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { laterPosition, type Position, START } from '#domain/kernel/event.ts'
import { type Day, type DayOrNone, yearOf } from '#domain/kernel/time.ts'
import { billNumbers } from './bill-numbers.ts'
import { deductedDeposits } from './deducted-deposits.ts'
import { heldMonths } from './held-months.ts'
import { numbering } from './numbering.ts'
import { paymentBooking } from './payment-booking.ts'
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
    | 'bookPayment'
    | 'reversePayment'
    | 'expectIncome'
    | 'bankAccountType'
  >
}

export const PDF = 'application/pdf'

/**
 * Issues bills in idempotent steps that any process can finish after a crash. Steps: freeze, hold
 * the billed month, allot a number, issue. The first is one append, the others are another one.
 */
export function billIssuance({ handler, documents, ports }: IssueDeps) {
  const numbers = billNumbers(handler, ports)
  const months = heldMonths(handler, ports, numbers)
  const deposits = deductedDeposits(handler)
  const numberSeries = numbering(handler, ports)
  const preparation = billPreparation(handler, ports, months, deposits, numberSeries)
  const books = paymentBooking(handler, ports)
  const load = async (
    id: string,
    owner: string,
    within?: Pick<CommandMeta, 'group'>,
  ): Promise<Loaded<Bill>> => {
    const loaded = await handler.load(billDecider, id, owner, within)
    if (!loaded || loaded.state.status === 'none' || loaded.state.status === 'removed')
      throw refusal('NOT_FOUND', { id })
    return loaded
  }

  const start = issuanceStart({ handler, ports, preparation, deposits, load, series: numberSeries })

  /**
   * Steps 2 and 3, what a credit note changes on its original, and what the books wait for. All of
   * it is appended at once. Any number of processes may run it, at once or again.
   */
  async function finish(id: string, meta: CommandMeta): Promise<Loaded<Bill>> {
    const { state } = await load(id, meta.owner)
    const finishing = () => writtenAtOnce(handler, meta, (grouped) => finished(id, grouped))
    if (state.status !== 'issuing') return finishing()
    await assertParties(state, id, meta)
    return numbers.inTurn(state.series, finishing)
  }

  async function finished(id: string, meta: CommandMeta): Promise<Loaded<Bill>> {
    let loaded = await load(id, meta.owner)
    if (loaded.state.status === 'issuing') {
      const { issuanceId, series, frozen } = loaded.state
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
      loaded = await load(id, meta.owner, meta)
    }
    const { state } = loaded
    if (state.status !== 'issued') return loaded
    if (!state.creditNoteOf) return books.andExpected(loaded, id, loaded, meta)
    const position = await credit(id, state, meta)
    return { ...loaded, position: laterPosition(loaded.position, position) }
  }

  /** Effects of an issued credit note on its original. */
  async function credit(id: string, note: IssuedBill, meta: CommandMeta): Promise<Position> {
    const { creditNoteOf, issuanceId, content, frozen } = note
    if (!creditNoteOf) return START
    const { billId } = creditNoteOf
    const credited = await handler.run(
      billDecider,
      billId,
      {
        type: 'Credit',
        creditNoteId: id,
        ref: frozen.ref,
        issueDate: frozen.issueDate,
        daysKept: !content.daysAgain,
      },
      step(meta, derivedUuid(id, issuanceId, 'credited')),
    )
    const original = credited.state.status === 'issued' ? credited.state : null
    if (original && isCreditedInFull(original))
      await deposits.freeDeposits(billId, original.frozen.deposits, meta)
    const settled = original ? await ports.quotedLines.settle(billId, original, meta) : ''
    const { position } = await books.andExpected(
      { position: laterPosition(credited.position, settled) },
      billId,
      await load(billId, meta.owner, meta),
      meta,
    )
    return position
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
      await handler.together(meta, (grouped) => start(id, profileId, today, issueDate, grouped))
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
