import { telltales } from '#domain/kernel/fold-text.values.ts'
import type { Condition, Filter, Range, Scalar, Sort } from '#domain/kernel/ports/read-store.ts'
import type { Place } from './cursor.ts'
import { field, type Parts, partsOf, tieOf } from './grammar.ts'
import type { Search } from './search.ts'
import { searchWords } from './values.ts'

/** The database's function for a word in which one letter may be wrong. */
export const WORD_LIKE = 'has_word_like'

export type Value = string | number | Buffer | null
/** A piece of SQL. Every value of a request is a parameter of it. */
export type Sql = { readonly text: string; readonly values: readonly Value[] }
export type Columns = {
  /**
   * The column of a field. `list` is the column of all its values as JSON, where some document has
   * a list or an object there.
   */
  readonly of: (path: string) => { readonly name: string; readonly list: string | null }
  readonly ofSearch: (fields: readonly string[]) => string
}

const [FALSE, TRUE] = [Buffer.of(0), Buffer.of(1)]
/** SQLite sorts NULL, numbers, texts, blobs. With booleans as blobs, that is the port's order. */
export const encoded = (value: Scalar): Value =>
  typeof value === 'boolean' ? (value ? TRUE : FALSE) : value
export const decoded = (value: Value): Scalar =>
  typeof value === 'object' && value !== null ? value[0] === 1 : value
/** An element of a JSON list, encoded. */
const ELEMENT = "CASE type WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' ELSE value END"

export const sql = (text: string, ...values: readonly Value[]): Sql => ({ text, values })
const joined = (parts: readonly Sql[], by: 'AND' | 'OR', none: string): Sql =>
  parts.length === 0
    ? sql(none)
    : {
        text: parts.map(({ text }) => `(${text})`).join(` ${by} `),
        values: parts.flatMap(({ values }) => values),
      }
export const all = (parts: readonly Sql[]): Sql => joined(parts, 'AND', '1')
export const any = (parts: readonly Sql[]): Sql => joined(parts, 'OR', '0')

const equal = (column: string, value: Scalar): Sql => sql(`${column} IS ?`, encoded(value))

/** More values than this are one parameter, so that statements stay few. */
const PLACES = 8
function oneOf(column: string, wanted: readonly Scalar[]): Sql {
  const values = wanted.filter((value) => value !== null)
  const listed =
    values.length > PLACES
      ? sql(`${column} IN (SELECT ${ELEMENT} FROM json_each(?))`, JSON.stringify(values))
      : sql(`${column} IN (${values.map(() => '?').join()})`, ...values.map(encoded))
  return values.length === wanted.length ? listed : any([listed, equal(column, null)])
}

/** Where the values of each type begin and end. */
const TYPES = {
  number: { first: null, after: "''" },
  string: { first: "''", after: "x''" },
  boolean: { first: "x''", after: null },
} as const
const SIGNS: Readonly<Record<keyof Range, string>> = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' }

/** A range holds within the type of its bounds. */
function within(column: string, ends: Parts['ends']): Sql {
  const [type, another] = new Set(ends.map(([, bound]) => typeof bound))
  if (type === undefined) return sql('1')
  const limits = TYPES[type as keyof typeof TYPES]
  if (another !== undefined || limits === undefined) return sql('0')
  const opens = ends.some(([operator]) => operator.startsWith('$g'))
  const closes = ends.some(([operator]) => operator.startsWith('$l'))
  return all([
    ...ends.map(([operator, bound]) => sql(`${column} ${SIGNS[operator]} ?`, encoded(bound))),
    ...(opens || limits.first === null ? [] : [sql(`${column} >= ${limits.first}`)]),
    ...(closes || limits.after === null ? [] : [sql(`${column} < ${limits.after}`)]),
  ])
}

const named = (column: string, groups: readonly (readonly string[])[]): Sql =>
  any(groups.map((group) => all(group.map((word) => sql(`instr(${column}, ?) > 0`, ` ${word} `)))))

