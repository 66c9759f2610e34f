import type { Documents } from '#commands/gateways/documents.ts'
import { asOf } from '#commands/kernel/as-of.ts'
import type { CommandHandler, CommandMeta, Loaded } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import {
  type Bill,
  billDecider,
  billRefusal,
  type BillSource,
  creditLinesOf,
  creditOf,
  type IssuedBill,
  isCreditedInFull,
  owedOf,
} from '#domain/billing/bill.ts'
import {
  billedDays,
  billedMonthDecider,
  billedMonthId,
  billedMonthRefusal,
  carriedBy,
  dayBillOf,
  type Holder,
  monthKey,
} from '#domain/billing/billed-month.ts'
import { checklist, checklistRefusal, type CheckItem, missingFields } from '#domain/billing/checklist.ts'
import type { DeductedDeposit } from '#domain/billing/deposit.ts'
import {
  type Buyer,
  freeze,
  issueDateOf,
  type Original,
  type Seller,
  totalsOfContent,
} from '#domain/billing/content.ts'
import type { LegalRate } from '#domain/billing/legal-rate.values.ts'
import { type FrozenBill, NO_BUYER, NO_SELLER } from '#domain/billing/frozen-bill.ts'
import {
  allotmentOf,
  formatRef,
  isRef,
  PATTERNS,
  seriesDecider,
  seriesId,
  seriesKindOf,
} from '#domain/billing/number-series.ts'
import type { Totals } from '#domain/billing/totals.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import { type Day, yearOf, type DayOrNone } from '#domain/kernel/time.ts'
import type { BillingPorts } from './ports.ts'
import { quotedLines } from './quoted-lines.ts'
import { step } from './step.ts'

export type IssueDeps = {
  readonly handler: CommandHandler
  readonly documents: Documents
  readonly ports: Pick<BillingPorts, 'seller' | 'buyer' | 'billableDays' | 'gone' | 'legalRates' | 'renderPdf'>
}

type Draft = Bill & { status: 'draft' }
/** All that issuing a draft on a day needs. */
export type Prepared = {
  readonly issueDate: Day
  readonly seller: Seller
  readonly buyer: Buyer | null
  readonly simulation: boolean
  readonly items: readonly CheckItem[]
  /** The number it would be given now. */
  readonly nextRef: string
  /** The bill that a credit note corrects, and what it gives back: null when that is more than what remains. */
  readonly original: Original | null
  readonly credit: Totals | null
  /** The deposits that it deducts, as they stand now. */
  readonly deposits: readonly DeductedDeposit[]
  readonly legalRates: readonly LegalRate[]
}

/** One attempt to issue a bill. */
type Attempt = {
  readonly id: string
  readonly issuanceId: string
  readonly series: string
  readonly frozen: FrozenBill
}
/** Refusals of a number. */
const ENDS = ['BILL_BACK_DATED', 'BILL_ISSUANCE_ABANDONED']

const finalOf = ({ owner }: CommandMeta) => ({ owner, urgency: 'final' }) as const

const RETRIES = 5
const nobody: Seller = { ...NO_SELLER, regime: '' }

export const PDF = 'application/pdf'

/** A draft made from a month holds its days, and is refused when other bills carry them. Null for any other draft. */
const monthOf = ({ billType, source }: Pick<Draft, 'billType' | 'source'>): BillSource | null =>
  billType === 'creditNote' ? null : source

/** How much of a month its bills carry. @unit worked, billed: ten-thousandths of a day */
type MonthStanding = {
  readonly holders: readonly Holder[]
  readonly worked: number
  /** By other bills than the one asked about. */
  readonly billed: number
  /** Number of one of these bills: empty while it is being issued, null when no bill carries any. */
  readonly billedBy: string | null
}

/**
 * Issues bills in idempotent steps (freeze, hold the month it bills, allot a number, issue) that any process can finish
 * after a crash.
 */
