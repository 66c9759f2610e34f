import type { BillEvent, BillSource, Payment } from '#domain/billing/bill.ts'
import { type BillContent, type CreditedBill, pricedLines, totalsOfContent } from '#domain/billing/content.ts'
import type { BillType, FrozenBill } from '#domain/billing/frozen-bill.ts'
import type { VatRow } from '#domain/billing/totals.ts'
import type { Condition, Doc, Filter } from '#domain/kernel/read-store.ts'
import { addDays, type Day, dayIn, type DayOrNone } from '#domain/kernel/time.ts'
import { defineProjection } from '../kernel/projection.ts'
import { eachFound, type ReadModel } from '../kernel/read-models.ts'
import type { Stamp } from '../kernel/stamp.ts'

/** How far a bill has come. `late` is not here: it depends on the day, see `lateFrom`. */
type BillState = 'draft' | 'issuing' | 'issued' | 'partlyPaid' | 'paid' | 'collected' | 'credited'

/** Never: a day after any other. */
export const NEVER: Day = '9999-12-31'

/** A bill in the domain's units. What an issued bill's paper shows is in its stored PDF. */
export type BillDoc = Doc &
  Stamp &
  Omit<BillContent, 'lines'> & {
    readonly type: BillType
    readonly state: BillState
    readonly ref: string
    /** The day it stands under in lists: of its issue, or of its making while a draft. */
    readonly listDate: Day
    readonly lines: readonly (BillContent['lines'][number] & { readonly netMinor: number })[]
    readonly vat: readonly VatRow[]
    readonly netMinor: number
    readonly vatMinor: number
    readonly grossMinor: number
    readonly payments: readonly Omit<Payment, 'vat'>[]
    readonly paidMinor: number
    readonly creditedMinor: number
    /** What is owed still; 0 on drafts and credit notes. */
    readonly outstandingMinor: number
    /** First day on which it is late; `NEVER` while nothing is owed. */
    readonly lateFrom: Day
    readonly paidDay: DayOrNone
    readonly collectedDay: DayOrNone
    /** Whether the late client owes the fixed indemnity. */
    readonly professional: boolean
    readonly creditNoteOf: CreditedBill | null
    readonly credits: readonly {
      readonly creditNoteId: string
      readonly ref: string
      readonly day: Day
      readonly grossMinor: number
    }[]
    readonly source: BillSource | null
    readonly documentSha256: string
    /** What was frozen, until the bill is issued. */
    readonly pending: ReturnType<typeof frozenFields> | null
  }

const drafted = (content: BillContent) => {
  const totals = totalsOfContent(content)
  return {
    ...content,
    lines: pricedLines(content),
    vat: totals.vat,
    netMinor: totals.netMinor,
    vatMinor: totals.vatMinor,
    grossMinor: totals.grossMinor,
  }
}

const frozenFields = (frozen: FrozenBill) => ({
  issueDate: frozen.issueDate,
  dueDate: frozen.dueDate,
  listDate: frozen.issueDate,
  clientName: frozen.buyer.name,
  penaltyRate: frozen.type === 'creditNote' ? 0 : frozen.penaltyRate,
  professional: frozen.buyer.professional,
  vat: frozen.vat.map(({ rate, baseMinor, amountMinor }) => ({ rate, baseMinor, amountMinor })),
  netMinor: frozen.totalNetMinor,
  vatMinor: frozen.totalVatMinor,
  grossMinor: frozen.totalGrossMinor,
})

/** What follows from payments and credits. */
function settled(doc: BillDoc): BillDoc {
  const paidMinor = doc.payments.reduce((sum, p) => sum + p.amountMinor, 0)
  const creditedMinor = doc.credits.reduce((sum, c) => sum + c.grossMinor, 0)
  const outstandingMinor = doc.type === 'creditNote' ? 0 : Math.max(0, doc.grossMinor - creditedMinor - paidMinor)
  const state: BillState =
    creditedMinor > 0 && creditedMinor >= doc.grossMinor
      ? 'credited'
      : doc.collectedDay !== ''
        ? 'collected'
        : paidMinor === 0
          ? 'issued'
          : outstandingMinor > 0
            ? 'partlyPaid'
            : 'paid'
  return {
    ...doc,
    state,
    paidMinor,
    creditedMinor,
    outstandingMinor,
    lateFrom: outstandingMinor > 0 && doc.dueDate !== '' ? addDays(doc.dueDate, 1) : NEVER,
    paidDay:
      paidMinor > 0 && outstandingMinor === 0
        ? (doc.payments
            .map((p) => p.day)
            .sort()
            .at(-1) ?? '')
        : '',
  }
}

