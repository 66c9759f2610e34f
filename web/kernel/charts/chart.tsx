import { type ChartRow, Legend, type Series, type Unit } from './series.tsx'
import { late } from '#web/kernel/ui/late.tsx'

/** Loaded after the page: the chart library is larger than the page itself. */
const ColumnsChart = late(async () => (await import('./columns-chart.tsx')).ColumnsChart)

/** Height of a chart, reserved while it loads. @unit pixels */
const HEIGHT = 236

/** A chart and its legend. The same figures stand in a table beside it; `spoken` sums them up. */
export function Chart<K extends string>({
  spoken,
  rows,
  series,
  unit,
  onChoose,
}: {
  spoken: string
  rows: readonly ChartRow<K>[]
  series: readonly Series<K>[]
  unit: Unit
  onChoose?: (id: string) => unknown
}) {
  return (
    <figure aria-label={spoken}>
      <div style={{ height: HEIGHT }} className="min-w-0">
        <ColumnsChart title={spoken} rows={rows} series={series} unit={unit} onChoose={onChoose} />
      </div>
      <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-muted">
        <Legend series={series} />
      </figcaption>
    </figure>
  )
}
