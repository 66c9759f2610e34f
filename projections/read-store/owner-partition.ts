import type {
  Condition,
  Doc,
  Filter,
  Scalar,
  Sort,
  Stored,
  SumSpec,
} from '#domain/kernel/ports/read-store.ts'
import type { Place } from './cursor.ts'
import { Columns } from './columns.ts'
import { topK } from './top-k.ts'
import { type Entry, Index, type Plan, type Reach, reachOf, tieOf } from './document-index.ts'
import { isRange, predicateOf, type Search, searchOf } from './matching.ts'
import { earlier, later } from './sorted-list.ts'
import { SumTable } from './sum-table.ts'
import { compare, reader, sortable } from './values.ts'

type Where = Readonly<Record<string, Condition>>

/**
 * A query for one page. `sort` always ends with `_id`. `counted`: the number of all matching
 * documents is wanted too.
 */
export type PageQuery = {
  readonly filter: Filter
  readonly sort: Sort
  readonly limit: number
  readonly after: Place | null
  readonly counted: boolean
}
/**
 * One document more than the limit when there are more. `total` is null unless it was asked for.
 */
export type Found<D extends Doc> = { readonly docs: Stored<D>[]; readonly total: number | null }

type Visit<D extends Doc> = (doc: Stored<D>) => void
type Source<D extends Doc> = {
  /** The plan it reads; null when it reads none. */
  readonly plan: Plan<D> | null
  /** Number of documents it checks. */
  readonly size: number
  /** Number of its documents that match, if known. */
  readonly total: number | null
  /** Visits its documents that match the filter, in no promised order. */
  readonly each: (visit: Visit<D>) => void
  /**
   * The matches of a search, where they are in the order asked for, and the plan whose order it is.
   */
  readonly sorted?: { readonly entries: readonly Entry<D>[]; readonly plan: Plan<D> }
}

/** A partition with fewer documents is searched one by one. */
const WORTH_A_TEXT = 1_000
/** Sums of fewer documents are added up as they are. */
const WORTH_SUMS = 1_000
/** Conditions on fewer documents are checked document by document. */
const WORTH_COLUMNS = 1_000
/** Reading this many documents in order costs as much as choosing a page of one that is not. */
const SORTING = 2
/** The same where the page takes them all, so that each is sorted. */
const SORTING_ALL = 8

/**
 * The documents that a query chooses from, one owner's or the whole collection's, and the indexes
 * over them.
 */
export class OwnerPartition<D extends Doc> {
  private readonly entries: Set<Entry<D>>
  /**
   * Fields that may be indexed. The first query that needs an index builds it. Most sorts are never
   * used, and a start waits for none.
   */
  private readonly declared: ReadonlyMap<string, readonly string[]>
  private readonly given: readonly string[]
  private readonly indexes = new Map<string, Index<D>>()
  /**
   * Index that keeps the search text, by the fields that its plan answered. Indexes with the same
   * documents in other orders share it.
   */
  private readonly textKeepers = new Map<string, Index<D>>()
  /** The sums that were asked for; each is made at its first question. */
  private readonly sums = new Map<SumSpec, SumTable>()
  /** Made at the first question that an index does not answer, of one owner's documents alone. */
  private columns: Columns<D> | null = null

  /**
   * @param entries live ones
   * @param declared may grow
   * @param given fields in which all documents are equal; no index begins with one
   */
  constructor(
    entries: Iterable<Entry<D>>,
    declared: ReadonlyMap<string, readonly string[]>,
    given: readonly string[],
  ) {
    this.entries = new Set(entries)
    this.declared = declared
    this.given = given
  }

  /** @param moved the indexes that `leave` took it from; null for a new document */
  enter(entry: Entry<D>, moved: readonly Index<D>[] | null): void {
    if (moved === null) this.entries.add(entry)
    for (const index of moved ?? this.indexes.values()) index.add(entry)
    if (moved === null) this.columns?.enter(entry)
    else this.columns?.retell(entry)
    for (const table of this.sums.values()) table.add(entry.doc)
  }

