import type { OwnTransaction } from '#domain/finance/own-transaction.ts'
import {
  entryOfOwn,
  entryOfPayment,
  linesAfter,
  type RegisterEntry,
  type RegisterLine,
} from '#domain/finance/register.ts'
import type { Register } from '#domain/finance/register.values.ts'
import {
  type BookedPayment,
  type TransactionEvent,
  transactionEvents,
} from '#domain/finance/transaction.ts'
import type { Position } from '#domain/kernel/event.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { type Day, type DayOrNone, makeDay, yearOf } from '#domain/kernel/time.ts'
import { defineProjection, type Fact, ignored } from '../kernel/projection.ts'
import type { ReadModel } from '../kernel/read-models.ts'

/** When a line was recorded, and by which fact. @unit at: epoch milliseconds */
type Recorded = {
  readonly position: Position
  readonly at: number
  readonly fact: TransactionEvent['type']
}
type Line = RegisterLine<Recorded>

/**
 * A transaction's lines in the registers, in the order of their recording. They stay when it is
 * removed.
 */
export type RegisterDoc = Doc & {
  /** The first and the last day of its lines; empty without any. */
  readonly firstDay: DayOrNone
  readonly lastDay: DayOrNone
  /** The bill that it pays; empty for a transaction by hand. */
  readonly billId: string
  /** A transaction by hand: all that it says. */
  readonly facts: OwnTransaction | null
  /** A bill's payment in another currency, whose euro amount may still be told. */
  readonly payment: BookedPayment | null
  readonly lines: readonly Line[]
}

function recorded(
  doc: RegisterDoc | null,
  { position, type, meta }: Fact<TransactionEvent>,
  key: string,
  entry: RegisterEntry | null,
  of: Pick<RegisterDoc, 'billId' | 'facts' | 'payment'>,
): RegisterDoc {
  const lines = linesAfter<Recorded>(doc?.lines ?? [], entry, {
    position,
    at: meta.occurredAt,
    fact: type,
  })
  const days = lines.map((line) => line.entry.day).sort()
  return {
    _id: key,
    owner: meta.owner,
    firstDay: days[0] ?? '',
    lastDay: days.at(-1) ?? '',
    ...of,
    lines,
  }
}

const own = (
  doc: RegisterDoc | null,
  fact: Fact<TransactionEvent>,
  key: string,
  facts: OwnTransaction,
): RegisterDoc => recorded(doc, fact, key, entryOfOwn(facts), { billId: '', facts, payment: null })
/** A transaction by hand with changes; one that is not known stays unknown. */
const ownAfter = (
  doc: RegisterDoc | null,
  fact: Fact<TransactionEvent>,
  key: string,
  changes: Partial<OwnTransaction>,
): RegisterDoc | null => (doc?.facts ? own(doc, fact, key, { ...doc.facts, ...changes }) : doc)

/** Lines of the register of receipts and of that of purchases. */
export const registers = defineProjection<TransactionEvent, RegisterDoc>({
  name: 'registers',
  version: 2,
  on: {
    TransactionBooked: (doc, fact, key) =>
      recorded(doc, fact, key, entryOfPayment(fact.data), {
        billId: fact.data.externalId,
        facts: null,
        payment: fact.data.currency === 'EUR' ? null : fact.data,
      }),
    TransactionValued: (doc, fact, key) => {
      if (!doc?.payment) return doc
      const payment = { ...doc.payment, euros: fact.data.euros }
      const of = { billId: doc.billId, facts: null, payment }
      return recorded(doc, fact, key, entryOfPayment(payment), of)
    },
    TransactionReversed: (doc, fact, key) =>
      recorded(doc, fact, key, null, {
        billId: fact.data.externalId,
        facts: null,
        payment: null,
      }),
    TransactionAdded: (doc, fact, key) => own(doc, fact, key, fact.data.facts),
    TransactionChanged: (doc, fact, key) => ownAfter(doc, fact, key, fact.data.changes),
    TransactionPaid: (doc, fact, key) => ownAfter(doc, fact, key, { paymentDay: fact.data.day }),
    TransactionUnpaid: (doc, fact, key) => ownAfter(doc, fact, key, { paymentDay: '' }),
    TransactionRemoved: (doc, fact, key) =>
      doc && recorded(doc, fact, key, null, { billId: '', facts: doc.facts, payment: null }),
    TransactionRestored: (doc, fact, key) => own(doc, fact, key, fact.data.facts),
    ...ignored(...transactionEvents.expectations, ...transactionEvents.marks),
  },
  indexes: [{ fields: ['owner', 'lastDay'] }, { fields: ['owner', 'firstDay'] }],
})

/** A line with its number. `takesBackNumber`: that of the line which it takes back; 0 for none. */
export type NumberedLine = RegisterEntry & {
  /** When it was recorded. @unit epoch milliseconds */
  readonly at: number
  readonly number: number
  readonly takesBackNumber: number
  readonly transactionId: string
  readonly billId: string
}
type Asked = { readonly owner: string; readonly profileId: string; readonly register: Register }

