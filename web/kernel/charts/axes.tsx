import { directionOf } from '#web/kernel/words/languages.ts'
import type { ReactNode } from 'react'
import { XAxis, YAxis } from 'recharts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { minorDigits } from '#contract/kernel/currency.ts'
import { currencySymbol, numberText, thousandsText } from '#web/kernel/words/formats.ts'
import { type Unit, useThousandsWord } from './series.tsx'

const AXIS_WIDTH = 52
/** The word for a thousand is longer in Arabic. */
const AXIS_WIDTH_RTL = 68
/** From here on an amount is told in thousands. */
const THOUSAND = 1_000
type Tick<V> = {
  readonly x: number | string
  readonly y: number | string
  readonly payload: { readonly value: V }
}

/**
 * The room of a chart. Its figures run from left to right in every language; the keyboard's focus
 * is drawn by us.
 */
export const ChartFrame = ({ children }: { children: ReactNode }) => (
  <div
    dir="ltr"
    className="h-full [&_.recharts-wrapper_*]:outline-none [&_.recharts-surface]:outline-none [&_.recharts-surface:focus-visible]:outline-2 [&_.recharts-surface:focus-visible]:outline-focus"
  >
    {children}
  </div>
)

/**
 * Time, which runs from right to left in Arabic. `current` stands out by colour, `chosen` by
 * weight.
 */
export function TimeAxis<V extends string | number>({
  dataKey,
  labelOf,
  every = false,
  padding = 0,
}: {
  dataKey: string
  labelOf: (
    value: V,
  ) => { readonly text: string; readonly current?: boolean; readonly chosen?: boolean } | undefined
  /** Each place has its label, however narrow the chart is. */
  every?: boolean
  /** Room at both ends. @unit pixels */
  padding?: number
}) {
  const { language } = usePreferences()
  return (
    <XAxis
      dataKey={dataKey}
      reversed={directionOf(language) === 'rtl'}
      {...(padding > 0 ? { padding: { left: padding, right: padding } } : {})}
      interval={every ? 0 : 'equidistantPreserveStart'}
      // The words are measured, not the ids they stand for: each month has its own where it fits.
      tickFormatter={(value: V) => labelOf(value)?.text ?? ''}
      minTickGap={3}
      tickLine={false}
      axisLine={{ stroke: 'var(--line-field)' }}
      tick={({ x, y, payload }: Tick<V>) => {
        const label = labelOf(payload.value)
        return (
          <text
            className="recharts-cartesian-axis-tick-value"
            x={x}
            y={Number(y) + 10}
            textAnchor="middle"
            fontSize={12}
            fill={label?.current ? 'var(--warm)' : 'var(--ink-muted)'}
            fontWeight={label?.current || label?.chosen ? 600 : 500}
          >
            {label?.text}
          </text>
        )
      }}
    />
  )
}

/** The values' axis, at the end of the line. Discreet mode hides amounts. */
export function ValueAxis({ unit, isEmpty }: { unit: Unit; isEmpty: boolean }) {
  const { language, discreet } = usePreferences()
  const rtl = directionOf(language) === 'rtl'
  const axisText = useAxisText(unit)
  const hidden = isHidden(unit, discreet)
  return (
    <YAxis
      orientation={rtl ? 'left' : 'right'}
      width={rtl ? AXIS_WIDTH_RTL : AXIS_WIDTH}
      axisLine={false}
      tickLine={false}
      tickCount={4}
      allowDecimals={false}
      // Without figures an axis would count what is not there.
      {...(isEmpty && { domain: [0, 1], ticks: [0] })}
      tick={({ x, y, payload }: Tick<number>) => (
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
  )
}

/** Whether discreet mode hides figures of this unit. */
export const isHidden = (unit: Unit, discreet: boolean): boolean =>
  discreet && unit.kind === 'money'

export function useAxisText(unit: Unit): (value: number) => string {
  const { language } = usePreferences()
  const thousands = useThousandsWord()
  return (value) => {
    if (unit.kind !== 'money' || Math.abs(value) < THOUSAND)
      return numberText(language, value, { digits: 0 })
    const { currency } = unit
    return thousands(
      thousandsText(language, Math.round(value * 10 ** minorDigits(currency)), currency),
      currencySymbol(currency),
    )
  }
}
