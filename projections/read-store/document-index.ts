import type { Condition, Doc, Scalar, Sort, Stored } from '#domain/kernel/ports/read-store.ts'
import type { Row } from './columns.ts'
import { isRange, isScalar, type Search, type TextSlot } from './matching.ts'
import { eachWithWords, type SearchText, searchText } from './search-text.ts'
import { later, SortedList, type Spot } from './sorted-list.ts'
import { compare, rank, reader, sortable, unsortable } from './values.ts'

/** A document's place in every index; stays the same while the document is replaced. */
export type Entry<D extends Doc> = TextSlot &
  Row<D> & {
    /**
     * False for a tombstone. A copy of the field, since V8 is slow to read one that most documents
     * lack.
     */
    live: boolean
  }

type Where = Readonly<Record<string, Condition>>
/** A part of the list: `from` is in it, `to` is not. */
type Stretch = { readonly from: Spot; readonly to: Spot }

/**
 * Answer of an index to a query: parts of its list, and whether they are in the requested order.
 */
export type Plan<D extends Doc> = {
  readonly index: Index<D>
  /**
   * The fields whose conditions choose the parts. Plans of one query with the same fields name the
   * same documents.
   */
  readonly answered: string
  /** Values of the index's first fields in a plan that is in order. */
  readonly prefix: readonly Scalar[]
  readonly stretches: readonly Stretch[]
  /** Number of documents in the parts; no document is in two. */
  readonly size: number
  /** Fields whose conditions need not be checked any more. */
  readonly covered: ReadonlySet<string>
  /** Null when the parts are not in the order asked for. */
  readonly direction: 1 | -1 | null
}

/**
 * Share of a query that an index answers. It depends on the first fields with given values, a range
 * of the next one, and the order.
 */
export type Reach = {
  readonly answered: string
  readonly held: number
  readonly ways: number
  readonly ranged: boolean
  readonly ordered: boolean
}

/** A list is searched whole, and in each of its fields of text. */
const KEPT_TEXTS = 8
/** With more parts than this, searching for each costs more than it saves. */
const MOST_WAYS = 32

export const tieOf = (sort: Sort): 1 | -1 => sort.at(-1)?.[1] ?? 1

/**
 * The values that a condition names; null for a range, and for a condition that excludes a value.
 */
function valuesOf(condition: Condition | undefined): readonly Scalar[] | null {
  if (condition === undefined) return null
  if (isScalar(condition)) return [condition]
  return '$in' in condition && Object.keys(condition).length === 1
    ? [...new Set(condition.$in)]
    : null
}

/**
 * Share of a query that an index of these fields answers, whatever its documents.
 *
 * @param several whether a field may have more than one value; the fields after it are then not in
 * order
 */
export function reachOf(
  fields: readonly string[],
  where: Where,
  sort: Sort,
  given: readonly string[],
  several = true,
): Reach {
  let held = 0
  let ways = 1
  for (const field of fields) {
    const values = valuesOf(where[field])
    if (!values || (values.length > 1 && !several) || ways * values.length > MOST_WAYS) break
    ways *= values.length
    held++
  }
  const next = where[fields[held] ?? '']
  const ranged = held < fields.length && next !== undefined && isRange(next)
  const answered = `${fields.slice(0, held).sort().join()}${ranged ? `,${fields[held]}` : ''}`
  return {
    answered,
    held,
    ways,
    ranged,
    ordered: ways === 1 && isOrdered(fields, held, sort, given),
  }
}

/**
 * Whether an index gives documents that are equal in its first fields in the requested order.
 *
 * @param equal how many fields
 * @param given fields in which all documents of the partition are equal
 */
function isOrdered(
  fields: readonly string[],
  equal: number,
  sort: Sort,
  given: readonly string[],
): boolean {
  const tie = tieOf(sort)
  let at = equal
  for (const [field, direction] of sort) {
    const standing = fields.indexOf(field)
    if (field === '_id' || given.includes(field) || (standing !== -1 && standing < equal)) continue
    if (fields[at] !== field || direction !== tie) return false
    at++
  }
  return at === fields.length
}

