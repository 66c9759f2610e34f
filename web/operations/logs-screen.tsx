import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { auditRoutes } from '#contract/history.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { PageHead, Row } from '#web/kernel/ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { AuditLines } from './audit-lines.tsx'
import { namedEntities, useEntityWords } from '#web/kernel/words/record-words.ts'
import { dayIn } from './log-days.ts'
import { type AuditFilter, auditQuery } from './operations.queries.ts'
import { QueuesButton } from './queues-button.tsx'

/** Fields bring the form library with them: they come after the list. */
const LogFilters = lazy(async () => ({ default: (await import('./log-filters.tsx')).LogFilters }))

const DAY_MS = 86_400_000

/** The local midnight of a day as the wire writes it (midnight UTC): the log is read in the reader's own days. */
function localMidnight(day: number): number {
  const at = new Date(day)
  return new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()).getTime()
}

/** What is asked of the server for what stands in the address. The last day counts whole. */
export const filterOf = (words: { actor: string; entity: string; from: string; to: string }): AuditFilter => ({
  ...(words.actor.trim() && { actor: words.actor.trim() }),
  ...(words.entity && { entity: words.entity }),
  ...(dayIn(words.from) > 0 && { from: localMidnight(dayIn(words.from)) }),
  ...(dayIn(words.to) > 0 && { to: localMidnight(dayIn(words.to) + DAY_MS) - 1 }),
})

/** Route `/admin/access/logs`: every fact of every user, for administrators; amounts and texts stay hidden. */
export function LogsScreen() {
  const { t } = useTranslation(['operations', 'kernel'])
  useEntityWords(...namedEntities())
  const [words, set] = useUrlState({ actor: '', entity: '', from: '', to: '' })
  const filter = filterOf(words)
  const filtered = Object.keys(filter).length > 0
  const audit = useInfiniteQuery(auditQuery(filter))
  const lines = audit.data?.pages.flatMap((page) => page.rows)

  return (
    <>
      <PageHead
        title={t('screen.logs.title')}
        sub={t('logs.sub')}
        actions={
          <>
            <QueuesButton />
            <CsvButton route={auditRoutes.list} input={{ query: filter }} fileName="audit" />
          </>
        }
      />
      <Row className="pb-4">
        <Suspense fallback={<div className="h-[61px]" />}>
          <LogFilters words={words} set={set} />
        </Suspense>
      </Row>
      {audit.isError ? (
        <ErrorState error={audit.error} onRetry={audit.refetch} />
      ) : !lines ? (
        <Skeleton lines={10} label={t('screen.logs.title')} />
      ) : lines.length === 0 ? (
        filtered ? (
          <EmptyState
            title={t('kernel:table.noMatch')}
            body={t('logs.sub')}
            action={
              <Button onClick={() => set({ actor: '', entity: '', from: '', to: '' })}>
                {t('kernel:table.clearFilters')}
              </Button>
            }
          />
        ) : (
          <EmptyState title={t('logs.empty.title')} body={t('logs.empty.body')} />
        )
      ) : (
        <>
          <AuditLines lines={lines} />
          <Row>
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 text-sm text-ink-muted">
              <output>
                {t('logs.shown', { count: lines.length })}
                {!audit.hasNextPage && `. ${t('logs.end')}`}
              </output>
              {audit.hasNextPage && (
                <Button pending={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
                  {t('logs.older')}
                </Button>
              )}
              <span className="text-xs text-ink-subtle">{t('logs.private')}</span>
            </div>
          </Row>
        </>
      )}
    </>
  )
}
