import { undrawable } from '#commands/kernel/typeset/fonts.ts'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import type {
  CommandHandler,
  CommandMeta,
  CommandResult,
  Loaded,
} from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { assertBillFits } from '#domain/billing/check-content.ts'
import { checklist, type CheckItem, missingFields, type Need } from '#domain/billing/checklist.ts'
import type { Seller } from '#domain/billing/content.ts'
import { NO_BUYER, NO_SELLER } from '#domain/billing/frozen-bill.ts'
import {
  allotmentOf,
  formatRef,
  issuerOf,
  seriesDecider,
  usualPattern,
} from '#domain/billing/number-series.ts'
import {
  editionRef,
  freezeQuote,
  type FrozenQuote,
  validUntilOf,
} from '#domain/quotes/quote-content.ts'
import type { RenderQuotePdf } from '#domain/quotes/quote-paper.ts'
import {
  type LiveQuote,
  type Quote,
  quoteDecider,
  quoteRefusal,
  refOf,
} from '#domain/quotes/quote.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { type Day, monthEnd, yearOf } from '#domain/kernel/time.ts'
import { PDF } from '#commands/billing/issue-bill.ts'
import { numbering } from '#commands/billing/numbering.ts'
import type { BillingPorts } from '#commands/billing/ports.ts'
import { step } from '#commands/billing/step.ts'

export type Live = Omit<Loaded<Quote>, 'state'> & { readonly state: LiveQuote }

type Prepared = {
  readonly seller: Seller
  readonly frozen: FrozenQuote
  readonly items: readonly CheckItem[]
}
/** Points of a bill's checklist that hold for a quote: nothing of it is due yet. */
const OF_QUOTES: ReadonlySet<Need> = new Set<Need>([
  'BILL_NEEDS_SELLER_NAME',
  'BILL_NEEDS_SELLER_ADDRESS',
  'BILL_NEEDS_SELLER_SIREN',
  'BILL_NEEDS_SELLER_LEGAL_STATUS',
  'BILL_NEEDS_SELLER_RCS',
  'BILL_NEEDS_SELLER_CAPITAL',
  'BILL_NEEDS_SELLER_REGIME',
  'BILL_NEEDS_SELLER_VAT_NUMBER',
  'BILL_NEEDS_BUYER',
  'BILL_NEEDS_BUYER_ADDRESS',
  'BILL_NEEDS_BUYER_VAT_NUMBER',
  'BILL_NEEDS_LINES',
  'BILL_NEEDS_LINE_DESCRIPTION',
  'BILL_NEEDS_LINE_QUANTITY',
  'BILL_NEEDS_LINE_PRICE',
  'BILL_NEEDS_DISCOUNT_BELOW',
  'BILL_NEEDS_VAT_RATE',
  'BILL_NEEDS_NO_VAT',
  'BILL_NEEDS_EXEMPTION_MENTION',
])

const nobody: Seller = { ...NO_SELLER, regime: '' }

export type QuoteSendingDeps = {
  readonly handler: CommandHandler
  readonly documents: Pick<Documents, 'keep'>
  readonly ports: Pick<BillingPorts, 'profilesOf' | 'seller' | 'buyer' | 'legalRates'>
  readonly renderQuotePdf: RenderQuotePdf
}

