import type { Position } from '#domain/kernel/event.ts'
import type {
  Collection,
  Doc,
  Filter,
  IndexSpec,
  Stored,
  SumGroup,
  SumSpec,
  Write,
} from '#domain/kernel/ports/read-store.ts'
import { documentTables } from './sqlite-documents.ts'
import type { Value } from './sqlite-filter.ts'
import { parsed, sqliteQueries } from './sqlite-queries.ts'
import { places } from './sqlite-sums.ts'
import { ROOM, type Tables } from './sqlite-tables.ts'

const isSame = (a: Value | undefined, b: Value | undefined): boolean =>
  a === b || (a instanceof Buffer && b instanceof Buffer && a[0] === b[0])

/**
 * A read model in SQLite. One table has the fields that are asked for. The other has the whole
 * documents, tombstones among them. An owner's rows lie side by side.
 *
 * @param advance moves the collection's checkpoint. @returns false when it was elsewhere
 */
export function sqliteCollection<D extends Doc>(
  db: Tables,
  name: string,
  advance: (from: Position, to: Position) => boolean,
): Collection<D> {
  const tables = documentTables(db, name)
  const { table, docs, declared } = tables
  const { count, page, sum } = sqliteQueries<D>(db, tables)

  function apply(writes: readonly Write<D>[]): readonly string[] {
    const { columns, sums } = tables.open()
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
      const n = stays ? found[0] : tables.lastIn(room) + 1
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
        tables.filled(room, n)
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
      tables.open()
      const text = db.one<string>(`SELECT doc FROM ${docs} WHERE _id = ? AND _deleted = 0`, [id])
      return text === undefined ? null : parsed<D>(text)
    },
    async load(ids) {
      tables.open()
      const found = new Map<string, Stored<D>>()
      for (const id of ids) {
        const text = db.one<string>(`SELECT doc FROM ${docs} WHERE _id = ?`, [id])
        if (text !== undefined) found.set(id, parsed<D>(text))
      }
      return found
    },
    find: async (query: Parameters<typeof page>[0]) => page(query),
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
      tables.open().columns.need(specs.flatMap(({ fields }) => fields))
      for (const { fields } of specs)
        if (fields[0] !== 'owner') tables.makeIndex(fields)
        else if (fields.length > 1) declared.set(fields.join(), fields)
    },
    async purge(upTo) {
      tables.open()
      const gone = `FROM ${docs} WHERE _deleted = 1 AND _pos <= ?`
      const purged = db.one<number>(`SELECT count(*) ${gone}`, [upTo]) ?? 0
      if (purged > 0) db.write(`DELETE ${gone}`, [upTo])
      return purged
    },
    async drop() {
      tables.drop()
    },
  }
}
