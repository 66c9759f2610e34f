import { createHash } from 'node:crypto'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import type { CommandMeta, CommandResult, Loaded } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { checklist, type CheckItem, missingFields, type Need } from '#domain/billing/checklist.ts'
import type { Seller } from '#domain/billing/content.ts'
import { NO_BUYER, NO_SELLER } from '#domain/billing/frozen-bill.ts'
import {
  allotmentOf,
  formatRef,
  PATTERNS,
  seriesDecider,
  seriesId,
} from '#domain/billing/number-series.ts'
import {
  editionRef,
  freezeQuote,
  type FrozenQuote,
  NO_QUOTE_TERMS,
  type QuoteContent,
  validUntilOf,
} from '#domain/quotes/quote-content.ts'
import type { RenderQuotePdf } from '#domain/quotes/quote-paper.ts'
import {
  type LiveQuote,
  openedBy,
  type Quote,
  quoteDecider,
  quoteRefusal,
  refOf,
} from '#domain/quotes/quote.ts'
import { CODE_MINUTES } from '#domain/quotes/quote.values.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { type Day, daysInMonth, makeDay, yearOf } from '#domain/kernel/time.ts'
import type { BillWritten } from '#commands/billing/bill-payments.ts'
import type { BillCommands } from '#commands/billing/bills.ts'
import { unknownReference } from '#commands/billing/draft-content.ts'
import { PDF } from '#commands/billing/issue-bill.ts'
import type { BillingPorts } from '#commands/billing/ports.ts'
import { quoteFollowUp, type QuoteFollowUpDeps } from './quote-follow-up.ts'
import { step } from '#commands/billing/step.ts'

/** The content of a new quote; absent fields are taken from the client and the business. */
export type NewQuote = Partial<
  Omit<QuoteContent, 'projectId' | 'issueDate' | 'dueDate' | 'deposits' | 'quoteId'>
> & {
  readonly profileId: string
}
export type QuoteChanges = Partial<Omit<NewQuote, 'profileId'>>

