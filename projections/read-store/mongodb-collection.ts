import type { Collection as MongoCollection, Filter as DriverFilter } from 'mongodb'
import type { Position } from '#domain/kernel/event.ts'
import type {
  Collection,
  Doc,
  Filter,
  IndexSpec,
  Page,
  Query,
  Stored,
  SumGroup,
  SumSpec,
  Write,
} from '#domain/kernel/ports/read-store.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { upToId } from './grammar.ts'
import { isUnknownCollection, lostInserts, type WhileAvailable } from './mongodb-availability.ts'
import { type MongoFilter, mongoFilter, mongoSort } from './mongodb-filter.ts'
import { searchesOf, searchTest } from './search.ts'
import { reader, sortable } from './values.ts'

type Kept = { _id: string; _pos: string; _deleted?: true }

/** The most ids in one query: a batch of the catch-up engine may have more. */
const IDS = 1_000
/**
 * The most documents in one write: a server that runs one batch at a time keeps others waiting
 * meanwhile.
 */
const WRITTEN = 500
/** Documents that the server sends at once while a search reads them. */
const SEARCHED = 500

const named = (id: unknown): string => {
  if (typeof id === 'string') return id
  throw new TypeError('A document is named by a text') // an object would be taken as an operator
}

/** Adds a document to the sums of its group. @param times number of documents that it stands for */
function addTo<D extends Doc, By extends keyof D & string, Of extends keyof D & string>(
  groups: Map<string, SumGroup<D, By, Of>>,
  spec: SumSpec<By, Of>,
  doc: Readonly<Record<string, unknown>>,
  times: number,
): void {
  const by = spec.by.map((name) => sortable(doc[name]))
  const key = JSON.stringify(by)
  const before = groups.get(key)
  const sums: Readonly<Record<string, number>> | undefined = before?.sums
  // The spec has named the fields.
  groups.set(key, {
    key: Object.fromEntries(spec.by.map((name, i) => [name, by[i]])),
    count: (before?.count ?? 0) + times,
    sums: Object.fromEntries(
      spec.of.map((name) => [name, (sums?.[name] ?? 0) + Number(doc[name] ?? 0)]),
    ),
  } as SumGroup<D, By, Of>)
}

/**
 * A read model in MongoDB.
 *
 * MongoDB has no substring search that ignores case and accents alike, nor an index for one.
 * `$search` is therefore done here, over the documents that match the rest of the filter. Most are
 * one owner's.
 *
 * @param advance moves the collection's checkpoint. @returns false when it was elsewhere
 */
