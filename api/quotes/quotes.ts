import type { z } from 'zod'
import type { SendCode } from '#commands/quotes/quote-mails.ts'
import { PDF } from '#commands/billing/issue-bill.ts'
import type { Commands } from '#commands/product.ts'
import {
  type QUOTE_ORDERS,
  type QuoteListQuery,
  QuotePatch,
} from '#contract/quotes/quotes.schemas.ts'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import { QUOTE_LIST_FILTERS } from '#contract/kernel/list-filters.ts'
import { quoteTitle } from '#domain/quotes/quote-paper.ts'
import { quoteDecider, quoteRefusal } from '#domain/quotes/quote.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { dayIn, dayOrNone, epochOfDay } from '#domain/kernel/time.ts'
import { toMajor } from '#domain/kernel/money.ts'
import { mails } from '#projections/mail/mails.ts'
import {
  QUOTE_SORTS,
  type QuoteDoc,
  quoteFilter,
  type QuoteQuery,
  quotes,
  quoteSummary,
} from '#projections/quotes/quotes.ts'
import type { Api, BinaryReply, Call, Caller } from '#api/kernel/api.ts'
import { written } from '#api/kernel/audit-fields.ts'
import { filtersOf, STORED_AUDIT, type StoredField } from '#api/kernel/list-filters.ts'
import { listHeaders, sortOf } from '#api/kernel/lists.ts'
import { message } from '#api/kernel/messages.ts'
import { docAt } from '#api/kernel/past.ts'
import { changesIn, isPast } from '#api/kernel/read-back.ts'
import { mailsBefore } from '#api/mail/mails-before.ts'
import { correctionToWire } from '#api/billing/corrections.ts'
import { clientsOfQuotes } from './quote-links.ts'
import { newQuoteOf, quoteChangesOf, quoteSumToWire, quoteToWire } from './quote-wire.ts'
import { quantityOf } from '#api/billing/wire.ts'

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

const todayOf = ({ now, caller }: Pick<Call, 'now' | 'caller'>) => dayIn(now, caller.timeZone)

/** The address of a link's page. */
const linkTo =
  (publicUrl: URL) =>
  (secret: string): string =>
    new URL(`/devis/${secret}`, publicUrl).href

