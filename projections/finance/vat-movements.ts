import { type BillEvent, billEvents } from '#domain/billing/bill-facts.ts'
import { countedInEuros, euroRows } from '#domain/billing/euro-value.ts'
import { claimOf } from '#domain/billing/deposit.ts'
import {
  type BillType,
  type SoldSupply,
  soldSupplyOf,
  type VatDue,
  vatDueOf,
} from '#domain/billing/frozen-bill.ts'
import { remainder, type VatRow } from '#domain/billing/totals.ts'
import { EVERY_VAT_RATE } from '#domain/billing/vat/vat.values.ts'
import { eurosOfOwn, type OwnTransaction } from '#domain/finance/own-transaction.ts'
import {
  type BookedPayment,
  salesOf,
  type TransactionEvent,
  transactionEvents,
} from '#domain/finance/transaction.ts'
import { type Nature, type Region, turnoverSign } from '#domain/finance/transaction.values.ts'
import {
  movementOf,
  type TaxedMovement,
  vatAmountsOf,
  vatDayOf,
} from '#domain/finance/vat-facts.ts'
import { same } from '#domain/kernel/records/changes.ts'
import { idOf, type Position } from '#domain/kernel/event.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { Day, DayOrNone } from '#domain/kernel/time.ts'
import { defineProjection, type Fact, ignored } from '../kernel/projection.ts'
import type { Stamp } from '../kernel/stamp.ts'

/** Stands for no day: it sorts after every real one. */
export const NEVER: Day = '9999-12-31'

/** VAT meaning of a movement, as it was known from one fact on. */
export type VatVersion = {
  readonly position: Position
  /** The fact's place in its stream. */
  readonly revision: number
  /** @unit epoch milliseconds */
  readonly at: number
  /** The type of the event that told it. */
  readonly fact: string
  readonly profileId: string
  /** Null when it has no VAT to declare: removed, taken back, or not told with it. */
  readonly movement: TaxedMovement | null
  /**
   * From which day it counts, by what the profile chose; the same day but for services sold without
   * a bill.
   */
  readonly receiptsDay: DayOrNone
  readonly debitsDay: DayOrNone
}

type RateColumn = `base${number}` | `vat${number}`
/**
 * Sums of what is collected by rate, and of what is deducted. A column of 0 is left out. @unit
 * cents
 */
type Columns = { readonly [C in RateColumn]?: number } & { readonly deductedMinor: number }

/**
 * A bill, a payment of one, or a transaction by hand. Each state of its VAT has the time of its
 * becoming known.
 */
export type VatMovementDoc = Doc &
  Stamp &
  Columns & {
    readonly source: 'bill' | 'payment' | 'own'
    readonly profileId: string
    /** The transaction's id; the bill's of a bill. */
    readonly ofId: string
    readonly billId: string
    /** The client's name or the label, then the bill's number or the reference. */
    readonly title: string
    readonly reference: string
    /** The euro, once an amount in another currency is known in euros. */
    readonly currency: Currency
    readonly side: TaxedMovement['side'] | ''
    readonly nature: Nature
    readonly region: Region
    readonly selfAssessed: boolean
    readonly receiptsDay: DayOrNone
    readonly debitsDay: DayOrNone
    /** Months of the days, as `2026-11`. */
    readonly receiptsMonth: string
    readonly debitsMonth: string
    readonly documentDay: DayOrNone
    /**
     * The movement waits for a payment from the day of its document until this day; empty without a
     * wait.
     */
    readonly waitsUntil: DayOrNone
    /** VAT that waits, or waited. @unit cents */
    readonly waitingMinor: number
    /** Turnover without VAT, by the month of its payment. @unit cents */
    readonly turnoverDay: DayOrNone
    readonly turnoverMonth: string
    readonly turnoverMinor: number
    /**
     * When the VAT of a bill's payment counts; empty when the event does not tell, and for all
     * others.
     */
    readonly vatDue: VatDue | ''
    /** A payment whose event does not tell when its VAT counts: its bill does. */
    readonly untold: boolean
    /** A bill: what its invoice froze, and what has happened since. */
    readonly bill: BillVat | null
    /** A transaction by hand: all that it says. */
    readonly facts: OwnTransaction | null
    /** A bill's payment in another currency, whose euro amount may still be told. */
    readonly payment: BookedPayment | null
    readonly versions: readonly VatVersion[]
    /** Place in the log and instant of the last version. */
    readonly changedPosition: Position
    readonly changedAt: number
    /**
     * The same for a movement whose VAT counted otherwise before; empty and 0 for other movements.
     */
    readonly revisedPosition: Position
    readonly revisedAt: number
  }

