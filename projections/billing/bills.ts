import type {
  BillEvent,
  BillSource,
  CreditLine,
  Payment,
  Refund,
  Settlement,
} from '#domain/billing/bill-facts.ts'
import {
  type BillFilter,
  type BillState,
  settledState,
  STATES_OF,
} from '#domain/billing/bill-state.values.ts'
import { inEuros } from '#domain/billing/amounts.values.ts'
import { type DayBill, unitsOfDay } from '#domain/billing/billed-month.ts'
import {
  type BillContent,
  type CreditedBill,
  pricedLines,
  totalsOfContent,
} from '#domain/billing/content.ts'
import { afterDeposits, claimOf } from '#domain/billing/deposit.ts'
import { unionClientOf } from '#domain/billing/vat/union-service.ts'
import type { BillType, FrozenBill } from '#domain/billing/frozen-bill.ts'
import type { VatRow } from '#domain/billing/totals.ts'
import type { Condition, Doc, Filter } from '#domain/kernel/ports/read-store.ts'
import { addDays, type Day, dayOfOwn, type DayOrNone, daysBetween } from '#domain/kernel/time.ts'
import { defineProjection } from '../kernel/projection.ts'
import type { ReadModel } from '../kernel/read-models.ts'
import { narrowedBy } from '../read-store/narrowed.ts'
import { type CollationKeys, collationKeys } from '#domain/kernel/collation-key.ts'
import type { Stamp } from '../kernel/stamp.ts'

/** Stands for no day: it sorts after every real one. */
export const NEVER: Day = '9999-12-31'

/** A bill in the domain's units. The texts of an issued bill's paper are in its stored PDF. */
export type BillDoc = Doc &
  Stamp &
  Omit<BillContent, 'lines'> & {
    readonly type: BillType
    /** State of the bill. `late` is not here: it depends on the day, see `lateFrom`. */
    readonly state: Exclude<BillState, 'late'>
    readonly ref: string
    /** The day it is listed under: of its issue, or of its creation while it is a draft. */
    readonly listDate: Day
    /** Month of `listDate`, as `2026-11`. */
    readonly listMonth: string
    /**
     * Place in the list by number: issued bills by day and number, then the drafts by their
     * creation.
     */
    readonly listOrder: string
    /** Place in the list by state: by the nearness of the money, and by the first late day. */
    readonly stateOrder: string
    /** The client's name as it is sorted. */
    readonly clientKey: CollationKeys
    /** Amounts as they are listed: a credit note's are negative. */
    readonly listedNetMinor: number
    readonly listedGrossMinor: number
    /** Amounts in euros at the bill's rate; 0 of a bill in another currency without one. */
    readonly euroNetMinor: number
    readonly euroVatMinor: number
    readonly euroOutstandingMinor: number
    /**
     * Days on its lines, and what they cost without VAT; a credit note's are negative. @unit
     * ten-thousandths
     */
    readonly listedDays: number
    readonly listedDaysNetMinor: number
    /** Days from the due day to the payment that settled it, negative before; 0 until then. */
    readonly daysLate: number
    readonly lines: readonly (BillContent['lines'][number] & { readonly netMinor: number })[]
    readonly vat: readonly VatRow[]
    readonly netMinor: number
    readonly vatMinor: number
    readonly grossMinor: number
    readonly payments: readonly (Omit<Payment, 'vat'> & { readonly vatMinor: number })[]
    readonly paidMinor: number
    readonly paidVatMinor: number
    readonly creditedMinor: number
    readonly refunds: readonly Omit<Refund, 'vat' | 'euros'>[]
    readonly settlements: readonly Pick<Settlement, 'settlementId' | 'as' | 'amountMinor' | 'day'>[]
    readonly refundedMinor: number
    /** Paid above what is owed, and not refunded yet. */
    readonly toRefundMinor: number
    /** Open amount; 0 on drafts and credit notes. */
    readonly outstandingMinor: number
    /** First day on which it is late; `NEVER` while nothing is owed. */
    readonly lateFrom: Day
    readonly paymentDay: DayOrNone
    readonly collectedDay: DayOrNone
    /** Whether the late client owes the fixed indemnity. */
    readonly professional: boolean
    /** Number and country of a client that owes the VAT of a service in the Union; else empty. */
    readonly unionVatNumber: string
    readonly unionCountry: string
    readonly creditNoteOf: CreditedBill | null
    readonly credits: readonly {
      readonly creditNoteId: string
      readonly ref: string
      readonly day: Day
      readonly grossMinor: number
      readonly lines: readonly CreditLine[]
      /** True where its days are not to bill again. */
      readonly daysKept: boolean
    }[]
    /** Lines that unissued credit notes will give back. */
    readonly reserved: readonly {
      readonly creditNoteId: string
      readonly lines: readonly CreditLine[]
    }[]
    /** The final bill that deducts a deposit; empty while none does. */
    readonly deductedBy: string
    readonly source: BillSource | null
    /** Whether it carries days of a contract, or would as a draft. */
    readonly ofDays: boolean
    readonly documentSha256: string
    /** Why the last attempt to issue it was given up; null once it is changed or tried again. */
    readonly abandoned: { readonly reason: string; readonly at: number } | null
    /** The frozen fields, until the bill is issued. */
    readonly pending: ReturnType<typeof frozenFields> | null
  }

