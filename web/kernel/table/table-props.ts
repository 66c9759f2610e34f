import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import type { EmptyStateProps } from '#web/kernel/ui/states.tsx'
import type { Column, Group, PhoneRow } from './columns.ts'

/** All rows after the screen's filters: lists that one person types. Sorted and paged here. */
type Whole<T> = { readonly kind: 'whole'; readonly rows: T }
/**
 * One page as the server sorted and narrowed it: lists that grow. A column without `sort` is not
 * sortable either.
 */
type Paged<T> = {
  readonly kind: 'paged'
  readonly rows: T
  /** Rows of all pages. */
  readonly total: number
  /** Totals of all pages by column, which the server sums. */
  readonly totals?: Readonly<Record<string, ReactNode>>
}
/** Where rows come from; undefined rows are being read. */
type Source<T> = Whole<readonly T[] | undefined> | Paged<readonly T[] | undefined>
/** Rows that were read. */
type Read<T> = Whole<readonly T[]> | Paged<readonly T[]>

export type DataTableProps<T extends RowData> = {
  /** The table's name for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<T>[]
  readonly source: Source<T>
  readonly error: Error | null
  readonly onRetry: () => unknown
  readonly rowId: (row: T) => string
  /** Label of a row for screen readers: for its checkbox and menu. */
  readonly rowName: (row: T) => string
  /** Shown when there are no rows at all. */
  readonly empty: EmptyStateProps
  /** With it, a filter is active: an empty list says "nothing matches" and offers to clear it. */
  readonly onClearFilters?: (() => void) | undefined
  readonly phone: (row: T) => PhoneRow
  /** `id` or `-id` for descending; '' keeps the given order. */
  readonly defaultSort: string
  readonly groupBy?: ((row: T) => Group) | undefined
  /**
   * The row's letter in an alphabetical list. The margin shows it where it differs from the row
   * above.
   */
  readonly indexBy?: ((row: T) => string) | undefined
  /** Says what the totals cover. */
  readonly totalLabel?: string
  /** Opens a row; without it, `?open=<id>` is set and the screen shows its panel. */
  readonly onOpen?: (row: T) => void
  readonly actions?: (row: T) => readonly MenuEntry[]
  /** All that narrows the rows: another one, another selection. */
  readonly narrowing?: string
  /** Turns on checkboxes. */
  readonly selection?: {
    readonly sum?: (rows: readonly T[]) => ReactNode
    readonly actions: (rows: readonly T[], clear: () => void) => ReactNode
  }
}

/** A table whose rows were read. */
export type LedgerProps<T extends RowData> = DataTableProps<T> & { readonly source: Read<T> }
