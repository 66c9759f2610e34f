import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import { callPage } from '#web/kernel/data/client.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { PageHead, Row } from '#web/kernel/ui/page.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '#web/kernel/ui/states.tsx'
import { Instant } from '#web/kernel/ui/values.tsx'

/** Publications of all users, for managers of others' publications: each can be taken back. */
export function EveryonePublications({ views }: { views: ReactNode }) {
  const { t } = useTranslation(['prospecting', 'kernel'])
  const list = useQuery({
    queryKey: ['prospecting', 'publication', 'everyone'] as const,
    queryFn: () => callPage(prospectingRoutes.everyone, { query: { limit: 100 } }),
  })
  const takeBack = useWrite(prospectingRoutes.unpublish, {
    invalidates: ['prospecting', 'history'],
    done: t('posting.takenBack'),
  })
  const rows = list.data?.rows ?? []
  return (
    <>
      <PageHead title={t('posting.everyone')} actions={views} />
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : list.data === undefined ? (
        <PageSkeleton label={t('posting.everyone')} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('posting.none')} body={t('posting.noneBody')} />
      ) : (
        <ul className="border-t border-line">
          {rows.map((row) => (
            <li key={row.id} className="border-b border-line">
              <Row className="py-3">
                <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                  <div className="min-w-0 grow basis-60">
                    <p className="font-medium">
                      <bdi>{row.title}</bdi>
                    </p>
                    <p className="text-sm text-ink-muted">
                      <bdi>{[row.company, row.location].filter(Boolean).join(', ')}</bdi>
                    </p>
                    <p className="mt-0.5 flex flex-wrap items-center gap-2 text-sm text-ink-subtle">
                      <bdi>{row.publisher}</bdi>
                      {row.isAdmin && (
                        <strong className="rounded border border-line px-1.5 text-xs font-medium text-ink">
                          {t('posting.admin')}
                        </strong>
                      )}
                      <Instant at={row.datePosted} />
                    </p>
                  </div>
                  <a className="btn" href={`/jobs/${row.id}`} target="_blank" rel="noreferrer">
                    <ExternalLink size={16} />
                    {t('posting.page')} <span className="sr-only">{row.title}</span>
                  </a>
                  <Button
                    icon={Undo2}
                    pending={takeBack.isPending && takeBack.variables.params.id === row.id}
                    onClick={() => takeBack.mutate({ params: { id: row.id }, body: {} })}
                  >
                    {t('posting.unpublish')} <span className="sr-only">{row.title}</span>
                  </Button>
                </div>
              </Row>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