/** Which points of a bill's checklist hold for a quote: nothing of it is due yet. */
const ASKED: ReadonlySet<Need> = new Set<Need>([
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
const MINUTE_MS = 60_000

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export type QuoteDeps = Omit<QuoteFollowUpDeps, 'own' | 'bills'> & {
  readonly documents: Pick<Documents, 'keep' | 'read'>
  readonly ports: BillingPorts
  readonly renderQuotePdf: RenderQuotePdf
  readonly bills: Pick<BillCommands, 'newContent' | 'draft'>
  readonly now: () => number
}

type Prepared = {
  readonly seller: Seller
  readonly frozen: FrozenQuote
  readonly items: readonly CheckItem[]
}
export type Live = Omit<Loaded<Quote>, 'state'> & { readonly state: LiveQuote }

/** All commands on quotes. Sending by mail is the mails' own, with the link that is opened here. */
export function quoteCommands({
  handler,
  documents,
  ports,
  renderQuotePdf,
  bills,
  issuance,
  addContract,
  now,
}: QuoteDeps) {
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

  /** What a draft would be if it were sent today, and what it lacks. */
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
      legalRates,
    })
    const isValid = validUntilOf(content, today) >= today
    const items = all.filter(({ code }) => ASKED.has(code))
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

  /** Its number: the one it has, else the next of its series. Drawn once, also after a crash. */
  async function numberOf(
    id: string,
    { content, ref, begun }: LiveQuote,
    today: Day,
    meta: CommandMeta,
  ): Promise<string> {
    if (ref !== '') return ref
    const year = yearOf(begun)
    // Begun last year and finished only now: the number is still last year's.
    const issueDate = yearOf(today) === year ? today : makeDay(year, 12, daysInMonth(year, 12))
    const series = seriesId(content.profileId, year, 'quote')
    const { state } = await handler.run(
      seriesDecider,
      series,
      { type: 'Allot', billId: id, issuanceId: id, issueDate },
      step(meta, derivedUuid(id, 'number')),
    )
    const number = allotmentOf(state, id)
    if (number === null) throw new Error(`Quote ${id} got no number`)
    return formatRef(PATTERNS.quote, year, number)
  }

  return {
    ...quoteFollowUp({ handler, bills, issuance, addContract, own }),
    load,
    /** Its present state. @throws NOT_FOUND */
    checked: async (id: string, profileId: string, owner: string): Promise<LiveQuote> =>
      (await own(id, profileId, owner)).state,
    /** How far its stream has come. */
    async standing(id: string, owner: string): Promise<BillWritten> {
      const { version, position } = await load(id, owner)
      return { id, version, position }
    },
    /** What its paper says: frozen, or of a draft as it would be sent today. */
    async shown(id: string, profileId: string, owner: string, today: Day): Promise<FrozenQuote> {
      const { state } = await own(id, profileId, owner)
      return state.status !== 'draft' && state.sent
        ? state.sent.frozen
        : draftOf(await prepare(id, state, owner, today))
    },
    preview: (frozen: FrozenQuote, owner: string, signal?: AbortSignal): Promise<Uint8Array> =>
      renderQuotePdf(frozen, { owner, urgency: 'preview', signal }),

    async checklist(
      id: string,
      profileId: string,
      owner: string,
      today: Day,
    ): Promise<readonly CheckItem[]> {
      const { state } = await own(id, profileId, owner)
      return state.status === 'draft' ? (await prepare(id, state, owner, today)).items : []
    },

    async draft(
      id: string,
      asked: NewQuote,
      today: Day,
      meta: CommandMeta,
    ): Promise<CommandResult<Quote>> {
      ports.expectPaper?.()
      const content = await bills.newContent(meta.owner, { ...asked, billType: 'invoice' }, today)
      const { validUntil, depositPercent, feeMinor } = { ...NO_QUOTE_TERMS, ...asked }
      const drafted = await handler.run(
        quoteDecider,
        id,
        { type: 'Draft', content: { ...content, validUntil, depositPercent, feeMinor } },
        meta,
      )
      const [gone] = await ports.gone(meta.owner, { ...content, projectId: '' })
      if (gone === undefined) return drafted
      await handler.run(
        quoteDecider,
        id,
        { type: 'Remove' },
        step(meta, derivedUuid(meta.commandId, 'undone')),
      )
      throw unknownReference(gone)
    },

    /**
     * @throws QUOTE_ACCEPTED · STALE_VERSION. What was sent becomes a draft of the next version.
     */
    async change(
      id: string,
      profileId: string,
      changes: QuoteChanges,
      meta: CommandMeta,
    ): Promise<CommandResult<Quote>> {
      await own(id, profileId, meta.owner)
      const buyer = changes.clientId ? await ports.buyer(meta.owner, changes.clientId) : null
      if (changes.clientId && !buyer) throw unknownReference('clientId')
      const named = changes.clientId === undefined ? {} : { clientName: buyer?.name ?? '' }
      const changed = await handler.run(
        quoteDecider,
        id,
        { type: 'Change', changes: { ...changes, ...named } },
        meta,
      )
      const { clientId = '' } = changes
      const [gone] = await ports.gone(meta.owner, { profileId: '', projectId: '', clientId })
      if (gone === undefined) return changed
      const none = { clientId: '', clientName: '' }
      const undone = step(meta, derivedUuid(meta.commandId, 'undone'))
      await handler.run(quoteDecider, id, { type: 'Change', changes: none }, undone)
      throw unknownReference(gone)
    },

    /**
     * It names another client from now on: its own was merged with it. What was sent says what it
     * said.
     */
    async moveClient(
      { id, from, to, name }: Readonly<Record<'id' | 'from' | 'to' | 'name', string>>,
      meta: CommandMeta,
    ): Promise<void> {
      const version = (await handler.load(quoteDecider, id, meta.owner))?.version ?? 0
      const commandId = derivedUuid(meta.commandId, version)
      await handler.run(
        quoteDecider,
        id,
        { type: 'MoveClient', from, to, name },
        { ...meta, commandId },
      )
    },

    async revise(id: string, profileId: string, meta: CommandMeta): Promise<CommandResult<Quote>> {
      await own(id, profileId, meta.owner)
      return handler.run(quoteDecider, id, { type: 'Revise' }, meta)
    },

    /** @throws QUOTE_ALREADY_SENT: a quote with a number stays */
    async remove(id: string, profileId: string, meta: CommandMeta): Promise<CommandResult<Quote>> {
      const loaded = await handler.load(quoteDecider, id, meta.owner)
      if (loaded?.state.status !== 'removed') await own(id, profileId, meta.owner)
      return handler.run(quoteDecider, id, { type: 'Remove' }, meta)
    },

    /**
     * Numbers it, freezes it, and keeps its paper. Each step may be repeated after a crash.
     *
     * @param address where the client's codes go; empty when the client can't accept by the link
     * @throws QUOTE_INCOMPLETE naming what is missing · QUOTE_ALREADY_SENT · STALE_VERSION
     */
    async send(
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
      const { items } = await prepare(id, before.state, meta.owner, today)
      const fields = missingFields(items)
      if (fields.length > 0)
        throw quoteRefusal('QUOTE_INCOMPLETE', { count: fields.length }, fields)
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
    },

    /** Opens a link to what was sent. @param secret unguessable; only its hash is kept */
    openLink: (id: string, secret: string, meta: CommandMeta) =>
      handler.run(
        quoteDecider,
        id,
        { type: 'OpenLink', secretSha256: hashOf(secret) },
        step(meta, derivedUuid(meta.commandId, 'link', hashOf(secret))),
      ),
    noteMail: (id: string, mailId: string, isReminder: boolean, meta: CommandMeta) =>
      handler.run(
        quoteDecider,
        id,
        { type: 'NoteMail', mailId, isReminder },
        step(meta, derivedUuid(meta.commandId, 'mailed', mailId)),
      ),

    async withdraw(
      id: string,
      profileId: string,
      meta: CommandMeta,
    ): Promise<CommandResult<Quote>> {
      await own(id, profileId, meta.owner)
      return handler.run(quoteDecider, id, { type: 'Withdraw' }, meta)
    },
    /** The client agreed otherwise: on paper, by mail, by phone. */
    async acceptByHand(
      id: string,
      profileId: string,
      { name, day, note }: { readonly name: string; readonly day: Day; readonly note: string },
      meta: CommandMeta,
    ): Promise<CommandResult<Quote>> {
      await own(id, profileId, meta.owner)
      return handler.run(quoteDecider, id, { type: 'AcceptByHand', name, day, note }, meta)
    },
    async declineByHand(
      id: string,
      profileId: string,
      reason: string,
      meta: CommandMeta,
    ): Promise<CommandResult<Quote>> {
      await own(id, profileId, meta.owner)
      return handler.run(
        quoteDecider,
        id,
        { type: 'Decline', by: 'user', reason, secretSha256: '' },
        meta,
      )
    },

    // What the client does by the link

    /** What a link shows. @throws QUOTE_LINK_CLOSED */
    async opened(id: string, secret: string, owner: string) {
      const loaded = await handler.load(quoteDecider, id, owner)
      if (loaded === null) throw quoteRefusal('QUOTE_LINK_CLOSED')
      return openedBy(loaded.state, hashOf(secret))
    },
    view: (id: string, secret: string, meta: CommandMeta) =>
      handler.run(quoteDecider, id, { type: 'View', secretSha256: hashOf(secret) }, meta),
    /** @param code what the client is sent; the log gets a hash of it with the link's secret */
    requestCode: (id: string, secret: string, code: string, meta: CommandMeta) =>
      handler.run(
        quoteDecider,
        id,
        {
          type: 'RequestCode',
          secretSha256: hashOf(secret),
          codeSha256: hashOf(`${secret} ${code}`),
          until: now() + CODE_MINUTES * MINUTE_MS,
        },
        meta,
      ),
    /**
     * @throws QUOTE_CODE_WRONG, which was counted · QUOTE_CODE_EXPIRED · QUOTE_LAPSED ·
     * QUOTE_CLOSED
     */
    async acceptByLink(
      id: string,
      secret: string,
      { name, code }: { readonly name: string; readonly code: string },
      meta: CommandMeta,
    ): Promise<CommandResult<Quote>> {
      const result = await handler.run(
        quoteDecider,
        id,
        {
          type: 'AcceptByLink',
          secretSha256: hashOf(secret),
          codeSha256: hashOf(`${secret} ${code}`),
          name,
        },
        meta,
      )
      if (result.state.status !== 'accepted')
        throw quoteRefusal('QUOTE_CODE_WRONG', {}, [{ path: 'code', code: 'QUOTE_CODE_WRONG' }])
      return result
    },
    declineByLink: (id: string, secret: string, reason: string, meta: CommandMeta) =>
      handler.run(
        quoteDecider,
        id,
        { type: 'Decline', by: 'client', reason, secretSha256: hashOf(secret) },
        meta,
      ),

    /** Tells that it ends soon, then that it has expired. */
    lapse: (id: string, meta: CommandMeta) =>
      handler.run(quoteDecider, id, { type: 'Lapse' }, meta),
  }
}
export type QuoteCommands = ReturnType<typeof quoteCommands>

/** A draft's paper has no number. */
const draftOf = ({ frozen }: Prepared): FrozenQuote => ({
  ...frozen,
  bill: { ...frozen.bill, ref: '' },
})

/** A quote that would be past its validity when it is sent. */
const lapsed = (id: string): CheckItem => ({
  code: 'QUOTE_NEEDS_VALIDITY' as Need,
  ok: false,
  entity: 'bill',
  entityId: id,
  path: 'validUntil',
  details: {},
})