type BillVat = {
  readonly currency: Currency
  /** Millionths of a euro for one unit of its currency; 0 without a rate. */
  readonly exchangeRate: number
  readonly issued: boolean
  readonly type: BillType
  readonly issueDate: Day
  readonly due: VatDue
  readonly supply: SoldSupply
  readonly vat: readonly VatRow[]
  readonly payments: readonly {
    readonly id: string
    readonly day: Day
    readonly vat: readonly VatRow[]
  }[]
  readonly creditedVatMinor: number
}

const EMPTY = {
  source: 'own',
  profileId: '',
  billId: '',
  title: '',
  reference: '',
  currency: 'EUR',
  side: '',
  nature: 'service',
  region: 'FR',
  selfAssessed: false,
  receiptsDay: '',
  debitsDay: '',
  receiptsMonth: '',
  debitsMonth: '',
  documentDay: '',
  waitsUntil: '',
  waitingMinor: 0,
  turnoverDay: '',
  turnoverMonth: '',
  turnoverMinor: 0,
  deductedMinor: 0,
  vatDue: '',
  untold: false,
  bill: null,
  facts: null,
  payment: null,
  versions: [],
  changedPosition: '',
  changedAt: 0,
  revisedPosition: '',
  revisedAt: 0,
} as const satisfies Omit<VatMovementDoc, keyof Doc | keyof Stamp | 'ofId'>

type Stated = Omit<VatMovementDoc, keyof Doc | keyof Stamp | keyof Columns | 'versions'>
/** Handlers' part of a movement; the rest follows. */
type Saying = Partial<Omit<Stated, 'receiptsDay' | 'debitsDay'>> &
  Pick<Stated, 'ofId' | 'profileId'> & {
    readonly movement: TaxedMovement | null
    readonly receiptsDay: DayOrNone
    readonly debitsDay: DayOrNone
  }

function columnsOf(movement: TaxedMovement | null): Columns {
  const columns: Record<string, number> = {}
  let deductedMinor = 0
  for (const { side, rate, baseMinor, amountMinor } of movement === null
    ? []
    : vatAmountsOf(movement)) {
    if (side === 'deductible') deductedMinor += amountMinor
    else {
      columns[`base${rate}`] = (columns[`base${rate}`] ?? 0) + baseMinor
      columns[`vat${rate}`] = (columns[`vat${rate}`] ?? 0) + amountMinor
    }
  }
  return { ...columns, deductedMinor }
}

const monthIn = (day: DayOrNone): string => day.slice(0, 7)

/** The document after a fact. */
function movementAfter(
  doc: VatMovementDoc | null,
  { position, revision, type, meta, stamp }: Fact<BillEvent | TransactionEvent>,
  key: string,
  { movement, ...saying }: Saying,
): VatMovementDoc {
  const { profileId, receiptsDay, debitsDay } = saying
  // The return is in euros. An amount in another currency waits until it is known in euros.
  const isEuro = (saying.currency ?? 'EUR') === 'EUR'
  const counted = isEuro ? movement : null
  const version: VatVersion = {
    position,
    revision,
    at: meta.occurredAt,
    fact: type,
    profileId,
    movement: counted,
    receiptsDay: counted === null ? '' : receiptsDay,
    debitsDay: counted === null ? '' : debitsDay,
  }
  const turnoverDay = saying.turnoverDay ?? ''
  return {
    ...EMPTY,
    ...saying,
    _id: key,
    owner: meta.owner,
    ...stamp,
    ...columnsOf(counted),
    ...natureOf(movement, saying.nature),
    receiptsDay: version.receiptsDay,
    debitsDay: version.debitsDay,
    receiptsMonth: monthIn(version.receiptsDay),
    debitsMonth: monthIn(version.debitsDay),
    documentDay: saying.documentDay ?? movement?.documentDay ?? '',
    turnoverMonth: monthIn(turnoverDay),
    ...(!isEuro &&
      movement !== null && { ...foreign(movement), documentDay: receiptsDay || debitsDay }),
    ...versionsAfter(doc?.versions ?? [], version),
  }
}