/** `2026-11` of a day; empty without one. */
const monthIn = (day: DayOrNone): string => day.slice(0, 7)

const vatOf = (rows: readonly VatRow[]): number =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

const isOfDays = ({
  type,
  source,
  lines,
  hoursPerDay,
}: Pick<BillDoc, 'type' | 'source'> & Pick<BillContent, 'lines' | 'hoursPerDay'>): boolean =>
  type === 'invoice' &&
  (source !== null ||
    lines.some(({ unit, quantity }) => unitsOfDay(unit, hoursPerDay) !== null && quantity > 0))

const listedOn = (day: Day) => ({ listDate: day, listMonth: monthIn(day) })

const drafted = (content: BillContent) => {
  const totals = afterDeposits(totalsOfContent(content).vat, content.deposits)
  return {
    ...content,
    lines: pricedLines(content),
    vat: totals.vat,
    netMinor: totals.netMinor,
    vatMinor: totals.vatMinor,
    grossMinor: totals.grossMinor,
  }
}

/** Deductions of a final bill are no part of its amounts here: its deposits billed them. */
const frozenFields = (frozen: FrozenBill) => {
  const { vat, netMinor, vatMinor, grossMinor } = claimOf(frozen)
  const client = unionClientOf(frozen)
  return {
    issueDate: frozen.issueDate,
    dueDate: frozen.dueDate,
    ...listedOn(frozen.issueDate),
    clientName: frozen.buyer.name,
    penaltyRate: frozen.type === 'creditNote' ? 0 : frozen.penaltyRate,
    professional: frozen.buyer.professional,
    unionVatNumber: client?.vatNumber ?? '',
    unionCountry: client?.country ?? '',
    vat,
    ...(frozen.deposits && { deposits: frozen.deposits }),
    netMinor,
    vatMinor,
    grossMinor,
  }
}

const RANKS: readonly BillDoc['state'][] = [
  'draft',
  'issuing',
  'issued',
  'partlyPaid',
  'paid',
  'collected',
  'writtenOff',
  'credited',
]

type Sorted =
  | 'listOrder'
  | 'stateOrder'
  | 'clientKey'
  | 'listedNetMinor'
  | 'listedGrossMinor'
  | 'listedDays'
  | 'listedDaysNetMinor'
  | 'daysLate'
  | 'euroNetMinor'
  | 'euroVatMinor'
  | 'euroOutstandingMinor'