  /**
   * Removes an entry from the indexes in which its next version has another place.
   *
   * @param next its next document; null when it is removed
   */
  leave(entry: Entry<D>, next: Stored<D> | null): readonly Index<D>[] {
    const moved: Index<D>[] = []
    for (const index of this.indexes.values()) {
      if (next && index.keeps(entry.doc, next)) {
        index.retold(entry)
        continue
      }
      index.remove(entry)
      moved.push(index)
    }
    if (!next) {
      this.entries.delete(entry)
      this.columns?.leave(entry)
    }
    for (const table of this.sums.values()) table.remove(entry.doc)
    return moved
  }

  find({ filter, sort, limit, after, counted }: PageQuery): Found<D> {
    const plans = this.plansFor(filter, sort)
    const source = this.sourceOf(filter, cheapest(plans), sort)
    const total = counted ? (source.total ?? this.countByIndex(filter)) : null
    if (total === 0) return { docs: [], total }
    if (source.sorted)
      return { docs: pageOf(source.sorted.entries, source.sorted.plan, sort, limit, after), total }
    // The total needs a check of every document, so the same pass also gives the page.
    const whole = counted && total === null && after === null
    const ordered = cheapest(plans.filter((plan) => plan.direction !== null))
    const inTurn = ordered && this.inTurn(ordered, source, { filter, sort, limit, after, whole })
    const { docs, seen } = inTurn ?? selected(source.each, sort, limit, after)
    return { docs, total: whole ? seen : counted ? (total ?? this.count(filter)) : null }
  }

  /**
   * Reads the page in the order of an index, and stops when it is full. Where matches are rare or
   * at the far end, reading in order costs more than sorting.
   *
   * @returns null when the source is cheaper
   */
  private inTurn(
    ordered: Plan<D>,
    source: Source<D>,
    { filter, sort, limit, after, whole }: Omit<PageQuery, 'counted'> & { readonly whole: boolean },
  ) {
    const matches = this.predicate(filter, ordered)
    const read = (most: number) => inOrder(ordered, matches, sort, limit, after, whole, most)
    if (source.plan === ordered) return read(Number.POSITIVE_INFINITY)
    const takesAll = source.size <= limit
    const sorting = source.size * (takesAll ? SORTING_ALL : SORTING)
    if (takesAll || whole) return ordered.size > sorting ? null : read(Number.POSITIVE_INFINITY)
    const spreadEvenly = ((limit + 1) * ordered.size) / Math.max(1, source.size)
    return read(Math.min(sorting, Math.max(spreadEvenly * 2, source.size / 2)))
  }

  count(filter: Filter): number {
    const source = this.sourceOf(filter, cheapest(this.plansFor(filter, [])), [])
    const known = source.total ?? this.countByIndex(filter)
    if (known !== null) return known
    let count = 0
    source.each(() => count++)
    return count
  }

  /**
   * Groups of sums. They are kept, unless the filter names other fields, or so few documents that
   * adding is faster.
   */
  sum(filter: Filter, spec: SumSpec): SumTable {
    const source = this.sourceOf(filter, cheapest(this.plansFor(filter, [])), [])
    const isFew = source.size < WORTH_SUMS && !this.sums.has(spec)
    if (isFew && !isOnGroups(filter, spec)) {
      const found = new SumTable(spec)
      source.each((doc) => found.add(doc))
      return found
    }
    const kept = this.sums.get(spec) ?? this.keepSums(spec)
    if (isOnGroups(filter, spec) && kept.size <= source.size)
      return kept.narrowed(predicateOf(filter).matches)
    const others = this.othersThan(filter, spec)
    if (others === null) return kept.partly(source.each)
    return others.left.reduce<SumTable>(
      (sums, left) =>
        sums.without(kept.partly(this.sourceOf(left, cheapest(this.plansFor(left, [])), []).each)),
      kept.narrowed(predicateOf(others.all).matches),
    )
  }