/** @param sold of turnover that bears no VAT */
const natureOf = (movement: TaxedMovement | null, sold: Nature = 'service') => ({
  side: movement?.side ?? ('' as const),
  nature: movement?.nature ?? sold,
  region: movement?.region ?? ('FR' as const),
  selfAssessed: movement?.side === 'purchase' && movement.region !== 'FR',
})

/** A version is added only where the VAT changes. */
function versionsAfter(before: readonly VatVersion[], version: VatVersion) {
  const last = before.at(-1)
  const isNew = last === undefined ? counts(version) : !sameVat(last, version)
  const versions = isNew ? [...before, version] : before
  const newest = versions.at(-1)
  const revised = versions.length > 1 ? newest : undefined
  return {
    versions,
    changedPosition: newest?.position ?? '',
    changedAt: newest?.at ?? 0,
    revisedPosition: revised?.position ?? '',
    revisedAt: revised?.at ?? 0,
  }
}

const foreign = (movement: TaxedMovement) => ({
  waitsUntil: NEVER,
  waitingMinor: waitingOf(movement),
})

/** Two versions without VAT that counts are alike, also when they wait for different payments. */
const sameVat = (a: VatVersion, b: VatVersion): boolean =>
  a.profileId === b.profileId &&
  a.receiptsDay === b.receiptsDay &&
  a.debitsDay === b.debitsDay &&
  (!counts(a) || same(taxOf(a.movement), taxOf(b.movement)))
/** Without its days: paying what counts by its invoice changes nothing. */
const taxOf = (movement: TaxedMovement | null) =>
  movement && { ...movement, documentDay: '', paymentDay: '', supplierOnDebits: false }
const counts = ({ receiptsDay, debitsDay }: VatVersion): boolean =>
  receiptsDay !== '' || debitsDay !== ''

const vatOf = (rows: readonly VatRow[]): number =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
const netOf = (rows: readonly VatRow[]): number =>
  rows.reduce((sum, { baseMinor }) => sum + baseMinor, 0)
const signed = (rows: readonly VatRow[], sign: 1 | -1): readonly VatRow[] =>
  rows.map(({ rate, baseMinor, amountMinor }) => ({
    rate,
    baseMinor: sign * baseMinor,
    amountMinor: sign * amountMinor,
  }))

const sold = (
  vat: readonly VatRow[],
  documentDay: DayOrNone,
  paymentDay: DayOrNone,
  { nature, region }: SoldSupply = { nature: 'service', region: 'FR' },
): TaxedMovement => ({
  side: 'sale',
  vat,
  nature,
  region,
  documentDay,
  paymentDay,
  supplierOnDebits: false,
  deductibleShare: 10_000,
})

type Kept = Pick<Saying, 'ofId' | 'profileId'> & Partial<Saying>
const identityOf = ({
  ofId,
  profileId,
  billId,
  title,
  reference,
  currency,
  source,
  bill,
}: VatMovementDoc): Kept => ({
  ofId,
  profileId,
  billId,
  title,
  reference,
  currency,
  source,
  bill,
})

/** Own amounts of a bill, and its wait where its payments count. */
function ofBill(identity: Kept, bill: BillVat | null): Saying {
  const saying = { ...identity, bill, movement: null, receiptsDay: '', debitsDay: '' } as const
  if (bill === null || !bill.issued || bill.due === 'never') return saying
  const { issueDate, payments, currency, exchangeRate } = bill
  const isCredit = bill.type === 'creditNote'
  if (bill.due === 'invoice') {
    // Earlier receipts counted with the invoice.
    const early = payments.filter(({ day }) => day < issueDate).flatMap(({ vat }) => vat)
    const left = remainder(bill.vat, [early]).vat
    const euros = countedInEuros(
      left,
      currency,
      exchangeRate > 0 ? { vat: euroRows(left, exchangeRate, currency) } : undefined,
    )
    const rows = signed(salesOf(euros ?? left), isCredit ? -1 : 1)
    const movement = sold(rows, issueDate, '', bill.supply)
    return {
      ...saying,
      currency: euros === null ? currency : 'EUR',
      movement,
      receiptsDay: issueDate,
      debitsDay: issueDate,
    }
  }
  const owedMinor = vatOf(bill.vat) - bill.creditedVatMinor
  const waitingMinor = owedMinor - vatOf(payments.flatMap(({ vat }) => vat))
  if (isCredit || owedMinor === 0) return saying
  const lastPaid = payments.reduce((last, { day }) => (day > last ? day : last), '')
  return {
    ...saying,
    documentDay: issueDate,
    waitsUntil: waitingMinor > 0 ? NEVER : lastPaid,
    waitingMinor,
  }
}