export const bills = defineProjection<BillEvent, BillDoc>({
  name: 'bills',
  version: 1,
  on: {
    BillDrafted: (_, { data, meta, stamp }, key) => ({
      _id: key,
      owner: meta.owner,
      ...stamp,
      ...drafted(data.content),
      type: data.billType,
      state: 'draft',
      ref: '',
      listDate: data.content.issueDate || dayIn(meta.occurredAt, 'Europe/Paris'),
      payments: [],
      paidMinor: 0,
      creditedMinor: 0,
      outstandingMinor: 0,
      lateFrom: NEVER,
      paidDay: '',
      collectedDay: '',
      professional: true,
      creditNoteOf: data.creditNoteOf,
      credits: [],
      source: data.source,
      documentSha256: '',
      pending: null,
    }),
    BillDraftChanged: (doc, { data, stamp }) => {
      if (doc === null) return null
      const changed = { ...doc, ...stamp, ...data.changes }
      return { ...changed, ...drafted(changed), listDate: changed.issueDate || doc.listDate }
    },
    BillDraftRemoved: () => null,
    BillIssuanceStarted: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, pending: frozenFields(data.frozen), state: 'issuing' },
    BillIssuanceAbandoned: (doc, { stamp }) => doc && { ...doc, ...stamp, pending: null, state: 'draft' },
    BillIssued: (doc, { data: { ref, documentSha256 }, stamp }) =>
      doc && settled({ ...doc, ...doc.pending, ...stamp, pending: null, ref, documentSha256 }),
    BillPaid: (doc, { data: { paymentId, amountMinor, day }, stamp }) =>
      doc && settled({ ...doc, ...stamp, payments: [...doc.payments, { paymentId, amountMinor, day }] }),
    BillPaymentReversed: (doc, { data, stamp }) =>
      doc && settled({ ...doc, ...stamp, payments: doc.payments.filter((p) => p.paymentId !== data.paymentId) }),
    BillCollected: (doc, { data, stamp }) => doc && settled({ ...doc, ...stamp, collectedDay: data.day }),
    BillCollectionReversed: (doc, { stamp }) => doc && settled({ ...doc, ...stamp, collectedDay: '' }),
    BillCredited: (doc, { data: { creditNoteId, ref, issueDate, grossMinor }, stamp }) =>
      doc &&
      settled({ ...doc, ...stamp, credits: [...doc.credits, { creditNoteId, ref, day: issueDate, grossMinor }] }),
    // These change nothing that lists show, but the bill's version, which a change is checked against.
    BillCreditReserved: (doc, { stamp }) => doc && { ...doc, ...stamp },
    BillCreditReleased: (doc, { stamp }) => doc && { ...doc, ...stamp },
    BillFellDue: (doc, { stamp }) => doc && { ...doc, ...stamp },
  },
  // Each sorted column of a profile's list, and what the lists are filtered by.
  indexes: [
    { fields: ['owner', 'profileId', 'listDate'] },
    { fields: ['owner', 'profileId', 'state', 'listDate'] },
    { fields: ['owner', 'profileId', 'clientId', 'listDate'] },
    { fields: ['owner', 'profileId', 'projectId', 'listDate'] },
    { fields: ['owner', 'profileId', 'lateFrom'] },
    { fields: ['owner', 'profileId', 'ref'] },
    { fields: ['owner', 'profileId', 'clientName'] },
    { fields: ['owner', 'profileId', 'dueDate'] },
    { fields: ['owner', 'profileId', 'grossMinor'] },
    { fields: ['owner', 'profileId', 'netMinor'] },
    { fields: ['owner', 'profileId', 'outstandingMinor'] },
    { fields: ['owner', 'profileId', 'paidDay'] },
    { fields: ['owner', 'profileId', 'collectedDay'] },
    { fields: ['owner', 'profileId', 'creationDate'] },
    { fields: ['owner', 'profileId', 'lastModificationDate'] },
    { fields: ['owner', 'profileId', 'state'] },
    { fields: ['owner', 'clientId'] },
  ],
})

