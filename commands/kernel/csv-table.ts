import type { Table } from '#domain/kernel/table-columns.ts'
import { fileText } from '#domain/kernel/file-text.ts'

/** Limits of a table, which no statement or list of clients reaches. @unit bytes; rows; columns */
const LARGEST = 2_000_000
const MOST_ROWS = 5_000
const MOST_COLUMNS = 100

const DELIMITERS = [';', ',', '\t', '|'] as const
/** Lines by which the delimiter is told. */
const LOOKED = 50

/** The table is too large, or no table. */
export type UnreadableTable = 'size' | 'form'

/**
 * The delimiter that most lines have, outside quotation marks. Amounts with a decimal comma stand
 * in files with semicolons.
 */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 100_000)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n?|\n/)
    .slice(0, LOOKED)
  const having = (delimiter: string) => lines.filter((line) => line.includes(delimiter)).length
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, lines: having(delimiter) }))
  const [most] = counts.toSorted((a, b) => b.lines - a.lines)
  const semicolons = counts[0]
  return semicolons !== undefined && semicolons.lines * 2 >= (most?.lines ?? 0)
    ? semicolons.delimiter
    : (most?.delimiter ?? ';')
}

/** Rows of a text of values parted by a delimiter. @source RFC 4180, and what banks make of it */
export async function csvRows(text: string, delimiter: string): Promise<Table | null> {
  const { parse, CsvError } = await import('csv-parse/sync')
  try {
    const rows: string[][] = parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: MOST_ROWS + 1,
      max_record_size: 100_000,
    })
    return rows
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}

/** The rows of a file: UTF-8, UTF-16 or Windows-1252, whatever parts its cells. */
export async function readTable(bytes: Uint8Array): Promise<Table | UnreadableTable> {
  if (bytes.length > LARGEST) return 'size'
  const text = fileText(bytes)
  if (text.includes('\0')) return 'form'
  const rows = await csvRows(text, delimiterOf(text))
  if (rows === null || rows.length === 0) return 'form'
  if (rows.length > MOST_ROWS || rows.some((row) => row.length > MOST_COLUMNS)) return 'size'
  return rows
}
