import { undrawable } from '#commands/kernel/typeset/fonts.ts'
import { asOf } from '#commands/kernel/as-of.ts'
import type { CommandHandler } from '#commands/kernel/command.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { creditLinesOf, creditOf } from '#domain/billing/bill-balance.ts'
import type { Bill, IssuedBill } from '#domain/billing/bill-facts.ts'
import { checklist, type CheckItem } from '#domain/billing/checklist.ts'
import {
  type Buyer,
  freeze,
  issueDateOf,
  type Original,
  type Seller,
  totalsOfContent,
} from '#domain/billing/content.ts'
import type { DeductedDeposit } from '#domain/billing/deposit.ts'
import { type FrozenBill, NO_BUYER, NO_SELLER } from '#domain/billing/frozen-bill.ts'
import type { LegalRate } from '#domain/billing/legal-rate.values.ts'
import { type Issuer, issuerOf, seriesKindOf } from '#domain/billing/number-series.ts'
import type { Totals } from '#domain/billing/totals.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { type Day, type DayOrNone, yearOf } from '#domain/kernel/time.ts'
import type { deductedDeposits } from './deducted-deposits.ts'
import { type heldMonths, monthOf } from './held-months.ts'
import { lastDayOf, nextRefOf, type Numbering, type NumberPlace } from './numbering.ts'
import type { BillingPorts } from './ports.ts'

type Draft = Extract<Bill, { status: 'draft' }>

/** All that issuing a draft on a day needs. */
export type Prepared = {
  readonly issueDate: Day
  readonly seller: Seller
  readonly buyer: Buyer | null
  readonly simulation: boolean
  readonly items: readonly CheckItem[]
  /** The series that numbers it. */
  readonly place: NumberPlace & { readonly issuer: Issuer }
  /** The number it would be given now. */
  readonly nextRef: string
  /**
   * The bill that a credit note corrects, and what it gives back: null when that is more than what
   * remains.
   */
  readonly original: Original | null
  readonly credit: Totals | null
  /** The deposits that it deducts, as they stand now. */
  readonly deposits: readonly DeductedDeposit[]
  readonly legalRates: readonly LegalRate[]
}
const nobody: Seller = { ...NO_SELLER, regime: '' }

/** Conditions of issuing a draft, and the draft as it would be frozen. Nothing is written here. */
export function billPreparation(
  handler: CommandHandler,
  ports: Pick<BillingPorts, 'seller' | 'buyer' | 'legalRates' | 'openDeposits' | 'contractLeft'>,
  months: ReturnType<typeof heldMonths>,
  chosen: ReturnType<typeof deductedDeposits>,
  numbers: Numbering,
) {
  async function originalOf(draft: Draft, owner: string, at?: number): Promise<IssuedBill | null> {
    if (!draft.creditNoteOf) return null
    const state = (await asOf(handler, at).load(billDecider, draft.creditNoteOf.billId, owner))
      ?.state
    return state?.status === 'issued' ? state : null
  }

  /** Credit notes that held a part of this bill and were removed since. */
  async function goneHolders(original: IssuedBill, owner: string): Promise<readonly string[]> {
    const open = original.credits.filter((c) => c.ref === '')
    const states = await Promise.all(
      open.map(async (c) => ({
        id: c.creditNoteId,
        loaded: await handler.load(billDecider, c.creditNoteId, owner),
      })),
    )
    return states.filter(({ loaded }) => loaded?.state.status === 'removed').map(({ id }) => id)
  }

  /** The blocking checklist of a draft and what it was checked against. */
  async function prepare(
    id: string,
    draft: Draft,
    owner: string,
    today: Day,
    chosenDate: DayOrNone,
  ): Promise<Prepared> {
    const { content, billType } = draft
    const issueDate = chosenDate || issueDateOf(content, today)
    const source = monthOf(draft)
    const isInvoice = billType === 'invoice'
    const [
      found,
      buyer,
      original,
      billed,
      { deposits, lost },
      legalRates,
      openDeposits,
      contractLeft,
    ] = await Promise.all([
      ports.seller(owner, content.profileId, issueDate),
      content.clientId ? ports.buyer(owner, content.clientId) : null,
      originalOf(draft, owner),
      source && months.standingOf(source, content.profileId, id, owner),
      chosen.depositsOf(id, draft, owner),
      ports.legalRates(),
      isInvoice && content.clientId
        ? ports.openDeposits(owner, content.profileId, content.clientId)
        : [],
      billType !== 'creditNote' && content.projectId
        ? ports.contractLeft(owner, content.profileId, content.projectId)
        : null,
    ])
    const seller = found?.seller ?? nobody
    const issuer = issuerOf(owner, content.profileId, {
      siren: seller.siren,
      simulation: found?.simulation ?? false,
    })
    const place = await numbers.placeOf(issuer, yearOf(issueDate), {
      kind: seriesKindOf(billType),
      name: content.numberSeries ?? '',
    })
    const credit =
      original && creditIfItFits(original, id, draft, await goneHolders(original, owner))
    const items = checklist({
      billId: id,
      type: billType,
      content,
      seller,
      buyer,
      issueDate,
      today,
      lastIssueDate: lastDayOf(place),
      month: source && {
        year: source.year,
        month: source.month,
        billedBy: billed && months.inTheWay(draft, billed),
      },
      original: original?.frozen ?? null,
      creditFits: billType !== 'creditNote' || credit !== null,
      lostDeposits: lost,
      undrawn: undrawable(JSON.stringify([content, seller, buyer])),
      openDeposits,
      contractLeft,
      legalRates,
    })
    const nextRef = nextRefOf(place, yearOf(issueDate))
    return {
      issueDate,
      seller,
      buyer,
      simulation: found?.simulation ?? false,
      items,
      place: { ...place, issuer },
      nextRef,
      original: original?.frozen ?? null,
      credit,
      deposits,
      legalRates,
    }
  }

  const creditIfItFits = (
    original: IssuedBill,
    id: string,
    draft: Draft,
    gone: readonly string[],
  ): Totals | null => {
    try {
      return creditOf(original, id, creditLinesOf(draft.content), gone)
    } catch (error) {
      if (error instanceof Refusal) return null
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
  async function previewedAt(
    id: string,
    owner: string,
    today: Day,
    at: number,
  ): Promise<FrozenBill | null> {
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
    }: Omit<Prepared, 'items' | 'place' | 'nextRef'>,
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

  return { originalOf, goneHolders, prepare, previewed, previewedAt }
}