function ofPayment(data: BookedPayment, ofId: string, isReversed: boolean): Saying {
  const {
    profileId,
    externalId,
    client,
    reference,
    currency,
    operation,
    vat,
    day,
    vatDue = '',
  } = data
  const euros = countedInEuros(vat, currency, data.euros)
  const rows = signed(salesOf(euros ?? vat), operation === 'in' ? 1 : -1)
  const isSale = turnoverSign(data) !== 0
  const counted = !isReversed && isSale && vatDue !== 'never'
  const countedDay = vatDue === 'invoice' ? '' : day
  return {
    source: 'payment',
    ofId,
    profileId,
    billId: externalId,
    title: client,
    reference,
    currency: euros === null ? currency : 'EUR',
    payment: currency === 'EUR' ? null : data,
    vatDue,
    untold: vatDue === '',
    nature: data.supply?.nature ?? 'service',
    movement: counted ? sold(rows, '', day, data.supply) : null,
    receiptsDay: countedDay,
    debitsDay: countedDay,
    ...(!isReversed &&
      isSale &&
      euros !== null && { turnoverDay: day, turnoverMinor: netOf(rows) }),
  }
}

function ofOwn(facts: OwnTransaction, ofId: string, isRemoved = false): Saying {
  const { profileId, label, reference, currency, documentDay, expectedDay, paymentDay, nature } =
    facts
  const euros = eurosOfOwn(facts)
  const movement = isRemoved ? null : movementOf({ ...facts, vat: euros ?? facts.vat })
  const saying = {
    ofId,
    profileId,
    title: label,
    reference,
    currency: euros === null ? currency : 'EUR',
    facts,
    movement,
    documentDay,
  } as const
  if (movement === null) return { ...saying, receiptsDay: '', debitsDay: '' }
  const receiptsDay = vatDayOf(movement, 'receipts')
  const debitsDay = vatDayOf(movement, 'debits')
  const isTurnover =
    turnoverSign(facts) !== 0 && nature !== 'fixedAsset' && paymentDay !== '' && euros !== null
  const waitsFrom = documentDay || expectedDay
  const waits =
    receiptsDay === '' || (receiptsDay === paymentDay && waitsFrom !== '' && waitsFrom < paymentDay)
  return {
    ...saying,
    receiptsDay,
    debitsDay,
    ...(isTurnover && { turnoverDay: paymentDay, turnoverMinor: netOf(movement.vat) }),
    ...(waits && {
      documentDay: waitsFrom,
      waitsUntil: paymentDay || NEVER,
      waitingMinor: waitingOf(movement),
    }),
  }
}

const waitingOf = (movement: TaxedMovement): number => {
  const side = movement.side === 'sale' ? 'collected' : 'deductible'
  return vatAmountsOf(movement).reduce(
    (sum, amount) => sum + (amount.side === side ? amount.amountMinor : 0),
    0,
  )
}

type BillFact = Fact<BillEvent>
const billAfter = (
  doc: VatMovementDoc | null,
  fact: BillFact,
  key: string,
  change: (bill: BillVat) => Partial<BillVat>,
): VatMovementDoc | null =>
  doc?.bill
    ? movementAfter(doc, fact, key, ofBill(identityOf(doc), { ...doc.bill, ...change(doc.bill) }))
    : doc

/** A transaction by hand with changes; one that is not known stays unknown. */
const ownAfter = (
  doc: VatMovementDoc | null,
  fact: Fact<TransactionEvent>,
  key: string,
  changes: Partial<OwnTransaction>,
): VatMovementDoc | null =>
  doc?.facts ? movementAfter(doc, fact, key, ofOwn({ ...doc.facts, ...changes }, key)) : doc

