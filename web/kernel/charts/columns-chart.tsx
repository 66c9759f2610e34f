import { useId } from 'react'
import { Bar, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { currencySymbol, minorDigitsOf, numberText, thousandsText } from '#web/kernel/words/formats.ts'
import { type ChartRow, HatchOf, type Series, type Unit, useThousandsWord, Value } from './series.tsx'

type Props = {
  readonly title: string
  readonly rows: readonly ChartRow[]
  readonly series: readonly Series[]
  readonly unit: Unit
  readonly onChoose?: ((id: string) => unknown) | undefined
}

const BAR_WIDTH = 24
const AXIS_WIDTH = 52
/** The word for a thousand is longer in Arabic. */
const AXIS_WIDTH_RTL = 68
const MARGIN = { top: 8, right: 0, bottom: 0, left: 0 }
/** Lines alone begin and end within the axis, so that the words below them are whole. */
const LINE_PADDING = 16
const isLine = ({ look }: Pick<Series, 'look'>): boolean => look === 'line' || look === 'dashed'
/** From here on an amount is told in thousands. */
const THOUSAND = 1_000

/**
 * Bars and lines over months or years. In Arabic time runs from right to left. In discreet mode shapes stay and
 * amounts are hidden.
 */
export function ColumnsChart({ title, rows, series, unit, onChoose }: Props) {
  const { language, discreet } = usePreferences()
  const hatch = useId()
  const rtl = language === 'ar'
  const axisText = useAxisText(unit)
  const hidden = discreet && unit.kind === 'money'
  const data = rows.map((row) => ({ ...row.values, id: row.id }))
  const rowOf = (id: unknown) => rows.find((row) => row.id === id)
  // Without figures an axis would count what is not there.
  const isEmpty = rows.every(({ values }) => Object.values(values).every((value) => !value))
  const stacked = series.some(({ stack }) => stack !== undefined)

  return (
    <div
      dir="ltr"
      className="h-full [&_.recharts-wrapper_*]:outline-none [&_.recharts-surface]:outline-none [&_.recharts-surface:focus-visible]:outline-2 [&_.recharts-surface:focus-visible]:outline-focus"
    >
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
        <XAxis
          dataKey="id"
          reversed={rtl}
          {...(series.every(isLine) ? { padding: { left: LINE_PADDING, right: LINE_PADDING } } : {})}
          interval="equidistantPreserveStart"
          tickLine={false}
          axisLine={{ stroke: 'var(--line-field)' }}
          tick={({ x, y, payload }: { x: number | string; y: number | string; payload: { value: string } }) => {
            const row = rowOf(payload.value)
            return (
              <text
                x={x}
                y={Number(y) + 10}
                textAnchor="middle"
                fontSize={12}
                fill={row?.current ? 'var(--warm)' : 'var(--ink-muted)'}
                fontWeight={row?.current ? 600 : 500}
              >
                {row?.short}
              </text>
            )
          }}
        />
        <YAxis
          orientation={rtl ? 'left' : 'right'}
          width={rtl ? AXIS_WIDTH_RTL : AXIS_WIDTH}
          axisLine={false}
          tickLine={false}
          tickCount={4}
          {...(isEmpty && { domain: [0, 1], ticks: [0] })}
          tick={({ x, y, payload }: { x: number | string; y: number | string; payload: { value: number } }) => (
            <text
              x={x}
              y={Number(y) + 4}
              textAnchor={rtl ? 'end' : 'start'}
              fontSize={12}
              fontWeight={500}
              fill="var(--ink-muted)"
            >
              {hidden ? '' : axisText(payload.value)}
            </text>
          )}
        />
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
              {...(look === 'hatched' ? { stroke: `var(--chart-${tone})`, strokeDasharray: '3 2' } : {})}
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
    </div>
  )
}

/** What a place of the axis holds. */
const Card = ({ row, series, unit, rtl }: Pick<Props, 'series' | 'unit'> & { row: ChartRow; rtl: boolean }) => (
  <div dir={rtl ? 'rtl' : 'ltr'} className="w-[264px] rounded-lg bg-surface-raised px-3.5 py-3 text-sm shadow-2">
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

function useAxisText(unit: Unit): (value: number) => string {
  const { language } = usePreferences()
  const thousands = useThousandsWord()
  return (value) => {
    if (unit.kind !== 'money' || Math.abs(value) < THOUSAND) return numberText(language, value, { digits: 0 })
    const { currency } = unit
    return thousands(
      thousandsText(language, Math.round(value * 10 ** minorDigitsOf(currency)), currency),
      currencySymbol(currency),
    )
  }
}
