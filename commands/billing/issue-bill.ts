import type { Documents } from '#commands/gateways/documents.ts'
import type { CommandHandler, CommandMeta, Loaded } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import {
  type Bill,
  billDecider,
  billRefusal,
  type BillSource,
  creditLinesOf,
  creditOf,
  isCreditedInFull,
  type IssuedBill,
} from '#domain/billing/bill.ts'
import { billedMonthDecider, billedMonthId, billedMonthRefusal, type Holder } from '#domain/billing/billed-month.ts'
import { checklist, checklistRefusal, type CheckItem, missingFields } from '#domain/billing/checklist.ts'
import { freeze, issueDateOf, type Original, type Seller, totalsOfContent } from '#domain/billing/content.ts'
import { type FrozenBill, type FrozenBuyer, NO_BUYER, NO_SELLER } from '#domain/billing/frozen-bill.ts'
import { formatRef, isRef, PATTERNS, seriesDecider, seriesId, seriesKindOf } from '#domain/billing/number-series.ts'
import type { Totals } from '#domain/billing/totals.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import { type Day, yearOf, type DayOrNone } from '#domain/kernel/time.ts'
import type { BillingPorts } from './ports.ts'

export type IssueDeps = {
  readonly handler: CommandHandler
  readonly documents: Documents
  readonly ports: Pick<BillingPorts, 'seller' | 'buyer' | 'renderPdf'>
}

type Draft = Bill & { status: 'draft' }
/** What is known of a draft on the day it would be issued. */
export type Prepared = {
  readonly issueDate: Day
  readonly seller: Seller
  readonly buyer: FrozenBuyer | null
  readonly simulation: boolean
  readonly items: readonly CheckItem[]
  /** The number it would be given now. */
  readonly nextRef: string
  /** Of a credit note, and what it gives back: null when that is more than what remains. */
  readonly original: Original | null
  readonly credit: Totals | null
}

const RETRIES = 5
const nobody: Seller = { ...NO_SELLER, regime: '' }

export const PDF = 'application/pdf'

/** The days that a bill takes up: none on a credit note, which gives back. */
const monthOf = ({ billType, source }: Pick<Draft, 'billType' | 'source'>): BillSource | null =>
  billType === 'creditNote' ? null : source
const nameOf = ({ year, month }: BillSource): string => `${year}-${String(month).padStart(2, '0')}`