/** A settlement stands beside its bill: its VAT counts on a day of its own. */
const settledKeys = ({
  stream,
  data,
}: Pick<Fact<SettledEvent>, 'stream' | 'data'>): readonly string[] => [
  billKey({ stream }),
  `settled:${data.settlementId}`,
]
type SettledEvent = Extract<BillEvent, { type: 'BillSettled' | 'BillSettlementReversed' }>

/** VAT that is taken back where it counted with the invoice. @source CGI art. 272-1 */
function ofSettlement({ stream, data }: Fact<Extract<BillEvent, { type: 'BillSettled' }>>): Saying {
  const { profileId, client, ref, currency, day, vat, vatDue } = data
  const billId = idOf(stream)
  const euros = countedInEuros(vat, currency, data.euros)
  const isTaken = vatDue === 'invoice'
  return {
    source: 'bill',
    ofId: billId,
    profileId,
    billId,
    title: client,
    reference: ref,
    currency: euros === null ? currency : 'EUR',
    movement: isTaken ? sold(signed(salesOf(euros ?? vat), -1), day, '', data.supply) : null,
    receiptsDay: isTaken ? day : '',
    debitsDay: isTaken ? day : '',
  }
}

const billKey = ({ stream }: { readonly stream: string }): string => keyOfBill(idOf(stream))
/** Bills stand beside transactions, whose ids are the keys. */
export const keyOfBill = (id: string): string => `bill:${id}`

/**
 * VAT by the day from which it counts, with all its former states. A return's former figures can
 * then be repeated.
 */
