import { directionOf } from '#web/kernel/words/languages.ts'
import { useId } from 'react'
import { Bar, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip } from 'recharts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { ChartFrame, TimeAxis, ValueAxis } from './axes.tsx'
import { type ChartRow, HatchOf, type Series, type Unit, Value } from './series.tsx'

type Props = {
  readonly title: string
  readonly rows: readonly ChartRow[]
  readonly series: readonly Series[]
  readonly unit: Unit
  readonly onChoose?: ((id: string) => unknown) | undefined
}

const BAR_WIDTH = 24
const MARGIN = { top: 8, right: 0, bottom: 0, left: 0 }
/** Lines alone begin and end within the axis, so that the words below them are whole. */
const LINE_PADDING = 16
const isLine = ({ look }: Pick<Series, 'look'>): boolean => look === 'line' || look === 'dashed'
/**
 * Bars and lines over months or years. In Arabic time runs from right to left. In discreet mode
 * shapes stay and amounts are hidden.
 */
export function ColumnsChart({ title, rows, series, unit, onChoose }: Props) {
  const { language } = usePreferences()
  const hatch = useId()
  const rtl = directionOf(language) === 'rtl'
  const data = rows.map((row) => ({ ...row.values, id: row.id }))
  const rowOf = (id: unknown) => rows.find((row) => row.id === id)
  const isEmpty = rows.every(({ values }) => Object.values(values).every((value) => !value))
  const stacked = series.some(({ stack }) => stack !== undefined)

  return (
    <ChartFrame>
      <ComposedChart
        responsive
        style={{ width: '100%', height: '100%' }}
        data={data}
        margin={MARGIN}
        barCategoryGap={stacked ? '18%' : '14%'}
        barGap={1}
        stackOffset="sign"
        accessibilityLayer
        title={title}
        onClick={(state) => {
          const row = rows[Number(state.activeTooltipIndex ?? -1)]
          if (row) onChoose?.(row.id)
        }}
      >
        {series.map(({ key, tone, look }) =>
          look === 'hatched' ? <HatchOf key={key} id={`${hatch}-${tone}`} tone={tone} /> : null,
        )}
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <TimeAxis
          dataKey="id"
          padding={series.every(isLine) ? LINE_PADDING : 0}
          labelOf={(id: string) => {
            const row = rowOf(id)
            return row && { text: row.short, current: row.current === true }
          }}
        />
        <ValueAxis unit={unit} isEmpty={isEmpty} />
        <ReferenceLine y={0} stroke="var(--line-field)" />
        {series.map(({ key, tone, look, stack }) =>
          isLine({ look }) ? (
            <Line
              key={key}
              dataKey={key}
              stroke={`var(--chart-${tone})`}
              strokeWidth={2}
              {...(look === 'dashed' ? { strokeDasharray: '5 4' } : {})}
              dot={false}
              activeDot={{ r: 3 }}
              isAnimationActive={false}
            />
          ) : (
            <Bar
              key={key}
              dataKey={key}
              {...(stack === undefined ? {} : { stackId: stack })}
              maxBarSize={BAR_WIDTH}
              radius={1}
              fill={look === 'hatched' ? `url(#${hatch}-${tone})` : `var(--chart-${tone})`}
              {...(look === 'hatched'
                ? { stroke: `var(--chart-${tone})`, strokeDasharray: '3 2' }
                : {})}
              isAnimationActive={false}
            />
          ),
        )}
        <Tooltip
          cursor={{ fill: 'var(--surface-hover)', fillOpacity: 0.7 }}
          isAnimationActive={false}
          offset={12}
          content={({ active, label }) => {
            const row = rowOf(label)
            return active && row ? <Card row={row} series={series} unit={unit} rtl={rtl} /> : null
          }}
        />
      </ComposedChart>
    </ChartFrame>
  )
}

/** Value of a place on the axis. */
const Card = ({
  row,
  series,
  unit,
  rtl,
}: Pick<Props, 'series' | 'unit'> & { row: ChartRow; rtl: boolean }) => (
  <div
    dir={rtl ? 'rtl' : 'ltr'}
    className="w-[264px] rounded-lg bg-surface-raised px-3.5 py-3 text-sm shadow-2"
  >
    <p className="mb-1 font-semibold first-letter:uppercase">{row.name}</p>
    {series.map(({ key, label }) =>
      (row.values[key] ?? null) === null ? null : (
        <div key={key} className="leader">
          <span className="text-ink-muted">{label}</span>
          <span className="num amt">
            <Value value={row.values[key] ?? null} unit={unit} />
          </span>
        </div>
      ),
    )}
  </div>
)
