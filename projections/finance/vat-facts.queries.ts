import { EVERY_VAT_RATE } from '#domain/billing/vat/vat.values.ts'
import { type VatAmount, vatAmountsOf } from '#domain/finance/vat-facts.ts'
import { exigibilityOn, type VatPeriod } from '#domain/finance/vat-periods.ts'
import type { LastFact } from '#domain/finance/vat-declarations.ts'
import type { Address } from '#domain/kernel/address.ts'
import { type Position, START } from '#domain/kernel/event.ts'
import type { Condition } from '#domain/kernel/ports/read-store.ts'
import { addDays, type Day, type DayOrNone } from '#domain/kernel/time.ts'
import type { DatedVatTerms, VatExigibility } from '#domain/profile/vat-regime.values.ts'
import type { Read, ReadModel } from '#projections/kernel/read-models.ts'
import { vatDeclarations, vatOpenings } from './vat-declarations.ts'
import {
  keyOfBill,
  VAT_BY_MONTH,
  type VatMovementDoc,
  vatMovements,
  type VatVersion,
} from './vat-movements.ts'

/** The read models of VAT returns. */
export const vatReads = { vatMovements, vatDeclarations, vatOpenings }

/** Owner of the VAT. `terms`: the profile's choices, in order of their days. */
export type VatOf = {
  readonly owner: string
  readonly profileId: string
  readonly terms: readonly DatedVatTerms[]
  /** Where the business is; the mainland when absent. */
  readonly address?: Pick<Address, 'country' | 'postalCode'>
}
/** With the first day whose periods are declared here. */
export type VatHere = VatOf & { readonly here: Day }
/** Known facts: those up to a place in the log or an instant; all when null. */
export type Known = { readonly position: Position } | { readonly at: number } | null

/** Counted amounts of a day, or of a month on its first day. */
export type DatedVat = { readonly day: Day; readonly amounts: readonly VatAmount[] }
/** A movement that counts, as it was known. */
export type VatFact = DatedVat & { readonly doc: VatMovementDoc; readonly version: VatVersion }

/** State of knowledge with a fact: all up to its place in the log. */
export async function knownWith(
  movements: Movements,
  lastFact: LastFact | null,
): Promise<{ position: Position }> {
  const doc = lastFact && (await movements.load([lastFact.movement])).get(lastFact.movement)
  const version = doc?.versions.find(({ revision }) => revision === lastFact?.revision)
  return { position: version?.position ?? START }
}

type Span = Pick<VatPeriod, 'from' | 'to'>
type Movements = ReadModel<VatMovementDoc>

/** Rules for all movements of a profile: the day that counts, and the payments that do not. */
type Rule = {
  /** The rule that holds on every day; null when the profile changed it. */
  readonly exigibility: VatExigibility | null
  readonly isCounted: (doc: VatMovementDoc) => boolean
}

/** The version that was known; null before the first one. */
function versionKnown({ versions }: VatMovementDoc, asOf: Known): VatVersion | null {
  if (asOf === null) return versions.at(-1) ?? null
  const isKnown = 'at' in asOf ? ({ at }: VatVersion) => at <= asOf.at : isUpTo(asOf.position)
  return versions.findLast(isKnown) ?? null
}
const isUpTo =
  (position: Position) =>
  (version: VatVersion): boolean =>
    version.position <= position

/** The movement as it was known to count for the profile; null when it did not. */
function factOf(
  doc: VatMovementDoc,
  { profileId, terms }: VatOf,
  rule: Rule,
  asOf: Known,
): VatFact | null {
  const version = versionKnown(doc, asOf)
  if (
    version === null ||
    version.movement === null ||
    version.profileId !== profileId ||
    !rule.isCounted(doc)
  )
    return null
  const { movement, receiptsDay, debitsDay } = version
  const exigibility =
    rule.exigibility ?? exigibilityOn(terms, movement.documentDay || movement.paymentDay)
  const day: DayOrNone = exigibility === 'debits' ? debitsDay : receiptsDay
  return day === '' ? null : { doc, version, day, amounts: vatAmountsOf(movement) }
}

