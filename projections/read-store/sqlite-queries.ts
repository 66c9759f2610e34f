import type {
  Doc,
  Filter,
  Page,
  Query,
  Sort,
  Stored,
  SumGroup,
  SumSpec,
} from '#domain/kernel/ports/read-store.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { field, upToId } from './grammar.ts'
import type { DocumentTables } from './sqlite-documents.ts'
import {
  after,
  all,
  any,
  decoded,
  filterSql,
  orderBy,
  type Sql,
  sql,
  type Value,
} from './sqlite-filter.ts'
import { indexFor, indexInOrder } from './sqlite-plan.ts'
import { ROOM, type Tables } from './sqlite-tables.ts'
import { reader, sortable } from './values.ts'

/** An owner with fewer documents has them read from end to end: three million a second. */
const WORTH_INDEXES = 20_000
/** A row that an index names costs as much as so many that lie side by side. */
const APART = 8

/** Matches whose numbers are kept between counting them and choosing a page of them. */
const FEW = 2_000
/** A list is read in the order of an index where at least one of so many documents matches. */
const SPARSE = 50

/** Where a query reads, and its conditions there. */
type Source = {
  readonly from: string
  readonly where: Sql
  readonly indexed: boolean
  /** Number of documents that it reads one after another; 0 where others do not matter. */
  readonly scanned: number
}

/** Fields of a document that a page is read by: `_id`, the owner, those wanted and those sorted. */
function namesOf(fields: readonly string[], sort: Sort): readonly string[] {
  const paths = ['_id', 'owner', ...fields, ...sort.map(([path]) => path)]
  return [...new Set(paths.map((path) => field(path).split('.', 1)[0] ?? path))]
}
const bodyOf = (names: readonly string[] | null): string =>
  names === null ? 'doc' : names.map((name) => `doc -> '$."${name}"'`).join()
function docOf<D extends Doc>(names: readonly string[] | null, row: readonly Value[]): Stored<D> {
  if (names === null) return parsed<D>(String(row[0]))
  const there = names.flatMap((name, i) => {
    const text = row[i]
    return typeof text === 'string' ? [[name, JSON.parse(text) as unknown] as const] : []
  })
  return Object.fromEntries(there) as Stored<D> // the caller has named its fields
}

const PLAIN = { indexed: false, scanned: 0 } as const

export const parsed = <D extends Doc>(text: string): Stored<D> => JSON.parse(text) as Stored<D> // as `apply` wrote it

