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
import { upToId } from './grammar.ts'
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
import { indexFor } from './sqlite-plan.ts'
import { ROOM, type Tables } from './sqlite-tables.ts'
import { reader, sortable } from './values.ts'

/** An owner with fewer documents has them read from end to end: three million a second. */
const WORTH_INDEXES = 20_000
/** A row that an index names costs as much as so many that lie side by side. */
const APART = 8

/** Where a query reads, and its conditions there. */
type Source = { readonly from: string; readonly where: Sql; readonly indexed: boolean }

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

  function source(filter: Filter, sort: Sort): Source {
    const { columns } = tables.open()
    const { owner, _id, ...where } = filter.where ?? {}
    if (_id !== undefined) {
      const { text, values } = filterSql({ where: { _id } }, columns)
      const numbers = sql(`n IN (SELECT n FROM ${docs} WHERE ${text})`, ...values)
      const others = { ...filter, where: { ...where, ...(owner !== undefined && { owner }) } }
      return { from: table, where: all([numbers, filterSql(others, columns)]), indexed: false }
    }
    if (typeof owner !== 'string')
      return { from: table, where: filterSql(filter, columns), indexed: false }
    const room = db.seen(owner)
    if (room === null) return { from: table, where: sql('0'), indexed: false }
    const count = tables.lastIn(room) - room
    const plan = count < WORTH_INDEXES ? null : indexFor([...declared.values()], filter, sort)
    if (plan !== null) {
      const index = tables.makeIndex(plan.fields)
      const isWorth = plan.isWhole || isNarrow(index, { where: plan.answered }, count / APART)
      if (isWorth)
        return {
          from: `${table} INDEXED BY ${index}`,
          where: filterSql(filter, columns),
          indexed: true,
        }
    }
    const own = sql('n >= ? AND n < ?', room, room + ROOM)
    const left = filterSql({ ...filter, where }, columns)
    return { from: `${table} NOT INDEXED`, where: all([own, left]), indexed: false }
  }

  function count(filter: Filter): number {
    const { from, where } = source(filter, [])
    return db.one<number>(`SELECT count(*) FROM ${from} WHERE ${where.text}`, where.values) ?? 0
  }

  function page(query: Query): Page<D> {
    const { filter, limit = Number.POSITIVE_INFINITY, cursor, counted = false } = query
    const sort = upToId(query.sort ?? [])
    const place = cursor === undefined ? null : decodeCursor(sort, cursor)
    const { columns } = tables.open()
    const { from, where, indexed } = source(filter, sort)
    const order = orderBy(sort, columns)
    const rest = place === null ? [] : after(sort, place, columns)
    const stretches = place === null ? [null] : indexed ? rest : [any(rest)]
    const items: Stored<D>[] = []
    for (const stretch of stretches) {
      const { text, values } = stretch === null ? where : all([where, stretch])
      const numbers = `SELECT n FROM ${from} WHERE ${text} ORDER BY ${order} LIMIT ?`
      const wanted = Number.isFinite(limit) ? limit + 1 - items.length : -1
      for (const [doc] of db.rows<[string]>(
        `SELECT doc FROM (${numbers}) CROSS JOIN ${docs} USING (n)`,
        [...values, wanted],
      ))
        items.push(parsed(doc))
      if (items.length > limit) break
    }
    const isMore = items.length > limit
    if (isMore) items.length = limit
    const total = place === null && !isMore ? items.length : counted ? count(filter) : 0
    const told = counted ? { total } : {}
    const end = items.at(-1)
    if (!isMore || !end) return { ...told, items, next: null }
    const values = sort.map(([path]) => sortable(reader(path)(end)))
    return { ...told, items, next: encodeCursor(sort, { values, id: end._id }) }
  }

  function sum(filter: Filter, spec: SumSpec): readonly SumGroup<Doc, never, string>[] {
    const { columns, sums } = tables.open()
    const [by, of] = [spec.by.map(columns.nameOf), spec.of.map(columns.nameOf)]
    const groups = (): readonly Value[][] => {
      const kept = sums.answering(filter, spec)
      const { from, where } =
        kept === null ? source(filter, []) : { from: kept, where: filterSql(filter, columns) }
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
