import type { Condition, Doc, Scalar, Stored } from '#domain/kernel/ports/read-store.ts'
import { testOf } from './matching.ts'
import { reader, unsortable } from './values.ts'

/** A document's row in the columns of its partition; -1 while it has none. */
export type Row<D extends Doc> = { doc: Stored<D>; row: number }

/**
 * A field with more values is not kept: testing each value would cost as much as testing each
 * document.
 */
const MOST_VALUES = 4_096
/** The code of a row without a document. */
const NOBODY = 0
/** The code of an array or an object: while there is one, the column answers nothing. */
const NO_SCALAR = 1

type Value = string | number | boolean | null

/**
 * One field of all documents: the number of each row's value. A condition is tested once per value.
 */
class Column<D extends Doc> {
  private codes: Uint16Array
  /** The first two places stand for the codes above. */
  private readonly values: Value[] = [null, null]
  private readonly codeOf = new Map<Value, number>()
  private readonly read: (doc: object) => unknown
  private others = 0

  constructor(field: string, rows: readonly (Row<D> | undefined)[]) {
    this.read = reader(field)
    this.codes = new Uint16Array(Math.max(1_024, rows.length * 2))
    for (const row of rows) if (row && !this.isFull) this.put(row)
  }

  get isFull(): boolean {
    return this.values.length > MOST_VALUES
  }
  get answers(): boolean {
    return this.others === 0 && !this.isFull
  }

  put({ doc, row }: Row<D>): void {
    if (this.isFull) return
    if (row >= this.codes.length) {
      const longer = new Uint16Array(row * 2)
      longer.set(this.codes)
      this.codes = longer
    }
    this.clear(row)
    const code = this.codeFor(this.read(doc))
    this.codes[row] = code
    if (code === NO_SCALAR) this.others++
  }

  clear(row: number): void {
    if (this.codes[row] === NO_SCALAR) this.others--
    this.codes[row] = NOBODY
  }

  private codeFor(value: unknown): number {
    if (unsortable(value)) return NO_SCALAR
    const scalar = (value ?? null) as Scalar // documents hold plain values
    const known = this.codeOf.get(scalar)
    if (known !== undefined) return known
    this.codeOf.set(scalar, this.values.length)
    return this.values.push(scalar) - 1
  }

  /** Rows whose value meets a condition, as a table by code. */
  accepted(condition: Condition): { readonly codes: Uint16Array; readonly table: Uint8Array } {
    const test = testOf(condition)
    const table = Uint8Array.from(this.values, (value, code) =>
      Number(code > NO_SCALAR && test(value)),
    )
    return { codes: this.codes, table }
  }
}

/**
 * Fields of one owner's documents by column. An index answers the first conditions of a filter
 * alone. Columns check the others without reading a document, and count without visiting one. Each
 * column is made at the first question for it.
 */
export class Columns<D extends Doc> {
  private readonly rows: (Row<D> | undefined)[] = []
  private readonly free: number[] = []
  private readonly columns = new Map<string, Column<D>>()

  constructor(entries: Iterable<Row<D>>) {
    for (const entry of entries) this.enter(entry)
  }

  enter(entry: Row<D>): void {
    entry.row = this.free.pop() ?? this.rows.length
    this.rows[entry.row] = entry
    this.retell(entry)
  }

  /** Called after an entry's document was replaced. */
  retell(entry: Row<D>): void {
    for (const column of this.columns.values()) column.put(entry)
  }

  leave(entry: Row<D>): void {
    for (const column of this.columns.values()) column.clear(entry.row)
    this.rows[entry.row] = undefined
    this.free.push(entry.row)
    entry.row = -1
  }

  /** The fields whose conditions a column answers. */
  answered(fields: readonly string[]): readonly string[] {
    return fields.filter((field) => {
      const column = this.columns.get(field) ?? new Column(field, this.rows)
      this.columns.set(field, column)
      return column.answers
    })
  }

  /** Whether a row meets the conditions, each on a field that a column answers. */
  test(where: Readonly<Record<string, Condition>>): (row: number) => boolean {
    const tests = this.accepted(where)
    const [first, second, third] = tests
    if (!first) return () => true
    if (!second) return (row) => first.table[first.codes[row] ?? 0] === 1
    if (!third)
      return (row) =>
        first.table[first.codes[row] ?? 0] === 1 && second.table[second.codes[row] ?? 0] === 1
    return (row) => tests.every(({ codes, table }) => table[codes[row] ?? 0] === 1)
  }

  count(where: Readonly<Record<string, Condition>>): number {
    const test = this.test(where)
    let count = 0
    for (let row = 0; row < this.rows.length; row++) if (test(row)) count++
    return count
  }

  private accepted(where: Readonly<Record<string, Condition>>) {
    return Object.entries(where).flatMap(
      ([field, condition]) => this.columns.get(field)?.accepted(condition) ?? [],
    )
  }
}
