import { useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kernel/ui/button.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { AuditLines } from './audit-lines.tsx'
import { type AuditWords, filterOf, NO_AUDIT_WORDS } from './audit-words.ts'
import { AUDIT_PAGE, auditQuery } from './operations.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

/** The filters need the form library, so they load after the list. */
const AuditFilters = late(async () => (await import('./audit-filters.tsx')).AuditFilters)

/** Every fact of every user; amounts and texts are hidden. */
export function AuditTab({
  words,
  set,
}: {
  words: AuditWords
  set: (change: Partial<AuditWords>) => void
}) {
  const { t } = useTranslation(['operations', 'kernel'])
  const filter = filterOf(words)
  const audit = useInfiniteQuery(auditQuery(filter))
  const lines = audit.data?.pages.flatMap((page) => page.rows)
  // A search of a long log answers what it has found in its time, and goes on from there.
  const { hasNextPage, isFetching, isError, fetchNextPage } = audit
  const pages = audit.data?.pages ?? []
  const isCut = hasNextPage && (pages.at(-1)?.rows.length ?? 0) < AUDIT_PAGE
  // Each page that is cut asks for the next one.
  useEffect(() => {
    if (isCut && pages.length > 0 && !isFetching && !isError) void fetchNextPage()
  }, [isCut, pages.length, isFetching, isError, fetchNextPage])
  const clear = () => set(NO_AUDIT_WORDS)

  return (
    <>
      <Row className="pt-4 pb-4">
        <AuditFilters words={words} set={set} waiting={<div className="h-[61px]" />} />
        {words.correlation && (
          <div className="mt-3">
            <Button size="sm" end={<X size={14} />} onClick={() => set({ correlation: '' })}>
              {t('logs.conversation')} <bdi className="num">{words.correlation}</bdi>
            </Button>
          </div>
        )}
      </Row>
      {audit.isError ? (
        <ErrorState error={audit.error} onRetry={audit.refetch} />
      ) : !lines || (lines.length === 0 && isCut) ? (
        <Skeleton lines={10} label={t('screen.logs.title')} />
      ) : lines.length === 0 ? (
        Object.keys(filter).length > 0 ? (
          <EmptyState
            title={t('kernel:table.noMatch')}
            body={t('logs.sub')}
            action={<Button onClick={clear}>{t('kernel:table.clearFilters')}</Button>}
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
                {isCut && `. ${t('logs.scanned')}`}
                {!audit.hasNextPage && `. ${t('logs.end')}`}
              </output>
              {audit.hasNextPage && (
                <Button
                  pending={audit.isFetchingNextPage}
                  onClick={() => void audit.fetchNextPage()}
                >
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
