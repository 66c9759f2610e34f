import type { Filter, SumSpec } from '#domain/kernel/ports/read-store.ts'
import { quoted, type TableColumns } from './sqlite-columns.ts'
import { decoded, type Value } from './sqlite-filter.ts'
import type { Tables } from './sqlite-tables.ts'

/** Sums of fewer documents are added up as they are asked for. */
const WORTH_SUMS = 1_000

type Sums = {
  readonly table: string
  readonly by: readonly string[]
  readonly of: readonly string[]
}
type Delta = { readonly by: readonly Value[]; count: number; readonly sums: number[] }

const keyOf = (by: readonly Value[]): string => JSON.stringify(by.map(decoded))
export const places = (count: number): string => Array.from({ length: count }, () => '?').join()

/** Whether the values of a group decide if its documents match. */
const isOnGroups = (
  { where = {}, or = [], search, and = [] }: Filter,
  by: ReadonlySet<string>,
): boolean =>
  search === undefined &&
  [where, ...or].every((conditions) => Object.keys(conditions).every((path) => by.has(path))) &&
  and.every((further) => isOnGroups(further, by))

/** Sums of a collection's groups, in a table each, moved with every document. */
export function keptSums(db: Tables, name: string, columns: TableColumns) {
  const kept = new Map<string, Sums>()
  const put = (spec: string, table: string): void => {
    const { by, of } = JSON.parse(spec) as SumSpec // as `keep` wrote it
    kept.set(spec, { table: quoted(table), by: [...new Set(['owner', ...by])], of })
  }
  for (const [spec, table] of db.rows<[string, string]>(
    'SELECT spec, name FROM _sums WHERE collection = ?',
    [name],
  ))
    put(spec, table)

  function keep(spec: string, { by: fields, of }: SumSpec): void {
    const by = [...new Set(['owner', ...fields])]
    const table = quoted(`${name}/sums${kept.size + 1}`)
    const groups = by.map(columns.nameOf)
    const added = of.map(columns.nameOf)
    db.write(
      `CREATE TABLE ${table} (key TEXT PRIMARY KEY, count INTEGER NOT NULL, ${[...groups, ...added].join()}) WITHOUT ROWID`,
    )
    db.write(`CREATE INDEX ${quoted(`${name}/sums${kept.size + 1}:owner`)} ON ${table} (owner)`)
    db.write('INSERT INTO _sums VALUES (?, ?, ?)', [name, spec, `${name}/sums${kept.size + 1}`])
    const sums = ['count(*)', ...added.map((one) => `coalesce(sum(${one}), 0)`)]
    const rows = db.rows<Value[]>(
      `SELECT ${[...groups, ...sums].join()} FROM ${quoted(name)} GROUP BY ${groups.join()}`,
    )
    for (const row of rows) {
      const [values, [count = 0, ...totals]] = [row.slice(0, by.length), row.slice(by.length)]
      const whole = [keyOf(values), count, ...values, ...totals]
      db.write(`INSERT INTO ${table} VALUES (${places(whole.length)})`, whole)
    }
    put(spec, `${name}/sums${kept.size + 1}`)
  }

  return {
    tables: () => Array.from(kept.values(), ({ table }) => table),
    /** The table that answers a sum; null where its documents are added up. */
    answering: (filter: Filter, { by, of }: SumSpec): string | null =>
      isOnGroups(filter, new Set(['owner', ...by]))
        ? (kept.get(JSON.stringify({ by, of }))?.table ?? null)
        : null,
    /** Keeps sums that took long enough to add up. @returns whether they are kept since now */
    worth(filter: Filter, { by, of }: SumSpec, documents: number): boolean {
      const spec = JSON.stringify({ by, of })
      if (documents < WORTH_SUMS || kept.has(spec)) return false
      if (!isOnGroups(filter, new Set(['owner', ...by]))) return false
      keep(spec, { by, of })
      return true
    },
    /** Gathers the changes of a batch. */
    moving() {
      const moves = Array.from(kept.values(), ({ table, by, of }) => ({
        table,
        by: by.map(columns.placeOf),
        of: of.map(columns.placeOf),
        added: ['count', ...of.map(columns.nameOf)],
        deltas: new Map<string, Delta>(),
      }))
      return {
        add(row: readonly Value[], sign: 1 | -1): void {
          for (const { by, of, deltas } of moves) {
            const values = by.map((place) => row[place] ?? null)
            const key = keyOf(values)
            const delta = deltas.get(key) ?? { by: values, count: 0, sums: of.map(() => 0) }
            deltas.set(key, delta)
            delta.count += sign
            for (const [i, place] of of.entries())
              delta.sums[i] = (delta.sums[i] ?? 0) + sign * Number(row[place] ?? 0)
          }
        },
        write(): void {
          for (const { table, added, deltas } of moves)
            for (const [key, { by, count, sums }] of deltas) {
              if (count === 0 && sums.every((sum) => sum === 0)) continue
              const row = [key, count, ...by, ...sums]
              const moved = added.map((one) => `${one} = ${one} + excluded.${one}`).join()
              db.write(
                `INSERT INTO ${table} VALUES (${places(row.length)}) ON CONFLICT DO UPDATE SET ${moved}`,
                row,
              )
              if (count < 0) db.write(`DELETE FROM ${table} WHERE key = ? AND count = 0`, [key])
            }
        },
      }
    },
  }
}