function onCondition(path: string, condition: Condition, columns: Columns): readonly Sql[] {
  const { name, list } = columns.of(path)
  const { equals, differs, oneOf: choices, words, ends } = partsOf(condition)
  // Where documents have lists, each operator may be met by another element.
  const some = (test: (column: string) => Sql): Sql => {
    if (list === null) return test(name)
    const { text, values } = test('element')
    const elements = `SELECT ${ELEMENT} AS element FROM json_each(${list}) WHERE type NOT IN ('array', 'object')`
    return sql(`EXISTS (SELECT 1 FROM (${elements}) WHERE ${text})`, ...values)
  }
  const not = ({ text, values }: Sql): Sql => sql(`NOT ${text}`, ...values)
  return [
    ...equals.map((value) => some((column) => equal(column, value))),
    ...differs.map((value) =>
      list === null
        ? sql(`${name} IS NOT ?`, encoded(value))
        : not(some((column) => equal(column, value))),
    ),
    ...choices.map((values) => some((column) => oneOf(column, values))),
    ...words.map((groups) => some((column) => named(column, groups))),
    ...(list === null
      ? [within(name, ends)]
      : ends.map((end) => some((column) => within(column, [end])))
    ).filter(({ text }) => text !== '1'),
  ]
}

const onConditions = (
  conditions: Readonly<Record<string, Condition>>,
  columns: Columns,
): readonly Sql[] =>
  Object.entries(conditions).flatMap(([path, condition]) => onCondition(path, condition, columns))

/** @throws TypeError outside the declared grammar */
export function filterSql({ where = {}, or, search, and = [] }: Filter, columns: Columns): Sql {
  const { forgiven = [] }: Partial<Search> = search ?? {}
  const words = search === undefined ? [] : searchWords(search.text)
  const text = search === undefined || words.length === 0 ? '' : columns.ofSearch(search.fields)
  return all([
    ...onConditions(where, columns),
    ...(or ? [any(or.map((conditions) => all(onConditions(conditions, columns))))] : []),
    // Most texts lack the longest word.
    ...words
      .toSorted((a, b) => b.length - a.length)
      .map((word) =>
        forgiven.includes(word)
          ? all([
              any(telltales(word).map((part) => sql(`instr(${text}, ?) > 0`, part))),
              sql(`${WORD_LIKE}(${text}, ?)`, word),
            ])
          : sql(`instr(${text}, ?) > 0`, word),
      ),
    ...and.map((further) => filterSql(further, columns)),
  ])
}

const sorted = (sort: Sort, columns: Columns) => [
  ...sort
    .filter(([path]) => path !== '_id')
    .map(([path, direction]) => ({ column: columns.of(field(path)).name, direction })),
  { column: '_id', direction: tieOf(sort) },
]

export const orderBy = (sort: Sort, columns: Columns): string =>
  sorted(sort, columns)
    .map(({ column, direction }) => `${column} ${direction === 1 ? 'ASC' : 'DESC'}`)
    .join()

/**
 * Conditions for all documents after the end of a page. They are stretches in the order of the
 * sort, so that an index answers each from its beginning.
 */
export function after(sort: Sort, place: Place, columns: Columns): readonly Sql[] {
  const ends = sorted(sort, columns).map((end, i, { length }) => ({
    ...end,
    value: i === length - 1 ? place.id : (place.values[i] ?? null),
  }))
  const beyond = ({ column, direction, value }: (typeof ends)[number]): readonly Sql[] => {
    if (value === null) return direction === 1 ? [sql(`${column} IS NOT NULL`)] : []
    if (direction === 1) return [sql(`${column} > ?`, encoded(value))]
    const lower = sql(`${column} < ?`, encoded(value))
    return column === '_id' ? [lower] : [lower, sql(`${column} IS NULL`)]
  }
  return ends
    .map((end, i) =>
      beyond(end).map((part) =>
        all([...ends.slice(0, i).map(({ column, value }) => equal(column, value)), part]),
      ),
    )
    .reverse()
    .flat()
}
