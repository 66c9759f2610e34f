import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { DatedList } from './dated-list.tsx'
import { activityQuery } from './notifications.queries.ts'
import { toldPlace } from './told-place.ts'
import { ToldText } from './told-text.tsx'

/**
 * Changes since the user's last visit, by day. Own acts are paler than those of others and of the
 * product.
 */
export function Activity({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('planning')
  const { data, error, refetch } = useQuery(activityQuery(usePreferences().language))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={5} />
  return (
    <section aria-label={t('notifications.since')}>
      <h3 className="label mb-2 flex min-h-8 items-center">{t('notifications.since')}</h3>
      {data.length === 0 && <p className="text-ink-muted">{t('notifications.unchanged')}</p>}
      <DatedList
        entries={data.map((fact) => ({
          key: fact.id,
          at: fact.at,
          marked: !fact.read,
          content: (
            <span className={`min-w-0 grow ${fact.read ? 'text-ink-muted' : ''}`}>
              <ToldText text={fact.text} to={toldPlace(fact)} onOpen={onOpen} />
              <span className="block text-xs text-ink-subtle">
                <bdi>{fact.who || t('notifications.byCarnet')}</bdi>
                {fact.count > 1 && <> · {t('notifications.times', { count: fact.count })}</>}
              </span>
            </span>
          ),
        }))}
      />
    </section>
  )
}