async function ruleOf(movements: Movements, { owner, profileId, terms }: VatOf): Promise<Rule> {
  const chosen = new Set(
    terms.flatMap(({ terms: one }) => ('exigibility' in one ? one.exigibility : [])),
  )
  const exigibility = chosen.size > 1 ? null : ([...chosen][0] ?? 'receipts')
  const isPlain =
    chosen.size < 2 &&
    !chosen.has('debits') &&
    terms.every((entry) => entry.terms.regime !== 'franchise')
  if (isPlain) return { exigibility, isCounted: () => true }
  const { items } = await movements.find({ filter: { where: { owner, profileId, untold: true } } })
  if (items.length === 0) return { exigibility, isCounted: () => true }
  const bills = await movements.load([...new Set(items.map(({ billId }) => keyOfBill(billId)))])
  const left = new Set(
    items.flatMap(({ _id, billId, turnoverDay }) => {
      const bill = bills.get(keyOfBill(billId))?.bill
      const isLeft =
        bill?.due === 'never' || (bill?.due === 'invoice' && turnoverDay >= bill.issueDate)
      return isLeft ? _id : []
    }),
  )
  // Kept sums hold them: what counts is found one by one.
  return {
    exigibility: left.size === 0 ? exigibility : null,
    isCounted: ({ _id }) => !left.has(_id),
  }
}

type Conditions = Readonly<Record<string, Condition>>

/** All documents that may count between two days. */
async function docsBetween(
  movements: Movements,
  { owner, profileId }: VatOf,
  { from, to }: Span,
  more: Conditions = {},
): Promise<readonly VatMovementDoc[]> {
  const own = { owner, profileId, ...more }
  const [received, invoiced] = await Promise.all([
    movements.find({ filter: { where: { ...own, receiptsDay: { $gte: from, $lte: to } } } }),
    movements.find({ filter: { where: { ...own, debitsDay: { $gte: from, $lte: to } } } }),
  ])
  return distinct([...received.items, ...invoiced.items])
}
const distinct = (docs: readonly VatMovementDoc[]): readonly VatMovementDoc[] => [
  ...new Map(docs.map((doc) => [doc._id, doc])).values(),
]

const after = (asOf: NonNullable<Known>, what: 'changed' | 'revised'): Conditions =>
  'at' in asOf
    ? { [`${what}At`]: { $gt: asOf.at } }
    : { [`${what}Position`]: { $gt: asOf.position } }

/**
 * Movements whose VAT changed after what is known, whichever profile they are of now.
 *
 * @param span only those that count then, or did; a long time after, far fewer are read
 */
async function changedSince(
  movements: Movements,
  of: VatOf,
  asOf: Known,
  span: Span | null,
): Promise<readonly VatMovementDoc[]> {
  if (asOf === null) return []
  const found = async (what: 'changed' | 'revised') =>
    (await movements.find({ filter: { where: { owner: of.owner, ...after(asOf, what) } } })).items
  if (span === null) return found('changed')
  const [there, revised] = await Promise.all([
    docsBetween(movements, of, span, after(asOf, 'changed')),
    // A movement that counts elsewhere today, or not at all, counted otherwise before.
    found('revised'),
  ])
  return distinct([...there, ...revised])
}

const within = (day: Day, { from, to }: Span): boolean => from <= day && day <= to

/** The movements that count between two days, the earliest first. */
export async function vatFactsBetween(
  { vatMovements: movements }: Read<typeof vatReads>,
  of: VatOf,
  span: Span,
  asOf: Known = null,
): Promise<readonly VatFact[]> {
  const rule = await ruleOf(movements, of)
  const docs = new Map((await docsBetween(movements, of, span)).map((doc) => [doc._id, doc]))
  for (const doc of await changedSince(movements, of, asOf, span)) docs.set(doc._id, doc)
  return [...docs.values()]
    .flatMap((doc) => factOf(doc, of, rule, asOf) ?? [])
    .filter(({ day }) => within(day, span))
    .sort((a, b) => (a.day === b.day ? (a.doc._id < b.doc._id ? -1 : 1) : a.day < b.day ? -1 : 1))
}

/** A movement's VAT before and after; null where it did not count. */
export type VatChange = {
  readonly doc: VatMovementDoc
  readonly before: VatFact | null
  readonly after: VatFact | null
}

/**
 * Changes in the VAT of some days between two states of knowledge.
 *
 * @param among the days that are looked at; null when few movements changed since
 */
export async function vatChanges(
  { vatMovements: movements }: Read<typeof vatReads>,
  of: VatOf,
  {
    since,
    until = null,
    among = null,
  }: { readonly since: Known; readonly until?: Known; readonly among?: Span | null },
): Promise<(span: Span) => readonly VatChange[]> {
  const [rule, docs] = await Promise.all([
    ruleOf(movements, of),
    changedSince(movements, of, since, among),
  ])
  const changes = docs.map((doc) => ({
    doc,
    before: factOf(doc, of, rule, since),
    after: factOf(doc, of, rule, until),
  }))
  return (span) =>
    changes.flatMap(({ doc, before: was, after: is }): readonly VatChange[] => {
      const then = was !== null && within(was.day, span) ? was : null
      const today = is !== null && within(is.day, span) ? is : null
      return then?.version === today?.version ? [] : [{ doc, before: then, after: today }]
    })
}

