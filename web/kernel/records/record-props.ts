import type { ReactNode } from 'react'
import type { RecordRow, RecordType } from '#contract/kernel/records.ts'
import type { ApiProblem } from '#web/kernel/data/client.ts'
import type { Column, PhoneRow } from '#web/kernel/table/columns.ts'

export type RecordScreenProps = {
  readonly type: RecordType
  /** Fixed filter of the list, and values of a new record: `{ kind: 'customer' }`. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Values that a new record's form begins with. */
  readonly begun?: Readonly<Record<string, unknown>> | undefined
  /** Words of a variant: `company.prospect.title` before `company.title`. */
  readonly variant?: string
  /** Fields left out of form and list (fixed fields always are). */
  readonly hidden?: readonly string[]
  /** Nothing is added here. */
  readonly isMadeElsewhere?: boolean
  /** Acts on the record, above its form. */
  readonly acts?: (row: RecordRow) => ReactNode
  /** Further content of the panel, below the record: links, related lists. */
  readonly extra?: (row: RecordRow) => ReactNode
  /**
   * A read-only panel shown before the form: its content and its actions. The user opens the form
   * from there.
   */
  readonly read?: {
    readonly body: (row: RecordRow) => ReactNode
    readonly acts: (row: RecordRow) => ReactNode
    /** Acts on a past state, below it in the history. */
    readonly past?: (row: RecordRow, then: Readonly<Record<string, unknown>>) => ReactNode
  }
  /** Content above the form's fields (a registry search). */
  readonly formHead?: (fill: (values: Record<string, unknown>) => void) => ReactNode
  /** Fields that its values make pointless: they are emptied and not asked for. */
  readonly omits?: (values: Readonly<Record<string, unknown>>) => readonly string[]
  /** Consequence of deleting, in figures. */
  readonly deleteConsequence?: (row: RecordRow) => ReactNode
  /** A sample for the empty state. */
  readonly sample?: ReactNode
  /** Beside "add" where there is no record yet. */
  readonly also?: ReactNode
  /**
   * The screen's own filter beside the search, which `words` keep in the address; `query` is the
   * list's.
   */
  readonly filter?: {
    readonly bar: ReactNode
    readonly words: readonly string[]
    readonly on: boolean
    readonly query: Readonly<Record<string, string>>
  }
  /** The list's columns, made from the declared ones. */
  readonly columns?: (declared: readonly Column<RecordRow>[]) => readonly Column<RecordRow>[]
  /** A row on a phone, besides its name. */
  readonly phone?: (row: RecordRow) => Omit<PhoneRow, 'title'>
  /** Content between filters and list. @param query of the list, with all its filters */
  readonly above?: (query: Readonly<Record<string, string>>) => ReactNode
  /** A refused deletion, shown in the dialog itself; undefined shows a toast. */
  readonly refused?: (problem: ApiProblem) => ReactNode | undefined
}
