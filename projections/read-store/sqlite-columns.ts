import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { field } from './grammar.ts'
import { searchTextOf } from './search.ts'
import type { Tables } from './sqlite-tables.ts'
import { type Columns, encoded, type Value } from './sqlite-filter.ts'
import { reader, sortable, unsortable, valuesAt } from './values.ts'

/** Fields that every table has. */
const OWN: ReadonlySet<string> = new Set(['_id', 'owner'])
/** Documents that get a new column at once. */
const FILLED = 500

type Column = {
  readonly name: string
  readonly valueOf: (doc: object) => Value
  /** The field that it holds where its value is a scalar. */
  readonly read?: (doc: object) => unknown
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Names of columns: of a field, of all its values, and of the text of a search. */
const ofField = (path: string): string => `.${path}`
const ofList = (path: string): string => `.${path}[]`
const ofText = (fields: readonly string[]): string => `~${fields.join()}`

/** A column by its key, which the file keeps as its name. */
function columnOf(key: string): Column {
  const name = quoted(key)
  if (key.startsWith('~')) return { name, valueOf: searchTextOf(key.slice(1).split(',')) }
  if (key.endsWith('[]')) {
    const steps = key.slice(1, -2).split('.')
    return {
      name,
      valueOf: (doc) => JSON.stringify(valuesAt(doc, steps).map((value) => value ?? null)),
    }
  }
  const read = reader(key.slice(1))
  return { name, read, valueOf: (doc) => encoded(sortable(read(doc))) }
}

/**
 * Fields of a collection's documents that are asked for, a column each. A column is made at the
 * first question for it, and kept in the file.
 */
export type TableColumns = Columns & {
  /** The column's name, also where some document has a list, which is stored as NULL. */
  readonly nameOf: (path: string) => string
  readonly need: (paths: readonly string[]) => void
  readonly names: readonly string[]
  /** Values of each document in the order of the names; null for no document. */
  readonly rowsOf: (docs: readonly (Doc | null)[]) => readonly (readonly Value[] | null)[]
  /** Place of a field among the values. */
  readonly placeOf: (path: string) => number
}

/** Makes the table of live documents. */
export function makeTable(db: Tables, name: string, keys: readonly string[] = []): void {
  const own = ['n INTEGER PRIMARY KEY', '_id TEXT NOT NULL', 'owner TEXT NOT NULL']
  db.write(`CREATE TABLE ${quoted(name)} (${[...own, ...keys.map(quoted)].join()})`)
}

/** @param docs the quoted table of whole documents, beside that of the columns */
export function tableColumns(db: Tables, name: string, docs: string): TableColumns {
  const table = quoted(name)
  const columns = new Map<string, Column>()
  let list: readonly Column[] = []
  let names: readonly string[] = ['owner']
  const put = (key: string): void => {
    columns.set(key, columnOf(key))
    list = [...columns.values()]
    names = ['owner', ...list.map((column) => column.name)]
  }
  for (const [key] of db.rows<[string]>('SELECT name FROM pragma_table_info(?) WHERE cid > 2', [
    name,
  ]))
    put(key)

  /** The keys of fields that have a list in this document, and no column for it yet. */
  const unlisted = (doc: object, keys: Iterable<string>): readonly string[] =>
    [...keys].filter((key) => !columns.has(`${key}[]`) && unsortable(columns.get(key)?.read?.(doc)))

  function add(keys: readonly string[]): void {
    const missing = [...new Set(keys)].filter((key) => !columns.has(key))
    if (missing.length === 0) return
    // The whole schema is read again for each column that is added.
    if (columns.size === 0 && db.one(`SELECT 1 FROM ${table} LIMIT 1`) === undefined) {
      db.write(`DROP TABLE ${table}`)
      makeTable(db, name, missing)
      missing.forEach(put)
      return
    }
    for (const key of missing) db.write(`ALTER TABLE ${table} ADD COLUMN ${quoted(key)}`)
    missing.forEach(put)
    const made = missing.map(columnOf)
    const set = `UPDATE ${table} SET ${made.map((column) => `${column.name} = ?`).join()} WHERE n = ?`
    const next = `SELECT n, doc FROM ${table} JOIN ${docs} USING (n) WHERE n > ? ORDER BY n LIMIT ${FILLED}`
    const listed = new Set<string>()
    for (let last = 0, count = FILLED; count === FILLED; ) {
      const some = db.rows<[number, string]>(next, [last])
      for (const [n, text] of some) {
        const doc = JSON.parse(text) as object // as `apply` wrote it
        for (const key of unlisted(doc, missing)) listed.add(`${key}[]`)
        db.write(set, [...made.map(({ valueOf }) => valueOf(doc)), n])
        last = n
      }
      count = some.length
    }
    add([...listed])
  }
  const need = (paths: readonly string[]): void =>
    add(paths.filter((path) => !OWN.has(path)).map((path) => ofField(field(path))))
  const nameOf = (path: string): string => {
    if (OWN.has(path)) return path
    need([path])
    return quoted(ofField(path))
  }

  return {
    nameOf,
    need,
    of(path) {
      const column = nameOf(path)
      return { name: column, list: columns.has(ofList(path)) ? quoted(ofList(path)) : null }
    },
    ofSearch(fields) {
      add([ofText(fields.map(field))])
      return quoted(ofText(fields))
    },
    get names() {
      return names
    },
    rowsOf(docs) {
      const row = (doc: Doc | null): readonly Value[] | null => {
        if (doc === null) return null
        const values: Value[] = [doc.owner]
        let isWhole = true
        for (const { valueOf, read } of list) {
          const value = valueOf(doc)
          // NULL stands for a list too, which is seldom.
          if (value === null && read && unsortable(read(doc))) isWhole = false
          values.push(value)
        }
        if (!isWhole) add(unlisted(doc, columns.keys()).map((key) => `${key}[]`))
        return values
      }
      for (;;) {
        const before = names.length
        const rows = docs.map(row)
        if (names.length === before) return rows
      }
    },
    placeOf: (path) => names.indexOf(OWN.has(path) ? path : quoted(ofField(path))),
  }
}