type Range = {
  /** Undefined for a range that is open at this end, up to the last value of its type. */
  readonly low: Scalar | undefined
  readonly high: Scalar | undefined
  readonly aboveLow: boolean
  readonly belowHigh: boolean
  readonly rank: number
  /** Whether the range covers the whole condition. */
  readonly whole: boolean
}

/**
 * The range of a condition, for a search in the index. Null for bounds of two types: those are
 * checked document by document.
 */
function rangeOf(condition: Condition | undefined): Range | null {
  if (condition === undefined || !isRange(condition)) return null
  const low = condition.$gt ?? condition.$gte
  const high = condition.$lt ?? condition.$lte
  const some = low ?? high
  if (some === undefined || (low !== undefined && high !== undefined && rank(low) !== rank(high)))
    return null
  // Two lower or two upper bounds at once are not worth a second search: the predicate looks at
  // each document.
  const whole =
    Object.keys(condition).length === Number(low !== undefined) + Number(high !== undefined)
  return {
    low,
    high,
    aboveLow: condition.$gt !== undefined,
    belowHigh: condition.$lt !== undefined,
    rank: rank(some),
    whole,
  }
}

/**
 * Sorts entries, which are in order of `_id`, by the fields. It sorts each field's few distinct
 * values, not all documents.
 */
function arranged<D extends Doc>(
  entries: readonly Entry<D>[],
  fields: readonly ((doc: object) => unknown)[],
): readonly Entry<D>[] {
  const [read, ...rest] = fields
  if (!read || entries.length < 2) return entries
  const groups = new Map<Scalar, Entry<D>[]>()
  for (const entry of entries) {
    const value = sortable(read(entry.doc))
    const group = groups.get(value)
    if (group) group.push(entry)
    else groups.set(value, [entry])
  }
  const sorted: Entry<D>[] = []
  for (const value of [...groups.keys()].sort(compare))
    for (const entry of arranged(groups.get(value) ?? [], rest)) sorted.push(entry)
  return sorted
}

/** Documents in the order of some fields, then of `_id`. */
export class Index<D extends Doc> {
  readonly fields: readonly string[]
  readonly read: readonly ((doc: object) => unknown)[]
  readonly list: SortedList<Entry<D>>
  /**
   * Number of documents with an array or an object in one of the fields. With any, the index
   * answers nothing.
   */
  private unsortable = 0
  /** The search texts of each chunk of the list, by their fields, made at their first search. */
  private texts = new WeakMap<readonly Entry<D>[], Map<string, SearchText>>()
  private searched = false

  /** @param entries in order of `_id` */
  constructor(fields: readonly string[], entries: readonly Entry<D>[]) {
    const read = fields.map(reader)
    this.fields = fields
    this.read = read
    this.list = new SortedList(
      (a, b) => {
        for (const value of read) {
          const difference = compare(sortable(value(a.doc)), sortable(value(b.doc)))
          if (difference !== 0) return difference
        }
        return compare(a.doc._id, b.doc._id)
      },
      (chunk) => this.forget(chunk),
    )
    this.list.fill(arranged(entries, read))
    for (const { doc } of entries) if (this.holdsUnsortable(doc)) this.unsortable++
  }

  add(entry: Entry<D>): void {
    this.list.insert(entry)
    if (this.holdsUnsortable(entry.doc)) this.unsortable++
  }

  remove(entry: Entry<D>): void {
    this.list.remove(entry)
    if (this.holdsUnsortable(entry.doc)) this.unsortable--
  }

  /** Whether a document keeps its place in the list when another version replaces it. */
  keeps(a: Stored<D>, b: Stored<D>): boolean {
    return this.read.every((read) => {
      const before = read(a)
      const after = read(b)
      return (
        before === after ||
        (compare(sortable(before), sortable(after)) === 0 &&
          unsortable(before) === unsortable(after))
      )
    })
  }

  /** False while a document has a value that cannot be sorted. */
  get answers(): boolean {
    return this.unsortable === 0
  }