/** Fields that are only sorted by or added up: they follow from the others. */
function sortedAs(doc: Omit<BillDoc, Sorted>): BillDoc {
  const {
    type,
    state,
    ref,
    creationDate,
    listDate,
    lateFrom,
    clientName,
    netMinor,
    grossMinor,
    lines,
  } = doc
  const sign = type === 'creditNote' ? -1 : 1
  const euros = (minor: number) =>
    doc.currency === 'EUR' ? minor : inEuros(minor, doc.exchange?.rate ?? 0, doc.currency)
  const number = /\d*$/.exec(ref)?.[0] ?? ''
  // A credit note's number may be that of a bill of the same day.
  const last = type === 'creditNote' ? 0 : 1
  // Bills that are owed share a rank, so that the late ones come first, partly paid or not.
  const rank = RANKS.indexOf(state === 'partlyPaid' ? 'issued' : state)
  const listOrder =
    ref === ''
      ? `2 ${String(creationDate).padStart(15, '0')}`
      : `1 ${listDate} ${number.padStart(9, '0')} ${last}`
  return {
    ...doc,
    listOrder,
    stateOrder: `${rank} ${lateFrom} ${listOrder}`,
    clientKey: collationKeys(clientName),
    listedNetMinor: sign * netMinor,
    listedGrossMinor: sign * grossMinor,
    euroNetMinor: euros(netMinor),
    euroVatMinor: euros(doc.vatMinor),
    euroOutstandingMinor: euros(doc.outstandingMinor),
    listedDays: sign * daysOnLines(lines, doc.hoursPerDay),
    listedDaysNetMinor: sign * costOfDayLines(lines, doc.hoursPerDay),
    daysLate:
      doc.paymentDay === '' || doc.dueDate === '' ? 0 : daysBetween(doc.dueDate, doc.paymentDay),
  }
}

const daysOnLines = (lines: BillDoc['lines'], hours: number | undefined): number =>
  lines.reduce((sum, { unit, quantity }) => {
    const perDay = unitsOfDay(unit, hours)
    return perDay === null ? sum : sum + Math.round(quantity / perDay)
  }, 0)
const costOfDayLines = (lines: BillDoc['lines'], hours: number | undefined): number =>
  lines.reduce(
    (sum, { unit, netMinor }) => (unitsOfDay(unit, hours) === null ? sum : sum + netMinor),
    0,
  )

/** Fields that payments, refunds and credits change. */
function settled(doc: Omit<BillDoc, Sorted>): BillDoc {
  const paidMinor = doc.payments.reduce((sum, p) => sum + p.amountMinor, 0)
  const refundedMinor = doc.refunds.reduce((sum, r) => sum + r.amountMinor, 0)
  const creditedMinor = doc.credits.reduce((sum, c) => sum + c.grossMinor, 0)
  const settledMinor = doc.settlements.reduce((sum, one) => sum + one.amountMinor, 0)
  const balance =
    doc.type === 'creditNote' ? 0 : doc.grossMinor - creditedMinor - paidMinor + refundedMinor
  const outstandingMinor = Math.max(0, balance - settledMinor)
  const surplusMinor = surplusOf(doc.payments) - surplusOf(doc.refunds)
  const state = settledState({
    grossMinor: doc.grossMinor,
    creditedMinor,
    paidMinor,
    settledMinor,
    outstandingMinor,
    collected: doc.collectedDay !== '',
  })
  return sortedAs({
    ...doc,
    state,
    paidMinor,
    paidVatMinor: doc.payments.reduce((sum, p) => sum + p.vatMinor, 0),
    creditedMinor,
    refundedMinor,
    toRefundMinor: Math.max(0, -balance) + surplusMinor,
    outstandingMinor,
    lateFrom: outstandingMinor > 0 && doc.dueDate !== '' ? addDays(doc.dueDate, 1) : NEVER,
    paymentDay:
      paidMinor > 0 && outstandingMinor === 0
        ? (doc.payments
            .map((p) => p.day)
            .sort()
            .at(-1) ?? '')
        : '',
  })
}

const surplusOf = (some: readonly Pick<Payment, 'surplus'>[]): number =>
  some.reduce((sum, { surplus }) => sum + (surplus?.amountMinor ?? 0), 0)

const without = ({ reserved }: BillDoc, creditNoteId: string): BillDoc['reserved'] =>
  reserved.filter((one) => one.creditNoteId !== creditNoteId)
const heldBy = ({ reserved }: BillDoc, creditNoteId: string): readonly CreditLine[] =>
  reserved.find((one) => one.creditNoteId === creditNoteId)?.lines ?? []

