import { useTranslation } from 'react-i18next'
import { Amount, Figure, None, Percent } from '#web/kernel/ui/values.tsx'

/** Unit of a chart's or table's figures. */
export type Unit =
  | { readonly kind: 'money'; readonly currency: string }
  | { readonly kind: 'days' }
  | { readonly kind: 'percent' }

/**
 * One series of a chart. Bars: `solid` is what happened, `hatched` what is expected; those of one
 * `stack` stand on each other. Lines over them: `line` and `dashed`, in the same sense.
 */
export type Series<K extends string = string> = {
  readonly key: K
  readonly label: string
  readonly tone: 1 | 2 | 3 | 4 | 5 | 6
  readonly look: 'solid' | 'hatched' | 'line' | 'dashed'
  readonly stack?: string
}

/** One place of the horizontal axis, and its values by series; null leaves a gap. */
export type ChartRow<K extends string = string> = {
  readonly id: string
  /** Beside the axis, and in full in the card. */
  readonly short: string
  readonly name: string
  readonly current?: boolean
  /** Share of the running period that has passed; absent for other periods. */
  readonly passed?: number
  readonly values: Readonly<Record<K, number | null>>
}

/** A value in its unit; a dash for none. */
export function Value({
  value,
  unit,
  symbol = true,
}: {
  value: number | null
  unit: Unit
  symbol?: boolean
}) {
  if (value === null) return <None />
  if (unit.kind === 'money')
    return <Amount major={value} currency={unit.currency} symbol={symbol} />
  return unit.kind === 'percent' ? (
    <Percent value={value} digits={1} />
  ) : (
    <Figure value={value} digits={2} />
  )
}

/** Series in words, each with its look; beside a chart. */
export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <>
      {series.map(({ key, label, tone, look }) => (
        <span key={key} className="inline-flex items-center gap-2">
          <Swatch tone={tone} look={look} />
          {label}
        </span>
      ))}
    </>
  )
}

function Swatch({ tone, look }: Pick<Series, 'tone' | 'look'>) {
  const colour = `var(--chart-${tone})`
  if (look === 'line' || look === 'dashed')
    return (
      <svg width="16" height="12" aria-hidden="true">
        <path
          d="M0 6h16"
          stroke={colour}
          strokeWidth="2"
          strokeDasharray={look === 'dashed' ? '4 3' : undefined}
        />
      </svg>
    )
  const id = `swatch-${tone}`
  return (
    <svg width="12" height="12" aria-hidden="true">
      {look === 'hatched' && <HatchOf id={id} tone={tone} />}
      <rect
        x="0.5"
        y="0.5"
        width="11"
        height="11"
        rx="1"
        fill={look === 'hatched' ? `url(#${id})` : colour}
        stroke={colour}
        strokeDasharray={look === 'hatched' ? '3 2' : undefined}
      />
    </svg>
  )
}

/** The hatching of what is expected. */
export const HatchOf = ({ id, tone }: { id: string; tone: Series['tone'] }) => (
  <defs>
    <pattern
      id={id}
      width="5"
      height="5"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <path d="M0 0v5" stroke={`var(--chart-${tone})`} strokeWidth="1.6" opacity="0.7" />
    </pattern>
  </defs>
)

/**
 * Axis labels: thousands of a currency, or figures as they are; nothing in discreet mode for money.
 */
export function useThousandsWord() {
  const { t } = useTranslation('kernel')
  return (figure: string, symbol: string) => t('chart.thousands', { figure, symbol })
}
