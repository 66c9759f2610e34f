import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { historyRoutes } from '#contract/history/history.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { PageHead, Row } from '#web/kernel/ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { instantText } from '#web/kernel/words/formats.ts'
import {
  entityName,
  entityTitle,
  namedEntities,
  useEntityWords,
} from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { removedQuery } from './removed.queries.ts'
import { UnknownEntity } from './unknown-entity.tsx'

/** Route `/admin/history/:entity`: removed records, whose histories can still be read. */
export function RemovedScreen() {
  const { entity = '' } = useParams()
  return namedEntities().includes(entity) ? <Removed entity={entity} /> : <UnknownEntity />
}

function Removed({ entity }: { entity: string }) {
  const { t } = useTranslation(['history', 'kernel'])
  useEntityWords(entity)
  const { language } = usePreferences()
  const removed = useInfiniteQuery(removedQuery(entity))
  const rows = removed.data?.pages.flatMap((page) => page.rows)
  const total = removed.data?.pages[0]?.total ?? 0
  return (
    <>
      <PageHead
        title={t('removed.title', { list: entityTitle(entity) })}
        sub={rows && t('removed.count', { count: total })}
        actions={
          rows &&
          rows.length > 0 && (
            <CsvButton
              route={historyRoutes.removed}
              input={{ params: { entity } }}
              fileName={`${entity}-removed`}
            />
          )
        }
      />
      {removed.isError ? (
        <ErrorState error={removed.error} onRetry={removed.refetch} />
      ) : !rows ? (
        <Skeleton lines={8} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('removed.none')} body={t('removed.body')} />
      ) : (
        <Row className="border-t border-line-strong">
          <ul>
            {rows.map((row) => (
              <li
                key={row.id}
                className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2.5"
              >
                <Link
                  className="link min-w-0 truncate"
                  to={paths.recordHistory.to({ entity, id: row.id })}
                >
                  <bdi>{row.name || entityName(entity)}</bdi>
                </Link>
                <span className="ms-auto text-sm text-ink-muted">
                  {t('removed.by', {
                    date: instantText(language, row.at),
                    name: `\u2068${row.who || t('kernel:history.erased')}\u2069`,
                  })}
                </span>
              </li>
            ))}
          </ul>
          {removed.hasNextPage && (
            <Button
              className="mt-4"
              pending={removed.isFetchingNextPage}
              onClick={() => void removed.fetchNextPage()}
            >
              {t('removed.older')}
            </Button>
          )}
        </Row>
      )}
    </>
  )
}