export const bills = defineProjection<BillEvent, BillDoc>({
  name: 'bills',
  version: 14,
  on: {
    BillDrafted: (_, { data, meta, stamp }, key) =>
      sortedAs({
        _id: key,
        owner: meta.owner,
        ...stamp,
        ...drafted(data.content),
        ...listedOn(data.content.issueDate || dayOfOwn(data, meta.occurredAt)),
        type: data.billType,
        state: 'draft',
        ref: '',
        payments: [],
        paidMinor: 0,
        paidVatMinor: 0,
        creditedMinor: 0,
        refunds: [],
        settlements: [],
        refundedMinor: 0,
        toRefundMinor: 0,
        outstandingMinor: 0,
        lateFrom: NEVER,
        paymentDay: '',
        collectedDay: '',
        professional: true,
        unionVatNumber: '',
        unionCountry: '',
        creditNoteOf: data.creditNoteOf,
        credits: [],
        reserved: [],
        deductedBy: '',
        source: data.source,
        ofDays: isOfDays({ ...data.content, type: data.billType, source: data.source }),
        documentSha256: '',
        abandoned: null,
        pending: null,
      }),
    BillDraftChanged: (doc, { data, stamp }) => {
      if (doc === null) return null
      const changed = { ...doc, ...stamp, ...data.changes, abandoned: null }
      const ofDays = isOfDays(changed)
      return sortedAs({
        ...changed,
        ...drafted(changed),
        ...listedOn(changed.issueDate || doc.listDate),
        ofDays,
      })
    },
    BillDraftRemoved: () => null,
    BillIssuanceStarted: (doc, { data, stamp }) =>
      doc &&
      sortedAs({
        ...doc,
        ...stamp,
        pending: frozenFields(data.frozen),
        abandoned: null,
        state: 'issuing',
      }),
    BillIssuanceAbandoned: (doc, { data, meta, stamp }) =>
      doc &&
      sortedAs({
        ...doc,
        ...stamp,
        pending: null,
        state: 'draft',
        abandoned: { reason: data.reason, at: meta.occurredAt },
      }),
    BillIssued: (doc, { data: { ref, documentSha256 }, stamp }) =>
      doc && settled({ ...doc, ...doc.pending, ...stamp, pending: null, ref, documentSha256 }),
    BillPaid: (doc, { data: { vat, ...payment }, stamp }) =>
      doc &&
      settled({
        ...doc,
        ...stamp,
        payments: [...doc.payments, { ...payment, vatMinor: vatOf(vat) }],
      }),
    BillPaymentReversed: (doc, { data, stamp }) =>
      doc &&
      settled({
        ...doc,
        ...stamp,
        payments: doc.payments.filter((p) => p.paymentId !== data.paymentId),
      }),
    BillRefunded: (doc, { data: { refundId, amountMinor, day, surplus }, stamp }) =>
      doc &&
      settled({
        ...doc,
        ...stamp,
        refunds: [...doc.refunds, { refundId, amountMinor, day, ...(surplus && { surplus }) }],
      }),
    BillRefundReversed: (doc, { data, stamp }) =>
      doc &&
      settled({
        ...doc,
        ...stamp,
        refunds: doc.refunds.filter((r) => r.refundId !== data.refundId),
      }),
    BillSettled: (doc, { data: { settlementId, as, amountMinor, day }, stamp }) =>
      doc &&
      settled({
        ...doc,
        ...stamp,
        settlements: [...doc.settlements, { settlementId, as, amountMinor, day }],
      }),
    BillSettlementReversed: (doc, { data, stamp }) =>
      doc &&
      settled({
        ...doc,
        ...stamp,
        settlements: doc.settlements.filter((one) => one.settlementId !== data.settlementId),
      }),
    BillCollected: (doc, { data, stamp }) =>
      doc && settled({ ...doc, ...stamp, collectedDay: data.day }),
    BillCollectionReversed: (doc, { stamp }) =>
      doc && settled({ ...doc, ...stamp, collectedDay: '' }),
    BillCredited: (doc, { data, stamp }) => {
      if (doc === null) return null
      const { creditNoteId, ref, issueDate, grossMinor, daysKept = false } = data
      return settled({
        ...doc,
        ...stamp,
        reserved: without(doc, creditNoteId),
        credits: [
          ...doc.credits,
          {
            creditNoteId,
            ref,
            day: issueDate,
            grossMinor,
            lines: heldBy(doc, creditNoteId),
            daysKept,
          },
        ],
      })
    },
    BillCreditReserved: (doc, { data: { creditNoteId, lines }, stamp }) =>
      doc && {
        ...doc,
        ...stamp,
        reserved: [...without(doc, creditNoteId), { creditNoteId, lines }],
      },
    BillCreditReleased: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, reserved: without(doc, data.creditNoteId) },
    BillDepositDeducted: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, deductedBy: data.finalId },
    BillDepositFreed: (doc, { stamp }) => doc && { ...doc, ...stamp, deductedBy: '' },
    BillClientMoved: (doc, { data: { clientId, clientName }, stamp }) =>
      doc && sortedAs({ ...doc, ...stamp, clientId, ...(doc.state === 'draft' && { clientName }) }),
    // Changes only the bill's version, which later changes are checked against.
    BillFellDue: (doc, { stamp }) => doc && { ...doc, ...stamp },
  },
  // One index for each sorted column of a profile's list, and for each filter.
  indexes: [
    { fields: ['owner', 'profileId', 'listDate'] },
    { fields: ['owner', 'profileId', 'state', 'listDate'] },
    { fields: ['owner', 'profileId', 'clientId', 'listDate'] },
    { fields: ['owner', 'profileId', 'projectId', 'listDate'] },
    { fields: ['owner', 'profileId', 'projectId', 'ofDays'] },
    { fields: ['owner', 'profileId', 'lateFrom'] },
    { fields: ['owner', 'profileId', 'unionCountry'] },
    { fields: ['owner', 'profileId', 'toRefundMinor'] },
    { fields: ['owner', 'profileId', 'ref'] },
    { fields: ['owner', 'profileId', 'listOrder'] },
    { fields: ['owner', 'profileId', 'stateOrder'] },
    { fields: ['owner', 'profileId', 'clientKey.fr'] },
    { fields: ['owner', 'profileId', 'dueDate'] },
    { fields: ['owner', 'profileId', 'listedGrossMinor'] },
    { fields: ['owner', 'profileId', 'listedNetMinor'] },
    { fields: ['owner', 'profileId', 'outstandingMinor'] },
    { fields: ['owner', 'profileId', 'paymentDay'] },
    { fields: ['owner', 'profileId', 'collectedDay'] },
    { fields: ['owner', 'profileId', 'creationDate'] },
    { fields: ['owner', 'profileId', 'lastModificationDate'] },
    { fields: ['owner', 'clientId'] },
    { fields: ['documentSha256'] },
  ],
})

