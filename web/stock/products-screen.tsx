import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { Product, type RecordRow } from '#contract/kernel/records.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Figures } from '#web/kernel/ui/figures.tsx'
import { callPage } from '#web/kernel/data/client.ts'
import { listInput, recordSummaryQuery } from '#web/kernel/records/records.queries.ts'
import { RecordScreen } from '#web/kernel/records/record-screen.tsx'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import type { Column } from '#web/kernel/table/columns.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { Amount, Days, None } from '#web/kernel/ui/values.tsx'
import { ageOf, amountIn, SaleStatus } from './sale-status.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const ProductSheet = late(async () => (await import('./product-sheet.tsx')).ProductSheet)

const SaleActs = late(async () => (await import('./sale-acts.tsx')).SaleActs)

const SalesDialog = late(async () => (await import('./sales-dialog.tsx')).SalesDialog)

const KeepSample = late(
  async () => (await import('#web/kernel/records/keep-sample.tsx')).KeepSample,
)

const sumOf = (rows: readonly RecordRow[], field: string) =>
  rows.reduce((sum, row) => sum + Math.round(amountIn(row, field) * 100), 0)
/**
 * Route `/admin/portfolio/products`: things bought to be sold, their margins, and the unsold ones.
 */
export function ProductsScreen() {
  const { t } = useTranslation('stock')
  const [{ state, sales }, set] = useUrlState({ state: '', page: '', sales: '' })
  const choices = [
    { value: '', label: t('filter.all') },
    { value: 'unsold', label: t('filter.unsold') },
    { value: 'sold', label: t('filter.sold') },
  ]
  return (
    <>
      <RecordScreen
        type={Product}
        filter={{
          on: state !== '',
          query: { sold: String(state === 'sold') },
          words: ['state'],
          bar: (
            <>
              <Segments
                label={t('filter.label')}
                options={choices}
                value={state}
                onChange={(to) => set({ state: to, page: '' })}
              />
              <Button icon={ChartColumn} onClick={() => set({ sales: '1' }, 'push')}>
                {t('sales.act')}
              </Button>
            </>
          ),
        }}
        columns={useColumns()}
        phone={(row) => ({
          end: <Amount major={amountIn(row, 'sellingPrice')} />,
          status: <SaleStatus row={row} />,
          note: <MarginNote row={row} />,
        })}
        sample={
          <>
            <SampleSlips
              slips={[
                {
                  title: t('sample.name'),
                  note: t('state.unsold'),
                  end: <Amount minor={19_900} />,
                },
              ]}
            />
            <KeepSample type={Product} records={[{ name: t('sample.name'), sellingPrice: 199 }]} />
          </>
        }
        above={(query) => <Waiting query={query} />}
        read={{
          body: (row) => <ProductSheet row={row} />,
          acts: (row) => <SaleActs row={row} />,
        }}
      />
      {sales === '1' && <SalesDialog onClose={() => set({ sales: '' })} />}
    </>
  )
}

/** ST3: number of unsold things, their age, and the capital in them. */
function Waiting({ query }: { query: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('stock')
  const unsold = { ...query, sold: 'false' }
  const isShown = query['sold'] !== 'true'
  const waiting = useQuery({ ...recordSummaryQuery(Product, unsold), enabled: isShown }).data
  const oldest = useQuery({ ...oldestQuery(unsold), enabled: isShown }).data?.rows[0]
  const age = oldest === undefined ? null : ageOf(oldest)
  if (!isShown || waiting === undefined || waiting.count === 0) return null
  const amount = (field: string) => <Amount major={waiting.sums[0]?.amounts[field] ?? 0} />
  return (
    <Figures
      name={t('waiting.name')}
      items={[
        { label: t('waiting.unsold'), value: waiting.count },
        { label: t('waiting.capital'), value: amount('costPrice') },
        { label: t('waiting.expected'), value: amount('sellingPrice') },
        { label: t('waiting.oldest'), value: age === null ? <None /> : <Days value={age} /> },
      ]}
    />
  )
}

/** The first bought of the things found; those without a day of purchase are left out. */
const oldestQuery = (query: Readonly<Record<string, string>>) => ({
  queryKey: [Product.context, Product.name, 'oldest', query] as const,
  queryFn: () =>
    callPage(
      recordEndpoints(Product).list,
      listInput(Product, { purchaseDateFrom: '1', ...query }, { sort: 'purchaseDate', limit: '1' }),
    ),
})

const MarginNote = ({ row }: { row: RecordRow }) => (
  <span>
    {fieldLabel('product', 'margin')} <Amount major={amountIn(row, 'margin')} />
  </span>
)

function useColumns() {
  const { t } = useTranslation('stock')
  const figure = (id: string): Column<RecordRow> => ({
    id,
    head: `${fieldLabel('product', id)}, €`,
    cell: (row) => <Amount major={amountIn(row, id)} symbol={false} />,
    sort: (row) => amountIn(row, id),
    align: 'fig',
    width: '136px',
    total: (rows) => <Amount minor={sumOf(rows, id)} symbol={false} />,
  })
  return (declared: readonly Column<RecordRow>[]): readonly Column<RecordRow>[] => [
    ...declared.filter((column) => column.id === 'name'),
    {
      id: 'sold',
      head: t('column.state'),
      cell: (row) => <SaleStatus row={row} />,
      sort: (row) => (row['sold'] ? -1 : (ageOf(row) ?? 0)),
      width: '212px',
    },
    ...declared
      .filter((column) => column.id === 'purchaseDate')
      .map((column) => ({ ...column, leaves: 'opt-2' as const, className: 'text-ink-muted' })),
    { ...figure('costPrice'), leaves: 'opt-1' },
    { ...figure('sellingPrice'), leaves: 'opt-1' },
    figure('margin'),
  ]
}
