import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { recordRoutes } from '#contract/records.routes.ts'
import { Product, type RecordRow } from '#contract/records.ts'
import { today } from '#web/kernel/words/formats.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Figures, Leader } from '#web/kernel/ui/page.tsx'
import { callPage } from '#web/kernel/data/client.ts'
import { listInput, recordSummaryQuery } from '#web/kernel/records/records.queries.ts'
import { RecordValue } from '#web/kernel/records/record-value.tsx'
import { RecordScreen } from '#web/kernel/records/record-screen.tsx'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import type { Column } from '#web/kernel/table/columns.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { Amount, Days, None } from '#web/kernel/ui/values.tsx'
import { SaleActs } from './sale-acts.tsx'

const SalesDialog = lazy(async () => ({ default: (await import('./sales-dialog.tsx')).SalesDialog }))

const KeepSample = lazy(async () => ({ default: (await import('#web/kernel/records/keep-sample.tsx')).KeepSample }))

const DAY_MS = 86_400_000
const COSTS = ['purchasePrice', 'shippingFees', 'advertisingCosts', 'deliveryPrice'] as const

const amountIn = (row: RecordRow, field: string) => Number(row[field] ?? 0)
const sumOf = (rows: readonly RecordRow[], field: string) =>
  rows.reduce((sum, row) => sum + Math.round(amountIn(row, field) * 100), 0)
/** Days since a thing was bought, null when it is sold or has no purchase date. */
export const ageOf = (row: RecordRow, now = today()): number | null =>
  row['sold'] || !row['purchaseDate'] ? null : Math.max(0, Math.round((now - Number(row['purchaseDate'])) / DAY_MS))

/** Route `/admin/portfolio/products`: things bought to be sold, their margins, and the unsold ones. */
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
              slips={[{ title: t('sample.name'), note: t('state.unsold'), end: <Amount minor={19_900} /> }]}
            />
            <Suspense fallback={null}>
              <KeepSample type={Product} records={[{ name: t('sample.name'), sellingPrice: 199 }]} />
            </Suspense>
          </>
        }
        above={(query) => <Waiting query={query} />}
        read={{
          body: (row) => <ProductSheet row={row} />,
          acts: (row) => <SaleActs row={row} />,
        }}
      />
      {sales === '1' && (
        <Suspense fallback={null}>
          <SalesDialog onClose={() => set({ sales: '' })} />
        </Suspense>
      )}
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
      recordRoutes(Product).list,
      listInput(Product, { purchaseDateFrom: '1', ...query }, { sort: 'purchaseDate', limit: '1' }),
    ),
})

/** Fields of a product that are read beside its margin. */
const SHEET = ['purchaseDate', 'color', 'size', 'sellingDate', 'collectedPrice'] as const

/** A product as it is read: its photo, its state, its dates, its margin. */
function ProductSheet({ row }: { row: RecordRow }) {
  const filled = SHEET.filter((field) => Boolean(row[field]))
  const photo = plainText(row['image'])
  return (
    <>
      {photo !== '' && (
        <img src={photo} alt={fieldLabel('product', 'image')} className="mb-4 max-h-64 rounded-[4px] object-contain" />
      )}
      <p>
        <SaleStatus row={row} />
      </p>
      <div className="mt-4">
        {filled.map((field) => (
          <Leader key={field} label={fieldLabel('product', field)}>
            <RecordValue type={Product} row={row} name={field} />
          </Leader>
        ))}
      </div>
      <MarginFormula row={row} />
    </>
  )
}

/** ST1: the margin, with its calculation. */
function MarginFormula({ row }: { row: RecordRow }) {
  const { t } = useTranslation('stock')
  const label = (field: string) => fieldLabel('product', field)
  return (
    <section className="mt-6" aria-label={label('margin')}>
      <h3 className="h2 mb-1">{label('margin')}</h3>
      <Leader label={label('sellingPrice')}>
        <Amount major={amountIn(row, 'sellingPrice')} />
      </Leader>
      {COSTS.map((field) => (
        <Leader key={field} label={label(field)}>
          <Amount major={-amountIn(row, field)} />
        </Leader>
      ))}
      <div className="mt-1 flex justify-between gap-3 font-semibold">
        <span>{t('margin.equals')}</span>
        <span className="total py-0.5">
          <Amount major={amountIn(row, 'margin')} />
        </span>
      </div>
    </section>
  )
}

function SaleStatus({ row }: { row: RecordRow }) {
  const { t } = useTranslation('stock')
  const age = ageOf(row)
  return (
    <Status kind={row['sold'] ? 'collected' : 'draft'} fact={age === null ? undefined : <Days value={age} />}>
      {t(row['sold'] ? 'state.sold' : 'state.unsold')}
    </Status>
  )
}

const MarginNote = ({ row }: { row: RecordRow }) => (
  <>
    {fieldLabel('product', 'margin')} <Amount major={amountIn(row, 'margin')} />
  </>
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