/** Issues bills in idempotent steps (freeze, hold the month it bills, allot a number, issue) that any process can finish after a crash. */
export function billIssuance({ handler, documents, ports }: IssueDeps) {
  const load = async (id: string, owner: string): Promise<Loaded<Bill>> => {
    const loaded = await handler.load(billDecider, id, owner)
    if (!loaded || loaded.state.status === 'none' || loaded.state.status === 'removed')
      throw refusal('NOT_FOUND', { id })
    return loaded
  }

  async function originalOf(draft: Draft, owner: string): Promise<IssuedBill | null> {
    if (!draft.creditNoteOf) return null
    const { state } = await load(draft.creditNoteOf.billId, owner)
    return state.status === 'issued' ? state : null
  }

  /** Credit notes that held a part of this bill and were removed since. */
  async function goneHolders(original: IssuedBill, owner: string): Promise<readonly string[]> {
    const open = original.credits.filter((c) => c.ref === '')
    const states = await Promise.all(
      open.map(async (c) => ({ id: c.creditNoteId, loaded: await handler.load(billDecider, c.creditNoteId, owner) })),
    )
    return states.filter(({ loaded }) => loaded?.state.status === 'removed').map(({ id }) => id)
  }

  /** The attempt that holds a month, and the number of the bill that carries its days still: empty while it is being issued, null when none does. */
  async function holderOf(
    source: BillSource,
    owner: string,
  ): Promise<{ holder: Holder | null; billedBy: string | null }> {
    const holder = (await handler.load(billedMonthDecider, billedMonthId(source), owner))?.state ?? null
    if (!holder) return { holder, billedBy: null }
    const bill = (await handler.load(billDecider, holder.billId, owner))?.state
    const carries =
      (bill?.status === 'issuing' || (bill?.status === 'issued' && !isCreditedInFull(bill))) &&
      bill.issuanceId === holder.issuanceId
    return { holder, billedBy: !carries ? null : bill.status === 'issued' ? bill.frozen.ref : '' }
  }

  /** The blocking checklist of a draft and what it was checked against. */
  async function prepare(id: string, draft: Draft, owner: string, today: Day, asked: DayOrNone): Promise<Prepared> {
    const { content, billType } = draft
    const issueDate = asked || issueDateOf(content, today)
    const source = monthOf(draft)
    const [found, buyer, series, original, billed] = await Promise.all([
      ports.seller(owner, content.profileId, issueDate),
      content.clientId ? ports.buyer(owner, content.clientId) : null,
      handler.load(seriesDecider, seriesId(content.profileId, yearOf(issueDate), seriesKindOf(billType)), owner),
      originalOf(draft, owner),
      source && holderOf(source, owner),
    ])
    const seller = found?.seller ?? nobody
    const credit = original && creditIfItFits(original, id, draft, await goneHolders(original, owner))
    const items = checklist({
      billId: id,
      type: billType,
      content,
      seller,
      buyer,
      issueDate,
      today,
      lastIssueDate: series?.state?.issueDate ?? '',
      month: source && { name: nameOf(source), billedBy: billed?.billedBy ?? null },
      original: original?.frozen ?? null,
      creditFits: billType !== 'creditNote' || credit !== null,
    })
    const nextRef = formatRef(PATTERNS[seriesKindOf(billType)], yearOf(issueDate), (series?.state?.number ?? 0) + 1)
    return {
      issueDate,
      seller,
      buyer,
      simulation: found?.simulation ?? false,
      items,
      nextRef,
      original: original?.frozen ?? null,
      credit,
    }
  }

  const creditIfItFits = (original: IssuedBill, id: string, draft: Draft, gone: readonly string[]): Totals | null => {
    try {
      return creditOf(original, id, creditLinesOf(draft.content), gone)
    } catch (error) {
      if (error instanceof Refusal) return null
      throw error
    }
  }

  /** Holds on the original what a credit note gives back. @returns what it comes to */
  async function reserve(id: string, draft: Draft, meta: CommandMeta, attempt: number): Promise<Totals> {
    const of = draft.creditNoteOf
    const original = of && (await originalOf(draft, meta.owner))
    if (!of || !original) throw billRefusal('BILL_NOT_CREDITABLE')
    const command = {
      type: 'ReserveCredit',
      creditNoteId: id,
      lines: creditLinesOf(draft.content),
      gone: await goneHolders(original, meta.owner),
    } as const
    const { state } = await handler.run(
      billDecider,
      of.billId,
      command,
      step(meta, derivedUuid(meta.commandId, 'reserve', attempt)),
    )
    const held = state.status === 'issued' ? state.credits.find((c) => c.creditNoteId === id) : undefined
    if (!held) throw new Error(`Credit note ${id} holds nothing of ${of.billId}`)
    return {
      vat: held.vat,
      netMinor: held.vat.reduce((sum, row) => sum + row.baseMinor, 0),
      vatMinor: held.vat.reduce((sum, row) => sum + row.amountMinor, 0),
      grossMinor: held.grossMinor,
    }
  }

  /**
   * Step 1 freezes the draft, which no other change can then reach.
   *
   * @throws BILL_INCOMPLETE naming what is missing and where · BILL_ALREADY_ISSUED · BILL_CREDIT_ABOVE_REST
   */
  async function start(id: string, profileId: string, today: Day, asked: DayOrNone, meta: CommandMeta): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const { state, version } = await load(id, meta.owner)
      if (state.status === 'none' || state.status === 'removed' || state.content.profileId !== profileId)
        throw refusal('NOT_FOUND', { id })
      if (state.status === 'issuing') return
      if (state.status === 'issued') {
        if (state.issuanceId === meta.commandId) return
        throw billRefusal('BILL_ALREADY_ISSUED', { ref: state.frozen.ref })
      }
      if (meta.version !== undefined && meta.version !== version)
        throw refusal('STALE_VERSION', { version: meta.version, current: version })
      const prepared = await prepare(id, state, meta.owner, today, asked)
      const fields = missingFields(prepared.items)
      if (fields.length > 0 || !prepared.buyer)
        throw checklistRefusal('BILL_INCOMPLETE', { count: fields.length }, fields)
      const totals =
        state.billType === 'creditNote' ? await reserve(id, state, meta, attempt) : totalsOfContent(state.content)
      const { issueDate, seller, buyer, simulation, original } = prepared
      const frozen = freeze({
        type: state.billType,
        content: state.content,
        seller,
        buyer,
        issueDate,
        totals,
        creditNoteOf: state.creditNoteOf,
        original,
        simulation,
      })
      const series = seriesId(profileId, yearOf(issueDate), seriesKindOf(state.billType))
      try {
        await handler.run(
          billDecider,
          id,
          { type: 'StartIssuance', issuanceId: meta.commandId, series, frozen },
          { ...meta, version },
        )
        return
      } catch (error) {
        // What was checked has changed meanwhile: check what stands there now.
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

  /** Steps 2 and 3 and, for a credit note, what it changes on its original. Any number of processes may run it, at once or again. */
  async function finish(id: string, meta: CommandMeta): Promise<Loaded<Bill>> {
    let loaded = await load(id, meta.owner)
    if (loaded.state.status === 'issuing') {
      const { issuanceId, series, frozen } = loaded.state
      const source = monthOf(loaded.state)
      if (source) await hold(source, { billId: id, issuanceId }, meta)
      const number = await allot(id, series, frozen, issuanceId, meta)
      const ref = formatRef(PATTERNS[seriesKindOf(frozen.type)], yearOf(frozen.issueDate), number)
      if (!isRef(ref)) throw new Error(`${ref} is no lawful number`)
      const documentSha256 = await documents.keep(await ports.renderPdf({ ...frozen, ref }), PDF)
      await handler.run(
        billDecider,
        id,
        { type: 'CompleteIssuance', issuanceId, number, ref, documentSha256 },
        step(meta, derivedUuid(issuanceId, 'issued')),
      )
      loaded = await load(id, meta.owner)
    }
    const { state } = loaded
    if (state.status === 'issued' && state.creditNoteOf) {
      const { ref, issueDate } = state.frozen
      const credited = await handler.run(
        billDecider,
        state.creditNoteOf.billId,
        { type: 'Credit', creditNoteId: id, ref, issueDate },
        step(meta, derivedUuid(state.issuanceId, 'credited')),
      )
      if (credited.position > loaded.position) return { ...loaded, position: credited.position }
    }
    return loaded
  }

  const abandon = (id: string, issuanceId: string, reason: string, meta: CommandMeta) =>
    handler.run(
      billDecider,
      id,
      { type: 'AbandonIssuance', issuanceId, reason },
      step(meta, derivedUuid(issuanceId, 'abandoned')),
    )

  /** @throws BILL_MONTH_ALREADY_BILLED when another bill carries these days: this one is a draft again */
  async function hold(source: BillSource, holder: Holder, meta: CommandMeta): Promise<void> {
    for (let attempt = 0; attempt < RETRIES; attempt++) {
      const seen = await holderOf(source, meta.owner)
      if (seen.billedBy !== null && seen.holder?.billId !== holder.billId) {
        await abandon(holder.billId, holder.issuanceId, 'BILL_MONTH_ALREADY_BILLED', meta)
        throw billedMonthRefusal('BILL_MONTH_ALREADY_BILLED', { month: nameOf(source), ref: seen.billedBy })
      }
      try {
        const command = { type: 'Hold', holder, free: seen.holder } as const
        await handler.run(
          billedMonthDecider,
          billedMonthId(source),
          command,
          step(meta, derivedUuid(holder.issuanceId, 'month', attempt)),
        )
        return
      } catch (error) {
        // Another attempt took it since: look at that one.
        if (!(error instanceof Refusal && error.code === 'BILL_MONTH_ALREADY_BILLED')) throw error
      }
    }
    throw refusal('CONFLICT')
  }

  /** @throws BILL_BACK_DATED when a later bill of the series was issued meanwhile: the bill is a draft again */
  async function allot(
    id: string,
    series: string,
    frozen: FrozenBill,
    issuanceId: string,
    meta: CommandMeta,
  ): Promise<number> {
    try {
      const { state } = await handler.run(
        seriesDecider,
        series,
        { type: 'Allot', billId: id, issueDate: frozen.issueDate },
        step(meta, derivedUuid(issuanceId, 'number')),
      )
      for (let s = state; s; s = s.before) if (s.billId === id) return s.number
      throw new Error(`Series ${series} gave ${id} no number`)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'BILL_BACK_DATED') await abandon(id, issuanceId, error.code, meta)
      throw error
    }
  }

  async function previewed(
    id: string,
    draft: Draft,
    owner: string,
    today: Day,
    as: 'draft' | 'issued',
  ): Promise<FrozenBill> {
    const { issueDate, seller, buyer, simulation, nextRef, original, credit } = await prepare(
      id,
      draft,
      owner,
      today,
      '',
    )
    const { content, billType, creditNoteOf } = draft
    const frozen = freeze({
      type: billType,
      content,
      seller: { ...seller, regime: seller.regime || 'normal' },
      buyer: buyer ?? NO_BUYER,
      issueDate,
      totals: credit ?? totalsOfContent(content),
      creditNoteOf,
      original,
      simulation,
    })
    return as === 'issued' ? { ...frozen, ref: nextRef } : frozen
  }

  return {
    load,
    prepare,
    finish,
    /** `asked`: the issue date; empty takes the draft's, else today. @throws BILL_INCOMPLETE · BILL_ALREADY_ISSUED · BILL_BACK_DATED · BILL_MONTH_ALREADY_BILLED */
    async issue(id: string, profileId: string, today: Day, asked: DayOrNone, meta: CommandMeta): Promise<Loaded<Bill>> {
      await start(id, profileId, today, asked, meta)
      return finish(id, meta)
    },
    /** A draft as it would be frozen today; `issued` with the number it would be given now. What it lacks is left blank. */
    previewed,
    /** Its paper, marked as a draft's. */
    preview: async (id: string, draft: Draft, owner: string, today: Day): Promise<Uint8Array> =>
      ports.renderPdf(await previewed(id, draft, owner, today, 'draft')),
  }
}
export type BillIssuance = ReturnType<typeof billIssuance>

/** The next command of the same request: its own id, and no version, which was the first one's. */
export function step(meta: CommandMeta, commandId: string): CommandMeta {
  const { version: _, ...rest } = meta
  return { ...rest, commandId, causationId: meta.commandId, correlationId: meta.correlationId ?? meta.commandId }
}