export type BillQuery = {
  readonly profileId: string
  readonly status?: BillFilter
  readonly year?: number
  readonly clientId?: string
  readonly projectId?: string
  readonly quoteId?: string
  readonly ids?: readonly string[]
  readonly q?: string
  /** Conditions on single fields. */
  readonly further?: readonly Filter[]
}

export const isIssued = (state: BillDoc['state']): boolean =>
  state !== 'draft' && state !== 'issuing'

const BY_STATUS: Readonly<Record<BillFilter, (today: Day) => Readonly<Record<string, Condition>>>> =
  {
    draft: () => ({ state: { $in: STATES_OF.draft } }),
    issued: () => ({ state: { $in: STATES_OF.issued } }),
    open: () => ({ lateFrom: { $lt: NEVER } }),
    onWait: (today) => ({ lateFrom: { $gt: today, $lt: NEVER } }),
    partlyPaid: () => ({ state: { $in: STATES_OF.partlyPaid } }),
    paid: () => ({ state: { $in: STATES_OF.paid } }),
    collected: () => ({ state: { $in: STATES_OF.collected } }),
    late: (today) => ({ lateFrom: { $lte: today } }),
    credited: () => ({ state: { $in: STATES_OF.credited } }),
  }

export const billFilter = (owner: string, query: BillQuery, today: Day): Filter =>
  narrowedBy(
    {
      where: {
        ...wanted(owner, query, today),
        ...(query.year === undefined
          ? {}
          : { listDate: { $gte: `${query.year}-01-01`, $lte: `${query.year}-12-31` } }),
      },
      ...searched(query),
    },
    query.further ?? [],
  )

/** The same bills, named by the fields that their sums are kept by. */
export const billSumFilter = (owner: string, query: BillQuery, today: Day): Filter =>
  narrowedBy(
    {
      where: {
        ...wanted(owner, query, today),
        ...(query.year === undefined
          ? {}
          : { listMonth: { $gte: `${query.year}-01`, $lte: `${query.year}-12` } }),
      },
      ...searched(query),
    },
    query.further ?? [],
  )

