import { countedInEuros, type EuroValue } from '#domain/billing/euro-value.ts'
import type { VatRow } from '#domain/billing/totals.ts'
import {
  costOf,
  eurosOfOwn,
  type OwnTransaction,
  PLAIN_DOCUMENT,
} from '#domain/finance/own-transaction.ts'
import {
  netMinorOf,
  salesOf,
  vatMinorOf,
  type BookedPayment,
  type TransactionEvent,
} from '#domain/finance/transaction.ts'
import { vatSidesOf } from '#domain/finance/vat-facts.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { Doc, Filter, Sort } from '#domain/kernel/ports/read-store.ts'
import type { Day, DayOrNone } from '#domain/kernel/time.ts'
import { defineProjection } from '../kernel/projection.ts'
import type { Stamp } from '../kernel/stamp.ts'
import { type CollationKeys, collationKeys } from '#domain/kernel/collation-key.ts'

/** Group in a list: 2 once its day has passed unpaid, 1 when it is paid, 0 while expected. */
export const RANKS = { unpaid: 2, paid: 1, expected: 0 } as const

export const groupOf = (rank: TransactionDoc['groupRank']): keyof typeof RANKS =>
  rank === RANKS.unpaid ? 'unpaid' : rank === RANKS.paid ? 'paid' : 'expected'

/**
 * A transaction. A reversed one stays: the books never lose an entry. @unit minor units of
 * `currency`
 */
export type TransactionDoc = Doc &
  Stamp &
  Omit<OwnTransaction, 'vat' | 'euroMinor'> &
  Pick<
    BookedPayment,
    'projectId' | 'externalId' | 'paymentId' | 'client' | 'grossMinor' | 'bankReference'
  > & {
    readonly status: 'paid' | 'unpaid'
    readonly reversed: boolean
    /** The expected day that passed without a payment; empty when none did. */
    readonly fellDue: DayOrNone
    /** The money has reached or left the bank. A bill knows this of its own payments. */
    readonly cashed: boolean
    readonly netMinor: number
    readonly vatMinor: number
    readonly rates: readonly VatRow[]
    /**
     * The same amounts in euros; 0 while they are not known. The net is turnover alone: without
     * costs advanced in the client's name. @unit cents
     */
    readonly euroNetMinor: number
    readonly euroVatMinor: number
    readonly euroGrossMinor: number
    /** Paid in another currency, without an amount in euros: no sum in euros counts it. */
    readonly waitsForEuros: boolean
    /** Gain of exchange against the bill's rate, negative for a loss. @unit cents */
    readonly exchangeDifferenceMinor: number
    /** Lists show the highest rank first. */
    readonly groupRank: (typeof RANKS)[keyof typeof RANKS]
    /** The day it is listed under: expected while unpaid, of the payment once paid. */
    readonly listDay: Day
    /** Month of `listDay`, as `2026-11`. */
    readonly listMonth: string
    /** The expected day and the client of what is unpaid; empty once it is paid. */
    readonly openDay: DayOrNone
    readonly openClient: string
    /** The client's name, or the label, as it is sorted. */
    readonly clientKey: CollationKeys
    /** Negative for what goes out. */
    readonly listedGrossMinor: number
    /** VAT is owed to the State; for a purchase from abroad, by the buyer. */
    readonly collected: boolean
    /** VAT, or a part of it, may be deducted. */
    readonly deductible: boolean
    /** A bill or a document stands behind it. */
    readonly attached: boolean
  }

/** Values that follow from the other ones. */
function listed(
  doc: Omit<
    TransactionDoc,
    | 'status'
    | 'listDay'
    | 'listMonth'
    | 'openDay'
    | 'openClient'
    | 'clientKey'
    | 'listedGrossMinor'
    | 'groupRank'
    | 'collected'
    | 'deductible'
    | 'attached'
    | 'waitsForEuros'
  >,
): TransactionDoc {
  const isPaid = doc.paymentDay !== ''
  const listDay = doc.paymentDay || doc.expectedDay
  return {
    ...doc,
    status: isPaid ? 'paid' : 'unpaid',
    groupRank: isPaid
      ? RANKS.paid
      : doc.fellDue === doc.expectedDay || doc.reversed
        ? RANKS.unpaid
        : RANKS.expected,
    listDay,
    listMonth: listDay.slice(0, 7),
    openDay: isPaid ? '' : doc.expectedDay,
    openClient: isPaid ? '' : doc.client,
    clientKey: collationKeys(doc.client || doc.label),
    listedGrossMinor: (doc.operation === 'in' ? 1 : -1) * doc.grossMinor,
    ...vatSidesOf({ ...doc, vat: doc.rates }),
    attached: doc.attachmentIds.length > 0 || doc.externalId !== '',
    waitsForEuros:
      isPaid && doc.currency !== 'EUR' && doc.euroGrossMinor === 0 && doc.grossMinor !== 0,
  }
}

