import { useTranslation } from 'react-i18next'
import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  ReferenceLine,
  Tooltip,
  usePlotArea,
} from 'recharts'
import { ChartFrame, TimeAxis, ValueAxis } from '#web/kernel/charts/axes.tsx'
import { FigureMark, ROOM_ABOVE, TodayLine } from '#web/kernel/charts/marks.tsx'
import { minorDigits } from '#contract/kernel/currency.ts'
import { thousandsText } from '#web/kernel/words/formats.ts'
import { directionOf, localeOf } from '#web/kernel/words/languages.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useNarrow } from '#web/kernel/ui/narrow.ts'
import { Amount } from '#web/kernel/ui/values.tsx'
import { type Basis, FirstPieces, type TurnoverMonth } from './turnover-details.tsx'

type Month = { readonly month: number; readonly ht: number; readonly vat: number }
type Props = {
  readonly months: readonly Month[]
  readonly year: number
  readonly currency: string
  readonly average: number
  /** Past part of the year, in months with fractions. */
  readonly passed: number
  readonly basis: Basis
  readonly chosen: number
  readonly onChoose: (month: number) => void
}

const BAR_WIDTH = 24
const MARGIN = { top: ROOM_ABOVE, right: 0, bottom: 0, left: 0 }
const SHOWN_PIECES = 6

/**
 * One bar a month, the average dotted, today a vermilion line. In Arabic time runs from right to
 * left. In discreet mode bars stay and figures are hidden.
 */
export function TurnoverChart({
  months,
  year,
  currency,
  average,
  passed,
  basis,
  chosen,
  onChoose,
}: Props) {
  const { t } = useTranslation('dashboard')
  const { language, discreet } = usePreferences()
  const rtl = directionOf(language) === 'rtl'
  const small = useNarrow()
  const thousands = (value: number) =>
    thousandsText(language, Math.round(value * 10 ** minorDigits(currency)), currency)
  const current = Math.ceil(passed)
  const highest = months.reduce((best, one) => (one.ht > best.ht ? one : best), {
    month: 0,
    ht: 0,
    vat: 0,
  })
  const last = months.findLast((one) => one.ht !== 0)
  const labelled = (month: number) =>
    !discreet && (month === highest.month || month === last?.month)
  const format = new Intl.DateTimeFormat(localeOf(language), {
    month: small ? 'narrow' : 'short',
    timeZone: 'UTC',
  })

  return (
    <ChartFrame>
      <BarChart
        responsive
        style={{ width: '100%', height: '100%' }}
        data={[...months]}
        margin={MARGIN}
        barCategoryGap={small ? '28%' : '10%'}
        accessibilityLayer
        title={t(`chart.legend.${basis}`)}
        onClick={(state) => {
          const month = months[Number(state.activeTooltipIndex ?? -1)]
          if (month) onChoose(month.month)
        }}
      >
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <TimeAxis
          dataKey="month"
          every
          labelOf={(month: number) => ({
            text: format.format(Date.UTC(year, month - 1, 1)),
            current: month === current,
            chosen: month === chosen,
          })}
        />
        <ValueAxis
          unit={{ kind: 'money', currency }}
          isEmpty={months.every(({ ht }) => ht === 0)}
        />
        {average !== 0 && (
          <ReferenceLine y={average} stroke="var(--ink-subtle)" strokeDasharray="1 3" />
        )}
        {/* Before the bars, so that the figure above the last one stays legible. */}
        {passed < 12 && <Today passed={passed} rtl={rtl} />}
        <Bar
          dataKey="ht"
          maxBarSize={BAR_WIDTH}
          radius={1}
          fill="var(--chart-1)"
          isAnimationActive={false}
        >
          <LabelList
            dataKey="month"
            content={({ x, y, width, value }) => {
              const month = Number(value)
              // Found by its month: the index counts drawn bars only.
              const one = months.find((candidate) => candidate.month === month)
              if (!one || !labelled(month)) return null
              return (
                <FigureMark x={Number(x) + Number(width) / 2} y={Number(y) - 6}>
                  {thousands(one.ht)}
                </FigureMark>
              )
            }}
          />
        </Bar>
        <Tooltip
          cursor={{ fill: 'var(--surface-hover)', fillOpacity: 0.7 }}
          isAnimationActive={false}
          offset={12}
          wrapperStyle={{ pointerEvents: 'auto', zIndex: 10 }}
          content={({ active, payload }) => {
            const one = payload?.[0]?.payload as Month | undefined // the chart returns our own data
            if (!active || !one) return null
            return <Card month={one} of={{ basis, year, month: one.month, currency }} rtl={rtl} />
          }}
        />
      </BarChart>
    </ChartFrame>
  )
}

/** Today's position in the year. */
function Today({ passed, rtl }: { passed: number; rtl: boolean }) {
  const area = usePlotArea()
  if (!area) return null
  const along = (passed / 12) * area.width
  const x = rtl ? area.x + area.width - along : area.x + along
  return <TodayLine x={x} top={area.y} height={area.height} />
}

/** The details of a bar. The pointer can enter it, since each line links to its bill. */
function Card({ month, of, rtl }: { month: Month; of: TurnoverMonth; rtl: boolean }) {
  const { year, currency } = of
  const { t } = useTranslation('dashboard')
  const { language } = usePreferences()
  const name = new Intl.DateTimeFormat(localeOf(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.UTC(year, month.month - 1, 1))
  return (
    // Pointer events inside the card must not reach the chart.
    <div
      role="presentation"
      dir={rtl ? 'rtl' : 'ltr'}
      className="w-[324px] rounded-lg bg-surface-raised px-3.5 py-3 text-sm shadow-2"
      onMouseMove={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
    >
      <p className="mb-1 font-semibold first-letter:uppercase">{name}</p>
      <div className="leader">
        <span className="text-ink-muted">{t('chart.htShort')}</span>
        <span className="num amt font-semibold">
          <Amount major={month.ht} currency={currency} />
        </span>
      </div>
      <div className="leader">
        <span className="text-ink-muted">{t('chart.vatShort')}</span>
        <span className="num amt">
          <Amount major={month.vat} currency={currency} />
        </span>
      </div>
      <FirstPieces of={of} limit={SHOWN_PIECES} />
    </div>
  )
}
