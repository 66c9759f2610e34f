import type { UseQueryResult } from '@tanstack/react-query'
import type { RowData } from '@tanstack/react-table'
import { ListFilter, Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useAction } from '#web/kernel/ui/actions.tsx'
import type { DataTableProps } from '#web/kernel/table/table-props.ts'
import { DataTable } from '#web/kernel/table/table.tsx'
import { Button, LinkButton } from '#web/kernel/ui/button.tsx'
import { PageHead, Row, Tabs } from '#web/kernel/ui/page.tsx'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import type { EmptyStateProps } from '#web/kernel/ui/states.tsx'
import type { ListFilters } from './list-filters.ts'
import type { ListAddress } from './use-list-address.ts'
import { useSettled } from '#web/kernel/data/settled.tsx'
import { late } from '#web/kernel/ui/late.tsx'
import { Awaiting } from '#web/kernel/ui/awaiting.tsx'

// The editor needs the form library: it loads when it is opened, and the chips when there is a
// filter.
const FilterEditor = late(async () => (await import('./filter-editor.tsx')).FilterEditor)
const RemovedLink = late(
  async () => (await import('#web/kernel/history/removed-link.tsx')).RemovedLink,
)
const ColumnsMenu = late(
  async () => (await import('#web/kernel/table/columns-menu.tsx')).ColumnsMenu,
)
const FilterChips = late(async () => (await import('./filter-chips.tsx')).FilterChips)

type Rows<T> = { readonly rows: readonly T[]; readonly total: number }

/** Addition of a list: by a button in its head, alone in an empty list, and by `N`. */
type ListAdd = {
  /** The action's id in the palette. */
  readonly id: string
  readonly label: string
} & ({ readonly to: string } | { readonly onSelect: () => void })

export type ListScreenProps<T extends RowData, V extends string> = Omit<
  DataTableProps<T>,
  'caption' | 'source' | 'error' | 'onRetry' | 'defaultSort' | 'empty' | 'onClearFilters'
> & {
  readonly title: string
  /** The table's name for screen readers; the title when absent. */
  readonly caption?: string
  readonly address: ListAddress<V>
  readonly page: Pick<UseQueryResult<Rows<T>>, 'data' | 'error'> & {
    readonly refetch: () => unknown
  }
  /** Totals of all pages by column, which the server sums. */
  readonly totals?: Readonly<Record<string, ReactNode>> | undefined
  /**
   * The list has no row without filters either: nothing to search or export, only something to add.
   * Undefined while that is unknown: the page decides it.
   */
  readonly isEmpty: boolean | undefined
  /** One line with the state in figures; its space is reserved while it is unknown. */
  readonly sub: ReactNode
  readonly csv: ReactNode
  /** Further buttons of the head. */
  readonly acts?: ReactNode
  readonly add: ListAdd | null
  /** Views of the list, as tabs. */
  readonly tabs?: {
    readonly label: string
    readonly of: readonly {
      readonly view: V
      readonly label: string
      readonly count?: number | undefined
    }[]
  }
  readonly search: { readonly label: string; readonly narrow?: boolean }
  /** Fields that the list can be filtered by; a short list has views alone. */
  readonly filters?: ListFilters
  /** Further filters beside the search. */
  readonly bar?: ReactNode
  /** Between filters and list. */
  readonly above?: ReactNode
  /** Whether a rule closes the filters. */
  readonly ruled?: boolean
  readonly empty: {
    readonly title: string
    readonly body: string
    readonly sample?: ReactNode
    /** Another way to begin, beside adding. */
    readonly also?: ReactNode
  }
  /** Text of a view that is meant to be empty, in place of *no match*. */
  readonly done?: { readonly title: string; readonly body: string } | undefined
  /** Entity whose removed records are linked to below the list. */
  readonly removed?: string
  /** Panels and dialogs. */
  readonly children?: ReactNode
}

/**
 * A list that the server sorts, narrows and sums, with everything around it; what a screen shows is
 * its columns.
 */