  plan(where: Where, sort: Sort, { answered, held, ranged, ordered }: Reach): Plan<D> {
    const covered = new Set(this.fields.slice(0, held))
    let prefixes: readonly (readonly Scalar[])[] = [[]]
    for (const field of covered)
      prefixes = prefixes.flatMap((prefix) =>
        (valuesOf(where[field]) ?? []).map((value) => [...prefix, value]),
      )
    const next = this.fields[held] ?? ''
    const range = ranged ? rangeOf(where[next]) : null
    if (range?.whole) covered.add(next)
    const stretches = prefixes.map((prefix) => this.stretch(prefix, range))
    const size = stretches.reduce((sum, { from, to }) => sum + this.list.size(from, to), 0)
    return {
      index: this,
      answered,
      prefix: prefixes[0] ?? [],
      stretches,
      size,
      covered,
      direction: ordered ? tieOf(sort) : null,
    }
  }

  /**
   * The part of the list with these values in the first fields, and the next field in the range.
   */
  private stretch(prefix: readonly Scalar[], range: Range | null): Stretch {
    const onPrefix = ({ doc }: Entry<D>): number => {
      for (let i = 0; i < prefix.length; i++) {
        const difference = compare(sortable(this.read[i]?.(doc)), prefix[i] ?? null)
        if (difference !== 0) return difference
      }
      return 0
    }
    if (!range) {
      if (prefix.length === 0) return { from: this.list.start, to: this.list.end }
      return {
        from: this.list.spot(onPrefix),
        to: this.list.spot((entry) => (onPrefix(entry) <= 0 ? -1 : 1)),
      }
    }
    // the field that the range is on
    const read = this.read[prefix.length] as (doc: object) => unknown
    const onNext = (entry: Entry<D>, bound: Scalar | undefined): number => {
      const difference = onPrefix(entry)
      if (difference !== 0) return difference
      const value = sortable(read(entry.doc))
      return bound === undefined ? rank(value) - range.rank : compare(value, bound)
    }
    const { low, high, aboveLow, belowHigh } = range
    const after = (bound: Scalar | undefined) =>
      this.list.spot((entry) => (onNext(entry, bound) <= 0 ? -1 : 1))
    const before = (bound: Scalar | undefined) => this.list.spot((entry) => onNext(entry, bound))
    const from = aboveLow ? after(low) : before(low)
    return { from, to: later(from, belowHigh ? before(high) : after(high)) }
  }

  /** Visits the entries of the parts whose text has every word. */
  search(stretches: readonly Stretch[], search: Search, visit: (entry: Entry<D>) => void): void {
    this.searched = true
    for (const { from, to } of stretches)
      this.list.walkChunks(from, to, (chunk, first, last) => {
        const text = this.textOf(chunk, search)
        // the text is of the chunk's entries
        eachWithWords(text, search.words, first, last, (place) => visit(chunk[place] as Entry<D>))
      })
  }

  /**
   * A chunk's search text. Searches of one field and of all take turns, so texts of several fields
   * are kept.
   */
  private textOf(chunk: readonly Entry<D>[], search: Search): SearchText {
    const known = this.texts.get(chunk) ?? new Map<string, SearchText>()
    const kept = known.get(search.fields)
    if (kept) return kept
    const text = searchText(
      chunk.map(({ doc }) => doc),
      search,
    )
    const [oldest] = known.keys()
    if (oldest !== undefined && known.size >= KEPT_TEXTS) known.delete(oldest)
    this.texts.set(chunk, known.set(search.fields, text))
    return text
  }

  /** Called before a document is replaced that keeps its place in the list. */
  retold(entry: Entry<D>): void {
    const chunk = this.searched ? this.list.chunkOf(entry) : undefined
    if (chunk) this.forget(chunk)
  }

  private forget(chunk: readonly Entry<D>[]): void {
    if (this.searched) this.texts.delete(chunk)
  }

  private holdsUnsortable(doc: Stored<D>): boolean {
    for (const read of this.read) if (unsortable(read(doc))) return true
    return false
  }
}
