import { makeTable, quoted, tableColumns } from './sqlite-columns.ts'
import { keptSums } from './sqlite-sums.ts'
import { ROOM, type Tables } from './sqlite-tables.ts'

/** Owners whose last numbers are remembered. */
const OWNERS = 1_000

/** The tables of a collection: one of the fields that are asked for, one of whole documents. */
export type DocumentTables = ReturnType<typeof documentTables>

/** Makes the tables of a collection at the first use, or takes up those of an earlier process. */
export function documentTables(db: Tables, name: string) {
  const [table, docs] = [quoted(name), quoted(`${name}/doc`)]
  const declared = new Map<string, readonly string[]>()
  const made = new Set<string>()
  const last = new Map<number, number>()
  let opened: ReturnType<typeof open> | null = null

  function open() {
    if (db.one('SELECT 1 FROM sqlite_schema WHERE name = ?', [name]) === undefined) {
      db.write(
        `CREATE TABLE ${docs} (n INTEGER PRIMARY KEY, _id TEXT NOT NULL UNIQUE, _pos TEXT NOT NULL, _deleted INTEGER NOT NULL, doc TEXT NOT NULL)`,
      )
      db.write(`CREATE INDEX ${quoted(`${name}:_deleted`)} ON ${docs} (_pos) WHERE _deleted = 1`)
      makeTable(db, name)
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

  return {
    name,
    table,
    docs,
    declared,
    open: at,
    lastIn,
    /** Notes the number of a new document. */
    filled: (room: number, n: number): void => void last.set(room, n),
    makeIndex,
    drop(): void {
      for (const one of [table, docs, ...at().sums.tables()]) db.write(`DROP TABLE ${one}`)
      db.write('DELETE FROM _sums WHERE collection = ?', [name])
      declared.clear()
      opened = null
    },
  }
}
