import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Row } from './page.tsx'

export type FigureItem = {
  readonly label: ReactNode
  readonly value: ReactNode
  readonly note?: ReactNode
  readonly tone?: 'negative' | 'warm' | 'positive'
}

/** Up to four figures between rules, in place of charts and cards. */
export function Figures({ items, name }: { items: readonly FigureItem[]; name: string }) {
  return (
    <Row margin={name} ruled className="[&>.sheet-margin]:pt-4">
      <dl className="grid grid-cols-2 md:grid-flow-col md:auto-cols-fr md:grid-cols-none">
        {items.map((item, index) => (
          // The order of the strip is fixed, so an index is a stable key.
          <div
            key={index}
            className={clsx(
              'py-4',
              index > 0 && 'md:border-s md:border-line md:ps-6',
              index % 2 === 1 && 'max-md:border-s max-md:border-line max-md:ps-4',
              index > 1 && 'max-md:border-t max-md:border-line',
            )}
          >
            <dt className="text-sm text-ink-muted">{item.label}</dt>
            <dd className="big mt-0.5 max-md:!text-lg">{item.value}</dd>
            {item.note && (
              <dd
                className={clsx(
                  'mt-1 text-xs',
                  item.tone ? `text-${item.tone}` : 'text-ink-subtle',
                )}
              >
                {item.note}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Row>
  )
}

/** A label, dotted leaders, and its figure. */
export const Leader = ({
  label,
  children,
  className,
}: {
  label: ReactNode
  children: ReactNode
  className?: string
}) => (
  <div className={clsx('leader py-[5px]', className)}>
    <span className="text-ink-muted">{label}</span>
    <span className="num amt">{children}</span>
  </div>
)

/** Done of planned, with its words below; the excess is hatched. */
export function Meter({ done, planned, label }: { done: number; planned: number; label: string }) {
  const over = done > planned
  const share =
    planned <= 0 && done <= 0 ? 0 : Math.min(100, (over ? planned / done : done / planned) * 100)
  return (
    <span className="meter" style={{ '--v': share.toFixed(1) } as React.CSSProperties}>
      <meter
        className="sr-only"
        aria-label={label}
        min={0}
        max={Math.max(planned, done)}
        value={done}
      />
      <i />
      {over && <b />}
    </span>
  )
}