  /**
   * Documents that a filter leaves out, where they are fewer than its finds and all documents
   * together have kept sums.
   *
   * @returns `all` without the one condition that is not on groups, and `left`: its documents that
   * do not match
   */
  private othersThan(
    filter: Filter,
    spec: SumSpec,
  ): { readonly all: Filter; readonly left: readonly Filter[] } | null {
    const { where = {}, search, or, and } = filter
    if (search || or || and) return null
    const [one, more] = Object.entries(where).filter(([field]) => !spec.by.includes(field))
    if (one === undefined || more !== undefined) return null
    const [field, condition] = one
    const { [field]: _, ...rest } = where
    const left = complementOf(condition).map(
      (other): Filter => ({ where: { ...rest, [field]: other } }),
    )
    const [all, found] = [this.countByIndex({ where: rest }), this.countByIndex(filter)]
    const counts = left.map((other) => this.countByIndex(other) ?? Number.NaN)
    const leftOut = counts.reduce((sum, count) => sum + count, 0)
    // Values of another type are in no range: then the counts differ, and the documents are visited
    // one by one.
    return all !== null && found !== null && leftOut < found && leftOut + found === all
      ? { all: { where: rest }, left }
      : null
  }

  private keepSums(spec: SumSpec): SumTable {
    const table = new SumTable(spec)
    for (const { doc } of this.entries) table.add(doc)
    this.sums.set(spec, table)
    return table
  }

  /** The smallest set of documents that holds all matches, in any order. */
  private sourceOf(filter: Filter, plan: Plan<D> | null, sort: Sort): Source<D> {
    const search = filter.search && searchOf(filter.search)
    if (search && plan && plan.size >= WORTH_A_TEXT) {
      const { found, by } = this.searched(filter, search, plan, sort)
      return {
        plan: null,
        size: found.length,
        total: found.length,
        each: (visit) => found.forEach(({ doc }) => visit(doc)),
        ...(by.direction !== null && { sorted: { entries: found, plan: by } }),
      }
    }
    const matches = this.predicate(filter, plan)
    const look = (visit: Visit<D>) => (entry: Entry<D>) => {
      if (matches(entry)) visit(entry.doc)
      return 'go on' as const
    }
    if (!plan)
      return {
        plan,
        size: this.entries.size,
        total: null,
        each: (visit) => this.entries.forEach(look(visit)),
      }
    return {
      plan,
      size: plan.size,
      total: null,
      // A selection is cheapest when the first documents of the order are visited first.
      each: (visit) =>
        plan.stretches.forEach(({ from, to }) =>
          plan.index.list.walk(from, to, tieOf(sort), look(visit)),
        ),
    }
  }

  /**
   * Matches of a search among a plan's documents, by the search text of an index with the same
   * documents.
   */
  private searched(filter: Filter, search: Search, plan: Plan<D>, sort: Sort) {
    const where = filter.where ?? {}
    const keeper = this.textKeepers.get(plan.answered)
    const kept = keeper?.answers
      ? keeper.plan(where, sort, reachOf(keeper.fields, where, sort, this.given))
      : plan
    const by = kept.answered === plan.answered ? kept : plan
    const { index, stretches, covered } = by
    this.textKeepers.set(plan.answered, index)
    const { search: _, ...rest } = filter
    const matches = this.predicate(rest, { size: plan.size, covered })
    const found: Entry<D>[] = []
    index.search(stretches, search, (entry) => {
      if (matches(entry)) found.push(entry)
    })
    return { found, by }
  }