/** Quotes: written by their user, read and answered by clients. */
export function quotesApi(
  api: Api,
  commands: Pick<Commands, 'quotes' | 'quoteMails' | 'billing'>,
  { publicUrl, sendCode }: { readonly publicUrl: URL; readonly sendCode: SendCode | null },
): void {
  const { deps } = api
  const reads = { quotes }
  const { quotes: own, quoteMails } = commands
  const { legalRates } = commands.billing.issuance
  const clients = clientsOfQuotes(deps, commands, sendCode)
  const sentBefore = mailsBefore(deps)

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

  api.serve(quoteRoutes.list, { reads }, async (call) => {
    const { limit, cursor, sort } = call.query
    const page = await call.read.quotes.find({
      filter: quoteFilter(call.owner, queryOf(call.params.profileId, call.query, call.caller)),
      sort: sortOf(sort, SORTS, [['listOrder', -1]]),
      limit,
      ...(cursor === undefined ? {} : { cursor }),
      counted: true,
    })
    listHeaders(call.reply, page)
    const rates = await legalRates()
    return page.items.map((doc) => quoteToWire(doc, rates))
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
  api.serve(quoteRoutes.get, { reads }, async ({ read, owner, params: { profileId, id } }) =>
    quoteToWire(ofOwner(await read.quotes.get(id), owner, profileId, id), await legalRates()),
  )
  api.serve(quoteRoutes.checklist, {}, async (call) => {
    const { profileId, id } = call.params
    const items = await own.checklist(id, profileId, call.owner, todayOf(call))
    return {
      ready: items.every((item) => item.ok),
      items: items.map((item) => ({
        ...item,
        asks: item.asks ?? false,
        corrections: (item.corrections ?? []).map(correctionToWire),
        details: { ...item.details },
        message: message(call.language, item.code, item.details),
      })),
    }
  })
  api.serve(quoteRoutes.pdf, { reads }, async (call): Promise<BinaryReply> => {
    const { profileId, id } = call.params
    const doc = ofOwner(await call.read.quotes.get(id), call.owner, profileId, id)
    const { edition } = call.query
    if (edition === undefined && doc.state === 'draft') {
      const frozen = await own.shown(id, profileId, call.owner, todayOf(call))
      const bytes = await own.preview(frozen, call.owner, call.closed)
      return { bytes, mediaType: PDF, fileName: `${quoteTitle(frozen.bill.language)}.pdf` }
    }
    const version = doc.versions.find((one) => one.edition === (edition ?? doc.edition))
    const kept = version && (await deps.documents.read(version.documentSha256))
    if (!version || !kept) throw refusal('NOT_FOUND', { id })
    return { bytes: kept.bytes, mediaType: PDF, fileName: `${version.ref}.pdf` }
  })
  api.serve(quoteRoutes.recipients, {}, async ({ owner, params: { profileId, id } }) => {
    await own.checked(id, profileId, owner)
    const { sender, recipients, contacts } = await quoteMails.recipients(owner, id)
    return { from: sender.address, recipients: [...recipients], contacts: [...contacts] }
  })

  api.serve(quoteRoutes.add, {}, async (call) =>
    written(
      await own.draft(
        call.body.id ?? call.newId(),
        newQuoteOf(call.body),
        todayOf(call),
        call.meta(),
      ),
    ),
  )
  api.serve(quoteRoutes.change, {}, async (call) => {
    const { id, profileId } = call.body
    const loaded = await own.load(id, call.owner)
    const { content } = loaded.state
    const meta = call.meta()
    const body = await changesIn(call.body, QuotePatch, async () => {
      if (isPast(call.body, loaded, meta.commandId)) return call.body
      const doc = await docAt(
        deps.store,
        { projection: quotes, category: quoteDecider.category, id },
        call.owner,
        call.now,
      )
      return quoteToWire(doc, await legalRates())
    })
    return written(await own.change(id, profileId, quoteChangesOf(body, content), meta))
  })
  api.serve(quoteRoutes.remove, {}, async ({ params: { profileId, id }, meta }) =>
    written(await own.remove(id, profileId, meta())),
  )
  api.serve(quoteRoutes.send, { reads: { mails } }, async (call) => {
    const { profileId, id } = call.params
    const { to, mail, message: text = '' } = call.body
    if (mail && to === '')
      throw refusal('REQUEST_INVALID', {}, [{ path: 'to', code: 'FIELD_REQUIRED' }])
    const before = await sentBefore(call)
    // Refused before the quote takes a number.
    if (mail) quoteMails.check(to, before)
    const meta = call.meta()
    const sent = await own.send(id, profileId, to, todayOf(call), meta)
    const asked = {
      kind: 'send',
      to: mail ? to : '',
      message: text,
      linkTo: linkTo(publicUrl),
      sentBefore: before,
    } as const
    return { ...written(sent), ...(await quoteMails.post(id, asked, meta)) }
  })
  api.serve(quoteRoutes.remind, { reads: { mails } }, async (call) => {
    const { profileId, id } = call.params
    const { to, mail, message: text = '' } = call.body
    const { status } = await own.checked(id, profileId, call.owner)
    if (status !== 'sent') throw quoteRefusal('QUOTE_NOT_SENT')
    if (mail && to === '')
      throw refusal('REQUEST_INVALID', {}, [{ path: 'to', code: 'FIELD_REQUIRED' }])
    const before = await sentBefore(call)
    const meta = call.meta()
    const asked = {
      kind: 'remind',
      to: mail ? to : '',
      message: text,
      linkTo: linkTo(publicUrl),
      sentBefore: before,
    } as const
    const posted = await quoteMails.post(id, asked, meta)
    return { ...(await own.standing(id, call.owner)), ...posted }
  })
  api.serve(quoteRoutes.revise, {}, async ({ params: { profileId, id }, meta }) =>
    written(await own.revise(id, profileId, meta())),
  )
  api.serve(quoteRoutes.withdraw, {}, async ({ params: { profileId, id }, meta }) =>
    written(await own.withdraw(id, profileId, meta())),
  )
  api.serve(quoteRoutes.accept, {}, async (call) => {
    const { profileId, id } = call.params
    const { name, date = 0, note = '' } = call.body
    const day = dayOrNone(date) || todayOf(call)
    return written(await own.acceptByHand(id, profileId, { name, day, note }, call.meta()))
  })
  api.serve(
    quoteRoutes.decline,
    {},
    async ({ params: { profileId, id }, body: { reason = '' }, meta }) =>
      written(await own.declineByHand(id, profileId, reason, meta())),
  )

  api.serve(quoteRoutes.contract, {}, async ({ params: { profileId, id }, meta }) => {
    const made = await own.makeContract(id, profileId, meta())
    return { ...written(made), projectId: made.projectId }
  })
  api.serve(quoteRoutes.deposit, {}, async (call) => {
    const { profileId, id } = call.params
    const made = await own.makeDeposit(id, profileId, todayOf(call), call.meta())
    return { ...written(made), billId: made.billId }
  })
  api.serve(quoteRoutes.bill, {}, async (call) => {
    const { profileId, id } = call.params
    const lines = call.body?.lines?.map(({ line, quantity }, index) => ({
      line,
      quantity: quantityOf(quantity, `lines.${index}.quantity`),
    }))
    const billId = call.body?.id ?? call.newId()
    return {
      ...written(await own.makeBill(id, profileId, { billId, lines }, todayOf(call), call.meta())),
      billId,
    }
  })

  api.serve(quoteRoutes.opened, {}, async ({ params: { token } }) => {
    const { status, sent } = await clients.opened(token)
    const { bill, validUntil } = sent.frozen
    return {
      status,
      ref: bill.ref,
      language: bill.language,
      business: bill.seller.commercialName || bill.seller.name,
      client: bill.buyer.name,
      serviceName: bill.serviceName,
      date: epochOfDay(bill.issueDate),
      validUntil: epochOfDay(validUntil),
      currency: bill.currency,
      totalHT: toMajor(bill.totalNetMinor, bill.currency),
      totalTTC: toMajor(bill.totalGrossMinor, bill.currency),
      sha256: sent.documentSha256,
      byCode: sent.address !== '',
    }
  })
  api.serve(quoteRoutes.code, {}, ({ params: { token }, request }) =>
    clients.sendCode(token, request.id),
  )
  api.serve(quoteRoutes.acceptByLink, {}, async ({ params: { token }, body, request }) => {
    await clients.accept(token, body, request.id)
    return { status: 'accepted' as const }
  })
  api.serve(quoteRoutes.declineByLink, {}, async ({ params: { token }, body, request }) => {
    await clients.decline(token, body.reason, request.id)
    return { status: 'declined' as const }
  })
}
