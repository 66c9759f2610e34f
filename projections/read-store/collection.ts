import type { Position } from '#domain/kernel/event.ts'
import type {
  Collection,
  Doc,
  Filter,
  IndexSpec,
  Page,
  Query,
  Sort,
  Stored,
  Write,
} from '#domain/kernel/ports/read-store.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import type { Entry } from './document-index.ts'
import { isScalar, predicateOf } from './matching.ts'
import { type Found, type PageQuery, OwnerPartition, selected } from './owner-partition.ts'
import { SumTable } from './sum-table.ts'
import { reader, sortable } from './values.ts'

const NOWHERE: readonly never[] = []

/** A sort ends with `_id`, which no two documents share. */
const upToId = (sort: Sort): Sort => {
  const id = sort.findIndex(([field]) => field === '_id')
  return id === -1 ? sort : sort.slice(0, id + 1)
}

export type MemoryCollection<D extends Doc> = Collection<D> & {
  /** All documents, tombstones too. A document written during the iteration may be missed. */
  documents(): Iterable<Stored<D>>
}

/**
 * A collection in memory. Nearly every query names one owner, so each owner's documents have
 * indexes of their own. The cost of one freelancer's list does not grow with the number of
 * freelancers. Partitions and indexes are made when a query first needs them.
 */
export function memoryCollection<D extends Doc>(keep: <T>(doc: T) => T): MemoryCollection<D> {
  const entries = new Map<string, Entry<D>>()
  const tombstones = new Set<string>()
  /** The declared indexes by their fields' names: over all documents, and over one owner's. */
  const declared = new Map<string, readonly string[]>()
  const declaredOfOwner = new Map<string, readonly string[]>()
  let everyone: OwnerPartition<D> | null = null
  let owners: Map<string, OwnerPartition<D>> | null = null

  const live = () => [...entries.values()].filter((entry) => entry.live)
  const newPart = (held: Iterable<Entry<D>>) => new OwnerPartition(held, declaredOfOwner, ['owner'])

  function ownersParts(): ReadonlyMap<string, OwnerPartition<D>> {
    if (owners) return owners
    const held = new Map<string, Entry<D>[]>()
    for (const entry of live()) {
      const theirs = held.get(entry.doc.owner)
      if (theirs) theirs.push(entry)
      else held.set(entry.doc.owner, [entry])
    }
    return (owners = new Map(Array.from(held, ([owner, theirs]) => [owner, newPart(theirs)])))
  }

  /** The partitions that hold a document of this owner. */
  function partsOf(owner: string): readonly OwnerPartition<D>[] {
    const parts: OwnerPartition<D>[] = []
    if (everyone) parts.push(everyone)
    if (owners) {
      const theirs = owners.get(owner) ?? newPart([])
      owners.set(owner, theirs)
      parts.push(theirs)
    }
    return parts
  }

  function put(known: Entry<D> | undefined, doc: Stored<D>): void {
    const isLive = !doc._deleted
    if (!isLive) tombstones.add(doc._id)
    else if (known && !known.live) tombstones.delete(doc._id)
    const entry: Entry<D> = known ?? { doc, live: false, folded: null, foldedOf: null, row: -1 }
    if (!known) entries.set(doc._id, entry)
    // No query has come yet, for example while the log is replayed.
    const asked = everyone !== null || owners !== null
    const from = asked && entry.live ? partsOf(entry.doc.owner) : NOWHERE
    const to = asked && isLive ? partsOf(doc.owner) : NOWHERE
    const moved = from.map((part) => part.leave(entry, to.includes(part) ? doc : null))
    entry.doc = doc
    entry.folded = null
    entry.live = isLive
    for (const part of to) part.enter(entry, moved[from.indexOf(part)] ?? null)
  }

  /** The documents that an `_id` condition names; null without such a condition. */
  function named(filter: Filter): readonly Entry<D>[] | null {
    const condition = filter.where?.['_id']
    if (condition === undefined) return null
    const ids = isScalar(condition)
      ? [condition]
      : '$in' in condition && condition.$in
        ? [...new Set(condition.$in)]
        : null
    return ids && ids.flatMap((id) => (typeof id === 'string' ? (entries.get(id) ?? []) : []))
  }

  /** Checks the named documents one by one. */
  function among(
    named: readonly Entry<D>[],
    { filter, sort, limit, after, counted }: PageQuery,
  ): Found<D> {
    const { matches } = predicateOf(filter)
    const { docs, seen } = selected<D>(
      (visit) => {
        for (const entry of named) if (entry.live && matches(entry.doc, entry)) visit(entry.doc)
      },
      sort,
      limit,
      after,
    )
    return { docs, total: counted ? seen : null }
  }

  /**
   * The smallest partition that holds every match of the filter, and the filter without the
   * conditions that the partition answers. Null when nothing can match.
   */
  function narrowed(filter: Filter): {
    readonly part: OwnerPartition<D> | null
    readonly left: Filter
  } {
    const { owner, ...where } = filter.where ?? {}
    if (typeof owner !== 'string')
      return { part: (everyone ??= new OwnerPartition(live(), declared, [])), left: filter }
    return { part: ownersParts().get(owner) ?? null, left: { ...filter, where } }
  }

  function query(asked: PageQuery): Found<D> {
    const ids = named(asked.filter)
    if (ids) return among(ids, asked)
    const { part, left } = narrowed(asked.filter)
    return part?.find({ ...asked, filter: left }) ?? { docs: [], total: asked.counted ? 0 : null }
  }

  return {
    *documents() {
      for (const { doc } of entries.values()) yield doc
    },
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
    async find({
      filter,
      sort: asked = [],
      limit = Number.POSITIVE_INFINITY,
      cursor,
      counted = false,
    }: Query): Promise<Page<D>> {
      const sort = upToId(asked)
      const after = cursor === undefined ? null : decodeCursor(sort, cursor)
      const { docs, total } = query({ filter, sort, limit, after, counted })
      const told = total === null ? {} : { total }
      if (docs.length <= limit) return { ...told, items: docs, next: null }
      docs.length = limit
      const last = docs.at(-1)
      const values = last && sort.map(([field]) => sortable(reader(field)(last)))
      return {
        ...told,
        items: docs,
        next: last && values ? encodeCursor(sort, { values, id: last._id }) : null,
      }
    },
    async count(filter) {
      if (Object.keys(filter).length === 0) return entries.size - tombstones.size
      const ids = named(filter)
      if (ids)
        return among(ids, { filter, sort: [], limit: 0, after: null, counted: true }).total ?? 0
      const { part, left } = narrowed(filter)
      return part?.count(left) ?? 0
    },
    async sum(filter, spec) {
      const ids = named(filter)
      if (ids) {
        const { matches } = predicateOf(filter)
        const found = new SumTable(spec)
        for (const entry of ids) if (entry.live && matches(entry.doc, entry)) found.add(entry.doc)
        return found.groups()
      }
      const { part, left } = narrowed(filter)
      return part?.sum(left, spec).groups() ?? []
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
      for (const { fields } of specs) {
        declared.set(fields.join(), fields)
        const ofOwner = fields.filter((field) => field !== 'owner')
        if (ofOwner.length > 0) declaredOfOwner.set(ofOwner.join(), ofOwner)
      }
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
      declared.clear()
      declaredOfOwner.clear()
      everyone = null
      owners = null
    },
  }
}
