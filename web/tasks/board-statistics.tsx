import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Chart } from '#web/kernel/charts/chart.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { None } from '#web/kernel/ui/values.tsx'
import { numberText } from '#web/kernel/words/formats.ts'
import { DAY_MS, HOUR_MS } from '#contract/kernel/time.values.ts'
import { boardStatisticsQuery } from './board.queries.ts'

/**
 * Figures of the last 90 days: lead time, time in each column, tasks done, estimate against actual.
 */
export function BoardStatistics({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['tasks', 'kernel'])
  const { language } = usePreferences()
  const { data, error, refetch } = useQuery(boardStatisticsQuery)
  const figure = (value: number) => numberText(language, value, { digits: 1 })
  const span = (ms: number) =>
    ms === 0 ? (
      <None />
    ) : ms < DAY_MS ? (
      t('hours', { figure: figure(ms / HOUR_MS) })
    ) : (
      t('statistics.days', { count: Math.round(ms / DAY_MS), figure: figure(ms / DAY_MS) })
    )
  return (
    <Dialog open wide onClose={onClose} title={t('statistics.title')}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Skeleton lines={5} />
      ) : (
        <div className="mt-4 grid gap-5">
          <div>
            <Leader label={t('statistics.done')}>{data.done}</Leader>
            <Leader label={t('statistics.median')}>{span(data.leadTime.median)}</Leader>
            <Leader label={t('statistics.p85')}>{span(data.leadTime.p85)}</Leader>
            <Leader label={t('statistics.estimates')}>
              {t('slip.hours', {
                done: figure(data.completionEstimate),
                of: figure(data.estimatedTime),
              })}
            </Leader>
          </div>
          <section aria-label={t('statistics.columns')}>
            <h3 className="label">{t('statistics.columns')}</h3>
            {data.columns.map(({ id, title, median }) => (
              <Leader key={id} label={<bdi>{title}</bdi>}>
                {span(median)}
              </Leader>
            ))}
          </section>
          {data.throughput.length > 0 && (
            <Chart
              spoken={t('statistics.throughput')}
              unit={{ kind: 'days' }}
              series={[{ key: 'done', label: t('statistics.throughput'), tone: 1, look: 'solid' }]}
              rows={data.throughput.map(({ week, done }) => ({
                id: week,
                short: t('statistics.week', { week: week.slice(-2) }),
                name: week,
                values: { done },
              }))}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}
