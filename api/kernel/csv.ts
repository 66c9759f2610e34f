import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { DAY_MS } from '#domain/kernel/time.ts'
import type { Language } from './languages.ts'
import { fieldLabel } from './labels.ts'

const DECIMAL_COMMA: Readonly<Record<Language, boolean>> = {
  fr: true,
  es: true,
  de: true,
  it: true,
  en: false,
  ar: false,
}

/** Columns of a row schema: nested objects are flattened with a dot; arrays are left out. */
function columns(schema: z.ZodType, prefix = ''): string[] {
  const inner =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? (schema.unwrap() as z.ZodType) : schema
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([key, value]) =>
      columns(value as z.ZodType, prefix === '' ? key : `${prefix}.${key}`),
    )
  return inner instanceof z.ZodArray || prefix === '' ? [] : [prefix]
}

const at = (row: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], row)

const isTime = (path: string): boolean => /(?:Date|At|date)$/.test(path)
function cell(value: unknown, path: string, language: Language): string {
  if (value === null || value === undefined || (value === 0 && isTime(path))) return ''
  if (typeof value === 'number' && isTime(path)) {
    const iso = new Date(value).toISOString()
    return value % DAY_MS === 0 ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
  }
  if (typeof value === 'number') return DECIMAL_COMMA[language] ? String(value).replace('.', ',') : String(value)
  return typeof value === 'string' ? harmless(value) : typeof value === 'boolean' ? String(value) : ''
}

/**
 * A spreadsheet runs a text that starts like a formula; an apostrophe before it says that it is text. Figures stay figures: csv-stringify
 * 6.9's own `escape_formulas` would take `-348,5` for a formula too.
 *
 * @source OWASP, CSV injection; full-width signs are read like the plain ones
 */
const harmless = (text: string): string =>
  /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text) ? `'${text}` : text

/**
 * The rows of a list as CSV: UTF-8 with a byte-order mark, columns as the reply's schema has them, named in the caller's language.
 * Decimal comma and semicolon where the language writes them so; days as ISO. Texts that a spreadsheet would run as a formula are escaped.
 */
export function toCsv(reply: z.ZodType, entity: string, rows: readonly unknown[], language: Language): string {
  const element = reply instanceof z.ZodArray ? (reply.element as z.ZodType) : reply
  const paths = columns(element)
  const labels = paths.map((path) => fieldLabel(language, entity, path))
  // A bill's client is there twice, its id and its name: the wire's word tells columns of one name apart.
  const header = labels.map((label, index) =>
    labels.filter((other) => other === label).length > 1 ? `${label} (${paths[index]})` : label,
  )
  const body = rows.map((row) => paths.map((path) => cell(at(row, path), path, language)))
  return stringify([header, ...body], {
    bom: true,
    delimiter: DECIMAL_COMMA[language] ? ';' : ',',
    record_delimiter: 'windows',
  })
}
