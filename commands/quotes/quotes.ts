import type { Documents } from '#commands/gateways/documents/documents.ts'
import type { CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { type CheckItem } from '#domain/billing/checklist.ts'
import type { PaperOrder } from '#domain/billing/frozen-bill.ts'
import {
  type FrozenQuote,
  NO_QUOTE_TERMS,
  type QuoteContent,
} from '#domain/quotes/quote-content.ts'
import type { RenderQuotePdf } from '#domain/quotes/quote-paper.ts'
import { type LiveQuote, type Quote, quoteDecider } from '#domain/quotes/quote.ts'
import type { Day } from '#domain/kernel/time.ts'
import type { BillWritten } from '#commands/billing/payment-booking.ts'
import type { BillCommands } from '#commands/billing/bills.ts'
import { unknownReference } from '#commands/billing/draft-content.ts'
import type { BillingPorts } from '#commands/billing/ports.ts'
import { quoteFollowUp, type QuoteFollowUpDeps } from './quote-follow-up.ts'
import { step } from '#commands/billing/step.ts'
import { quoteAnswers } from './quote-answers.ts'
import { quoteSending } from './quote-sending.ts'

/** The content of a new quote; absent fields are taken from the client and the business. */
export type NewQuote = Partial<
  Omit<QuoteContent, 'projectId' | 'issueDate' | 'dueDate' | 'deposits' | 'quoteId'>
> & {
  readonly profileId: string
}
export type QuoteChanges = Partial<Omit<NewQuote, 'profileId'>>

export type QuoteDeps = Omit<QuoteFollowUpDeps, 'own' | 'bills'> & {
  readonly documents: Pick<Documents, 'keep' | 'read'>
  readonly ports: BillingPorts
  readonly renderQuotePdf: RenderQuotePdf
  readonly bills: Pick<BillCommands, 'newContent' | 'draft'>
  readonly now: () => number
}

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
  const { load, own, prepare, send } = quoteSending({ handler, documents, ports, renderQuotePdf })

  return {
    ...quoteFollowUp({ handler, bills, issuance, addContract, own }),
    load,
    /** Present state. @throws NOT_FOUND */
    checked: async (id: string, profileId: string, owner: string): Promise<LiveQuote> =>
      (await own(id, profileId, owner)).state,
    /** Revision of its stream. */
    async standing(id: string, owner: string): Promise<BillWritten> {
      const { version, position } = await load(id, owner)
      return { id, version, position }
    },
    /** Texts of its paper: frozen, or of a draft as it would be sent today. */
    async shown(id: string, profileId: string, owner: string, today: Day): Promise<FrozenQuote> {
      const { state } = await own(id, profileId, owner)
      return state.status !== 'draft' && state.sent
        ? state.sent.frozen
        : draftOf(await prepare(id, state, owner, today))
    },
    preview: (frozen: FrozenQuote, order: Omit<PaperOrder, 'urgency'>): Promise<Uint8Array> =>
      renderQuotePdf(frozen, { ...order, urgency: 'preview' }),

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
      input: NewQuote,
      today: Day,
      meta: CommandMeta,
    ): Promise<CommandResult<Quote>> {
      ports.expectPaper?.()
      const content = await bills.newContent(meta.owner, { ...input, billType: 'invoice' }, today)
      const { validUntil, depositPercent, feeMinor } = { ...NO_QUOTE_TERMS, ...input }
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

    /** @throws QUOTE_ACCEPTED · STALE_VERSION. A sent quote becomes a draft of the next version. */
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
     * The quote names another client from now on: its own was merged with it. Sent versions keep
     * their words.
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
    ...quoteAnswers({ handler, own, now }),
    send,

    /** Tells that it ends soon, then that it has expired. */
    lapse: (id: string, meta: CommandMeta) =>
      handler.run(quoteDecider, id, { type: 'Lapse' }, meta),
  }
}
export type QuoteCommands = ReturnType<typeof quoteCommands>

/** A draft's paper has no number. */
const draftOf = ({ frozen }: { readonly frozen: FrozenQuote }): FrozenQuote => ({
  ...frozen,
  bill: { ...frozen.bill, ref: '' },
})