/** A quote on its way to the client: what it would be, and what it lacks; its number, its paper. */
export function quoteSending({ handler, documents, ports, renderQuotePdf }: QuoteSendingDeps) {
  const numbers = numbering(handler, ports)
  /** @throws NOT_FOUND */
  async function load(id: string, owner: string): Promise<Live> {
    const loaded = await handler.load(quoteDecider, id, owner)
    if (!loaded || loaded.state.status === 'none' || loaded.state.status === 'removed')
      throw refusal('NOT_FOUND', { id })
    return { ...loaded, state: loaded.state }
  }
  async function own(id: string, profileId: string, owner: string): Promise<Live> {
    const loaded = await load(id, owner)
    if (loaded.state.content.profileId !== profileId) throw refusal('NOT_FOUND', { id })
    return loaded
  }

  /** The quote that a draft would be today, and its missing parts. */
  async function prepare(
    id: string,
    { content, edition, ref }: LiveQuote,
    owner: string,
    today: Day,
  ): Promise<Prepared> {
    const [found, buyer, legalRates] = await Promise.all([
      ports.seller(owner, content.profileId, today),
      content.clientId ? ports.buyer(owner, content.clientId) : null,
      ports.legalRates(),
    ])
    const seller = found?.seller ?? nobody
    const all = checklist({
      billId: id,
      type: 'invoice',
      content,
      seller,
      buyer,
      issueDate: today,
      today,
      lastIssueDate: '',
      month: null,
      original: null,
      creditFits: true,
      undrawn: undrawable(JSON.stringify([content, seller, buyer])),
      legalRates,
    })
    const isValid = validUntilOf(content, today) >= today
    const items = all.filter(({ code }) => OF_QUOTES.has(code))
    const frozen = freezeQuote({
      content,
      seller: { ...seller, regime: seller.regime || 'normal' },
      buyer: buyer ?? { ...NO_BUYER, language: 'fr' },
      day: today,
      ref: ref === '' ? '' : editionRef(ref, edition + 1),
      edition: edition + 1,
      simulation: found?.simulation ?? false,
      legalRates,
    })
    return { seller, frozen, items: isValid ? items : [...items, lapsed(id)] }
  }

  /** Number: the quote's own, else the next of its series. Drawn once, also after a crash. */
  async function numberOf(
    id: string,
    { content, ref, begun }: LiveQuote,
    today: Day,
    meta: CommandMeta,
  ): Promise<string> {
    if (ref !== '') return ref
    const year = yearOf(begun)
    // Begun last year and finished only now: the number is still last year's.
    const issueDate = yearOf(today) === year ? today : monthEnd(year, 12)
    const { owner } = meta
    const { profileId } = content
    const found = await ports.seller(owner, profileId, today)
    const { series } = await numbers.opened(
      issuerOf(owner, profileId, {
        siren: found?.seller.siren ?? '',
        simulation: found?.simulation ?? false,
      }),
      year,
      { kind: 'quote' },
      meta,
    )
    const { state } = await handler.run(
      seriesDecider,
      series,
      { type: 'Allot', billId: id, issuanceId: id, issueDate },
      step(meta, derivedUuid(id, 'number')),
    )
    const number = allotmentOf(state, id)
    if (number === null) throw new Error(`Quote ${id} got no number`)
    return formatRef(state?.pattern ?? usualPattern('quote', ''), year, number)
  }

  /**
   * Numbers it, freezes it, and keeps its paper. Each step may be repeated after a crash.
   *
   * @param address where the client's codes go; empty when the client can't accept by the link
   * @throws QUOTE_INCOMPLETE naming what is missing · QUOTE_ALREADY_SENT · STALE_VERSION
   */
  async function send(
    id: string,
    profileId: string,
    address: string,
    today: Day,
    meta: CommandMeta,
  ): Promise<CommandResult<Quote>> {
    const before = await own(id, profileId, meta.owner)
    if (
      meta.version !== undefined &&
      meta.version !== before.version &&
      before.state.status === 'draft'
    )
      throw refusal('STALE_VERSION', { version: meta.version, current: before.version })
    if (before.state.status !== 'draft') {
      const { version: _, ...again } = meta
      const { sent } = before.state
      if (sent === null) throw quoteRefusal('QUOTE_ALREADY_SENT', { ref: refOf(before.state) })
      // The same request again is answered as before; another one is refused.
      const command = { type: 'Send', ref: before.state.ref, ...sent } as const
      return handler.run(quoteDecider, id, command, again)
    }
    assertBillFits(before.state.content)
    const { items } = await prepare(id, before.state, meta.owner, today)
    const fields = missingFields(items)
    if (fields.length > 0) throw quoteRefusal('QUOTE_INCOMPLETE', { count: fields.length }, fields)
    await handler.run(
      quoteDecider,
      id,
      { type: 'BeginSending' },
      step(meta, derivedUuid(meta.commandId, 'begun', before.version)),
    )
    const { state, version } = await load(id, meta.owner)
    // Changed since it was checked: what would be sent is not what was asked for.
    if (version !== before.version + (before.state.begun === '' ? 1 : 0))
      throw refusal('STALE_VERSION', { version: before.version, current: version })
    const ref = await numberOf(id, state, today, meta)
    const { frozen: checked } = await prepare(id, state, meta.owner, today)
    const frozen = {
      ...checked,
      bill: { ...checked.bill, ref: editionRef(ref, state.edition + 1) },
    }
    const paper = await renderQuotePdf(frozen, { owner: meta.owner, urgency: 'final' })
    const documentSha256 = await documents.keep(paper, PDF)
    return handler.run(
      quoteDecider,
      id,
      { type: 'Send', ref, frozen, documentSha256, address },
      { ...meta, version },
    )
  }

  return { load, own, prepare, send }
}

/** A quote that would be past its validity when it is sent. */
const lapsed = (id: string): CheckItem => ({
  code: 'QUOTE_NEEDS_VALIDITY' as Need,
  ok: false,
  entity: 'bill',
  entityId: id,
  path: 'validUntil',
  details: {},
})
