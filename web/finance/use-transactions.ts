import { useQuery } from '@tanstack/react-query'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import { callPage } from '#web/kernel/data/client.ts'
import { usePage } from '#web/kernel/data/pages.ts'
import { type ListAddress, serverSort } from '#web/kernel/list/use-list-address.ts'
import { TRANSACTION_SORTS } from './transaction-columns.tsx'
import { conditionsOf, receivedIn, shownViews, type View } from './transaction-views.ts'
import { transactionSummaryQuery } from './transactions.queries.ts'

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