export const vatMovements = defineProjection<BillEvent | TransactionEvent, VatMovementDoc>({
  name: 'vatMovements',
  version: 5,
  keyOf: {
    BillDrafted: billKey,
    BillDraftChanged: billKey,
    BillDraftRemoved: billKey,
    BillIssuanceStarted: billKey,
    BillIssuanceAbandoned: billKey,
    BillIssued: billKey,
    BillPaid: billKey,
    BillPaymentReversed: billKey,
    BillCredited: billKey,
    BillSettled: settledKeys,
    BillSettlementReversed: settledKeys,
  },
  on: {
    BillDrafted: (doc, fact, key) => {
      const id = idOf(fact.stream)
      const { profileId, clientName, currency } = fact.data.content
      const identity: Kept = {
        source: 'bill',
        ofId: id,
        billId: id,
        profileId,
        title: clientName,
        currency,
      }
      return movementAfter(doc, fact, key, ofBill(identity, null))
    },
    BillDraftChanged: (doc, fact, key) => {
      if (doc === null) return null
      const { profileId = doc.profileId, currency = doc.currency } = fact.data.changes
      return movementAfter(
        doc,
        fact,
        key,
        ofBill({ ...identityOf(doc), profileId, currency }, null),
      )
    },
    BillDraftRemoved: () => null,
    BillIssuanceStarted: (doc, fact, key) => {
      if (doc === null) return null
      const { frozen } = fact.data
      const { type, issueDate, currency } = frozen
      // The VAT of deposits counts with their payments.
      const { vat } = claimOf(frozen)
      const due = vatDueOf(frozen, issueDate)
      const bill: BillVat = {
        currency,
        exchangeRate: frozen.exchange?.rate ?? 0,
        issued: false,
        type,
        issueDate,
        due,
        supply: soldSupplyOf(frozen),
        vat,
        payments: [],
        creditedVatMinor: 0,
      }
      return movementAfter(
        doc,
        fact,
        key,
        ofBill({ ...identityOf(doc), title: frozen.buyer.name, currency }, bill),
      )
    },
    BillIssuanceAbandoned: (doc, fact, key) =>
      doc && movementAfter(doc, fact, key, ofBill(identityOf(doc), null)),
    BillIssued: (doc, fact, key) =>
      doc?.bill
        ? movementAfter(
            doc,
            fact,
            key,
            ofBill({ ...identityOf(doc), reference: fact.data.ref }, { ...doc.bill, issued: true }),
          )
        : doc,
    BillPaid: (doc, fact, key) =>
      billAfter(doc, fact, key, ({ payments }) => {
        const { paymentId, day, vat } = fact.data
        return { payments: [...payments, { id: paymentId, day, vat }] }
      }),
    BillPaymentReversed: (doc, fact, key) =>
      billAfter(doc, fact, key, ({ payments }) => ({
        payments: payments.filter(({ id }) => id !== fact.data.paymentId),
      })),
    BillCredited: (doc, fact, key) =>
      billAfter(doc, fact, key, ({ creditedVatMinor }) => ({
        creditedVatMinor: creditedVatMinor + vatOf(fact.data.vat),
      })),
    BillSettled: (doc, fact, key) =>
      key === billKey(fact)
        ? billAfter(doc, fact, key, ({ creditedVatMinor }) => ({
            creditedVatMinor: creditedVatMinor + vatOf(fact.data.vat),
          }))
        : movementAfter(doc, fact, key, ofSettlement(fact)),
    BillSettlementReversed: (doc, fact, key) =>
      key === billKey(fact)
        ? billAfter(doc, fact, key, ({ creditedVatMinor }) => ({
            creditedVatMinor: creditedVatMinor - vatOf(fact.data.vat),
          }))
        : doc &&
          movementAfter(doc, fact, key, {
            ...identityOf(doc),
            movement: null,
            receiptsDay: '',
            debitsDay: '',
          }),
    TransactionBooked: (doc, fact, key) =>
      movementAfter(doc, fact, key, ofPayment(fact.data, key, false)),
    TransactionValued: (doc, fact, key) =>
      doc?.payment
        ? movementAfter(
            doc,
            fact,
            key,
            ofPayment({ ...doc.payment, euros: fact.data.euros }, key, false),
          )
        : doc,
    TransactionReversed: (doc, fact, key) =>
      movementAfter(doc, fact, key, ofPayment(fact.data, key, true)),
    TransactionAdded: (doc, fact, key) =>
      movementAfter(doc, fact, key, ofOwn(fact.data.facts, key)),
    TransactionChanged: (doc, fact, key) => ownAfter(doc, fact, key, fact.data.changes),
    TransactionPaid: (doc, fact, key) => ownAfter(doc, fact, key, { paymentDay: fact.data.day }),
    TransactionUnpaid: (doc, fact, key) => {
      const { expectedDay = '', paymentDay = '' } = doc?.facts ?? {}
      return ownAfter(doc, fact, key, { paymentDay: '', expectedDay: expectedDay || paymentDay })
    },
    // Removed movements stay, without VAT: a return that included them drifts.
    TransactionRemoved: (doc, fact, key) =>
      doc?.facts ? movementAfter(doc, fact, key, ofOwn(doc.facts, key, true)) : doc,
    TransactionRestored: (doc, fact, key) =>
      movementAfter(doc, fact, key, ofOwn(fact.data.facts, key)),
    ...ignored(
      ...billEvents.refunds,
      ...billEvents.collection,
      ...billEvents.reservations,
      ...billEvents.client,
      ...billEvents.due,
      ...transactionEvents.expectations,
      ...transactionEvents.marks,
    ),
  },
  indexes: [
    { fields: ['owner', 'profileId', 'receiptsDay'] },
    { fields: ['owner', 'profileId', 'debitsDay'] },
    { fields: ['owner', 'profileId', 'waitsUntil'] },
    { fields: ['owner', 'profileId', 'turnoverDay'] },
    { fields: ['owner', 'profileId', 'untold'] },
    { fields: ['owner', 'changedPosition'] },
    { fields: ['owner', 'changedAt'] },
    { fields: ['owner', 'revisedPosition'] },
    { fields: ['owner', 'revisedAt'] },
  ],
})

const KINDS = ['profileId', 'side', 'nature', 'region', 'selfAssessed'] as const
const AMOUNTS: readonly (RateColumn | 'deductedMinor')[] = [
  ...EVERY_VAT_RATE.flatMap((rate): readonly RateColumn[] => [`base${rate}`, `vat${rate}`]),
  'deductedMinor',
]
/** Kept sums of a profile's VAT, by the month in which it counts. */
export const VAT_BY_MONTH = {
  receipts: { by: [...KINDS, 'receiptsMonth'], of: AMOUNTS },
  debits: { by: [...KINDS, 'debitsMonth'], of: AMOUNTS },
} as const
/** Kept sums of a profile's turnover, by the month of its payment. */
export const TURNOVER_BY_MONTH = {
  by: ['profileId', 'nature', 'turnoverMonth'],
  of: ['turnoverMinor'],
} as const
