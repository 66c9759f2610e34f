import type { Position } from '#domain/kernel/event.ts'
import type { Collection, Condition, Doc, Filter, IndexSpec, Page, Query, Scalar, Sort, Stored, Write } from '#domain/kernel/read-store.ts'
import { decodeCursor, encodeCursor, type Place } from './cursor.ts'
import { isRange, isScalar, predicateOf, type Predicate, type TextSlot } from './matching.ts'
import { earlier, later, SortedList, type Spot } from './sorted-list.ts'
import { compare, rank, reader, sortable, unsortable } from './values.ts'

/** A document's place in every index; stays the same while the document is replaced. */
type Entry<D extends Doc> = TextSlot & {
  doc: Stored<D>
  /** No tombstone. Kept apart, as asking each document for a field it lacks is slow (V8) once many shapes have been seen. */
  live: boolean
}

type Index<D extends Doc> = {
  readonly fields: readonly string[]
  readonly read: readonly ((doc: object) => unknown)[]
  readonly list: SortedList<Entry<D>>
  /** Documents that hold an array or an object in one of the fields: while there are any, the index answers nothing. */
  unsortable: number
}

/** How a query is answered: a stretch of an index, and whether it is already in the order asked for. */
type Plan<D extends Doc> = {
  readonly index: Index<D>
  readonly prefix: readonly Scalar[]
  readonly from: Spot
  readonly to: Spot
  readonly size: number
  readonly covered: ReadonlySet<string>
  readonly direction: 1 | -1 | null
}

const tieOf = (sort: Sort): 1 | -1 => sort.at(-1)?.[1] ?? 1
/** Nothing is left to sort after `_id`. */
const upToId = (sort: Sort): Sort => {
  const id = sort.findIndex(([field]) => field === '_id')
  return id === -1 ? sort : sort.slice(0, id + 1)
}

/** Whether documents equal in the first fields of an index come out of it in the order asked for. @param equal how many fields */
function isOrdered(fields: readonly string[], equal: number, sort: Sort): boolean {
  const given = fields.slice(0, equal)
  const rest = fields.slice(equal)
  const left = sort.filter(([field]) => field !== '_id' && !given.includes(field))
  return left.length === rest.length && left.every(([field, direction], i) => field === rest[i] && direction === tieOf(sort))
}

/** Entries in order of `_id` put in order of the fields first. Sorts each field's few distinct values rather than all documents. */
function arranged<D extends Doc>(entries: readonly Entry<D>[], fields: readonly ((doc: object) => unknown)[]): readonly Entry<D>[] {
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
  for (const value of [...groups.keys()].sort(compare)) for (const entry of arranged(groups.get(value) ?? [], rest)) sorted.push(entry)
  return sorted
}