/** Answers the queries on a collection. */
export function sqliteQueries<D extends Doc>(db: Tables, tables: DocumentTables) {
  const { table, docs, declared } = tables

  /** Whether an index names so few documents that reading them one by one is worth it. */
  function isNarrow(index: string, conditions: Filter, most: number): boolean {
    const { text, values } = filterSql(conditions, tables.open().columns)
    const some = `SELECT 1 FROM ${table} INDEXED BY ${index} WHERE ${text} LIMIT ?`
    return (db.one<number>(`SELECT count(*) FROM (${some})`, [...values, most]) ?? 0) < most
  }

  const indexed = (fields: readonly string[], filter: Filter): Source => ({
    from: `${table} INDEXED BY ${tables.makeIndex(fields)}`,
    where: filterSql(filter, tables.open().columns),
    indexed: true,
    scanned: 0,
  })

  function sourceOf(filter: Filter, sort: Sort): Source {
    const { columns } = tables.open()
    const { owner, _id, ...where } = filter.where ?? {}
    if (_id !== undefined) {
      const { text, values } = filterSql({ where: { _id } }, columns)
      const numbers = sql(`n IN (SELECT n FROM ${docs} WHERE ${text})`, ...values)
      const others = { ...filter, where: { ...where, ...(owner !== undefined && { owner }) } }
      return { ...PLAIN, from: table, where: all([numbers, filterSql(others, columns)]) }
    }
    if (typeof owner !== 'string')
      return { ...PLAIN, from: table, where: filterSql(filter, columns) }
    const room = db.seen(owner)
    if (room === null) return { ...PLAIN, from: table, where: sql('0') }
    const scanned = tables.lastIn(room) - room
    const plan = scanned < WORTH_INDEXES ? null : indexFor([...declared.values()], filter, sort)
    if (plan !== null) {
      const most = Math.floor(scanned / APART)
      if (plan.isWhole || isNarrow(tables.makeIndex(plan.fields), { where: plan.answered }, most))
        return indexed(plan.fields, filter)
    }
    const own = sql('n >= ? AND n < ?', room, room + ROOM)
    const left = filterSql({ ...filter, where }, columns)
    return { from: `${table} NOT INDEXED`, where: all([own, left]), indexed: false, scanned }
  }

  /** Counts the matches, and chooses where to read a page of them. */
  function counting(source: Source, filter: Filter, sort: Sort) {
    const { from, where, scanned } = source
    const numbers = `SELECT count(*), json_group_array(n) FROM ${from} WHERE ${where.text}`
    const [[total, text] = [0, '[]']] = db.rows<[number, string]>(numbers, where.values)
    if (total <= FEW) {
      const some = sql('n IN (SELECT value FROM json_each(?))', text)
      return { total, source: { ...PLAIN, from: table, where: some } }
    }
    const fields =
      scanned < WORTH_INDEXES || total * SPARSE < scanned
        ? null
        : indexInOrder([...declared.values()], filter, sort)
    return { total, source: fields === null ? source : indexed(fields, filter) }
  }

  function count(filter: Filter): number {
    const { from, where } = sourceOf(filter, [])
    return db.one<number>(`SELECT count(*) FROM ${from} WHERE ${where.text}`, where.values) ?? 0
  }

  function page(query: Query & { readonly fields?: readonly string[] }): Page<D> {
    const { filter, limit = Number.POSITIVE_INFINITY, cursor, counted = false, fields } = query
    const sort = upToId(query.sort ?? [])
    const place = cursor === undefined ? null : decodeCursor(sort, cursor)
    const { columns } = tables.open()
    const first = sourceOf(filter, sort)
    const found =
      counted && first.scanned > FEW
        ? counting(first, filter, sort)
        : { total: null, source: first }
    const { from, where, indexed: inOrder } = found.source
    const order = orderBy(sort, columns)
    const rest = place === null ? [] : after(sort, place, columns)
    const stretches = place === null ? [null] : inOrder ? rest : [any(rest)]
    const names = fields === undefined ? null : namesOf(fields, sort)
    const items: Stored<D>[] = []
    for (const stretch of stretches) {
      const { text, values } = stretch === null ? where : all([where, stretch])
      const numbers = `SELECT n FROM ${from} WHERE ${text} ORDER BY ${order} LIMIT ?`
      const wanted = Number.isFinite(limit) ? limit + 1 - items.length : -1
      for (const row of db.rows<Value[]>(
        `SELECT ${bodyOf(names)} FROM (${numbers}) CROSS JOIN ${docs} USING (n)`,
        [...values, wanted],
      ))
        items.push(docOf(names, row))
      if (items.length > limit) break
    }
    const isMore = items.length > limit
    if (isMore) items.length = limit
    const isAll = place === null && !isMore
    const total = counted ? { total: found.total ?? (isAll ? items.length : count(filter)) } : {}
    const end = items.at(-1)
    if (!isMore || !end) return { ...total, items, next: null }
    const values = sort.map(([path]) => sortable(reader(path)(end)))
    return { ...total, items, next: encodeCursor(sort, { values, id: end._id }) }
  }

  function sum(filter: Filter, spec: SumSpec): readonly SumGroup<Doc, never, string>[] {
    const { columns, sums } = tables.open()
    const [by, of] = [spec.by.map(columns.nameOf), spec.of.map(columns.nameOf)]
    const groups = (): readonly Value[][] => {
      const kept = sums.answering(filter, spec)
      const { from, where } =
        kept === null ? sourceOf(filter, []) : { from: kept, where: filterSql(filter, columns) }
      const added =
        kept === null
          ? ['count(*)', ...of.map((one) => `coalesce(sum(${one}), 0)`)]
          : ['sum(count)', ...of.map((one) => `sum(${one})`)]
      return db.rows<Value[]>(
        `SELECT ${[...by, ...added].join()} FROM ${from} WHERE ${where.text} GROUP BY ${by.join()}`,
        where.values,
      )
    }
    let found = groups()
    const documents = found.reduce((total, row) => total + Number(row[by.length]), 0)
    if (sums.worth(filter, spec, documents)) found = groups()
    return found.map((row) => ({
      key: Object.fromEntries(spec.by.map((path, i) => [path, decoded(row[i] ?? null)])),
      count: Number(row[by.length]),
      sums: Object.fromEntries(spec.of.map((path, i) => [path, Number(row[by.length + 1 + i])])),
    }))
  }

  return { count, page, sum }
}
