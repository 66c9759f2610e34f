import type {
  Collection,
  Doc,
  Filter,
  IndexSpec,
  Page,
  Query,
  Sort,
  Stored,
  SumGroup,
  SumSpec,
  Write,
} from '#domain/kernel/ports/read-store.ts'
import type { Position } from '#domain/kernel/event.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { upToId } from './grammar.ts'
import { quoted, tableColumns } from './sqlite-columns.ts'
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
import { keptSums, places } from './sqlite-sums.ts'
import { ROOM, type Tables } from './sqlite-tables.ts'
import { reader, sortable } from './values.ts'

/** An owner with fewer documents has them read from end to end: three million a second. */
const WORTH_INDEXES = 20_000
/** A row that an index names costs as much as so many that lie side by side. */
const APART = 8
/** Owners whose last numbers are remembered. */
const OWNERS = 1_000

/** Where a query reads, and its conditions there. */
type Source = { readonly from: string; readonly where: Sql; readonly indexed: boolean }

const parsed = <D extends Doc>(text: string): Stored<D> => JSON.parse(text) as Stored<D> // as `apply` wrote it
const isSame = (a: Value | undefined, b: Value | undefined): boolean =>
  a === b || (a instanceof Buffer && b instanceof Buffer && a[0] === b[0])

/**
 * A read model in SQLite: a table of the fields that are asked for, and beside it one of the whole
 * documents, tombstones among them. An owner's rows lie side by side.
 *
 * @param advance moves the collection's checkpoint. @returns false when it was elsewhere
 */
