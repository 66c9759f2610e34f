import type { ReactNode } from 'react'
import { type RecordRow, type RecordType, sortedFields } from '#contract/kernel/records.ts'
import type { RecordSummary } from '#contract/kernel/records.schemas.ts'
import type { Column, ColumnWidth } from '#web/kernel/table/columns.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { fieldAt, valueAt } from './record-type.ts'
import { RecordValue } from './record-value.tsx'

/** Values of a row besides its fields. */
const NO_ROW = {
  id: '',
  version: 0,
  creationDate: 0,
  lastModificationDate: 0,
  createdBy: '',
  modifiedBy: '',
}

/** A row on a phone: beside its name the first amount, then the next two fields. */
export function phoneRow(type: RecordType, shown: readonly string[], row: RecordRow) {
  const rest = shown.filter((key) => !type.named.includes(key))
  const money = rest.find((key) => fieldAt(type, key)?.kind === 'money')
  const [status, note] = rest.filter((key) => key !== money)
  const cell = (key: string) => <RecordValue type={type} row={row} name={key} />
  return {
    ...(money !== undefined && { end: cell(money) }),
    ...(status !== undefined && {
      status: <span className="block truncate text-sm text-ink-muted">{cell(status)}</span>,
    }),
    ...(note !== undefined && { note: cell(note) }),
  }
}

/** Widths of kinds with a known length; the other columns share the rest. */
const WIDTHS: Readonly<Record<string, ColumnWidth>> = {
  siren: '132px',
  siret: '168px',
  money: '132px',
  integer: '112px',
  decimal: '112px',
  percent: '96px',
  duration: '112px',
  year: '96px',
  month: '140px',
  day: '132px',
  instant: '148px',
  boolean: '112px',
  currency: '96px',
  image: '96px',
  vatNumber: '168px',
  email: '224px',
  phone: '140px',
}
const FIGURES: ReadonlySet<string> = new Set(['money', 'integer', 'decimal', 'percent', 'duration'])
const DATES: ReadonlySet<string> = new Set(['day', 'instant', 'year', 'month'])

export function columnsOf(
  type: RecordType,
  shown: readonly string[],
): readonly Column<RecordRow>[] {
  return shown.map((key, index) => {
    const kind = fieldAt(type, key)?.kind ?? 'text'
    return {
      id: key,
      head: fieldLabel(type, key),
      cell: (row) => <RecordValue row={row} name={key} type={type} />,
      ...(sortKey(type, key) !== null && { sort: (row: RecordRow) => sortedBy(type, key, row) }),
      ...(FIGURES.has(kind)
        ? { align: 'fig' as const }
        : DATES.has(kind)
          ? { align: 'end' as const }
          : {}),
      ...(index > 2 ? { leaves: 'opt-1' as const } : index > 1 ? { leaves: 'opt-2' as const } : {}),
      ...(index > 0 && { className: 'text-ink-muted' }),
      ...(WIDTHS[kind] && { width: WIDTHS[kind] }),
    }
  })
}

/**
 * A row's value in a sorted column. The server sorts: it only says that the column can be sorted.
 */
const sortedBy = (type: RecordType, key: string, row: RecordRow): string | number => {
  const value = valueAt(row, key)
  return typeof value === 'number' ? value : plainText(value)
}

/** The server's name of a column's order; null when it has none. */
export const sortKey = (type: RecordType, column: string): string | null => {
  const key = column.split('.', 1)[0] ?? column
  return sortedFields(type).includes(key) ? key : null
}

/** Totals of the columns that have one, of the only currency: the sums stand for a row. */
export function totalsOf(
  columns: readonly Column<RecordRow>[],
  sums: RecordSummary['sums'],
): Record<string, ReactNode> {
  const [sum] = sums
  if (sum === undefined || sums.length > 1) return {}
  const row = { ...NO_ROW, ...sum.amounts, currency: sum.currency }
  return Object.fromEntries(columns.flatMap(({ id, total }) => (total ? [[id, total([row])]] : [])))
}
