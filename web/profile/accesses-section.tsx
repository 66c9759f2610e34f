import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { instantText } from '#web/kernel/words/formats.ts'
import { namedRecord } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { accessesQuery } from './profile.queries.ts'

/** Records of the user that administrators have opened, with time and reason. */
export function AccessesSection() {
  const { t } = useTranslation('profile')
  const { language } = usePreferences()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    accessesQuery(),
  )
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <Section name={t('ownData.accesses.name')} title={t('ownData.accesses.title')}>
      <div className="grid max-w-[860px] gap-4">
        <p className="max-w-[60ch] text-ink-muted">{t('ownData.accesses.lead')}</p>
        {error && !data && <ErrorState error={error} onRetry={refetch} />}
        {!error && !rows && <Skeleton lines={2} />}
        {rows?.length === 0 && <p>{t('ownData.accesses.none')}</p>}
        {rows && rows.length > 0 && (
          <ul className="max-w-[640px] border-t border-line">
            {rows.map(({ id, at, who, reason, entity, recordId, name }) => (
              <li key={id} className="border-b border-line py-3">
                <span className="flex flex-wrap items-baseline justify-between gap-x-6">
                  <Link
                    className="link min-w-0 break-words"
                    to={paths.recordHistory.to({ entity, id: recordId })}
                  >
                    {namedRecord(entity, name)}
                  </Link>
                  <time
                    className="num text-xs text-ink-subtle"
                    dateTime={new Date(at).toISOString()}
                  >
                    {instantText(language, at)}
                  </time>
                </span>
                <span className="mt-0.5 block text-sm text-ink-muted">
                  {t(who === '' ? 'ownData.accesses.reasonOnly' : 'ownData.accesses.reason', {
                    who,
                    reason,
                  })}
                </span>
              </li>
            ))}
          </ul>
        )}
        {hasNextPage && (
          <span>
            <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('ownData.accesses.older')}
            </Button>
          </span>
        )}
      </div>
    </Section>
  )
}