/** The VAT that comes and goes with a change. */
export const amountsOf = ({ before, after }: VatChange): readonly VatAmount[] => [
  ...(after?.amounts ?? []),
  ...(before?.amounts ?? []).map((amount) => ({
    ...amount,
    baseMinor: -amount.baseMinor,
    amountMinor: -amount.amountMinor,
  })),
]

/**
 * VAT by day, for periods that lie one after another. Months that no period divides are answered
 * from kept sums, whatever the number of movements.
 */
export async function datedVat(
  read: Read<typeof vatReads>,
  of: VatOf,
  periods: readonly Span[],
  asOf: Known,
): Promise<readonly DatedVat[]> {
  const [from, to] = [periods[0]?.from, periods.at(-1)?.to]
  if (from === undefined || to === undefined) return []
  const rule = await ruleOf(read.vatMovements, of)
  if (rule.exigibility === null) return vatFactsBetween(read, of, { from, to }, asOf)
  const { exigibility } = rule
  const month = exigibility === 'debits' ? 'debitsMonth' : 'receiptsMonth'
  const where = { owner: of.owner, profileId: of.profileId }
  const divided = new Set(
    periods.flatMap((period) => [
      ...(period.from.endsWith('-01') ? [] : [period.from.slice(0, 7)]),
      ...(addDays(period.to, 1).endsWith('-01') ? [] : [period.to.slice(0, 7)]),
    ]),
  )
  const range = { $gte: from.slice(0, 7), $lte: to.slice(0, 7) }
  const filter = { where: { ...where, [month]: range } }
  const groups =
    month === 'debitsMonth'
      ? (await read.vatMovements.sum(filter, VAT_BY_MONTH.debits)).map(({ key, sums }) =>
          groupOf(key.debitsMonth, key, sums),
        )
      : (await read.vatMovements.sum(filter, VAT_BY_MONTH.receipts)).map(({ key, sums }) =>
          groupOf(key.receiptsMonth, key, sums),
        )
  const whole = groups.flatMap((group) =>
    divided.has(group.month) ? [] : [{ day: `${group.month}-01`, amounts: group.amounts }],
  )
  const parts = await Promise.all(
    [...divided].map((key) => vatFactsBetween(read, of, { from: `${key}-01`, to: `${key}-31` })),
  )
  const corrections = asOf === null ? [] : await takenBack(read, of, { from, to }, asOf)
  return [...whole, ...parts.flat().filter(({ day }) => within(day, { from, to })), ...corrections]
}

/** Movements that bring the present sums back to an earlier state of knowledge. */
async function takenBack(
  read: Read<typeof vatReads>,
  of: VatOf,
  span: Span,
  asOf: Known,
): Promise<readonly DatedVat[]> {
  const changes = (await vatChanges(read, of, { since: asOf, among: span }))(span)
  return changes.flatMap(({ doc, before, after: is }) => [
    ...(is === null ? [] : [{ day: is.day, amounts: amountsOf({ doc, before: is, after: null }) }]),
    ...(before === null ? [] : [before]),
  ])
}

type Kind = Pick<VatMovementDoc, 'nature' | 'region' | 'selfAssessed'>

/** The amounts that a group of kept sums stands for. */
function groupOf(
  month: string,
  { nature, region, selfAssessed }: Kind,
  sums: Readonly<Record<string, number>>,
): { readonly month: string; readonly amounts: readonly VatAmount[] } {
  const kind = { nature, region, selfAssessed }
  const collected = EVERY_VAT_RATE.flatMap((rate): readonly VatAmount[] => {
    const [baseMinor, amountMinor] = [sums[`base${rate}`] ?? 0, sums[`vat${rate}`] ?? 0]
    return baseMinor === 0 && amountMinor === 0
      ? []
      : [{ ...kind, side: 'collected', rate, baseMinor, amountMinor }]
  })
  const deducted: VatAmount = {
    ...kind,
    side: 'deductible',
    rate: 0,
    baseMinor: 0,
    amountMinor: sums['deductedMinor'] ?? 0,
  }
  return { month, amounts: deducted.amountMinor === 0 ? collected : [...collected, deducted] }
}