  /**
   * Checks the conditions that a plan leaves: by columns for many documents, by the document for
   * the rest.
   */
  private predicate(
    filter: Filter,
    plan: Pick<Plan<D>, 'size' | 'covered'> | null,
  ): (entry: Entry<D>) => boolean {
    const { where = {}, ...others } = filter
    const left = Object.keys(where).filter((field) => !plan?.covered.has(field))
    const byColumn =
      left.length === 0 ? [] : this.answeredByColumn(left, plan?.size ?? this.entries.size)
    if (byColumn.length === 0) {
      const { matches, always } = predicateOf(filter, plan?.covered)
      return always ? () => true : (entry) => matches(entry.doc, entry)
    }
    const test = this.columns?.test(chosen(where, byColumn))
    const rest = left.filter((field) => !byColumn.includes(field))
    const { matches, always } = predicateOf({ ...others, where: chosen(where, rest) })
    if (!test) throw new Error('Columns answer although there are none')
    return always ? ({ row }) => test(row) : (entry) => test(entry.row) && matches(entry.doc, entry)
  }

  private answeredByColumn(fields: readonly string[], documents: number): readonly string[] {
    if (documents < WORTH_COLUMNS || this.given.length === 0) return []
    this.columns ??= new Columns(this.entries)
    return this.columns.answered(fields)
  }

  /** Number of matching documents, from an index alone; null when documents must be checked. */
  private countByIndex(filter: Filter): number | null {
    if (filter.search || filter.or || filter.and) return null
    const { where = {} } = filter
    const conditions = Object.keys(where).length
    if (conditions === 0) return this.entries.size
    const [excluded] = Object.entries(where).filter(([, condition]) => isOnlyNot(condition))
    if (excluded === undefined) {
      const plans = this.plansFor(filter, [])
      const whole = plans.find((plan) => plan.covered.size === conditions)
      return whole?.size ?? this.countByColumn(where, cheapest(plans))
    }
    // All documents but those that have the value.
    const [field, condition] = excluded
    const { [field]: _, ...rest } = where
    const [all, without] = [
      this.countByIndex({ where: rest }),
      this.countByIndex({
        where: { ...rest, [field]: (condition as { readonly $ne: Scalar }).$ne },
      }), // see isOnlyNot
    ]
    return all === null || without === null ? null : all - without
  }

  /**
   * Number of matching documents, where columns answer all conditions and no index leaves few
   * documents.
   */
  private countByColumn(where: Where, plan: Plan<D> | null): number | null {
    const fields = Object.keys(where)
    const answered = this.answeredByColumn(fields, plan?.size ?? this.entries.size)
    return answered.length < fields.length ? null : (this.columns?.count(where) ?? null)
  }

  /** Every way to answer the query by an index. */
  private plansFor(filter: Filter, sort: Sort): readonly Plan<D>[] {
    const where = filter.where ?? {}
    if (this.indexes.size < this.declared.size) this.buildFor(where, sort)
    // Indexes that answer the same conditions give the same documents. One is enough, preferably
    // one in the requested order.
    const candidates = new Map<string, { readonly index: Index<D>; readonly reach: Reach }>()
    const consider = (index: Index<D>, reach: Reach) => {
      if (reach.held === 0 && !reach.ranged && !reach.ordered) return
      if (reach.ordered || !candidates.has(reach.answered))
        candidates.set(reach.answered, { index, reach })
    }
    for (const index of this.indexes.values()) {
      if (!index.answers) continue
      const reach = reachOf(index.fields, where, sort, this.given)
      consider(index, reach)
      if (reach.ways > 1) consider(index, reachOf(index.fields, where, sort, this.given, false))
    }
    return Array.from(candidates.values(), ({ index, reach }) => index.plan(where, sort, reach))
  }

