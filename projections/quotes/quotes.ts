import { totalsOfContent, pricedLines } from '#domain/billing/content.ts'
import { endingDayOf, type QuoteEvent, quoteEvents, type TakenLine } from '#domain/quotes/quote.ts'
import { editionRef, type QuoteContent } from '#domain/quotes/quote-content.ts'
import type { QuoteParty, QuoteState } from '#domain/quotes/quote.values.ts'
import type { VatRow } from '#domain/billing/totals.ts'
import { idOf } from '#domain/kernel/event.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { Doc, Filter } from '#domain/kernel/ports/read-store.ts'
import { addDays, type Day, dayOfOwn, type DayOrNone, startOfDay } from '#domain/kernel/time.ts'
import { defineProjection, ignored } from '#projections/kernel/projection.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import type { Stamp } from '#projections/kernel/stamp.ts'
import { defineTodoList, type Todo } from '#projections/kernel/todo-list.ts'
import { narrowedBy } from '#projections/read-store/narrowed.ts'
import { type CollationKeys, collationKeys } from '#domain/kernel/collation-key.ts'

/** A quote in the domain's units. The texts of its paper are in its stored PDF. */
export type QuoteDoc = Doc &
  Stamp &
  Omit<QuoteContent, 'lines' | 'deposits' | 'quoteId'> & {
    readonly state: QuoteState
    /** Number of what was sent last; empty until then. */
    readonly ref: string
    /** Number of its series, which editions share. */
    readonly seriesRef: string
    readonly edition: number
    readonly listDate: Day
    /** Place in the list: by day and number, the drafts by their creation after them. */
    readonly listOrder: string
    readonly clientKey: CollationKeys
    readonly lines: readonly (QuoteContent['lines'][number] & { readonly netMinor: number })[]
    readonly vat: readonly VatRow[]
    readonly netMinor: number
    readonly vatMinor: number
    readonly grossMinor: number
    /** Last sent version; empty until then. */
    readonly sentDay: DayOrNone
    readonly sentUntil: DayOrNone
    readonly address: string
    readonly documentSha256: string
    /** When each took place last; 0 for never. @unit epoch milliseconds */
    readonly sentAt: number
    readonly mailedAt: number
    /** Last mail with the quote, and last reminder; empty without. */
    readonly mailId: string
    readonly reminderMailId: string
    readonly remindedAt: number
    readonly viewedAt: number
    readonly acceptance: {
      readonly by: QuoteParty
      readonly name: string
      readonly address: string
      readonly day: Day
      readonly note: string
      readonly at: number
      readonly edition: number
      readonly documentSha256: string
      readonly handed?: true
    } | null
    readonly declined: {
      readonly by: QuoteParty
      readonly reason: string
      readonly at: number
    } | null
    /** Sent versions, the oldest first. */
    readonly versions: readonly {
      readonly edition: number
      readonly ref: string
      readonly day: Day
      readonly validUntil: Day
      readonly netMinor: number
      readonly grossMinor: number
      readonly documentSha256: string
      readonly at: number
    }[]
    readonly withdrawnAt: number
    readonly expiredAt: number
    readonly contractId: string
    readonly depositId: string
    readonly taken: readonly { readonly billId: string; readonly lines: readonly TakenLine[] }[]
  }

const priced = (content: QuoteContent) => {
  const { vat, netMinor, vatMinor, grossMinor } = totalsOfContent(content)
  return { ...content, lines: pricedLines(content), vat, netMinor, vatMinor, grossMinor }
}

type Sorted = 'listOrder' | 'clientKey'
function sorted(doc: Omit<QuoteDoc, Sorted>): QuoteDoc {
  const { ref, seriesRef, creationDate, listDate, clientName } = doc
  const number = /\d*$/.exec(seriesRef)?.[0] ?? ''
  return {
    ...doc,
    listOrder:
      ref === ''
        ? `2 ${String(creationDate).padStart(15, '0')}`
        : `1 ${listDate} ${number.padStart(9, '0')}`,
    clientKey: collationKeys(clientName),
  }
}

const NOTHING_YET = {
  state: 'draft',
  ref: '',
  seriesRef: '',
  edition: 0,
  sentDay: '',
  sentUntil: '',
  address: '',
  documentSha256: '',
  sentAt: 0,
  mailedAt: 0,
  mailId: '',
  reminderMailId: '',
  remindedAt: 0,
  viewedAt: 0,
  acceptance: null,
  declined: null,
  versions: [],
  withdrawnAt: 0,
  expiredAt: 0,
  contractId: '',
  depositId: '',
  taken: [],
} as const