const amountsOf = (vat: readonly VatRow[], euros: readonly VatRow[] | null) => {
  const [netMinor, vatMinor] = [netMinorOf({ vat }), vatMinorOf({ vat })]
  return { netMinor, vatMinor, grossMinor: netMinor + vatMinor, rates: vat, ...inEuros(euros) }
}
const inEuros = (euros: readonly VatRow[] | null) => {
  const vat = euros ?? []
  const euroVatMinor = vatMinorOf({ vat })
  return {
    euroNetMinor: netMinorOf({ vat: salesOf(vat) }),
    euroVatMinor,
    euroGrossMinor: netMinorOf({ vat }) + euroVatMinor,
  }
}
const ofEuros = ({ vat, differenceMinor = 0 }: EuroValue) => ({
  ...inEuros(vat),
  exchangeDifferenceMinor: differenceMinor,
})

/** Values that a bill's transaction does not decide. */
const OF_BILL = {
  ...PLAIN_DOCUMENT,
  cashed: false,
  fellDue: '',
  exchangeDifferenceMinor: 0,
} as const

/** Sums hold what a transaction costs; its rates stay as they were entered. */
function ownAmounts(
  of: Pick<OwnTransaction, 'vat' | 'currency' | 'foreignVat'>,
  euroMinor: number,
) {
  const { vat, currency } = of
  const euros = eurosOfOwn({ vat, currency, euroMinor })
  return { ...amountsOf(costOf(of, vat), euros && costOf(of, euros)), rates: vat }
}
const ownValues = ({ vat, euroMinor = 0, ...facts }: OwnTransaction) => ({
  ...facts,
  ...ownAmounts({ ...facts, vat }, euroMinor),
})
const BY_HAND = {
  projectId: '',
  externalId: '',
  paymentId: '',
  client: '',
  fellDue: '',
  reversed: false,
  exchangeDifferenceMinor: 0,
} as const

/** Amount in euros of a transaction by hand in another currency; 0 for none. */
const euroTold = ({ currency, euroGrossMinor }: TransactionDoc): number =>
  currency === 'EUR' ? 0 : euroGrossMinor

/** The transaction by hand with changes; null for one that is not known. */
const changed = (
  doc: TransactionDoc | null,
  stamp: Stamp,
  changes: Partial<TransactionDoc>,
): TransactionDoc | null => doc && listed({ ...doc, ...stamp, ...changes })

export const transactions = defineProjection<TransactionEvent, TransactionDoc>({
  name: 'transactions',
  version: 10,
  on: {
    TransactionBooked: (_, { data, meta, stamp }, key) => {
      const { day, vat, euros, ...payment } = data
      const values = {
        ...OF_BILL,
        ...payment,
        ...amountsOf(vat, countedInEuros(vat, payment.currency, euros)),
        ...(euros && ofEuros(euros)),
        paymentDay: day,
        expectedDay: day,
        reversed: false,
      }
      return listed({ _id: key, owner: meta.owner, ...stamp, ...values })
    },
    TransactionReversed: (doc, { stamp }) =>
      changed(doc, stamp, { reversed: true, paymentDay: '' }),
    TransactionValued: (doc, { data, stamp }) => changed(doc, stamp, ofEuros(data.euros)),
    IncomeExpected: (doc, { data, meta, stamp }, key) => {
      const { day, vat, euros, billVersion: _, ...income } = data
      const kind = { operation: 'in', kind: 'invoice', paymentId: '' } as const
      const values = {
        ...OF_BILL,
        ...income,
        ...kind,
        ...amountsOf(vat, countedInEuros(vat, income.currency, euros)),
        paymentDay: '',
        expectedDay: day,
      }
      return listed({
        _id: key,
        owner: meta.owner,
        ...stamp,
        ...values,
        reversed: false,
        fellDue: doc?.fellDue ?? '',
      })
    },
    IncomeNoLongerExpected: () => null,
    TransactionFellDue: (doc, { data, stamp }) => changed(doc, stamp, { fellDue: data.day }),
    TransactionAdded: (_, { data, meta, stamp }, key) => {
      const values = { ...BY_HAND, ...ownValues(data.facts), cashed: false }
      return listed({ _id: key, owner: meta.owner, ...stamp, ...values })
    },
    TransactionChanged: (doc, { data: { changes }, stamp }) => {
      if (doc === null) return null
      const { vat = doc.rates, euroMinor = euroTold(doc), ...others } = changes
      const { currency = doc.currency, foreignVat = doc.foreignVat ?? false } = changes
      const isUnpaid = changes.paymentDay === ''
      return changed(doc, stamp, {
        ...others,
        ...ownAmounts({ vat, currency, foreignVat }, euroMinor),
        ...(isUnpaid && { cashed: false }),
      })
    },
    TransactionPaid: (doc, { data, stamp }) => changed(doc, stamp, { paymentDay: data.day }),
    TransactionUnpaid: (doc, { stamp }) =>
      doc &&
      changed(doc, stamp, {
        paymentDay: '',
        expectedDay: doc.expectedDay || doc.paymentDay,
        cashed: false,
      }),
    TransactionCashed: (doc, { data, stamp }) => changed(doc, stamp, { cashed: data.cashed }),
    TransactionRemoved: () => null,
    TransactionRestored: (_, { data, meta, stamp }, key) => {
      const values = { ...BY_HAND, ...ownValues(data.facts), cashed: data.cashed }
      return listed({ _id: key, owner: meta.owner, ...stamp, ...values })
    },
  },
  // Each field that lists are sorted or narrowed by.
  indexes: [
    { fields: ['owner', 'profileId', 'reversed', 'groupRank', 'listDay'] },
    { fields: ['owner', 'profileId', 'reversed', 'listDay'] },
    { fields: ['owner', 'profileId', 'reversed', 'clientKey.fr'] },
    { fields: ['owner', 'profileId', 'reversed', 'reference'] },
    { fields: ['owner', 'profileId', 'reversed', 'kind'] },
    { fields: ['owner', 'profileId', 'reversed', 'status'] },
    { fields: ['owner', 'profileId', 'reversed', 'vatMinor'] },
    { fields: ['owner', 'profileId', 'reversed', 'listedGrossMinor'] },
    { fields: ['owner', 'profileId', 'reversed', 'grossMinor'] },
    { fields: ['owner', 'profileId', 'reversed', 'netMinor'] },
    { fields: ['owner', 'profileId', 'reversed', 'organismId'] },
    { fields: ['owner', 'profileId', 'reversed', 'expectedDay'] },
    { fields: ['owner', 'profileId', 'reversed', 'documentDay'] },
    { fields: ['owner', 'profileId', 'reversed', 'paymentDay'] },
    { fields: ['owner', 'profileId', 'reversed', 'attached'] },
    { fields: ['owner', 'profileId', 'reversed', 'externalId'] },
    { fields: ['owner', 'profileId', 'reversed', 'projectId'] },
    { fields: ['owner', 'profileId', 'reversed', 'waitsForEuros'] },
    { fields: ['owner', 'profileId', 'paymentDay'] },
    { fields: ['owner', 'profileId', 'externalId'] },
  ],
})