export function mongoCollection<D extends Doc>(
  collection: MongoCollection<Kept>,
  reaching: WhileAvailable,
  advance: (from: Position, to: Position) => Promise<boolean>,
): Collection<D> {
  // The driver does not know the projection's document type.
  const asked = (filter: MongoFilter) => filter as DriverFilter<Kept>
  const given = (doc: Kept) => doc as Stored<D>
  const taken = (doc: Stored<D>) => doc as Kept

  const searchedFields = (filter: Filter) =>
    Object.fromEntries(
      searchesOf(filter).flatMap(({ fields }) =>
        fields.map((field) => [field.split('.', 1)[0] ?? field, 1 as const]),
      ),
    )
  const searcher = (filter: Filter) => {
    const searches = searchesOf(filter)
    return searches.length === 0 ? null : searchTest(searches)
  }

  async function page({
    filter,
    sort: wanted = [],
    limit = Number.POSITIVE_INFINITY,
    cursor,
    counted = false,
    fields,
  }: Query & { readonly fields?: readonly string[] }): Promise<Page<D>> {
    const sort = upToId(wanted)
    const projection =
      fields &&
      Object.fromEntries(
        ['owner', ...fields, ...sort.map(([path]) => path)].map((path) => [path, 1 as const]),
      )
    const place = cursor === undefined ? null : decodeCursor(sort, cursor)
    const search = searcher(filter)
    const looking = asked(mongoFilter(filter, sort, place))
    const items: Stored<D>[] = []
    let total: number | null = null
    let isMore = false
    if (search === null) {
      const found = collection.find(looking, { ...(projection && { projection }) })
      found.sort(mongoSort(sort))
      if (Number.isFinite(limit)) found.limit(limit + 1)
      items.push(...(await found.toArray()).map(given))
      if (place === null && items.length <= limit) total = items.length
    } else {
      // Documents of this page and after it were counted while reading. Documents before the cursor
      // were not.
      const toTheEnd = counted && place === null
      let seen = 0
      // The fields searched come alone: a page is few of the documents looked at, and is then
      // loaded whole.
      const found = collection
        .find(looking, { projection: searchedFields(filter), batchSize: SEARCHED })
        .sort(mongoSort(sort))
      const ids: string[] = []
      try {
        for await (const doc of found) {
          if (!search(doc)) continue
          if (++seen <= limit + 1) ids.push(doc._id)
          if (seen > limit && !toTheEnd) break
        }
      } finally {
        await found.close()
      }
      const whole = await load(ids, projection)
      // A document removed since is passed over, as if it had been removed before.
      items.push(...ids.flatMap((id) => whole.get(id) ?? []).filter((doc) => !doc._deleted))
      if (toTheEnd) total = seen
      isMore = ids.length > limit
    }
    const told = counted ? { total: total ?? (await count(filter)) } : {}
    isMore ||= items.length > limit
    if (items.length > limit) items.length = limit
    if (!isMore) return { ...told, items, next: null }
    const last = items.at(-1)
    return {
      ...told,
      items,
      next: last
        ? encodeCursor(sort, {
            values: sort.map(([field]) => sortable(reader(field)(last))),
            id: last._id,
          })
        : null,
    }
  }

  async function count(filter: Filter): Promise<number> {
    const search = searcher(filter)
    const left = asked(mongoFilter(filter))
    if (search === null) return collection.countDocuments(left)
    let total = 0
    for await (const doc of collection.find(left, {
      projection: searchedFields(filter),
      batchSize: SEARCHED,
    }))
      if (search(doc)) total++
    return total
  }

  /** The server adds up what matches. A search is done here, as in `page`. */
  async function sum<By extends keyof D & string, Of extends keyof D & string>(
    filter: Filter,
    spec: SumSpec<By, Of>,
  ): Promise<readonly SumGroup<D, By, Of>[]> {
    const search = searcher(filter)
    const groups = new Map<string, SumGroup<D, By, Of>>()
    if (search === null) {
      const group = {
        _id: Object.fromEntries(spec.by.map((name) => [name, `$${name}`])),
        count: { $sum: 1 },
        ...Object.fromEntries(spec.of.map((name) => [`of_${name}`, { $sum: `$${name}` }])),
      }
      for await (const row of collection.aggregate([
        { $match: asked(mongoFilter(filter)) },
        { $group: group },
      ])) {
        const sums = Object.fromEntries(spec.of.map((name) => [name, row[`of_${name}`]]))
        addTo(groups, spec, { ...row['_id'], ...sums }, row['count'])
      }
    } else {
      const names = [...spec.by, ...spec.of]
      const projection = {
        ...searchedFields(filter),
        ...Object.fromEntries(names.map((name) => [name, 1 as const])),
      }
      for await (const doc of collection.find(asked(mongoFilter(filter)), {
        projection,
        batchSize: SEARCHED,
      }))
        if (search(doc)) addTo(groups, spec, doc, 1)
    }
    return [...groups.values()]
  }

  /**
   * One round trip when no other process writes; a second one to find the lost writes when one did.
   */
  async function apply(
    writes: readonly Write<D>[],
  ): Promise<{ readonly conflicts: readonly string[] }> {
    if (writes.length === 0) return { conflicts: [] }
    const operations = writes.map(({ id, ifPos, doc }) =>
      ifPos === null
        ? { insertOne: { document: taken(doc) } }
        : { replaceOne: { filter: { _id: named(id), _pos: ifPos }, replacement: taken(doc) } },
    )
    const replaced = writes.filter(({ ifPos }) => ifPos !== null)
    let lost: readonly number[] = []
    let matched: number
    try {
      matched = (await collection.bulkWrite(operations, { ordered: false })).matchedCount
    } catch (error) {
      const inserts = lostInserts(error)
      if (inserts === null) throw error
      lost = inserts
      // lostInserts has checked that it is a bulk error
      matched = (error as { result?: { matchedCount?: number } }).result?.matchedCount ?? -1
    }
    const conflicts = new Set(lost.map((i) => writes[i]?.id ?? ''))
    if (matched !== replaced.length) {
      // The server answers only a count of replaced documents. A document at the same position
      // holds the same events, whichever process wrote it.
      const stand = await positions(replaced.map(({ id }) => id))
      for (const { id, doc } of replaced) if (stand.get(id) !== doc._pos) conflicts.add(id)
    }
    return { conflicts: writes.map(({ id }) => id).filter((id) => conflicts.has(id)) }
  }

  async function positions(ids: readonly string[]): Promise<ReadonlyMap<string, Position>> {
    const found = new Map<string, Position>()
    for (let i = 0; i < ids.length; i += IDS)
      for (const { _id, _pos } of await collection
        .find({ _id: { $in: ids.slice(i, i + IDS) } }, { projection: { _pos: 1 } })
        .toArray())
        found.set(_id, _pos)
    return found
  }

  async function load(
    ids: readonly string[],
    projection?: Readonly<Record<string, 1>>,
  ): Promise<ReadonlyMap<string, Stored<D>>> {
    const found = new Map<string, Stored<D>>()
    for (let i = 0; i < ids.length; i += IDS)
      for (const doc of await collection
        .find(
          { _id: { $in: ids.slice(i, i + IDS).map(named) } },
          { ...(projection && { projection: { ...projection, _deleted: 1 } }) },
        )
        .toArray())
        found.set(doc._id, given(doc))
    return found
  }

  async function indexNames(): Promise<ReadonlySet<unknown>> {
    try {
      return new Set(
        (await collection.listIndexes().toArray()).map(({ name }: { name?: unknown }) => name),
      )
    } catch (error) {
      if (isUnknownCollection(error)) return new Set()
      throw error
    }
  }

  return {
    async get(id) {
      const doc = await reaching(() => collection.findOne({ _id: named(id) }))
      return doc === null || doc._deleted ? null : given(doc)
    },
    load: (ids) => reaching(() => load(ids), 'batch'),
    find: (query: Parameters<typeof page>[0]) => reaching(() => page(query)),
    count: (filter) => reaching(() => count(filter)),
    sum: (filter, spec) => reaching(() => sum(filter, spec)),
    async apply(writes, checkpoint) {
      const conflicts: string[] = []
      for (let i = 0; i < writes.length; i += WRITTEN)
        conflicts.push(
          ...(await reaching(() => apply(writes.slice(i, i + WRITTEN)), 'batch')).conflicts,
        )
      // Documents go first, so that work that was cut short is done again.
      const moved =
        checkpoint !== undefined &&
        conflicts.length === 0 &&
        (await advance(checkpoint.from, checkpoint.to))
      return { conflicts, moved }
    },
    async ensureIndexes(specs: readonly IndexSpec[]) {
      // `_id` comes last: it breaks the ties of a sort. Tombstones have an index of their own,
      // without live documents.
      const keys = specs.map(({ fields }) => ({
        key: Object.fromEntries([...fields, '_id'].map((field) => [field, 1 as const])),
        name: fields.join(),
      }))
      const there = await reaching(indexNames)
      const missing = [...keys, { key: { _deleted: 1 }, name: '_deleted', sparse: true }].filter(
        ({ name }) => !there.has(name),
      )
      if (missing.length > 0) await reaching(() => collection.createIndexes(missing), 'whole')
    },
    async purge(upTo) {
      const { deletedCount } = await reaching(
        () => collection.deleteMany({ _deleted: true, _pos: { $lte: upTo } }),
        'whole',
      )
      return deletedCount
    },
    async drop() {
      await reaching(
        () =>
          collection
            .drop()
            .catch((error: unknown) => (isUnknownCollection(error) ? true : Promise.reject(error))),
        'whole',
      )
    },
  }
}