export const quotes = defineProjection<QuoteEvent, QuoteDoc>({
  name: 'quotes',
  version: 5,
  on: {
    QuoteDrafted: (_, { data, meta, stamp }, key) =>
      sorted({
        _id: key,
        owner: meta.owner,
        ...stamp,
        ...priced(data.content),
        ...NOTHING_YET,
        listDate: dayOfOwn(data, meta.occurredAt),
      }),
    QuoteDraftChanged: (doc, { data, stamp }) => {
      if (doc === null) return null
      const changed = { ...doc, ...stamp, ...data.changes }
      return sorted({ ...changed, ...priced(changed) })
    },
    QuoteDraftRemoved: () => null,
    QuoteRevised: (doc, { stamp }) => doc && { ...doc, ...stamp, state: 'draft' },
    QuoteSent: (doc, { data: { ref, frozen, documentSha256, address }, meta, stamp }) =>
      doc &&
      sorted({
        ...doc,
        ...stamp,
        state: 'sent',
        ref: editionRef(ref, frozen.edition),
        seriesRef: ref,
        edition: frozen.edition,
        clientName: frozen.bill.buyer.name,
        listDate: frozen.bill.issueDate,
        sentDay: frozen.bill.issueDate,
        sentUntil: frozen.validUntil,
        address,
        documentSha256,
        sentAt: meta.occurredAt,
        mailedAt: 0,
        mailId: '',
        reminderMailId: '',
        remindedAt: 0,
        viewedAt: 0,
        declined: null,
        withdrawnAt: 0,
        expiredAt: 0,
        versions: [
          ...doc.versions,
          {
            edition: frozen.edition,
            ref: frozen.bill.ref,
            day: frozen.bill.issueDate,
            validUntil: frozen.validUntil,
            netMinor: frozen.bill.totalNetMinor,
            grossMinor: frozen.bill.totalGrossMinor,
            documentSha256,
            at: meta.occurredAt,
          },
        ],
      }),
    QuoteLinkOpened: (doc, { stamp }) => doc && { ...doc, ...stamp },
    QuoteMailed: (doc, { data, meta, stamp }) =>
      doc && {
        ...doc,
        ...stamp,
        ...(data.isReminder
          ? { remindedAt: meta.occurredAt, reminderMailId: data.mailId }
          : { mailedAt: meta.occurredAt, mailId: data.mailId }),
      },
    QuoteViewed: (doc, { meta, stamp }) => doc && { ...doc, ...stamp, viewedAt: meta.occurredAt },
    QuoteCodeRequested: (doc, { stamp }) => doc && { ...doc, ...stamp },
    QuoteCodeRefused: (doc, { stamp }) => doc && { ...doc, ...stamp },
    QuoteAccepted: (doc, { data: acceptance, meta, stamp }) =>
      doc && {
        ...doc,
        ...stamp,
        state: 'accepted',
        acceptance: { ...acceptance, at: meta.occurredAt },
      },
    QuoteDeclined: (doc, { data: { by, reason }, meta, stamp }) =>
      doc && { ...doc, ...stamp, state: 'declined', declined: { by, reason, at: meta.occurredAt } },
    QuoteClientMoved: (doc, { data, stamp }) => doc && sorted({ ...doc, ...stamp, ...data }),
    QuoteSendingBegun: (doc, { stamp }) => doc && { ...doc, ...stamp },
    QuoteWithdrawn: (doc, { meta, stamp }) =>
      doc && { ...doc, ...stamp, state: 'withdrawn', withdrawnAt: meta.occurredAt },
    QuoteEnding: (doc, { stamp }) => doc && { ...doc, ...stamp },
    QuoteExpired: (doc, { meta, stamp }) =>
      doc && { ...doc, ...stamp, state: 'expired', expiredAt: meta.occurredAt },
    QuoteContractMade: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, contractId: data.projectId },
    QuoteDepositMade: (doc, { data, stamp }) => doc && { ...doc, ...stamp, depositId: data.billId },
    QuoteLinesTaken: (doc, { data, stamp }) =>
      doc && {
        ...doc,
        ...stamp,
        taken: [...doc.taken.filter(({ billId }) => billId !== data.billId), data],
      },
    QuoteLinesReleased: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, taken: doc.taken.filter(({ billId }) => billId !== data.billId) },
  },
  indexes: [
    { fields: ['owner', 'profileId', 'listOrder'] },
    { fields: ['owner', 'profileId', 'state', 'listOrder'] },
    { fields: ['owner', 'profileId', 'clientKey.fr'] },
    { fields: ['owner', 'profileId', 'sentUntil'] },
    { fields: ['owner', 'profileId', 'grossMinor'] },
    { fields: ['owner', 'profileId', 'netMinor'] },
    { fields: ['owner', 'profileId', 'creationDate'] },
    { fields: ['owner', 'profileId', 'lastModificationDate'] },
    { fields: ['owner', 'contractId'] },
  ],
})