export const EURO_SUMS = ['euroNetMinor', 'euroVatMinor', 'euroGrossMinor'] as const

type EuroSums = { readonly [S in (typeof EURO_SUMS)[number]]: number }
type OwnSums = {
  readonly netMinor: number
  readonly vatMinor: number
  readonly grossMinor: number
}
/** Documents that count in a currency: in euros all of them, in another one its own. */
export const countedIn = (currency: Currency): { readonly currency?: Currency } =>
  currency === 'EUR' ? {} : { currency }
/** The amounts that count there. */
export const amountsIn = (currency: Currency, of: OwnSums & EuroSums): OwnSums =>
  currency === 'EUR'
    ? { netMinor: of.euroNetMinor, vatMinor: of.euroVatMinor, grossMinor: of.euroGrossMinor }
    : of

/**
 * Kept sums of a profile's transactions, by the month they are listed under: of their payment once
 * they are paid.
 */
export const TRANSACTIONS_BY_MONTH = {
  by: [
    'profileId',
    'currency',
    'operation',
    'kind',
    'status',
    'groupRank',
    'reversed',
    'cashed',
    'listMonth',
  ],
  of: ['netMinor', 'vatMinor', 'grossMinor', ...EURO_SUMS],
} as const

/** The sums of a list, by the part of the list and the month. */
export const TRANSACTIONS_BY_GROUP = {
  by: ['profileId', 'currency', 'operation', 'groupRank', 'reversed', 'attached', 'listMonth'],
  of: ['vatMinor', 'grossMinor'],
} as const
/** The same for lists that are narrowed by choices alone, whatever the month. */
export const TRANSACTIONS_BY_CHOICE = {
  by: [
    'profileId',
    'currency',
    'operation',
    'groupRank',
    'reversed',
    'attached',
    'kind',
    'status',
    'nature',
    'region',
    'bankAccountType',
    'method',
    'supplierOnDebits',
    'collected',
    'deductible',
  ],
  of: ['vatMinor', 'grossMinor'],
} as const

/**
 * The specification's order: "unpaid first, then paid by payment date descending, then unpaid by
 * expected payment date descending". Read as a comparison of two rows. Unpaid comes before paid.
 * Two paid rows go by payment date and two unpaid rows by expected date, the latest first. Rows
 * that are not due yet come last: three groups, by `groupRank`.
 */
export const TRANSACTION_ORDER: Sort = [
  ['groupRank', -1],
  ['listDay', -1],
]

/** Column of the list → field it sorts by. Each field has an index. */
export const TRANSACTION_SORTS = {
  date: 'listDay',
  client: 'clientKey.fr',
  reference: 'reference',
  type: 'kind',
  status: 'status',
  vat: 'vatMinor',
  amountTTC: 'listedGrossMinor',
} as const

/** Fields that a list's search looks into. */
const SEARCHED = ['reference', 'client', 'label', 'bankReference']

/** Reversed transactions are left out unless the filter names them. */
export const transactionFilter = (
  owner: string,
  profileId: string,
  wanted: NonNullable<Filter['where']> = {},
  text = '',
): Filter => ({
  where: { reversed: false, ...wanted, owner, profileId },
  ...(text === '' ? {} : { search: { fields: SEARCHED, text } }),
})
