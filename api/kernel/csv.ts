import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { type FieldKind, kindsOfSchemas } from '#domain/kernel/records/field.ts'
import { dayIn } from '#domain/kernel/time.ts'
import type { Language } from './languages.ts'
import { fieldLabel, optionLabel } from './labels.ts'

const DECIMAL_COMMA: Readonly<Record<Language, boolean>> = {
  fr: true,
  es: true,
  de: true,
  it: true,
  en: false,
  ar: false,
}

/** A column of a table: the value's path, and how it is written. */
export type Column = {
  readonly path: string
  readonly kind: FieldKind | undefined
  readonly isChoice: boolean
}

/** Kinds that do not fit in a cell. */
const LEFT_OUT: ReadonlySet<FieldKind | undefined> = new Set<FieldKind>(['image', 'rows'])

const kindOf = (schema: z.ZodType): FieldKind | undefined => kindsOfSchemas.get(schema)?.kind

/**
 * Columns of a row schema. Nested objects are flattened with a dot. A list has a column if it is a
 * field of a kind.
 */
function columns(schema: z.ZodType, prefix = ''): readonly Column[] {
  const inner =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
      ? (schema.unwrap() as z.ZodType)
      : schema
  const kind = kindOf(schema) ?? kindOf(inner)
  if (LEFT_OUT.has(kind)) return []
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([key, value]) =>
      columns(value as z.ZodType, prefix === '' ? key : `${prefix}.${key}`),
    )
  if (prefix === '' || (inner instanceof z.ZodArray && kind === undefined)) return []
  const entry = inner instanceof z.ZodArray ? inner.element : inner
  return [
    {
      path: prefix,
      kind,
      isChoice: kind === 'choice' || kind === 'choices' || entry instanceof z.ZodEnum,
    },
  ]
}

/** Columns by row schema: the rows of a list are written a few at a time. */
const columnsOf = new WeakMap<z.ZodType, readonly Column[]>()

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Columns of an entity's view, as those of a schema: lists of objects and pictures are left out.
 */
export const viewColumns = (
  view: Readonly<Record<string, unknown>>,
  shows: Readonly<Record<string, FieldKind>>,
  prefix = '',
): readonly Column[] =>
  Object.entries(view).flatMap(([key, value]): readonly Column[] => {
    const path = `${prefix}${key}`
    const kind = shows[path]
    if (LEFT_OUT.has(kind)) return []
    if (isRecord(value)) return viewColumns(value, shows, `${path}.`)
    if (Array.isArray(value) && value.some(isRecord)) return []
    return [{ path, kind, isChoice: kind === 'choice' || kind === 'choices' }]
  })

const at = (row: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | null | undefined)?.[key],
      row,
    )

/** Kinds in which 0 stands for none. */
const NONE_IS_ZERO: ReadonlySet<FieldKind | undefined> = new Set<FieldKind>([
  'day',
  'instant',
  'year',
  'month',
  'level',
  'colour',
  'reference',
  'file',
])

/** `2026-11-27 09:05:00`, as the clocks of a zone show it. */
const instantText = (at: number, timeZone: string): string =>
  `${dayIn(at, timeZone)} ${new Date(at).toLocaleTimeString('en-GB', { timeZone })}`

/** A text is quoted; figures, days (`plain`) and yes or no are not. */
type Cell = string | number | boolean | { readonly plain: string } | null

function cell(value: unknown, kind: FieldKind | undefined, timeZone: string): Cell {
  if (value === undefined || value === '' || (value === 0 && NONE_IS_ZERO.has(kind))) return null
  if (Array.isArray(value))
    return harmless(value.filter((one) => typeof one === 'string').join(', '))
  if (typeof value === 'number' && (kind === 'day' || kind === 'instant')) {
    return {
      plain:
        kind === 'day' ? new Date(value).toISOString().slice(0, 10) : instantText(value, timeZone),
    }
  }
  if (typeof value === 'string') return harmless(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/**
 * A spreadsheet runs a text that starts like a formula; an apostrophe before it prevents that. A
 * text may also be split at the other separator or at a line end, so each part is checked. Figures
 * stay figures: csv-stringify 6.9's own `escape_formulas` would escape `-348,5` too.
 *
 * @source OWASP, CSV injection; full-width signs are read like the plain ones
 */
const harmless = (text: string): string =>
  /(^|[\r\n;,\t])\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text) ? `'${text}` : text

/** A number with the language's decimal separator. */
export const decimalText = (language: Language, value: number): string =>
  DECIMAL_COMMA[language] ? String(value).replace('.', ',') : String(value)

/**
 * The rows of a list as CSV: UTF-8 with a byte-order mark, the reply schema's columns. They and the
 * choices in them are named in the caller's language. Decimal comma and semicolon where the
 * language uses them; days as ISO. Texts are quoted, and escaped where a spreadsheet would run them
 * as a formula.
 *
 * @param part `rows` are those of a further page, without the head
 * @param timeZone of the user, by whose clock instants are told
 */
export function toCsv(
  reply: z.ZodType,
  entity: string,
  rows: readonly unknown[],
  language: Language,
  part: 'whole' | 'rows' = 'whole',
  timeZone = 'UTC',
): string {
  const element = reply instanceof z.ZodArray ? (reply.element as z.ZodType) : reply
  const shown = columnsOf.get(element) ?? columns(element)
  columnsOf.set(element, shown)
  return csvOf(shown, entity, rows, language, part, timeZone)
}

/** The names of columns in a language. */
export function headOf(
  shown: readonly Column[],
  entity: string,
  language: Language,
): readonly string[] {
  const labels = shown.map(({ path }) => fieldLabel(language, entity, path))
  // A bill's client has two columns, its id and its name. Columns of one name get the wire's name
  // too.
  return labels.map((label, index) =>
    labels.filter((other) => other === label).length > 1
      ? `${label} (${shown[index]?.path})`
      : label,
  )
}

/** The cells of a row. */
function cellsOf(
  shown: readonly Column[],
  entity: string,
  row: unknown,
  language: Language,
  timeZone = 'UTC',
): readonly Cell[] {
  const named = (path: string, value: unknown): unknown =>
    typeof value === 'string' && value !== '' ? optionLabel(language, entity, path, value) : value
  return shown.map(({ path, kind, isChoice }) => {
    const value = at(row, path)
    if (!isChoice) return cell(value, kind, timeZone)
    return cell(
      Array.isArray(value) ? value.map((one) => named(path, one)) : named(path, value),
      kind,
      timeZone,
    )
  })
}

/** The cells of a row as a reader of a page sees them. */
export const cellTexts = (...row: Parameters<typeof cellsOf>): readonly string[] =>
  cellsOf(...row).map((value) => {
    if (typeof value === 'number') return decimalText(row[3], value)
    return value === null ? '' : typeof value === 'object' ? value.plain : String(value)
  })

/** Rows as CSV, by their columns; `toCsv` says how. */
export function csvOf(
  shown: readonly Column[],
  entity: string,
  rows: readonly unknown[],
  language: Language,
  part: 'whole' | 'rows' = 'whole',
  timeZone = 'UTC',
): string {
  const body = rows.map((row) => cellsOf(shown, entity, row, language, timeZone))
  return stringify(part === 'whole' ? [headOf(shown, entity, language), ...body] : body, {
    bom: part === 'whole',
    delimiter: DECIMAL_COMMA[language] ? ';' : ',',
    record_delimiter: 'windows',
    quoted_string: true,
    cast: {
      number: (value) => decimalText(language, value),
      boolean: String,
      object: ({ plain }) => String(plain),
    },
  })
}