/** Column of the list → field it sorts by. Each field has an index. */
export const QUOTE_SORTS = {
  number: 'listOrder',
  client: 'clientKey.fr',
  validUntil: 'sentUntil',
  totalHT: 'netMinor',
  totalTTC: 'grossMinor',
  creationDate: 'creationDate',
  lastModificationDate: 'lastModificationDate',
} as const

export type QuoteQuery = {
  readonly profileId: string
  readonly status?: QuoteState | undefined
  readonly projectId?: string | undefined
  readonly clientId?: string | undefined
  readonly q?: string | undefined
  /** Conditions on single fields. */
  readonly further?: readonly Filter[]
}
export const quoteFilter = (
  owner: string,
  { profileId, status, projectId, clientId, q, further = [] }: QuoteQuery,
): Filter =>
  narrowedBy(
    {
      where: {
        owner,
        profileId,
        ...(status !== undefined && { state: status }),
        ...(projectId !== undefined && { contractId: projectId }),
        ...(clientId !== undefined && { clientId }),
      },
      ...(q && { search: { fields: ['ref', 'clientName', 'serviceName'], text: q } }),
    },
    further,
  )

/** Sums of quotes in one currency. @unit minor units */
export type QuoteSum = {
  readonly currency: Currency
  readonly count: number
  readonly netMinor: number
  readonly grossMinor: number
}
const BY_STATE = { by: ['profileId', 'currency', 'state'], of: ['netMinor', 'grossMinor'] } as const

/** @param query its `status` narrows the totals, not the counts */
export async function quoteSummary(
  quotesRead: ReadModel<QuoteDoc>,
  owner: string,
  { status, ...query }: QuoteQuery,
): Promise<{
  readonly views: ReadonlyMap<QuoteState, number>
  readonly totals: readonly QuoteSum[]
}> {
  const rows = await quotesRead.sum(quoteFilter(owner, query), BY_STATE)
  const views = new Map<QuoteState, number>()
  const totals = new Map<Currency, QuoteSum>()
  for (const { key, count, sums } of rows) {
    views.set(key.state, (views.get(key.state) ?? 0) + count)
    if (status !== undefined && key.state !== status) continue
    const { currency } = key
    const sum = totals.get(currency) ?? { currency, count: 0, netMinor: 0, grossMinor: 0 }
    totals.set(currency, {
      currency,
      count: sum.count + count,
      netMinor: sum.netMinor + sums.netMinor,
      grossMinor: sum.grossMinor + sums.grossMinor,
    })
  }
  return { views, totals: [...totals.values()] }
}

/** Quote of a link, by the SHA-256 of its secret. A closed link has its reason. */
export type QuoteLinkDoc = Doc & { readonly quoteId: string }
export const quoteLinks = defineProjection<
  Extract<QuoteEvent, { readonly type: 'QuoteLinkOpened' }>,
  QuoteLinkDoc
>({
  name: 'quote-links',
  version: 1,
  keyOf: { QuoteLinkOpened: ({ data }) => data.secretSha256 },
  on: {
    QuoteLinkOpened: (_, { stream, meta }, key) => ({
      _id: key,
      owner: meta.owner,
      quoteId: idOf(stream),
    }),
  },
  indexes: [],
})

/** Sent quotes and when their user is told that they end soon, then that they have ended. */
export type QuoteLapsing = Todo & { readonly validUntil: Day }
const ends = (validUntil: Day) => ({ validUntil, dueAt: startOfDay(addDays(validUntil, 1)) })
export const quotesLapsing = defineTodoList<QuoteEvent, QuoteLapsing>({
  name: 'quotes-lapsing',
  version: 1,
  on: {
    QuoteSent: (_, { data: { frozen } }) => {
      const soon = endingDayOf(frozen)
      return { ...ends(frozen.validUntil), ...(soon !== '' && { dueAt: startOfDay(soon) }) }
    },
    QuoteEnding: (row) => row && ends(row.validUntil),
    QuoteRevised: () => null,
    QuoteAccepted: () => null,
    QuoteDeclined: () => null,
    QuoteWithdrawn: () => null,
    QuoteExpired: () => null,
    ...ignored(
      ...quoteEvents.drafting,
      'QuoteSendingBegun',
      ...quoteEvents.client,
      ...quoteEvents.delivery,
      ...quoteEvents.codes,
      ...quoteEvents.followUp,
    ),
  },
})