const wanted = (owner: string, query: BillQuery, today: Day): NonNullable<Filter['where']> => ({
  owner,
  profileId: query.profileId,
  ...(query.clientId === undefined ? {} : { clientId: query.clientId }),
  ...(query.projectId === undefined ? {} : { projectId: query.projectId }),
  ...(query.quoteId === undefined ? {} : { quoteId: query.quoteId }),
  ...(query.ids === undefined ? {} : { _id: { $in: query.ids } }),
  ...(query.status === undefined ? {} : BY_STATUS[query.status](today)),
})

const searched = ({ q }: BillQuery): Pick<Filter, 'search'> =>
  q ? { search: { fields: ['ref', 'clientName', 'serviceName'], text: q } } : {}

/** Column of the list → field it sorts by. Each field has an index. */
export const BILL_SORTS = {
  ref: 'ref',
  number: 'listOrder',
  issueDate: 'listDate',
  dueDate: 'dueDate',
  client: 'clientKey.fr',
  totalHT: 'listedNetMinor',
  totalTTC: 'listedGrossMinor',
  outstanding: 'outstandingMinor',
  paimentDate: 'paymentDay',
  collectDate: 'collectedDay',
  creationDate: 'creationDate',
  lastModificationDate: 'lastModificationDate',
  status: 'stateOrder',
} as const

/** Sums of one currency, less credit notes. @unit minor units */
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

const AMOUNTS = ['netMinor', 'vatMinor', 'grossMinor', 'paidMinor', 'outstandingMinor'] as const
/** Kept sums of a profile's bills, by the month they are listed under. */
export const BILLS_BY_MONTH = {
  by: ['profileId', 'currency', 'type', 'state', 'listMonth'],
  of: [...AMOUNTS, 'euroNetMinor', 'euroVatMinor'],
} as const
export const BILLS_BY_CLIENT = {
  by: ['profileId', 'clientId', 'clientName', 'currency', 'type', 'state'],
  of: AMOUNTS,
} as const
/** Late bills of a day are no group: the few of them are added up. */
const BY_CURRENCY = { by: ['currency'], of: ['outstandingMinor'] } as const

/** Totals of all bills that a query finds, by currency. Drafts count with their present amounts. */
export async function billTotals(
  bills: ReadModel<BillDoc>,
  owner: string,
  query: BillQuery,
  today: Day,
): Promise<ReadonlyMap<string, Readonly<BillTotals>>> {
  const filter = billSumFilter(owner, query, today)
  const late: Filter = { ...filter, where: { ...filter.where, lateFrom: { $lte: today } } }
  const [groups, lateGroups] = await Promise.all([
    bills.sum(filter, query.clientId === undefined ? BILLS_BY_MONTH : BILLS_BY_CLIENT),
    bills.sum(late, BY_CURRENCY),
  ])
  const totals = new Map<string, BillTotals>()
  for (const { key, count, sums } of groups) {
    const sum = totals.get(key.currency) ?? { ...NO_TOTALS }
    const sign = key.type === 'creditNote' ? -1 : 1
    sum.count += count
    sum.netMinor += sign * sums.netMinor
    sum.vatMinor += sign * sums.vatMinor
    sum.grossMinor += sign * sums.grossMinor
    sum.paidMinor += sums.paidMinor
    sum.outstandingMinor += sums.outstandingMinor
    totals.set(key.currency, sum)
  }
  for (const { key, count, sums } of lateGroups) {
    const sum = totals.get(key.currency)
    if (sum)
      totals.set(key.currency, { ...sum, lateCount: count, lateMinor: sums.outstandingMinor })
  }
  return totals
}

/** The bill's part in computing what is left to bill. */
export const dayBillOf = (doc: BillDoc): DayBill => ({
  billType: doc.type,
  source: doc.source,
  projectId: doc.source?.projectId ?? doc.projectId,
  serviceStart: doc.serviceStart,
  serviceEnd: doc.serviceEnd,
  issueDate: doc.issueDate,
  hoursPerDay: doc.hoursPerDay,
  lines: doc.lines,
  credits: doc.credits.filter(({ daysKept }) => !daysKept).map(({ lines }) => lines),
  creditedInFull: doc.state === 'credited' && !doc.credits.some(({ daysKept }) => daysKept),
})