export function billIssuance({ handler, documents, ports }: IssueDeps) {
  const quoted = quotedLines(handler)
  const load = async (id: string, owner: string): Promise<Loaded<Bill>> => {
    const loaded = await handler.load(billDecider, id, owner)
    if (!loaded || loaded.state.status === 'none' || loaded.state.status === 'removed')
      throw refusal('NOT_FOUND', { id })
    return loaded
  }

  async function originalOf(draft: Draft, owner: string, at?: number): Promise<IssuedBill | null> {
    if (!draft.creditNoteOf) return null
    const state = (await asOf(handler, at).load(billDecider, draft.creditNoteOf.billId, owner))?.state
    return state?.status === 'issued' ? state : null
  }

  /** Credit notes that held a part of this bill and were removed since. */
  async function goneHolders(original: IssuedBill, owner: string): Promise<readonly string[]> {
    const open = original.credits.filter((c) => c.ref === '')
    const states = await Promise.all(
      open.map(async (c) => ({ id: c.creditNoteId, loaded: await handler.load(billDecider, c.creditNoteId, owner) })),
    )
    return states.filter(({ loaded }) => loaded?.state.status === 'removed').map(({ id }) => id)
  }

  /** Whether a final bill deducts a deposit, or is about to. */
  async function deducts(finalId: string, depositId: string, owner: string): Promise<boolean> {
    const final = (await handler.load(billDecider, finalId, owner))?.state
    if (!final || final.status === 'none' || final.status === 'removed') return false
    if (final.status === 'issued' && isCreditedInFull(final)) return false
    const chosen = final.status === 'draft' ? final.content.deposits : final.frozen.deposits
    return chosen?.some(({ billId }) => billId === depositId) ?? false
  }

  /** Frees a deposit whose holder deducts it no more: a removed draft, or a bill that was credited in full. */
  async function freeIdle(depositId: string, finalId: string, meta: CommandMeta): Promise<void> {
    const loaded = await handler.load(billDecider, depositId, meta.owner)
    const held = loaded?.state.status === 'issued' ? loaded.state.deductedBy : null
    if (!loaded || !held || held.finalId === finalId || (await deducts(held.finalId, depositId, meta.owner))) return
    // Checked against the version that was read: the holder may have taken it again since.
    const { version } = loaded
    await handler.run(
      billDecider,
      depositId,
      { type: 'FreeDeposit', finalId: held.finalId },
      { ...step(meta, derivedUuid(meta.commandId, 'freed', depositId, version)), version },
    )
  }

  /** The chosen deposits as they stand now, and the numbers of those that this bill may not deduct any more. */
  async function depositsOf(
    id: string,
    { content }: Pick<Draft, 'content'>,
    owner: string,
  ): Promise<{ deposits: readonly DeductedDeposit[]; lost: readonly string[] }> {
    const lost: string[] = []
    const deposits: DeductedDeposit[] = []
    for (const chosen of content.deposits ?? []) {
      const state = (await handler.load(billDecider, chosen.billId, owner))?.state
      const standing = state?.status === 'issued' ? depositOf(chosen.billId, state) : null
      const isOurs =
        state?.status === 'issued' &&
        state.content.profileId === content.profileId &&
        state.content.clientId === content.clientId &&
        state.frozen.currency === content.currency
      const holder = state?.status === 'issued' ? state.deductedBy : null
      const isTaken = holder !== null && holder.finalId !== id && (await deducts(holder.finalId, chosen.billId, owner))
      if (standing && isOurs && !isTaken) deposits.push(standing)
      else lost.push(chosen.ref)
    }
    return { deposits, lost }
  }

  /** Holds each chosen deposit for this attempt. @throws BILL_DEPOSIT_DEDUCTED · BILL_DEPOSIT_CREDITED */
  async function deduct(
    id: string,
    draft: Draft,
    meta: CommandMeta,
    attempt: number,
  ): Promise<readonly DeductedDeposit[]> {
    const deposits: DeductedDeposit[] = []
    for (const { billId } of draft.content.deposits ?? []) {
      await freeIdle(billId, id, meta)
      const { state } = await handler.run(
        billDecider,
        billId,
        { type: 'DeductDeposit', holder: { finalId: id, issuanceId: meta.commandId } },
        step(meta, derivedUuid(meta.commandId, 'deduct', billId, attempt)),
      )
      const standing = state.status === 'issued' ? depositOf(billId, state) : null
      if (!standing) throw new Error(`Deposit ${billId} was held and is none`)
      deposits.push(standing)
    }
    return deposits
  }

  /** Frees the deposits that a bill held and deducts no more. */
  async function freeDeposits(
    finalId: string,
    deposits: readonly DeductedDeposit[] | undefined,
    meta: CommandMeta,
  ): Promise<void> {
    for (const { billId } of deposits ?? [])
      await handler.run(
        billDecider,
        billId,
        { type: 'FreeDeposit', finalId },
        step(meta, derivedUuid(meta.commandId, finalId, 'freed', billId)),
      )
  }

  /** A month's worked days, and those that bills other than one carry. */
  async function standingOf(
    source: BillSource,
    profileId: string,
    except: string,
    owner: string,
  ): Promise<MonthStanding> {
    const holders = (await handler.load(billedMonthDecider, billedMonthId(source), owner))?.state ?? []
    const others = await Promise.all(
      holders
        .filter(({ billId }) => billId !== except)
        .map(async ({ billId, issuanceId }) => {
          const bill = (await handler.load(billDecider, billId, owner))?.state
          const carries = (bill?.status === 'issuing' || bill?.status === 'issued') && bill.issuanceId === issuanceId
          return carries ? [{ ref: bill.frozen.ref, carried: carriedBy(dayBillOf(bill)) }] : []
        }),
    )
    const carrying = others.flat().filter(({ carried }) => carried.days > 0)
    const months = [source, ...carrying.flatMap(({ carried }) => carried.months)]
    const worked = new Map<string, number>()
    for (const { year, month } of months)
      if (!worked.has(monthKey({ year, month })))
        worked.set(
          monthKey({ year, month }),
          (await ports.billableDays(owner, profileId, source.projectId, year, month)).days,
        )
    const billed = billedDays(
      worked,
      carrying.map(({ carried }) => carried),
    )
    const key = monthKey(source)
    return {
      holders,
      worked: worked.get(key) ?? 0,
      billed: billed.get(key) ?? 0,
      billedBy: carrying[0]?.ref ?? null,
    }
  }

  /** The number of a bill that leaves too few of the month's days for this one; null when enough are left. */
  const inTheWay = (bill: Draft | (Bill & { status: 'issuing' }), { worked, billed, billedBy }: MonthStanding) =>
    billedBy !== null && carriedBy(dayBillOf(bill)).days > worked - billed ? billedBy : null

  /** The blocking checklist of a draft and what it was checked against. */
  async function prepare(id: string, draft: Draft, owner: string, today: Day, asked: DayOrNone): Promise<Prepared> {
    const { content, billType } = draft
    const issueDate = asked || issueDateOf(content, today)
    const source = monthOf(draft)
    const [found, buyer, series, original, billed, { deposits, lost }, legalRates] = await Promise.all([
      ports.seller(owner, content.profileId, issueDate),
      content.clientId ? ports.buyer(owner, content.clientId) : null,
      handler.load(seriesDecider, seriesId(content.profileId, yearOf(issueDate), seriesKindOf(billType)), owner),
      originalOf(draft, owner),
      source && standingOf(source, content.profileId, id, owner),
      depositsOf(id, draft, owner),
      ports.legalRates(),
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
      month: source && { year: source.year, month: source.month, billedBy: billed && inTheWay(draft, billed) },
      original: original?.frozen ?? null,
      creditFits: billType !== 'creditNote' || credit !== null,
      lostDeposits: lost,
      legalRates,
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
      deposits,
      legalRates,
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

  /** Holds the amounts of a credit note on its original. @returns their totals */
  async function reserve(id: string, draft: Draft, meta: CommandMeta, attempt: number): Promise<Totals> {
    const of = draft.creditNoteOf
    const original = of && (await originalOf(draft, meta.owner))
    if (!of || !original) throw billRefusal('BILL_NOT_CREDITABLE')
    await freeIdle(of.billId, '', meta)
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
      const given = state.abandoned.find(({ issuanceId }) => issuanceId === meta.commandId)
      if (given) throw billRefusal('BILL_ISSUANCE_ABANDONED')
      if (meta.version !== undefined && meta.version !== version)
        throw refusal('STALE_VERSION', { version: meta.version, current: version })
      const prepared = await prepare(id, state, meta.owner, today, asked)
      const fields = missingFields(prepared.items)
      if (fields.length > 0 || !prepared.buyer)
        throw checklistRefusal('BILL_INCOMPLETE', { count: fields.length }, fields)
      const totals =
        state.billType === 'creditNote' ? await reserve(id, state, meta, attempt) : totalsOfContent(state.content)
      const deposits = await deduct(id, state, meta, attempt)
      if (state.billType !== 'creditNote') await quoted.take(id, state.content, meta, attempt)
      const { issueDate, seller, buyer, simulation, original, legalRates } = prepared
      const frozen = freeze({
        type: state.billType,
        content: state.content,
        seller,
        buyer,
        issueDate,
        totals,
        deposits,
        creditNoteOf: state.creditNoteOf,
        original,
        simulation,
        legalRates,
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

  /**
   * Steps 2 and 3 and, for a credit note, what it changes on its original. Any number of processes may run it, at once
   * or again.
   */
  async function finish(id: string, meta: CommandMeta): Promise<Loaded<Bill>> {
    let loaded = await load(id, meta.owner)
    if (loaded.state.status === 'issuing') {
      const { issuanceId, series, frozen } = loaded.state
      await assertParties(loaded.state, id, meta)
      await hold(loaded.state, { billId: id, issuanceId }, meta)
      const attempt = { id, issuanceId, series, frozen }
      const drawn = await drawFirst(attempt, meta)
      const number = await allot(attempt, meta)
      const ref = refOf(frozen, number)
      if (!isRef(ref)) throw new Error(`${ref} is no lawful number`)
      const paper = drawn.number === number ? drawn.paper : await ports.renderPdf({ ...frozen, ref }, finalOf(meta))
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
        { type: 'Credit', creditNoteId: id, ref, issueDate },
        step(meta, derivedUuid(id, state.issuanceId, 'credited')),
      )
      const original = credited.state.status === 'issued' ? credited.state : null
      if (original && isCreditedInFull(original))
        await freeDeposits(state.creditNoteOf.billId, original.frozen.deposits, meta)
      const settled = original ? await quoted.settle(state.creditNoteOf.billId, original, meta) : ''
      const position = settled > credited.position ? settled : credited.position
      if (position > loaded.position) return { ...loaded, position }
    }
    return loaded
  }

  const abandon = (id: string, issuanceId: string, reason: string, meta: CommandMeta) =>
    handler.run(
      billDecider,
      id,
      { type: 'AbandonIssuance', issuanceId, reason },
      step(meta, derivedUuid(id, issuanceId, 'abandoned')),
    )

  /**
   * The bill is frozen: a removal of its profile, contract or client that begins now finds it. A removal that began
   * before is found here.
   *
   * @throws BILL_PARTY_REMOVED: it is a draft again
   */
  async function assertParties(bill: Bill & { status: 'issuing' }, id: string, meta: CommandMeta): Promise<void> {
    const gone = await ports.gone(meta.owner, bill.content)
    if (gone.length === 0) return
    const { issuanceId, series, frozen } = bill
    // A bill that has its number stands as it was frozen.
    if (!(await waive({ id, issuanceId, series, frozen }, 'BILL_PARTY_REMOVED', meta))) return
    throw billRefusal(
      'BILL_PARTY_REMOVED',
      {},
      gone.map((path) => ({ path, code: 'REFERENCE_UNKNOWN' })),
    )
  }

  /**
   * Holds the months whose days a bill carries. A bill made by hand is recorded and never refused: its days were
   * agreed.
   *
   * @throws BILL_MONTH_ALREADY_BILLED when other bills carry the days of its month; the bill is a draft again
   */
  async function hold(bill: Bill & { status: 'issuing' }, holder: Holder, meta: CommandMeta): Promise<void> {
    const made = monthOf(bill)
    const { projectId, profileId } = bill.content
    const months = made ? [made] : carriedBy(dayBillOf(bill)).months.map((month) => ({ ...month, projectId }))
    for (const source of months) await holdMonth(source, profileId, made !== null, bill, holder, meta)
  }

  async function holdMonth(
    source: BillSource,
    profileId: string,
    refusing: boolean,
    bill: Bill & { status: 'issuing' },
    holder: Holder,
    meta: CommandMeta,
  ): Promise<void> {
    for (let attempt = 0; attempt < RETRIES; attempt++) {
      const seen = refusing
        ? await standingOf(source, profileId, holder.billId, meta.owner)
        : { holders: (await handler.load(billedMonthDecider, billedMonthId(source), meta.owner))?.state ?? [] }
      const ref = 'billed' in seen ? inTheWay(bill, seen) : null
      if (ref !== null) {
        await abandon(holder.billId, holder.issuanceId, 'BILL_MONTH_ALREADY_BILLED', meta)
        throw billedMonthRefusal('BILL_MONTH_ALREADY_BILLED', { month: monthKey(source), ref })
      }
      try {
        await handler.run(
          billedMonthDecider,
          billedMonthId(source),
          { type: 'Hold', holder, seen: seen.holders },
          step(meta, derivedUuid(holder.billId, holder.issuanceId, 'month', monthKey(source), attempt)),
        )
        return
      } catch (error) {
        // Another attempt holds the month since: count again.
        if (!(error instanceof Refusal && error.code === 'BILL_MONTH_ALREADY_BILLED')) throw error
      }
    }
    throw refusal('CONFLICT')
  }

  const refOf = (frozen: FrozenBill, number: number): string =>
    formatRef(PATTERNS[seriesKindOf(frozen.type)], yearOf(frozen.issueDate), number)

  /**
   * Draws the paper under the number that comes next, before that number is given: what cannot be drawn then leaves no
   * gap in the series. A bill that has its number already is drawn under it.
   *
   * @throws BILL_PAPER_FAILED · what the drawing refuses: the bill is a draft again, unless it has its number
   */
  async function drawFirst(attempt: Attempt, meta: CommandMeta): Promise<{ number: number; paper: Uint8Array }> {
    const { id, series, frozen } = attempt
    const standing = (await handler.load(seriesDecider, series, meta.owner))?.state ?? null
    const number = allotmentOf(standing, id) ?? (standing?.number ?? 0) + 1
    try {
      return { number, paper: await ports.renderPdf({ ...frozen, ref: refOf(frozen, number) }, finalOf(meta)) }
    } catch (error) {
      const reason = error instanceof Refusal ? error.code : 'BILL_PAPER_FAILED'
      if (!(await waive(attempt, reason, meta))) throw error
      throw error instanceof Refusal ? error : billRefusal('BILL_PAPER_FAILED')
    }
  }

  /**
   * Gives an attempt up, in the series first: whichever process comes after gives it no number.
   *
   * @returns false when the bill has its number, which has to be used
   */
  async function waive({ id, series, issuanceId }: Attempt, reason: string, meta: CommandMeta): Promise<boolean> {
    const { state } = await handler.run(
      seriesDecider,
      series,
      { type: 'Waive', billId: id, issuanceId },
      step(meta, derivedUuid(id, issuanceId, 'waived')),
    )
    if (allotmentOf(state, id) !== null) return false
    await abandon(id, issuanceId, reason, meta)
    return true
  }

  /** @throws BILL_BACK_DATED when a later bill of the series was issued meanwhile: the bill is a draft again */
  async function allot({ id, series, frozen, issuanceId }: Attempt, meta: CommandMeta): Promise<number> {
    try {
      const { state } = await handler.run(
        seriesDecider,
        series,
        { type: 'Allot', billId: id, issuanceId, issueDate: frozen.issueDate },
        step(meta, derivedUuid(id, issuanceId, 'number')),
      )
      const number = allotmentOf(state, id)
      if (number === null) throw new Error(`Series ${series} gave ${id} no number`)
      return number
    } catch (error) {
      if (error instanceof Refusal && ENDS.includes(error.code)) await abandon(id, issuanceId, error.code, meta)
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
    const prepared = await prepare(id, draft, owner, today, '')
    const frozen = frozenAs(draft, prepared)
    return as === 'issued' ? { ...frozen, ref: prepared.nextRef } : frozen
  }

  /** A past state of a draft, with the parties as they were then. */
  async function previewedAt(id: string, owner: string, today: Day, at: number): Promise<FrozenBill | null> {
    const state = (await asOf(handler, at).load(billDecider, id, owner))?.state
    if (!state || state.status === 'none' || state.status === 'removed') return null
    if (state.status !== 'draft') return state.frozen
    const { content } = state
    const issueDate = issueDateOf(content, today)
    const [found, buyer, original, legalRates] = await Promise.all([
      ports.seller(owner, content.profileId, issueDate, at),
      content.clientId ? ports.buyer(owner, content.clientId, at) : null,
      originalOf(state, owner, at),
      ports.legalRates(),
    ])
    return frozenAs(state, {
      issueDate,
      seller: found?.seller ?? nobody,
      buyer,
      simulation: found?.simulation ?? false,
      original: original?.frozen ?? null,
      credit: original && creditIfItFits(original, id, state, []),
      deposits: content.deposits ?? [],
      legalRates,
    })
  }

  /** Missing fields are left blank. */
  const frozenAs = (
    { content, billType, creditNoteOf }: Draft,
    {
      issueDate,
      seller,
      buyer,
      simulation,
      original,
      credit,
      deposits,
      legalRates,
    }: Omit<Prepared, 'items' | 'nextRef'>,
  ): FrozenBill =>
    freeze({
      type: billType,
      content,
      seller: { ...seller, regime: seller.regime || 'normal' },
      buyer: buyer ?? { ...NO_BUYER, language: 'fr' },
      issueDate,
      totals: credit ?? totalsOfContent(content),
      deposits,
      creditNoteOf,
      original,
      simulation,
      legalRates,
    })

  return {
    load,
    prepare,
    finish,
    deducts,
    freeDeposits,
    quoted,
    legalRates: ports.legalRates,
    /** Days of a month that no bill carries. @unit ten-thousandths of a day */
    async leftOf(source: BillSource, profileId: string, owner: string): Promise<number> {
      const { worked, billed } = await standingOf(source, profileId, '', owner)
      return worked - billed
    },
    /**
     * `asked`: the issue date; empty takes the draft's, else today. @throws BILL_INCOMPLETE · BILL_ALREADY_ISSUED ·
     * BILL_BACK_DATED · BILL_MONTH_ALREADY_BILLED
     */
    async issue(id: string, profileId: string, today: Day, asked: DayOrNone, meta: CommandMeta): Promise<Loaded<Bill>> {
      await start(id, profileId, today, asked, meta)
      return finish(id, meta)
    },
    /**
     * A draft as it would be frozen today; `issued` with the number it would be given now. Missing fields are left
     * blank.
     */
    previewed,
    /** A bill at a past instant: frozen, or as its draft would have been frozen; null when there was none. */
    previewedAt,
    /** The paper of a draft, or of a past state. */
    preview: (frozen: FrozenBill, owner: string, signal?: AbortSignal): Promise<Uint8Array> =>
      ports.renderPdf(frozen, { owner, urgency: 'preview', signal }),
  }
}
/** An issued deposit as a final bill deducts it; null when it is no deposit, or nothing of it is left. */
export function depositOf(billId: string, { frozen, ...bill }: IssuedBill): DeductedDeposit | null {
  const { vat, grossMinor } = owedOf({ frozen, ...bill })
  return frozen.type === 'deposit' && grossMinor > 0
    ? { billId, ref: frozen.ref, issueDate: frozen.issueDate, vat, grossMinor }
    : null
}
export type BillIssuance = ReturnType<typeof billIssuance>
