import { useTranslation } from 'react-i18next'
import type { LogBucket } from '#contract/operations/operations.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { instantText } from '#web/kernel/words/formats.ts'

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

/** Lines by part of a period, a colour for each level; the highest part fills the height. */
export function LogBars({ label, buckets, levels }: Props) {
  const { t } = useTranslation('operations')
  const { language } = usePreferences()
  const shown = LEVELS.filter((level) => levels.includes(level))
  const sum = (bucket: LogBucket) => shown.reduce((total, level) => total + bucket.levels[level], 0)
  const most = Math.max(1, ...buckets.map(sum))
  return (
    <ul className="flex h-16 items-end gap-px" aria-label={label}>
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
                className={COLOURS[level]}
                style={{ height: `${(bucket.levels[level] / most) * 100}%` }}
              />
            ))}
          </li>
        )
      })}
    </ul>
  )
}
