import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stockRoutes, type ProductSales } from '#contract/stock/stock.contract.ts'
import { Chart } from '#web/kernel/charts/chart.tsx'
import { FiguresTable } from '#web/kernel/charts/figures-table.tsx'
import { monthRow } from '#web/kernel/charts/month-row.ts'
import { type Unit, Value } from '#web/kernel/charts/series.tsx'
import { call } from '#web/kernel/data/client.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { currencySymbol, today } from '#web/kernel/words/formats.ts'
import { fieldLabel } from '#web/kernel/words/record-words.ts'

/** Number of years that can be opened. */
const YEARS = 6
const FIGURES = ['sellingPrice', 'collectedPrice', 'costPrice', 'margin'] as const

/** The third word is a collection: its changes make the query read again. */
const salesQuery = (year: number) => ({
  queryKey: ['stock', 'sales', 'product', year] as const,
  queryFn: () => call(stockRoutes.statistics, { params: { year } }),
})

/** Sales of a year by month: how many, what they brought and what they cost. */
export function SalesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('stock')
  const now = new Date(today()).getUTCFullYear()
  const [year, setYear] = useState(now)
  const { data, error, refetch } = useQuery(salesQuery(year))
  return (
    <Dialog open wide="page" onClose={onClose} title={t('sales.title', { year })}>
      <div className="mt-3 w-[92px]">
        <NativeSelect
          aria-label={t('sales.year')}
          value={year}
          onChange={(event) => setYear(Number(event.target.value))}
        >
          {Array.from({ length: YEARS }, (_, n) => now - n).map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </NativeSelect>
      </div>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Skeleton lines={6} />
      ) : data.length === 0 ? (
        <p className="mt-4 text-ink-muted">{t('sales.none', { year })}</p>
      ) : (
        data.map((one) => <SalesOf key={one.currency} year={year} {...one} />)
      )}
    </Dialog>
  )
}

function SalesOf({ year, currency, months }: ProductSales & { year: number }) {
  const { t } = useTranslation('stock')
  const { language } = usePreferences()
  const money: Unit = { kind: 'money', currency }
  const label = (field: string) => fieldLabel('product', field)
  const cellsOf = (figures: Omit<ProductSales['months'][number], 'month'>) => ({
    count: figures.count,
    ...Object.fromEntries(
      FIGURES.map((key) => [
        key,
        <Value key={key} value={figures[key]} unit={money} symbol={false} />,
      ]),
    ),
  })
  const sum = (key: (typeof FIGURES)[number] | 'count') =>
    Math.round(months.reduce((total, month) => total + month[key], 0) * 1000) / 1000
  const totals = {
    count: sum('count'),
    sellingPrice: sum('sellingPrice'),
    collectedPrice: sum('collectedPrice'),
    costPrice: sum('costPrice'),
    margin: sum('margin'),
  }
  return (
    <div className="mt-4">
      <Chart
        spoken={t('sales.spoken', { year, currency })}
        unit={money}
        series={[
          { key: 'sellingPrice', label: label('sellingPrice'), tone: 1, look: 'solid' },
          { key: 'margin', label: label('margin'), tone: 3, look: 'solid' },
        ]}
        rows={months.map(({ month, sellingPrice, margin }) =>
          monthRow(language, year, month, { sellingPrice, margin }),
        )}
      />
      <div className="mt-4">
        <FiguresTable
          caption={t('sales.spoken', { year, currency })}
          head={t('sales.month')}
          columns={[
            { key: 'count', head: t('sales.count') },
            ...FIGURES.map((key) => ({ key, head: `${label(key)}, ${currencySymbol(currency)}` })),
          ]}
          rows={months
            .filter(({ count }) => count > 0)
            .map((month) => {
              const { id, name, current = false } = monthRow(language, year, month.month, {})
              return {
                id,
                head: <span className="inline-block first-letter:uppercase">{name}</span>,
                current,
                cells: cellsOf(month),
              }
            })}
          total={{ head: t('sales.total', { year }), cells: cellsOf(totals) }}
        />
      </div>
    </div>
  )
}
