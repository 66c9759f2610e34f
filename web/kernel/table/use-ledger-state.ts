import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { localeOf } from '#web/kernel/words/languages.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { groupsOf } from './columns.ts'
import type { LedgerProps } from './table-props.ts'
import { useOpenRow, useTableState } from './table-state.ts'

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})
const NONE_SELECTED: ReadonlyMap<string, never> = new Map<string, never>()

/**
 * The page that is shown, from 0: the open row's page, else the requested one. A filter may have
 * left fewer pages than were requested.
 *
 * @param page.openAt the open row's place in the whole list; negative for none
 */
export const shownPage = (page: {
  readonly requested: number
  readonly size: number
  readonly count: number
  readonly openAt: number
}): number =>
  page.openAt < 0
    ? Math.min(page.requested, Math.max(0, Math.ceil(page.count / page.size) - 1))
    : Math.floor(page.openAt / page.size)

/** The selection after `rows` were selected, or left out of it. */
export function withRows<T>(
  selected: ReadonlyMap<string, T>,
  rows: readonly T[],
  on: boolean,
  rowId: (row: T) => string,
): ReadonlyMap<string, T> {
  const after = new Map(selected)
  for (const row of rows)
    if (on) after.set(rowId(row), row)
    else after.delete(rowId(row))
  return after
}

/** The order of a ledger, its shown page in groups, and its selection. */
export function useLedgerState<T extends RowData>({
  columns,
  source,
  rowId,
  defaultSort,
  groupBy,
  narrowing,
}: LedgerProps<T>) {
  const { language } = usePreferences()
  const { sorting, pagination, isPageSaid, sortBy, goTo, resize } = useTableState(defaultSort)
  const { rows } = source
  const isPaged = source.kind === 'paged'
  const count = isPaged ? source.total : rows.length
  const { openId, openRow } = useOpenRow()
  // Rows as they were when they were selected: those of another page are not read again.
  const [selected, setSelected] = useState<ReadonlyMap<string, T>>(NONE_SELECTED)
  const [selectedIn, setSelectedIn] = useState(narrowing)
  if (selectedIn !== narrowing) {
    setSelectedIn(narrowing)
    setSelected(NONE_SELECTED)
  }

  const definitions = useMemo((): ColumnDef<typeof features, T>[] => {
    const compare = new Intl.Collator(localeOf(language), { numeric: true, sensitivity: 'base' })
    const sortFn: SortFn<typeof features, T> = (a, b, id) => {
      const [x, y] = [
        a.getValue<string | number | boolean | null>(id),
        b.getValue<string | number | boolean | null>(id),
      ]
      if (typeof x === 'string' && typeof y === 'string') return compare.compare(x, y)
      return Number(x ?? -Infinity) - Number(y ?? -Infinity)
    }
    return columns.map((column) => ({
      id: column.id,
      accessorFn: (row: T) => column.sort?.(row) ?? null,
      enableSorting: column.sort !== undefined,
      sortFn,
    }))
  }, [columns, language])
  const table = useTable({
    features,
    columns: definitions,
    data: rows as T[], // the table never changes it
    getRowId: rowId,
    manualSorting: isPaged,
    state: { sorting },
  })
  const inOrder = table.getSortedRowModel().rows.map((row) => row.original)
  const pageIndex = shownPage({
    requested: pagination.pageIndex,
    size: pagination.pageSize,
    count,
    openAt: isPaged || isPageSaid ? -1 : inOrder.findIndex((row) => rowId(row) === openId),
  })
  const from = pageIndex * pagination.pageSize
  const page = isPaged ? rows : inOrder.slice(from, from + pagination.pageSize)
  const onPage = new Map(rows.map((row) => [rowId(row), row]))

  return {
    sorting: sorting[0],
    sortBy,
    page,
    groups: groupsOf(page, groupBy),
    paging: { count, page: pageIndex + 1, size: pagination.pageSize, onPage: goTo, onSize: resize },
    openId,
    openRow,
    isSelected: (row: T) => selected.has(rowId(row)),
    selectedRows: isPaged
      ? Array.from(selected, ([id, row]) => onPage.get(id) ?? row)
      : rows.filter((row) => selected.has(rowId(row))),
    select: (some: readonly T[], on: boolean) =>
      setSelected((before) => withRows(before, some, on, rowId)),
    clear: () => setSelected(NONE_SELECTED),
  }
}

export type LedgerState<T extends RowData> = ReturnType<typeof useLedgerState<T>>