/** `issued` is every bill that left the drafts, `open` what is owed still. */
export const BILL_FILTERS = ['draft', 'issued', 'open', 'partlyPaid', 'paid', 'collected', 'late', 'credited'] as const
type BillFilter = (typeof BILL_FILTERS)[number]
export type BillQuery = {
  readonly profileId: string
  readonly status?: BillFilter
  readonly year?: number
  readonly clientId?: string
  readonly projectId?: string
  readonly ids?: readonly string[]
  readonly q?: string
}

const BY_STATUS: Readonly<Record<BillFilter, (today: Day) => Readonly<Record<string, Condition>>>> = {
  draft: () => ({ state: { $in: ['draft', 'issuing'] } }),
  issued: () => ({ ref: { $gt: '' } }),
  open: () => ({ lateFrom: { $lt: NEVER } }),
  partlyPaid: () => ({ state: 'partlyPaid' }),
  paid: () => ({ state: { $in: ['paid', 'collected'] } }),
  collected: () => ({ state: 'collected' }),
  late: (today) => ({ lateFrom: { $lte: today } }),
  credited: () => ({ state: 'credited' }),
}

export const billFilter = (owner: string, query: BillQuery, today: Day): Filter => ({
  where: {
    owner,
    profileId: query.profileId,
    ...(query.clientId === undefined ? {} : { clientId: query.clientId }),
    ...(query.projectId === undefined ? {} : { projectId: query.projectId }),
    ...(query.ids === undefined ? {} : { _id: { $in: query.ids } }),
    ...(query.year === undefined ? {} : { listDate: { $gte: `${query.year}-01-01`, $lte: `${query.year}-12-31` } }),
    ...(query.status === undefined ? {} : BY_STATUS[query.status](today)),
  },
  ...(query.q ? { search: { fields: ['ref', 'clientName', 'serviceName'], text: query.q } } : {}),
})

/** Column of the list → field it sorts by, each of which has its index. */
export const BILL_SORTS: Readonly<Record<string, string>> = {
  ref: 'ref',
  issueDate: 'listDate',
  dueDate: 'dueDate',
  client: 'clientName',
  totalHT: 'netMinor',
  totalTTC: 'grossMinor',
  outstanding: 'outstandingMinor',
  paimentDate: 'paidDay',
  collectDate: 'collectedDay',
  creationDate: 'creationDate',
  lastModificationDate: 'lastModificationDate',
  status: 'state',
}

/** Sums of one currency; credit notes count against. @unit minor units */
export type BillTotals = {
  count: number
  netMinor: number
  vatMinor: number
  grossMinor: number
  paidMinor: number
  outstandingMinor: number
  lateCount: number
  lateMinor: number
}
const NO_TOTALS: BillTotals = {
  count: 0,
  netMinor: 0,
  vatMinor: 0,
  grossMinor: 0,
  paidMinor: 0,
  outstandingMinor: 0,
  lateCount: 0,
  lateMinor: 0,
}

/** Totals of everything a filter finds, by currency, drafts included as they stand. */
export async function billTotals(
  bills: ReadModel<BillDoc>,
  filter: Filter,
  today: Day,
): Promise<ReadonlyMap<string, Readonly<BillTotals>>> {
  const sums = new Map<string, BillTotals>()
  await eachFound(bills, { filter, sort: [['listDate', 1]] }, (doc) => {
    const sum = sums.get(doc.currency) ?? { ...NO_TOTALS }
    const sign = doc.type === 'creditNote' ? -1 : 1
    sum.count += 1
    sum.netMinor += sign * doc.netMinor
    sum.vatMinor += sign * doc.vatMinor
    sum.grossMinor += sign * doc.grossMinor
    sum.paidMinor += doc.paidMinor
    sum.outstandingMinor += doc.outstandingMinor
    if (doc.lateFrom <= today) {
      sum.lateCount += 1
      sum.lateMinor += doc.outstandingMinor
    }
    sums.set(doc.currency, sum)
  })
  return sums
}
