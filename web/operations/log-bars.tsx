import clsx from 'clsx'
import { useTranslation } from 'react-i18next'
import type { LogBucket } from '#contract/operations/operations.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { instantText, numberText } from '#web/kernel/words/formats.ts'

const LEVELS = ['Error', 'Warning', 'Info', 'Debug'] as const
const COLOURS = {
  Error: 'bg-negative',
  Warning: 'bg-warm',
  Info: 'bg-info',
  Debug: 'bg-line-strong',
} as const

type Props = {
  readonly label: string
  readonly buckets: readonly LogBucket[]
  readonly levels: readonly (typeof LEVELS)[number][]
}

/**
 * Lines by part of a period, a colour for each level; the highest part fills the height. Its count
 * and the ends of the period are the axes.
 */
export function LogBars({ label, buckets, levels }: Props) {
  const { t } = useTranslation('operations')
  const { language } = usePreferences()
  const shown = LEVELS.filter((level) => levels.includes(level))
  const sum = (bucket: LogBucket) => shown.reduce((total, level) => total + bucket.levels[level], 0)
  const most = Math.max(1, ...buckets.map(sum))
  const ends = [buckets[0]?.from, buckets.at(-1)?.from].filter((at) => at !== undefined)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 text-xs text-ink-muted">
      <ul className="flex h-16 items-end gap-px border-b border-line-field" aria-label={label}>
        {buckets.map((bucket) => {
          const barLabel = t('bars.part', {
            at: instantText(language, bucket.from),
            count: sum(bucket),
          })
          return (
            <li
              key={bucket.from}
              className="relative flex h-full min-w-0 grow flex-col justify-end"
              title={barLabel}
            >
              <span className="sr-only">{barLabel}</span>
              {shown.map((level) => (
                <span
                  key={level}
                  aria-hidden="true"
                  className={clsx('bar-of-colour', COLOURS[level])}
                  style={{ height: `${(bucket.levels[level] / most) * 100}%` }}
                />
              ))}
            </li>
          )
        })}
      </ul>
      <span className="num -my-2 flex flex-col justify-between text-end" aria-hidden="true">
        <span>{numberText(language, most)}</span>
        <span>{numberText(language, 0)}</span>
      </span>
      <span className="mt-1 flex flex-wrap justify-between gap-x-4" aria-hidden="true">
        {ends.map((at) => (
          <span key={at}>{instantText(language, at)}</span>
        ))}
      </span>
    </div>
  )
}
