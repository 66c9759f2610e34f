import type { z } from 'zod'
import { PDF } from '#commands/billing/issue-bill.ts'
import type { Commands } from '#commands/product.ts'
import type { QUOTE_ORDERS, QuoteListQuery } from '#contract/quotes/quotes.schemas.ts'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import { QUOTE_LIST_FILTERS } from '#contract/kernel/list-filters.ts'
import { quoteTitle } from '#domain/quotes/quote-paper.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import { type MailDoc, mails, mailsInOutbox } from '#projections/mail/mails.ts'
import {
  QUOTE_SORTS,
  type QuoteDoc,
  quoteFilter,
  type QuoteQuery,
  quotes,
  quoteSummary,
} from '#projections/quotes/quotes.ts'
import type { Api, BinaryReply, Caller } from '#api/kernel/api.ts'
import { filtersOf, STORED_AUDIT, type StoredField } from '#api/kernel/list-filters.ts'
import { listHeaders, sortOf } from '#api/kernel/lists.ts'
import { checksToWire } from '#api/billing/corrections.ts'
import { quoteSumToWire, quoteToWire } from './quote-wire.ts'
import { todayOf } from '#api/billing/bill-access.ts'

/** Column of the list → field it sorts by. */
const SORTS: Readonly<Record<(typeof QUOTE_ORDERS)[number], string>> = QUOTE_SORTS
/** Where the read model has the fields that the list is filtered by. */
const STORED: Readonly<Record<keyof typeof QUOTE_LIST_FILTERS, StoredField>> = {
  ref: 'ref',
  client: 'clientName',
  serviceName: 'serviceName',
  status: 'state',
  validUntil: 'sentUntil',
  sentDate: 'sentDay',
  totalHT: 'netMinor',
  totalTTC: 'grossMinor',
  currency: 'currency',
  depositPercent: { at: 'depositPercent', stored: (value) => Math.round(Number(value) * 100) },
  clientId: 'clientId',
  projectId: 'contractId',
  ...STORED_AUDIT,
}

/** Lists, sums and single quotes, their papers, and what a draft lacks. */
export function quoteReads(
  api: Api,
  { quotes: own, quoteMails, billing }: Pick<Commands, 'quotes' | 'quoteMails' | 'billing'>,
): void {
  const { deps } = api
  const reads = { quotes }
  const withMails = { quotes, mails }
  const outboxOf = (
    read: { readonly mails: ReadModel<MailDoc> },
    owner: string,
    docs: readonly QuoteDoc[],
  ) =>
    mailsInOutbox(
      read.mails,
      owner,
      docs.flatMap(({ mailId, reminderMailId }) => [mailId, reminderMailId]),
    )
  const { legalRates } = billing.issuance

  const queryOf = (
    profileId: string,
    query: Partial<z.output<typeof QuoteListQuery>>,
    { timeZone }: Caller,
  ): QuoteQuery => {
    const { status, clientId, projectId, q, filters = {} } = query
    const further = filtersOf(filters, QUOTE_LIST_FILTERS, STORED, timeZone)
    return { profileId, status, clientId, projectId, q, further }
  }
  const ofOwner = (
    doc: QuoteDoc | null,
    owner: string,
    profileId: string,
    id: string,
  ): QuoteDoc => {
    if (doc?.owner !== owner || doc.profileId !== profileId) throw refusal('NOT_FOUND', { id })
    return doc
  }

  api.serve(quoteRoutes.list, { reads: withMails }, async (call) => {
    const { limit, cursor, sort } = call.query
    const page = await call.read.quotes.find({
      filter: quoteFilter(call.owner, queryOf(call.params.profileId, call.query, call.caller)),
      sort: sortOf(sort, SORTS, [['listOrder', -1]], call.language),
      limit,
      ...(cursor === undefined ? {} : { cursor }),
      counted: true,
    })
    listHeaders(call.reply, page)
    const rates = await legalRates()
    const outbox = await outboxOf(call.read, call.owner, page.items)
    return page.items.map((doc) => quoteToWire(doc, rates, outbox))
  })
  api.serve(
    quoteRoutes.summary,
    { reads },
    async ({ read, owner, caller, params: { profileId }, query }) => {
      const { views, totals } = await quoteSummary(
        read.quotes,
        owner,
        queryOf(profileId, query, caller),
      )
      const of = (state: Parameters<typeof views.get>[0]) => views.get(state) ?? 0
      return {
        views: {
          all: [...views.values()].reduce((sum, count) => sum + count, 0),
          draft: of('draft'),
          sent: of('sent'),
          accepted: of('accepted'),
          declined: of('declined'),
          expired: of('expired'),
          withdrawn: of('withdrawn'),
        },
        totals: totals.map(quoteSumToWire),
        count: await read.quotes.count({ where: { owner, profileId } }),
      }
    },
  )
  api.serve(
    quoteRoutes.get,
    { reads: withMails },
    async ({ read, owner, params: { profileId, id } }) => {
      const doc = ofOwner(await read.quotes.get(id), owner, profileId, id)
      return quoteToWire(doc, await legalRates(), await outboxOf(read, owner, [doc]))
    },
  )
  api.serve(quoteRoutes.checklist, {}, async (call) => {
    const { profileId, id } = call.params
    const items = await own.checklist(id, profileId, call.owner, todayOf(call))
    return {
      ready: items.every((item) => item.ok),
      items: checksToWire(items, call.language),
    }
  })
  api.serve(quoteRoutes.pdf, { reads }, async (call): Promise<BinaryReply> => {
    const { profileId, id } = call.params
    const doc = ofOwner(await call.read.quotes.get(id), call.owner, profileId, id)
    const { edition } = call.query
    if (edition === undefined && doc.state === 'draft') {
      const frozen = await own.shown(id, profileId, call.owner, todayOf(call))
      const bytes = await own.preview(frozen, {
        owner: call.owner,
        isGuest: call.caller.isGuest,
        signal: call.closed,
      })
      return { bytes, mediaType: PDF, fileName: `${quoteTitle(frozen.bill.language)}.pdf` }
    }
    const version = doc.versions.find((one) => one.edition === (edition ?? doc.edition))
    const paper = version && (await deps.documents.read(version.documentSha256))
    if (!version || !paper) throw refusal('NOT_FOUND', { id })
    return { bytes: paper.bytes, mediaType: PDF, fileName: `${version.ref}.pdf` }
  })
  api.serve(quoteRoutes.recipients, {}, async ({ owner, params: { profileId, id } }) => {
    await own.checked(id, profileId, owner)
    const { sender, recipients, contacts } = await quoteMails.recipients(owner, id)
    return { from: sender.address, recipients: [...recipients], contacts: [...contacts] }
  })
}
