import type { ReactNode } from 'react'
import { permissionFor, type RecordAction } from '#contract/permissions.ts'
import type { RecordRow, RecordType } from '#contract/records.ts'
import type { ApiProblem } from '#web/kernel/data/client.ts'
import type { Column, PhoneRow } from '#web/kernel/table/table.tsx'

export type RecordScreenProps = {
  readonly type: RecordType
  /** What a list is narrowed to, and a new record starts with: `{ kind: 'customer' }`. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Words that differ by `fixed`: `company.prospect.title` before `company.title`. */
  readonly variant?: string
  /** Fields left out of the form and the list (the fixed ones are). */
  readonly hidden?: readonly string[]
  /** More of the panel, below the record: links, related lists. */
  readonly extra?: (row: RecordRow) => ReactNode
  /** A record to read before it is changed: what stands around it, and its own acts. The form is then one step away. */
  readonly read?: {
    readonly body: (row: RecordRow) => ReactNode
    readonly acts: (row: RecordRow) => ReactNode
  }
  /** What stands above the fields of the form (a registry search). */
  readonly formHead?: (fill: (values: Record<string, unknown>) => void) => ReactNode
  /** Said before deleting, in figures. */
  readonly deleteConsequence?: (row: RecordRow) => ReactNode
  /** A sample for the empty state. */
  readonly sample?: ReactNode
  /** A filter of the screen's own beside the search, kept in the address by it. `keeps` is asked about each row; `query` narrows the CSV likewise. */
  readonly filter?: {
    readonly bar: ReactNode
    readonly on: boolean
    readonly keeps: (row: RecordRow) => boolean
    readonly query: Readonly<Record<string, string>>
    readonly clear: () => void
  }
  /** The list's columns made from the declared ones. */
  readonly columns?: (declared: readonly Column<RecordRow>[]) => readonly Column<RecordRow>[]
  /** A row on a phone beside its name. */
  readonly phone?: (row: RecordRow) => Omit<PhoneRow, 'title'>
  /** Between the filters and the list, of the rows found. */
  readonly above?: (rows: readonly RecordRow[]) => ReactNode
  /** A refused deletion, said in the question itself; undefined leaves it to a toast. */
  readonly refused?: (problem: ApiProblem) => ReactNode | undefined
}

export const permissionTo = (type: RecordType, action: RecordAction) => permissionFor(type.permission, action)