  /**
   * Builds an index for the query's order or all its conditions, or at least for more than the
   * existing ones.
   */
  private buildFor(where: Where, sort: Sort): void {
    const held = (fields: readonly string[]) => reachOf(fields, where, sort, this.given).held
    const most = (all: Iterable<readonly string[]>) => Math.max(0, ...Array.from(all, held))
    const unbuilt = [...this.declared].filter(([name]) => !this.indexes.has(name))
    for (const [name, fields] of unbuilt) {
      const reach = reachOf(fields, where, sort, this.given)
      if (
        reach.held === fields.length ||
        reach.ranged ||
        reachOf(fields, where, sort, this.given, false).ordered
      )
        this.build(name, fields)
    }
    const left = unbuilt.filter(([name]) => !this.indexes.has(name))
    const wanted = most(left.map(([, fields]) => fields))
    const better = wanted > most([...this.indexes.values()].map(({ fields }) => fields))
    const partly = better ? left.find(([, fields]) => held(fields) === wanted) : undefined
    if (partly) this.build(...partly)
  }

  private build(name: string, fields: readonly string[]): void {
    // Plain strings sort several times faster than documents by their field.
    const byId = new Map(Array.from(this.entries, (entry) => [entry.doc._id, entry]))
    const entries = [...byId.keys()].sort().map((id) => byId.get(id) as Entry<D>) // the map's own keys
    this.indexes.set(name, new Index(fields, entries))
  }
}

/**
 * Conditions that hold for the values of the same type outside a condition. Each value meets one of
 * them.
 */
function complementOf(condition: Condition): readonly Condition[] {
  if (isOnlyNot(condition)) return [(condition as { readonly $ne: Scalar }).$ne] // see isOnlyNot
  if (!isRange(condition)) return []
  const { $gt, $gte, $lt, $lte } = condition
  return [
    ...($gt === undefined ? [] : [{ $lte: $gt }]),
    ...($gte === undefined ? [] : [{ $lt: $gte }]),
    ...($lt === undefined ? [] : [{ $gte: $lt }]),
    ...($lte === undefined ? [] : [{ $gt: $lte }]),
  ]
}

const chosen = (where: Where, fields: readonly string[]): Where =>
  Object.fromEntries(Object.entries(where).filter(([field]) => fields.includes(field)))

/** Whether a condition is `$ne` alone. */
const isOnlyNot = (condition: Condition): boolean =>
  typeof condition === 'object' &&
  condition !== null &&
  '$ne' in condition &&
  Object.keys(condition).length === 1

/** Whether the values of a group decide if its documents match. */
const isOnGroups = ({ where = {}, or = [], search, and = [] }: Filter, spec: SumSpec): boolean =>
  search === undefined &&
  [where, ...or].every((conditions) =>
    Object.keys(conditions).every((field) => spec.by.includes(field)),
  ) &&
  and.every((further) => isOnGroups(further, spec))

/** The plan with the fewest documents; null when there is none. */
const cheapest = <D extends Doc>(plans: readonly Plan<D>[]): Plan<D> | null =>
  plans.reduce<Plan<D> | null>((best, plan) => (best && best.size <= plan.size ? best : plan), null)

/**
 * Reads a page from an index that is in the requested order. It starts at the cursor and stops when
 * it is full, unless every document must be counted.
 *
 * @param most documents that it may check
 * @returns null when it would need more
 */
function inOrder<D extends Doc>(
  plan: Plan<D>,
  matches: (entry: Entry<D>) => boolean,
  sort: Sort,
  limit: number,
  after: Place | null,
  whole: boolean,
  most: number,
): { readonly docs: Stored<D>[]; readonly seen: number } | null {
  const { stretches, direction } = plan
  const { list } = plan.index
  // a plan in order has one part
  let { from, to } = stretches[0] ?? { from: list.start, to: list.start }
  if (after) {
    const toCursor = placed(plan, sort, after)
    if (direction === 1)
      from = later(
        from,
        list.spot((entry) => (toCursor(entry) <= 0 ? -1 : 1)),
      )
    else to = earlier(to, list.spot(toCursor))
    if (later(from, to) === from) return { docs: [], seen: 0 }
  }
  const docs: Stored<D>[] = []
  let seen = 0
  let looked = 0
  list.walk(from, to, direction ?? 1, (entry) => {
    if (looked++ >= most) return 'stop'
    if (matches(entry) && ++seen <= limit + 1) docs.push(entry.doc)
    return seen > limit && !whole ? 'stop' : 'go on'
  })
  return looked > most ? null : { docs, seen }
}

