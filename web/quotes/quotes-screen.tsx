import { useQuery } from '@tanstack/react-query'
import { FileDown, SquareArrowOutUpRight, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { QUOTE_LIST_FILTERS } from '#contract/kernel/list-filters.ts'
import { QUOTE_STATES } from '#contract/quotes/quote.values.ts'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import { countOf } from '#web/billing/bill-groups.tsx'
import { useDocumentList } from '#web/billing/use-document-list.tsx'
import { callPage } from '#web/kernel/data/client.ts'
import { usePage } from '#web/kernel/data/pages.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { filtersQuery } from '#web/kernel/list/filter-address.ts'
import { ListScreen } from '#web/kernel/list/list-screen.tsx'
import { serverSort, useListAddress } from '#web/kernel/list/use-list-address.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { paths } from '#web/screens.ts'
import { quoteActs } from './quote-acts.ts'
import { QUOTE_SORTS, useQuoteColumns } from './quote-columns.tsx'
import { QuoteStatus } from './quote-state.tsx'
import { type QuoteListFilters, quotePdfOf, quoteSummaryQuery, TOUCHED } from './quotes.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

// The dialog needs the form library.
const NewQuoteDialog = late(async () => (await import('./new-quote-dialog.tsx')).NewQuoteDialog)

const VIEWS = ['all', ...QUOTE_STATES] as const

/** The quotes of the active profile, the newest first. */
export function QuotesScreen() {
  const { t } = useTranslation(['quotes', 'kernel'])
  const { can, profileId } = useSession()
  const navigate = useNavigate()
  const address = useListAddress({ views: VIEWS, filters: QUOTE_LIST_FILTERS, usualSort: '-ref' })
  const { place, view } = address
  const [{ new: making }, setMaking] = useUrlState({ new: '' })
  const filters: QuoteListFilters = {
    ...(view !== 'all' && { status: view }),
    ...(address.asked && { q: address.asked }),
    ...filtersQuery(address.conditions),
  }
  const query = { ...filters, sort: serverSort(place.sort, QUOTE_SORTS, '-number') }
  const page = usePage(
    ['quotes', 'quote', 'page', profileId, query, 'effect'],
    (at) => callPage(quoteRoutes.list, { params: { profileId }, query: { ...query, ...at } }),
    { ...place, enabled: profileId !== '' },
  )
  const summary = useQuery(quoteSummaryQuery(profileId, filters)).data
  const documents = useDocumentList({
    context: 'quotes',
    entity: 'quote',
    address,
    page,
    summary,
    views: VIEWS,
    viewName: (one) => t(`view.${one}`),
    fields: QUOTE_LIST_FILTERS,
    remove: quoteRoutes.remove,
    touched: TOUCHED,
    amountOf: (quote) => quote.totalTTC,
    status: (quote) => <QuoteStatus quote={quote} />,
  })
  const columns = useQuoteColumns(documents.oneCurrency, documents.currency)
  const open = (quote: Quote) => void navigate(paths.quote.to({ id: quote.id }))
  const mayAdd = can('perm_quote_add')

  if (profileId === '') return documents.noProfile
  return (
    <ListScreen
      {...documents.list}
      isEmpty={summary && summary.count === 0}
      sub={summary && t('list.waiting', { count: summary.views.sent })}
      csv={
        <CsvButton
          route={quoteRoutes.list}
          input={{ params: { profileId }, query: filters }}
          fileName={t('list.file')}
        />
      }
      add={
        mayAdd
          ? {
              id: 'quotes.new',
              label: t('quote.new'),
              onSelect: () => setMaking({ new: 'quote' }, 'push'),
            }
          : null
      }
      columns={columns}
      totalLabel={t('list.total', { count: countOf(summary?.totals ?? []) })}
      onOpen={open}
      actions={(quote) => [
        { label: t('act.open'), icon: SquareArrowOutUpRight, onSelect: () => open(quote) },
        {
          label: t(quote.status === 'draft' ? 'act.preview' : 'act.download'),
          icon: FileDown,
          onSelect: () => void quotePdfOf(quote, quote.status === 'draft' ? 'open' : 'save'),
        },
        ...(quoteActs(quote, can).remove === 'available'
          ? ([
              'line',
              {
                label: t('act.remove'),
                icon: Trash2,
                tone: 'danger',
                onSelect: () => documents.setRemoving(quote),
              },
            ] as const)
          : []),
      ]}
      empty={{ title: t('empty.title'), body: t('empty.body') }}
    >
      {making === 'quote' && mayAdd && <NewQuoteDialog onClose={() => setMaking({ new: '' })} />}
      {documents.removal}
    </ListScreen>
  )
}