export function sqliteCollection<D extends Doc>(
  db: Tables,
  name: string,
  advance: (from: Position, to: Position) => boolean,
): Collection<D> {
  const [table, docs] = [quoted(name), quoted(`${name}/doc`)]
  const declared = new Map<string, readonly string[]>()
  const made = new Set<string>()
  const last = new Map<number, number>()
  let opened: ReturnType<typeof open> | null = null

  /** Makes the tables, or takes up those of an earlier process. */
  function open() {
    if (db.one('SELECT 1 FROM sqlite_schema WHERE name = ?', [name]) === undefined) {
      db.write(
        `CREATE TABLE ${docs} (n INTEGER PRIMARY KEY, _id TEXT NOT NULL UNIQUE, _pos TEXT NOT NULL, _deleted INTEGER NOT NULL, doc TEXT NOT NULL)`,
      )
      db.write(`CREATE INDEX ${quoted(`${name}:_deleted`)} ON ${docs} (_pos) WHERE _deleted = 1`)
      db.write(
        `CREATE TABLE ${table} (n INTEGER PRIMARY KEY, _id TEXT NOT NULL, owner TEXT NOT NULL)`,
      )
    }
    const columns = tableColumns(db, name, docs)
    return { columns, sums: keptSums(db, name, columns), undone: db.undone }
  }
  function at() {
    if (opened?.undone === db.undone) return opened
    last.clear()
    made.clear()
    return (opened = open())
  }

  /** The last number of a room; the owner has as many documents at most. */
  function lastIn(room: number): number {
    const found = last.get(room)
    if (found !== undefined) return found
    const most = `SELECT max(n) FROM ${docs} WHERE n >= ? AND n < ?`
    const n = db.one<number | null>(most, [room, room + ROOM]) ?? room
    if (last.size >= OWNERS) last.clear()
    last.set(room, n)
    return n
  }

  function makeIndex(fields: readonly string[]): string {
    const index = quoted(`${name}:${fields.join()}`)
    if (!made.has(index)) {
      const columns = [...fields.map(at().columns.nameOf), '_id'].join()
      db.write(`CREATE INDEX IF NOT EXISTS ${index} ON ${table} (${columns})`)
    }
    made.add(index)
    return index
  }

  /** Whether an index names so few documents that reading them one by one is worth it. */
  function isNarrow(index: string, conditions: Filter, most: number): boolean {
    const { text, values } = filterSql(conditions, at().columns)
    const some = `SELECT 1 FROM ${table} INDEXED BY ${index} WHERE ${text} LIMIT ?`
    return (db.one<number>(`SELECT count(*) FROM (${some})`, [...values, most]) ?? 0) < most
  }

  function source(filter: Filter, sort: Sort): Source {
    const { columns } = at()
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
    const count = lastIn(room) - room
    const plan = count < WORTH_INDEXES ? null : indexFor([...declared.values()], filter, sort)
    if (plan !== null) {
      const index = makeIndex(plan.fields)
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
    const { columns } = at()
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
    const { columns, sums } = at()
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

  function apply(writes: readonly Write<D>[]): readonly string[] {
    const { columns, sums } = at()
    const rows = columns.rowsOf(writes.map(({ doc }) => (doc._deleted ? null : doc)))
    const { names } = columns
    const conflicts: string[] = []
    const moving = sums.moving()
    const ofId = `SELECT n, _pos, _deleted FROM ${docs} WHERE _id = ?`
    const before = `SELECT ${names.join()} FROM ${table} WHERE n = ?`
    const insert = `INSERT INTO ${table} (n, _id, ${names.join()}) VALUES (${places(2 + names.length)})`
    for (const [i, { id, ifPos, doc }] of writes.entries()) {
      const [found] = db.rows<[n: number, pos: string, deleted: number]>(ofId, [id])
      if ((found?.[1] ?? null) !== ifPos) {
        conflicts.push(id)
        continue
      }
      const row = rows[i] ?? null
      const [old] = found && found[2] === 0 ? db.rows<Value[]>(before, [found[0]]) : []
      if (old) moving.add(old, -1)
      if (row) moving.add(row, 1)
      const room = db.room(doc.owner)
      const stays = found !== undefined && found[0] >= room && found[0] < room + ROOM
      const n = stays ? found[0] : lastIn(room) + 1
      const [deleted, text] = [Number(row === null), JSON.stringify(doc)]
      if (stays)
        db.write(`UPDATE ${docs} SET _pos = ?, _deleted = ?, doc = ? WHERE n = ?`, [
          doc._pos,
          deleted,
          text,
          n,
        ])
      else {
        if (found) db.write(`DELETE FROM ${docs} WHERE n = ?`, [found[0]])
        db.write(`INSERT INTO ${docs} VALUES (?, ?, ?, ?, ?)`, [n, id, doc._pos, deleted, text])
        last.set(room, n)
      }
      if (old && row && stays) {
        const changed = names.flatMap((_, place) => (isSame(old[place], row[place]) ? [] : [place]))
        if (changed.length > 0)
          db.write(
            `UPDATE ${table} SET ${changed.map((place) => `${names[place]} = ?`).join()} WHERE n = ?`,
            [...changed.map((place) => row[place] ?? null), n],
          )
        continue
      }
      if (old && found) db.write(`DELETE FROM ${table} WHERE n = ?`, [found[0]])
      if (row) db.write(insert, [n, id, ...row])
    }
    moving.write()
    return conflicts
  }

  return {
    async get(id) {
      at()
      const text = db.one<string>(`SELECT doc FROM ${docs} WHERE _id = ? AND _deleted = 0`, [id])
      return text === undefined ? null : parsed<D>(text)
    },
    async load(ids) {
      at()
      const found = new Map<string, Stored<D>>()
      for (const id of ids) {
        const text = db.one<string>(`SELECT doc FROM ${docs} WHERE _id = ?`, [id])
        if (text !== undefined) found.set(id, parsed<D>(text))
      }
      return found
    },
    find: async (query) => page(query),
    count: async (filter) => count(filter),
    async sum<By extends keyof D & string, Of extends keyof D & string>(
      filter: Filter,
      spec: SumSpec<By, Of>,
    ) {
      return sum(filter, spec) as readonly SumGroup<D, By, Of>[] // the spec has named the fields
    },
    async apply(writes, checkpoint) {
      while (db.writable) await db.writable
      const conflicts = writes.length === 0 ? [] : db.whole(() => apply(writes))
      const moved =
        checkpoint !== undefined &&
        conflicts.length === 0 &&
        advance(checkpoint.from, checkpoint.to)
      return { conflicts, moved }
    },
    async ensureIndexes(specs: readonly IndexSpec[]) {
      at().columns.need(specs.flatMap(({ fields }) => fields))
      for (const { fields } of specs)
        if (fields[0] !== 'owner') makeIndex(fields)
        else if (fields.length > 1) declared.set(fields.join(), fields)
    },
    async purge(upTo) {
      at()
      const gone = `FROM ${docs} WHERE _deleted = 1 AND _pos <= ?`
      const purged = db.one<number>(`SELECT count(*) ${gone}`, [upTo]) ?? 0
      if (purged > 0) db.write(`DELETE ${gone}`, [upTo])
      return purged
    },
    async drop() {
      for (const one of [table, docs, ...at().sums.tables()]) db.write(`DROP TABLE ${one}`)
      db.write('DELETE FROM _sums WHERE collection = ?', [name])
      declared.clear()
      opened = null
    },
  }
}