/** Place of an entry relative to a cursor, in the order of a plan's index. */
function placed<D extends Doc>(
  { index: { fields, read }, prefix }: Plan<D>,
  sort: Sort,
  after: Place,
) {
  const target = fields.map(
    (field, i): Scalar =>
      i < prefix.length
        ? (prefix[i] ?? null)
        : (after.values[sort.findIndex(([sorted]) => sorted === field)] ?? null),
  )
  return ({ doc }: Entry<D>): number => {
    for (let i = 0; i < target.length; i++) {
      const difference = compare(sortable(read[i]?.(doc)), target[i] ?? null)
      if (difference !== 0) return difference
    }
    return compare(doc._id, after.id)
  }
}

/** A page of entries in the order of a plan's index, and one document more when there are more. */
function pageOf<D extends Doc>(
  entries: readonly Entry<D>[],
  plan: Plan<D>,
  sort: Sort,
  limit: number,
  after: Place | null,
): Stored<D>[] {
  const toCursor = after === null ? null : placed(plan, sort, after)
  const isForwards = plan.direction === 1
  const at = (n: number) => entries[isForwards ? n : entries.length - 1 - n] as Entry<D> // n < length
  let from = 0
  let to = toCursor === null ? 0 : entries.length
  while (toCursor !== null && from < to) {
    const middle = (from + to) >>> 1
    const difference = toCursor(at(middle))
    if (isForwards ? difference <= 0 : difference >= 0) from = middle + 1
    else to = middle
  }
  const docs: Stored<D>[] = []
  for (let n = from; n < entries.length && docs.length <= limit; n++) docs.push(at(n).doc)
  return docs
}

/** A document and its sort values. */
type Ranked<D extends Doc> = { readonly doc: Stored<D>; readonly values: readonly Scalar[] }

/**
 * Selects a page of documents that arrive in any order. It never holds more than a few pages of
 * them.
 *
 * @returns one document more than `limit` when there are more, and how many arrived
 */
export function selected<D extends Doc>(
  each: (visit: Visit<D>) => void,
  sort: Sort,
  limit: number,
  after: Place | null,
): { readonly docs: Stored<D>[]; readonly seen: number } {
  const keys = sort.map(([field, direction]) => ({ read: reader(field), direction }))
  const tie = tieOf(sort)
  const toPlace = (doc: Stored<D>, values: readonly Scalar[], id: string): number => {
    for (let i = 0; i < keys.length; i++) {
      const { read, direction } = keys[i] as (typeof keys)[number] // i < length
      const difference = compare(sortable(read(doc)), values[i] ?? null)
      if (difference !== 0) return difference * direction
    }
    return compare(doc._id, id) * tie
  }
  const order = (a: Ranked<D>, b: Ranked<D>): number => {
    for (let i = 0; i < keys.length; i++) {
      const difference = compare(a.values[i] ?? null, b.values[i] ?? null)
      if (difference !== 0) return difference * (keys[i]?.direction ?? 1)
    }
    return compare(a.doc._id, b.doc._id) * tie
  }
  const full = limit + 1
  const room = Math.max(full * 4, 1_000)
  const held: Ranked<D>[] = []
  let last: Ranked<D> | undefined
  let seen = 0
  each((doc) => {
    seen++
    if (last && toPlace(doc, last.values, last.doc._id) > 0) return
    if (after && toPlace(doc, after.values, after.id) <= 0) return
    if (held.push({ doc, values: keys.map(({ read }) => sortable(read(doc))) }) < room) return
    topK(held, full, order)
    last = held[full - 1]
  })
  if (held.length > full) topK(held, full, order)
  return { docs: held.sort(order).map(({ doc }) => doc), seen }
}
