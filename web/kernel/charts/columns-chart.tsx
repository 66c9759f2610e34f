import { directionOf } from '#web/kernel/words/languages.ts'
import { useId } from 'react'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  LabelList,
  Line,
  ReferenceLine,
  Tooltip,
  usePlotArea,
} from 'recharts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { ChartFrame, isHidden, TimeAxis, useAxisText, ValueAxis } from './axes.tsx'
import { FigureMark, ROOM_ABOVE, TodayLine } from './marks.tsx'
import { type ChartRow, HatchOf, type Series, type Unit, Value } from './series.tsx'

type Props = {
  readonly title: string
  readonly rows: readonly ChartRow[]
  readonly series: readonly Series[]
  readonly unit: Unit
  readonly onChoose?: ((id: string) => unknown) | undefined
}

const BAR_WIDTH = 24
const MARGIN = { top: ROOM_ABOVE, right: 0, bottom: 0, left: 0 }
/** Lines alone begin and end within the axis, so that the words below them are whole. */
const LINE_PADDING = 16
/** From the point of a line to its figure, above a line that comes down as well. @unit pixels */
const LINE_GAP = { rising: 8, falling: 18 }
/** From a bar to its figure, above it or below a negative one. @unit pixels */
const BAR_GAP = { above: 6, below: 14 }
const isLine = ({ look }: Pick<Series, 'look'>): boolean => look === 'line' || look === 'dashed'

/** The series whose last figure is written: the first that shows what is, not what was before. */
const figured = (series: readonly Series[]): readonly Series[] =>
  series.every(isLine)
    ? series.slice(-1)
    : series.filter(({ tone, look }) => tone === 1 && !isLine({ look })).slice(0, 1)

/**
 * Bars and lines over months or years. In Arabic time runs from right to left. In discreet mode
 * shapes stay and amounts are hidden.
 */
export function ColumnsChart({ title, rows, series, unit, onChoose }: Props) {
  const { language, discreet } = usePreferences()
  const axisText = useAxisText(unit)
  const hatch = useId()
  const rtl = directionOf(language) === 'rtl'
  const data = rows.map((row) => ({ ...row.values, id: row.id }))
  const rowOf = (id: unknown) => rows.find((row) => row.id === id)
  const isEmpty = rows.every(({ values }) => Object.values(values).every((value) => !value))
  const isLines = series.every(isLine)
  const valuesOf = (key: string) => rows.flatMap(({ values }) => values[key] ?? [])
  const lastOf = (key: string) => rows.findLast(({ values }) => values[key])?.id
  const stacked = series.some(({ stack }) => stack !== undefined)
  /** The figure of a series' last value. */
  const figures = (key: string) => {
    if (isHidden(unit, discreet) || !figured(series).some((one) => one.key === key)) return null
    const last = lastOf(key)
    const [before = 0, end = 0] = valuesOf(key).slice(-2)
    const isFalling = end < before
    return (
      <LabelList
        dataKey="id"
        content={({ x, y, width, height, value: id }) => {
          if (id !== last || last === undefined) return null
          const figure = rowOf(last)?.values[key] ?? 0
          const [top, tall] = [Number(y), Number(height ?? 0)]
          return isLines ? (
            <FigureMark
              x={Number(x)}
              y={top - LINE_GAP[isFalling ? 'falling' : 'rising']}
              anchor={rtl ? 'start' : 'end'}
            >
              {axisText(figure)}
            </FigureMark>
          ) : (
            <FigureMark
              x={Number(x) + Number(width) / 2}
              y={
                figure < 0
                  ? Math.max(top, top + tall) + BAR_GAP.below
                  : Math.min(top, top + tall) - BAR_GAP.above
              }
            >
              {axisText(figure)}
            </FigureMark>
          )
        }}
      />
    )
  }

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
          padding={isLines ? LINE_PADDING : 0}
          labelOf={(id: string) => {
            const row = rowOf(id)
            return row && { text: row.short, current: row.current === true }
          }}
        />
        <ValueAxis unit={unit} isEmpty={isEmpty} />
        <ReferenceLine y={0} stroke="var(--line-field)" />
        {/* Before the bars, so that the figure above the last one stays legible. */}
        <Today rows={rows} isLines={isLines} rtl={rtl} />
        {series.map(({ key, tone, look, stack }) =>
          isLine({ look }) ? (
            <Line
              key={key}
              dataKey={key}
              stroke={`var(--chart-${tone})`}
              strokeWidth={2}
              {...(look === 'dashed' ? { strokeDasharray: '5 4' } : {})}
              // A single value has no line.
              dot={valuesOf(key).length === 1 && { r: 2, strokeDasharray: '0' }}
              activeDot={{ r: 3 }}
              isAnimationActive={false}
            >
              {figures(key)}
            </Line>
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
            >
              {figures(key)}
            </Bar>
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

/**
 * Today's place: within its period's bar, or between the ends of two months that a line joins.
 */
function Today({ rows, isLines, rtl }: Pick<Props, 'rows'> & { isLines: boolean; rtl: boolean }) {
  const area = usePlotArea()
  const index = rows.findIndex(({ passed }) => passed !== undefined)
  if (!area || index < 0) return null
  const share = rows[index]?.passed ?? 0
  const along = isLines
    ? LINE_PADDING +
      (Math.max(0, index - 1 + share) / Math.max(1, rows.length - 1)) *
        (area.width - 2 * LINE_PADDING)
    : ((index + share) / rows.length) * area.width
  const x = rtl ? area.x + area.width - along : area.x + along
  return <TodayLine x={x} top={area.y} height={area.height} />
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