export function memoryCollection<D extends Doc>(keep: <T>(doc: T) => T): Collection<D> {
  const entries = new Map<string, Entry<D>>()
  const tombstones = new Set<string>()
  const indexes = new Map<string, Index<D>>()
  /** Declared, and built when a query first has a use for it: most sorts are never asked for, and a start need not wait for them. */
  const unbuilt = new Map<string, readonly string[]>()

  const holdsUnsortable = (index: Index<D>, doc: Stored<D>): boolean => {
    for (const read of index.read) if (unsortable(read(doc))) return true
    return false
  }
  const add = (index: Index<D>, entry: Entry<D>) => {
    index.list.insert(entry)
    if (holdsUnsortable(index, entry.doc)) index.unsortable++
  }
  const take = (index: Index<D>, entry: Entry<D>) => {
    index.list.remove(entry)
    if (holdsUnsortable(index, entry.doc)) index.unsortable--
  }
  const sameKeys = (index: Index<D>, a: Stored<D>, b: Stored<D>) =>
    index.read.every((read) => {
      const before = read(a)
      const after = read(b)
      return compare(sortable(before), sortable(after)) === 0 && unsortable(before) === unsortable(after)
    })

  function put(entry: Entry<D> | undefined, doc: Stored<D>): void {
    const live = !doc._deleted
    if (!live) tombstones.add(doc._id)
    else if (entry && !entry.live) tombstones.delete(doc._id)
    if (!entry) {
      const added: Entry<D> = { doc, live, folded: null }
      entries.set(doc._id, added)
      if (live) for (const index of indexes.values()) add(index, added)
      return
    }
    // As while the log is replayed: indexes are built when it has been.
    if (indexes.size === 0) {
      entry.doc = doc
      entry.folded = null
      entry.live = live
      return
    }
    const wasLive = entry.live
    const stays = (index: Index<D>) => live && wasLive && sameKeys(index, entry.doc, doc)
    const moved = [...indexes.values()].filter((index) => !stays(index))
    if (wasLive) for (const index of moved) take(index, entry)
    entry.doc = doc
    entry.folded = null
    entry.live = live
    if (live) for (const index of moved) add(index, entry)
  }

  function planFor(index: Index<D>, where: Readonly<Record<string, Condition>>, sort: Sort): Plan<D> | null {
    if (index.unsortable > 0) return null
    const prefix: Scalar[] = []
    for (const field of index.fields) {
      const condition = where[field]
      if (condition === undefined || !isScalar(condition)) break
      prefix.push(condition)
    }
    const covered = new Set(index.fields.slice(0, prefix.length))
    const onPrefix = ({ doc }: Entry<D>): number => {
      for (let i = 0; i < prefix.length; i++) {
        const difference = compare(sortable(index.read[i]?.(doc)), prefix[i] ?? null)
        if (difference !== 0) return difference
      }
      return 0
    }
    const rest = index.fields.slice(prefix.length)
    const ordered = isOrdered(index.fields, prefix.length, sort)

    let from: Spot | null = null
    let to: Spot | null = null
    const next = rest[0]
    const range = next === undefined ? undefined : where[next]
    if (next !== undefined && range !== undefined && isRange(range)) {
      const read = index.read[prefix.length] as (doc: object) => unknown // rest[0] exists
      const low = range.$gt ?? range.$gte
      const high = range.$lt ?? range.$lte
      const some = low ?? high
      // A null bound, or bounds of two types, is left to the predicate.
      if (some !== undefined && some !== null && (low === undefined || high === undefined || rank(low) === rank(high))) {
        const onNext = (entry: Entry<D>, bound: Scalar | undefined): number => {
          const difference = onPrefix(entry)
          if (difference !== 0) return difference
          const value = sortable(read(entry.doc))
          return bound === undefined ? rank(value) - rank(some) : compare(value, bound)
        }
        const after = (bound: Scalar | undefined) => index.list.spot((entry) => (onNext(entry, bound) <= 0 ? -1 : 1))
        const before = (bound: Scalar | undefined) => index.list.spot((entry) => onNext(entry, bound))
        from = range.$gt === undefined ? before(low) : after(low)
        to = range.$lt === undefined ? after(high) : before(high)
        // Two lower or two upper bounds at once are not worth a second search: the predicate looks at each document.
        if (Object.keys(range).length === Number(low !== undefined) + Number(high !== undefined)) covered.add(next)
      }
    }
    if (prefix.length === 0 && !from && !ordered) return null
    from ??= prefix.length === 0 ? index.list.start : index.list.spot(onPrefix)
    to ??= prefix.length === 0 ? index.list.end : index.list.spot((entry) => (onPrefix(entry) <= 0 ? -1 : 1))
    if (later(from, to) === from) to = from
    return { index, prefix, from, to, size: index.list.size(from, to), covered, direction: ordered ? tieOf(sort) : null }
  }

  function build(fields: readonly string[]): void {
    unbuilt.delete(fields.join())
    // Bare strings sort several times faster than documents by their field.
    const live = [...entries.keys()].sort().flatMap((id) => {
      const entry = entries.get(id)
      return entry?.live ? entry : []
    })
    const read = fields.map(reader)
    const order = (a: Entry<D>, b: Entry<D>): number => {
      for (const value of read) {
        const difference = compare(sortable(value(a.doc)), sortable(value(b.doc)))
        if (difference !== 0) return difference
      }
      return compare(a.doc._id, b.doc._id)
    }
    const index: Index<D> = { fields, read, list: new SortedList(order), unsortable: 0 }
    index.list.fill(arranged(live, read))
    for (const { doc } of live) if (holdsUnsortable(index, doc)) index.unsortable++
    indexes.set(fields.join(), index)
  }

  /** Builds what answers the query in its order or up to its last condition, or else what answers more of it than anything built. */
  function buildFor(where: Readonly<Record<string, Condition>>, sort: Sort): void {
    const answered = (fields: readonly string[]): number => {
      const equal = fields.findIndex((field) => where[field] === undefined || !isScalar(where[field]))
      return equal === -1 ? fields.length : equal
    }
    for (const fields of unbuilt.values()) {
      const equal = answered(fields)
      const next = fields[equal]
      const range = next === undefined ? undefined : where[next]
      if (next === undefined || (range !== undefined && isRange(range)) || isOrdered(fields, equal, sort)) build(fields)
    }
    const most = (all: Iterable<readonly string[]>) => Math.max(0, ...[...all].map(answered))
    const built = most([...indexes.values()].map(({ fields }) => fields))
    const partly = [...unbuilt.values()].find((fields) => answered(fields) > built && answered(fields) === most(unbuilt.values()))
    if (partly) build(partly)
  }

  /** The plan that is expected to look at the fewest documents; null: all of them. */
  function bestPlan(filter: Filter, sort: Sort, limit: number): Plan<D> | null {
    const where = filter.where ?? {}
    if (unbuilt.size > 0) buildFor(where, sort)
    const conditions = Object.keys(where).length + (filter.or ? 1 : 0) + (filter.search ? 1 : 0)
    // What comes in order stops at the page's end; how soon depends on what the index does not answer itself.
    const cost = (plan: Plan<D>) => (plan.direction ? Math.min(plan.size, conditions === plan.covered.size ? limit : Math.max(limit * 8, plan.size / 4)) : plan.size * 2)
    let best: Plan<D> | null = null
    for (const index of indexes.values()) {
      const plan = planFor(index, where, sort)
      if (plan && (!best || cost(plan) < cost(best))) best = plan
    }
    return best
  }

  /** The documents an `_id` condition names; null when there is none. */
  function named(filter: Filter): readonly Entry<D>[] | null {
    const condition = filter.where?.['_id']
    if (condition === undefined) return null
    const ids = isScalar(condition) ? [condition] : '$in' in condition && condition.$in ? [...new Set(condition.$in)] : null
    return ids && ids.flatMap((id) => (typeof id === 'string' ? (entries.get(id) ?? []) : []))
  }

  /** Visits every live document the filter lets through, in no promised order. */
  function each(filter: Filter, plan: Plan<D> | null, matches: Predicate, visit: (doc: Stored<D>) => void): void {
    const look = (entry: Entry<D>): 'go on' => {
      if (entry.live && matches(entry.doc, entry)) visit(entry.doc)
      return 'go on'
    }
    const ids = named(filter)
    if (ids) ids.forEach(look)
    else if (plan) plan.index.list.walk(plan.from, plan.to, 1, look)
    else for (const entry of entries.values()) look(entry)
  }

  /** A page read off an index that is in the order asked for: it starts at the cursor and stops when it is full. */
  function inOrder(plan: Plan<D>, matches: Predicate, sort: Sort, direction: 1 | -1, limit: number, after: Place | null): Stored<D>[] {
    const { list, read } = plan.index
    let { from, to } = plan
    if (after) {
      const target = plan.index.fields.map((field, i) =>
        i < plan.prefix.length ? (plan.prefix[i] ?? null) : (after.values[sort.findIndex(([sorted]) => sorted === field)] ?? null),
      )
      const toCursor = ({ doc }: Entry<D>): number => {
        for (let i = 0; i < target.length; i++) {
          const difference = compare(sortable(read[i]?.(doc)), target[i] ?? null)
          if (difference !== 0) return difference
        }
        return compare(doc._id, after.id)
      }
      if (direction === 1)
        from = later(
          from,
          list.spot((entry) => (toCursor(entry) <= 0 ? -1 : 1)),
        )
      else to = earlier(to, list.spot(toCursor))
      if (later(from, to) === from) return []
    }
    const page: Stored<D>[] = []
    list.walk(from, to, direction, (entry) => {
      if (matches(entry.doc, entry)) page.push(entry.doc)
      return page.length > limit ? 'stop' : 'go on'
    })
    return page
  }

  /** A page of documents that come in any order: never holds more than a few pages at once. */
  function selected(filter: Filter, plan: Plan<D> | null, matches: Predicate, sort: Sort, limit: number, after: Place | null): Stored<D>[] {
    const keys = sort.map(([field, direction]) => ({ read: reader(field), direction }))
    const tie = tieOf(sort)
    const order = (a: Stored<D>, b: Stored<D>): number => {
      for (const { read, direction } of keys) {
        const difference = compare(sortable(read(a)), sortable(read(b)))
        if (difference !== 0) return difference * direction
      }
      return compare(a._id, b._id) * tie
    }
    const isAfter = (doc: Stored<D>, place: Place): boolean => {
      for (const [i, { read, direction }] of keys.entries()) {
        const difference = compare(sortable(read(doc)), place.values[i] ?? null)
        if (difference !== 0) return difference * direction > 0
      }
      return compare(doc._id, place.id) * tie > 0
    }
    const full = limit + 1
    let page: Stored<D>[] = []
    let worst: Stored<D> | undefined
    const first = keys[0]
    let bar: Scalar = null
    each(filter, plan, matches, (doc) => {
      // Most documents are told apart by the first field alone.
      if (worst && (first ? compare(sortable(first.read(doc)), bar) * first.direction : order(doc, worst)) > 0) return
      if (after && !isAfter(doc, after)) return
      page.push(doc)
      if (page.length < full * 3 + 64) return
      page = page.sort(order).slice(0, full)
      worst = page.at(-1)
      if (first && worst) bar = sortable(first.read(worst))
    })
    return page.sort(order).slice(0, full)
  }

  /** How many the filter finds, off an index alone, each value of an `$in` by itself; null when documents must be looked at. */
  function countByIndex(filter: Filter, plan: Plan<D> | null): number | null {
    if (plan && predicateOf(filter, plan.covered).always) return plan.size
    const where = filter.where ?? {}
    for (const [field, condition] of Object.entries(where)) {
      if (isScalar(condition) || !('$in' in condition)) continue
      // An index answers only while its fields hold scalars, so that no document has two of the values.
      let sum = 0
      for (const value of new Set(condition.$in)) {
        const one = { ...filter, where: { ...where, [field]: value } }
        const count = countByIndex(one, bestPlan(one, [], Number.POSITIVE_INFINITY))
        if (count === null) return null
        sum += count
      }
      return sum
    }
    return null
  }

  return {
    async get(id) {
      const entry = entries.get(id)
      return entry?.live ? entry.doc : null
    },
    async load(ids) {
      const found = new Map<string, Stored<D>>()
      if (entries.size === 0) return found
      for (const id of ids) {
        const entry = entries.get(id)
        if (entry) found.set(id, entry.doc)
      }
      return found
    },
    async find({ filter, sort: asked = [], limit = Number.POSITIVE_INFINITY, cursor }: Query): Promise<Page<D>> {
      const sort = upToId(asked)
      const after = cursor === undefined ? null : decodeCursor(sort, cursor)
      const plan = named(filter) ? null : bestPlan(filter, sort, limit)
      const { matches } = predicateOf(filter, plan?.covered)
      const page = plan?.direction ? inOrder(plan, matches, sort, plan.direction, limit, after) : selected(filter, plan, matches, sort, limit, after)
      if (page.length <= limit) return { items: page, next: null }
      page.length = limit
      const last = page.at(-1)
      const values = last && sort.map(([field]) => sortable(reader(field)(last)))
      return { items: page, next: last && values ? encodeCursor(sort, { values, id: last._id }) : null }
    },
    async count(filter) {
      if (!filter.where && !filter.or && !filter.search) return entries.size - tombstones.size
      const plan = named(filter) ? null : bestPlan(filter, [], Number.POSITIVE_INFINITY)
      const known = named(filter) ? null : countByIndex(filter, plan)
      if (known !== null) return known
      const { matches } = predicateOf(filter, plan?.covered)
      let count = 0
      each(filter, plan, matches, () => count++)
      return count
    },
    async apply(writes: readonly Write<D>[]) {
      const conflicts: string[] = []
      for (const { id, ifPos, doc } of writes) {
        const entry = entries.get(id)
        if ((entry?.doc._pos ?? null) === ifPos) put(entry, keep(doc))
        else conflicts.push(id)
      }
      return { conflicts }
    },
    async ensureIndexes(specs: readonly IndexSpec[]) {
      for (const { fields } of specs) if (!indexes.has(fields.join())) unbuilt.set(fields.join(), fields)
    },
    async purge(upTo: Position) {
      let purged = 0
      for (const id of tombstones) {
        const entry = entries.get(id)
        if (!entry || entry.doc._pos > upTo) continue
        entries.delete(id)
        tombstones.delete(id)
        purged++
      }
      return purged
    },
    async drop() {
      entries.clear()
      tombstones.clear()
      indexes.clear()
      unbuilt.clear()
    },
  }
}