/**
 * The lines of a year, numbered without a gap in the order in which they were recorded.
 *
 * @param knownAt as it was at this instant, epoch milliseconds; null for today
 */
export async function registerOf(
  model: ReadModel<RegisterDoc>,
  { owner, profileId, register }: Asked,
  year: number,
  knownAt: number | null,
): Promise<readonly NumberedLine[]> {
  const { items } = await model.find({
    filter: {
      where: {
        owner,
        lastDay: { $gte: makeDay(year, 1, 1) },
        firstDay: { $gt: '', $lte: makeDay(year, 12, 31) },
      },
    },
  })
  const rows = items
    .flatMap(({ _id, billId, lines }) =>
      lines.map((line, place) => ({ line, place, transactionId: _id, billId })),
    )
    .filter(
      ({ line: { entry } }) =>
        entry.register === register && entry.profileId === profileId && yearOf(entry.day) === year,
    )
    .sort((a, b) =>
      a.line.position === b.line.position
        ? a.place - b.place
        : a.line.position < b.line.position
          ? -1
          : 1,
    )
  // Clocks may go back: what was known are all lines up to the last one of that instant.
  const until =
    knownAt === null ? rows.length : rows.findLastIndex(({ line }) => line.at <= knownAt) + 1
  const standing = new Map<string, number>()
  return rows.slice(0, until).map(({ line, transactionId, billId }, i) => {
    const takesBackNumber = line.takesBack ? (standing.get(transactionId) ?? 0) : 0
    standing.set(transactionId, i + 1)
    return { ...line.entry, at: line.at, number: i + 1, takesBackNumber, transactionId, billId }
  })
}

/**
 * Change of a receipt since a period's receipts were counted; negative for one that was taken back.
 */
export type ReceiptChange = Pick<
  NumberedLine,
  'transactionId' | 'billId' | 'at' | 'day' | 'party' | 'netMinor'
> & {
  readonly fact: Recorded['fact']
}

/**
 * The lines of receipts that were recorded after an instant, of some days, the earliest first.
 *
 * @param span.since epoch milliseconds
 */
export async function receiptsRecordedSince(
  model: ReadModel<RegisterDoc>,
  {
    owner,
    profileId,
    currency,
  }: { readonly owner: string; readonly profileId: string; readonly currency: Currency },
  { from, to, since }: { readonly from: Day; readonly to: Day; readonly since: number },
): Promise<readonly ReceiptChange[]> {
  const { items } = await model.find({
    filter: { where: { owner, lastDay: { $gte: from }, firstDay: { $lte: to } } },
  })
  return items
    .flatMap(({ _id, billId, lines }) =>
      lines.map(({ entry, at, fact, position }) => ({
        entry,
        at,
        fact,
        position,
        transactionId: _id,
        billId,
      })),
    )
    .filter(
      ({ entry, at }) =>
        at > since &&
        entry.register === 'receipts' &&
        entry.profileId === profileId &&
        entry.currency === currency &&
        from <= entry.day &&
        entry.day <= to,
    )
    .sort((a, b) => (a.position < b.position ? -1 : 1))
    .map(({ entry: { day, party, netMinor }, at, fact, transactionId, billId }) => ({
      transactionId,
      billId,
      at,
      day,
      party,
      netMinor,
      fact,
    }))
}

/** Sums of a register in one currency. @unit minor units */
export type RegisterSums = {
  readonly currency: Currency
  readonly netMinor: number
  readonly vatMinor: number
  readonly grossMinor: number
}

export const sumsOf = (lines: readonly NumberedLine[]): readonly RegisterSums[] =>
  [...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, some]) => {
    const sum = (of: 'netMinor' | 'vatMinor' | 'grossMinor') =>
      some.reduce((total, line) => total + line[of], 0)
    return {
      currency,
      netMinor: sum('netMinor'),
      vatMinor: sum('vatMinor'),
      grossMinor: sum('grossMinor'),
    }
  })

/** The years in which an owner's registers have lines, the latest first. */
export async function registerYears(
  model: ReadModel<RegisterDoc>,
  owner: string,
): Promise<readonly number[]> {
  const edge = async (field: 'firstDay' | 'lastDay', direction: 1 | -1): Promise<Day> => {
    const { items } = await model.find({
      filter: { where: { owner, [field]: { $gt: '' } } },
      sort: [[field, direction]],
      limit: 1,
    })
    return items[0]?.[field] ?? ''
  }
  const [first, last] = await Promise.all([edge('firstDay', 1), edge('lastDay', -1)])
  if (first === '' || last === '') return []
  return Array.from({ length: yearOf(last) - yearOf(first) + 1 }, (_, i) => yearOf(last) - i)
}
