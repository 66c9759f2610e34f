import { useQuery } from '@tanstack/react-query'
import { FileDown, SquareArrowOutUpRight, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { QUOTE_LIST_FILTERS } from '#contract/kernel/list-filters.ts'
import { QUOTE_STATES } from '#contract/quotes/quote.values.ts'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import { Sums, sumsOf } from '#web/billing/currency-sums.tsx'
import { callPage } from '#web/kernel/data/client.ts'
import { usePage } from '#web/kernel/data/pages.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { filtersQuery } from '#web/kernel/list/filter-address.ts'
import { ListScreen } from '#web/kernel/list/list-screen.tsx'
import { serverSort, useListAddress } from '#web/kernel/list/use-list-address.ts'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import type { MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import { ConfirmRemoval } from '#web/kernel/ui/removal.tsx'
import { Amount, Code } from '#web/kernel/ui/values.tsx'
import { paths } from '#web/screens.ts'
import { QUOTE_SORTS, useQuoteColumns } from './quote-columns.tsx'
import { QuoteStatus } from './quote-state.tsx'
import { type QuoteListFilters, quotePdfOf, quoteSummaryQuery, TOUCHED } from './quotes.queries.ts'

// It needs the form library.
const NewQuoteDialog = lazy(async () => ({
  default: (await import('./new-quote-dialog.tsx')).NewQuoteDialog,
}))

const VIEWS = ['all', ...QUOTE_STATES] as const

/** The quotes of the active profile, the newest first. */
export function QuotesScreen() {
  const { t } = useTranslation(['quotes', 'kernel'])
  const { can, profileId } = useSession()
  const navigate = useNavigate()
  const address = useListAddress({ views: VIEWS, filters: QUOTE_LIST_FILTERS, usualSort: '-ref' })
  const { place, view } = address
  const [{ new: making }, setMaking] = useUrlState({ new: '' })
  const [removing, setRemoving] = useState<Quote | null>(null)
  const nameOf = (quote: Quote) => quote.ref || t('list.draftOf', { client: quote.client })
  const remove = useWrite(quoteRoutes.remove, {
    invalidates: TOUCHED,
    done: () => ({ kind: 'deleted', name: removing ? nameOf(removing) : '' }),
    onDone: () => setRemoving(null),
  })
  const mayAdd = can('perm_quote_add')

  const filters: QuoteListFilters = {
    ...(view !== 'all' && { status: view }),
    ...(address.asked && { q: address.asked }),
    ...filtersQuery(address.conditions),
  }
  const query = { ...filters, sort: serverSort(place.sort, QUOTE_SORTS, '-number') }
  const page = usePage(
    ['quotes', 'quote', 'page', profileId, query],
    (at) => callPage(quoteRoutes.list, { params: { profileId }, query: { ...query, ...at } }),
    { ...place, enabled: profileId !== '' },
  )
  const summary = useQuery(quoteSummaryQuery(profileId, filters)).data
  const totals = summary?.totals ?? []
  const oneCurrency = totals.length <= 1
  const columns = useQuoteColumns(oneCurrency, totals[0]?.currency ?? 'EUR')
  const open = (quote: Quote) => void navigate(paths.quote.to({ id: quote.id }))
  const actions = (quote: Quote): readonly MenuEntry[] => [
    { label: t('act.open'), icon: SquareArrowOutUpRight, onSelect: () => open(quote) },
    {
      label: t(quote.status === 'draft' ? 'act.preview' : 'act.download'),
      icon: FileDown,
      onSelect: () => void quotePdfOf(quote, quote.status === 'draft' ? 'open' : 'save'),
    },
    ...(quote.status === 'draft' && quote.edition === 0 && can('perm_quote_delete')
      ? ([
          'line',
          {
            label: t('act.remove'),
            icon: Trash2,
            tone: 'danger',
            onSelect: () => setRemoving(quote),
          },
        ] as const)
      : []),
  ]

  if (profileId === '')
    return (
      <NoProfile page={t('quote.title')} title={t('noProfile.title')} body={t('noProfile.body')} />
    )
  return (
    <ListScreen
      title={t('quote.title')}
      address={address}
      page={page}
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
      tabs={{
        label: t('list.views'),
        of: VIEWS.map((one) => ({
          view: one,
          label: t(`view.${one}`),
          count: summary?.views[one],
        })),
      }}
      search={{ label: t('list.search'), narrow: true }}
      filters={{
        entity: 'quote',
        fields: QUOTE_LIST_FILTERS,
        currency: totals[0]?.currency ?? 'EUR',
      }}
      columns={columns}
      totals={{
        totalHT: <Sums sums={sumsOf(totals, (sum) => sum.totalHT)} symbol={!oneCurrency} />,
        totalTTC: <Sums sums={sumsOf(totals, (sum) => sum.totalTTC)} symbol={!oneCurrency} />,
      }}
      rowId={(quote) => quote.id}
      rowName={nameOf}
      totalLabel={t('list.total', { count: totals.reduce((sum, { count }) => sum + count, 0) })}
      onOpen={open}
      actions={actions}
      empty={{ title: t('empty.title'), body: t('empty.body') }}
      phone={(quote) => ({
        title: quote.client || t('list.noClient'),
        end: <Amount major={quote.totalTTC} currency={quote.currency} />,
        status: <QuoteStatus quote={quote} />,
        note: quote.ref ? <Code value={quote.ref} /> : t('list.noRef'),
      })}
      removed="quote"
    >
      <Suspense fallback={null}>
        {making === 'quote' && mayAdd && <NewQuoteDialog onClose={() => setMaking({ new: '' })} />}
      </Suspense>
      <ConfirmRemoval
        open={removing !== null}
        onClose={() => setRemoving(null)}
        name={removing ? nameOf(removing) : ''}
        consequence={t('draft.removeBody')}
        pending={remove.isPending}
        onConfirm={() =>
          removing && remove.mutate({ params: { profileId: removing.profileId, id: removing.id } })
        }
      />
    </ListScreen>
  )
}