export function ListScreen<T extends RowData, V extends string>({
  title,
  caption = title,
  address,
  page,
  totals,
  isEmpty,
  sub,
  csv,
  acts,
  add,
  tabs,
  search,
  filters,
  bar,
  above,
  ruled = false,
  empty,
  done,
  removed,
  children,
  ...table
}: ListScreenProps<T, V>) {
  const isSettled = useSettled()
  const navigate = useNavigate()
  const run = () => add && ('to' in add ? void navigate(add.to) : add.onSelect())
  useAction(add && { id: add.id, label: add.label, icon: Plus, keys: 'n', run })
  const addButton = add && <AddButton {...add} />
  const [isFiltering, setFiltering] = useState(false)
  // A row that is there says more than a summary that was read before it.
  const hasNone = !page.data?.total && (isEmpty ?? (page.data !== undefined && !address.isNarrowed))
  return (
    <>
      <PageHead
        title={title}
        {...(hasNone ? { ruled: true } : { sub })}
        actions={
          !hasNone && (
            <>
              {csv}
              {acts}
              {addButton}
            </>
          )
        }
      />
      <ListBar
        {...{ address, tabs, search, filters, bar, ruled, hasNone, isFiltering }}
        columns={table.columns}
        onFilter={() => setFiltering(!isFiltering)}
      />
      {above}
      <DataTable
        {...table}
        narrowing={address.narrowing}
        caption={caption}
        source={{
          kind: 'paged',
          rows: page.data?.rows,
          total: page.data?.total ?? 0,
          ...(totals && { totals }),
        }}
        error={page.error}
        onRetry={page.refetch}
        defaultSort={address.usualSort}
        empty={done ?? emptyState(empty, addButton)}
        onClearFilters={address.isNarrowed && !hasNone && !done ? address.clear : undefined}
      />
      {isSettled && removed !== undefined && <RemovedLink entity={removed} />}
      {children}
    </>
  )
}

const AddButton = (add: ListAdd) =>
  'to' in add ? (
    <LinkButton variant="primary" icon={Plus} to={add.to}>
      {add.label}
    </LinkButton>
  ) : (
    <Button variant="primary" icon={Plus} onClick={add.onSelect}>
      {add.label}
    </Button>
  )

const emptyState = (
  { title, body, sample, also }: ListScreenProps<never, never>['empty'],
  addButton: ReactNode,
): EmptyStateProps => ({
  title,
  body,
  sample,
  action:
    addButton || also ? (
      <>
        {addButton}
        {also}
      </>
    ) : null,
  ...(addButton && { actionKey: 'N' }),
})

/** Views, search and filters of a list, and the chips of the filters that are set. */
function ListBar<V extends string>({
  address,
  tabs,
  search,
  filters,
  bar,
  ruled,
  hasNone,
  isFiltering,
  onFilter,
  columns,
}: Pick<ListScreenProps<never, V>, 'address' | 'search' | 'bar'> & {
  tabs: ListScreenProps<never, V>['tabs'] | undefined
  filters: ListFilters | undefined
  ruled: boolean
  /** A list without any row has nothing to search. */
  hasNone: boolean
  isFiltering: boolean
  onFilter: () => void
  columns: ComponentProps<typeof ColumnsMenu>['columns']
}) {
  const { t } = useTranslation('kernel')
  const { conditions } = address
  const on = Object.keys(conditions).length
  const filterButton = useId()
  const isSettled = useSettled()
  /** As large as the button that comes. */
  const columnsPlace = (
    <span className="btn btn-sm invisible max-md:hidden" aria-hidden="true">
      <span className="size-4" />
      {t('table.columns')}
    </span>
  )
  const controls = (
    <>
      <SearchBox
        value={address.q}
        onChange={(q) => address.narrow({ q })}
        label={search.label || t('table.search')}
        narrow={search.narrow ?? false}
      />
      {bar}
      {filters && (
        <Button
          size="sm"
          icon={ListFilter}
          id={filterButton}
          aria-expanded={isFiltering}
          onClick={onFilter}
          end={on > 0 && <span className="count-dot">{on}</span>}
        >
          {t('table.filters')}
        </Button>
      )}
      <Awaiting waiting={columnsPlace}>
        {isSettled ? <ColumnsMenu columns={columns} /> : columnsPlace}
      </Awaiting>
    </>
  )
  return (
    <>
      {hasNone ? null : tabs ? (
        <Tabs
          label={tabs.label}
          items={tabs.of.map(({ view, label, count }) => ({
            to: address.viewAt(view),
            label,
            ...(count !== undefined && { count }),
            current: view === address.view,
            onSelect: () => address.show(view),
          }))}
          end={controls}
        />
      ) : (
        <Row className="pb-3" ruled={ruled && on === 0}>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{controls}</div>
        </Row>
      )}
      {filters && isFiltering && !hasNone && (
        <Awaiting waiting={<div className="h-[46px]" />}>
          <Row className={tabs ? 'pt-2 pb-3' : 'pb-3'} ruled={ruled}>
            <FilterEditor
              filters={filters}
              address={address}
              onClose={() => {
                document.getElementById(filterButton)?.focus()
                onFilter()
              }}
            />
          </Row>
        </Awaiting>
      )}
      {filters && on > 0 && !isFiltering && (
        <Awaiting waiting={<div className="h-[46px]" />}>
          <Row className={tabs ? 'pt-2 pb-3' : 'pb-3'} ruled={ruled}>
            <FilterChips
              filters={filters}
              conditions={conditions}
              onChange={address.filter}
              onEdit={onFilter}
            />
          </Row>
        </Awaiting>
      )}
    </>
  )
}
