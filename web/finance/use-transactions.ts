import { useQuery } from '@tanstack/react-query'
import { financeRoutes } from '#contract/finance/finance.routes.ts'
import type { TransactionSummary } from '#contract/finance/finance.schemas.ts'
import { type Conditions, TRANSACTION_FILTERS } from '#contract/kernel/list-filters.ts'
import { callPage } from '#web/kernel/data/client.ts'
import { usePage } from '#web/kernel/data/pages.ts'
import { type ListAddress, serverSort } from '#web/kernel/list/use-list-address.ts'
import { TRANSACTION_SORTS } from './transaction-columns.tsx'
import { transactionSummaryQuery } from './transactions.queries.ts'

export const VIEWS = ['all', 'incomes', 'outcomes', 'unattached'] as const
export type View = (typeof VIEWS)[number]
export const OPERATIONS = {
  all: undefined,
  incomes: 'in',
  outcomes: 'out',
  unattached: undefined,
} as const
const UNATTACHED = { attached: { operator: 'eq', value: false } } as const

/** The tabs show incomes and outcomes apart, and what lacks a document. */
const { operation: _, attached: __, ...FIELDS } = TRANSACTION_FILTERS
export const FILTERS = FIELDS

/** The conditions of the filters, of the tab and of the year together. */
export function conditionsOf(view: View, year: string, conditions: Conditions): Conditions {
  const operation = OPERATIONS[view]
  return {
    ...conditions,
    ...(operation && { operation: { operator: 'eq', value: operation } }),
    ...(view === 'unattached' && UNATTACHED),
    ...(/^20\d\d$/.test(year) && { year: { operator: 'eq', value: Number(year) } }),
  }
}

/**
 * The tabs that have something to show. Without an expense there is nothing in its tab and its
 * column; a filter may have left them out.
 */
export function shownViews(
  view: View,
  views: TransactionSummary['views'] | undefined,
  isNarrowed: boolean,
): readonly View[] {
  const isShown = {
    all: true,
    incomes: true,
    outcomes: isNarrowed || (views?.outcomes ?? 0) > 0,
    unattached: view === 'unattached' || (views?.unattached ?? 0) > 0,
  }
  return VIEWS.filter((one) => isShown[one])
}

/** What was received in a year, or ever. @unit major units */
export const receivedIn = (
  received: TransactionSummary['profile']['received'],
  year: unknown,
): number =>
  received
    .filter((one) => year === undefined || one.year === year)
    .reduce((sum, { amountTTC }) => sum + Math.round(amountTTC * 100), 0) / 100

/** The transactions that the address names, and what the server sums of them. */
export function useTransactions(profileId: string, address: ListAddress<View, 'year'>) {
  const { view, place, conditions } = address
  const filters = conditionsOf(view, address.words.year, conditions)
  const search = { filters, ...(address.asked && { q: address.asked }) }
  const sort = serverSort(place.sort, TRANSACTION_SORTS, undefined)
  const body = { profileId, ...search, ...(sort && { sort }) }
  const page = usePage(
    ['finance', 'transaction', 'page', body],
    ({ limit, cursor }) =>
      callPage(financeRoutes.filtered, {
        body: { ...body, quantity: limit, ...(cursor && { cursor }) },
      }),
    { ...place, enabled: profileId !== '' },
  )
  const summary = useQuery(transactionSummaryQuery(profileId, search)).data
  const { count, currencies = [], years = [], received = [] } = summary?.profile ?? {}
  return {
    search,
    page,
    summary,
    isEmpty: count === undefined ? undefined : count === 0,
    currency: currencies[0] ?? 'EUR',
    /** Amounts of several currencies have no sum. */
    mixed: currencies.length > 1,
    years,
    received: receivedIn(received, filters['year']?.value),
    views: shownViews(view, summary?.views, address.isNarrowed),
  }
}
