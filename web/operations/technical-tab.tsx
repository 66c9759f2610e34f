import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { LOG_LEVELS, type LogLevel } from '#contract/operations/operations.values.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { numberText } from '#web/kernel/words/formats.ts'
import { localDays } from './log-days.ts'
import { Level } from './log-level.tsx'
import { LogBars } from './log-bars.tsx'
import { LogLines } from './log-lines.tsx'
import type { TechnicalWords } from './technical-words.ts'
import {
  logCountsQuery,
  type LogFilter,
  logHistogramQuery,
  logQuery,
} from './operations.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

/** The filters need the form library, so they load after the list. */
const TechnicalFilters = late(
  async () => (await import('./technical-filters.tsx')).TechnicalFilters,
)

const NONE: TechnicalWords = { level: '', source: '', q: '', from: '', to: '' }

const levelsIn = (text: string): readonly LogLevel[] =>
  LOG_LEVELS.filter((level) => text.split(',').includes(level))

/** The technical log, newest first; its first page is read again every few seconds. */
export function TechnicalTab({
  words,
  set,
}: {
  words: TechnicalWords
  set: (change: Partial<TechnicalWords>) => void
}) {
  const { t } = useTranslation(['operations', 'kernel'])
  const { level, source, from, to } = words
  const q = useDeferredValue(words.q.trim())
  const levels = levelsIn(level)
  const filter: LogFilter = {
    ...(levels.length > 0 && { level: levels.join(',') }),
    ...(source && { source }),
    ...(q && { q }),
    ...localDays(from, to),
  }
  const log = useInfiniteQuery(logQuery(filter))
  const counts = useQuery(logCountsQuery(filter))
  const bars = useQuery({ ...logHistogramQuery(filter), enabled: log.isSuccess })
  const lines = log.data?.pages.flatMap((page) => page.rows)
  const isLive = log.data?.pages.length === 1 && !log.isError
  const toggle = (one: LogLevel) =>
    set({
      level: LOG_LEVELS.filter((other) => levels.includes(other) !== (other === one)).join(','),
    })

  return (
    <>
      <Row className="pt-4 pb-3">
        <TechnicalFilters words={words} set={set} waiting={<div className="h-[61px]" />} />
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {LOG_LEVELS.map((one) => (
            <LevelChip
              key={one}
              level={one}
              pressed={levels.includes(one)}
              count={counts.data?.levels[one]}
              isMore={counts.data?.atLeast.includes(one) ?? false}
              onToggle={() => toggle(one)}
            />
          ))}
          {isLive && (
            <span className="ms-auto flex items-center gap-1.5 text-sm text-positive">
              <Radio size={15} />
              {t('technical.live')}
            </span>
          )}
        </div>
        {bars.data && lines !== undefined && lines.length > 0 && (
          <div className="mt-4">
            <LogBars
              label={t('bars.label')}
              buckets={bars.data}
              levels={levels.length > 0 ? levels : LOG_LEVELS}
            />
          </div>
        )}
      </Row>
      {log.isError ? (
        <ErrorState error={log.error} onRetry={log.refetch} />
      ) : !lines ? (
        <Skeleton lines={10} label={t('technical.title')} />
      ) : lines.length === 0 ? (
        Object.keys(filter).length > 0 ? (
          <EmptyState
            title={t('kernel:table.noMatch')}
            body={t('technical.sub')}
            action={<Button onClick={() => set(NONE)}>{t('kernel:table.clearFilters')}</Button>}
          />
        ) : (
          <EmptyState title={t('technical.empty.title')} body={t('technical.empty.body')} />
        )
      ) : (
        <>
          <LogLines lines={lines} />
          <Row>
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 text-sm text-ink-muted">
              <output>{t('logs.shown', { count: lines.length })}</output>
              {log.hasNextPage && (
                <Button pending={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                  {t('logs.older')}
                </Button>
              )}
              <span className="text-xs text-ink-subtle">{t('technical.private')}</span>
            </div>
          </Row>
        </>
      )}
    </>
  )
}

/** A level's filter; with none pressed, all levels are shown. */
function LevelChip({
  level,
  pressed,
  count,
  isMore,
  onToggle,
}: {
  level: LogLevel
  pressed: boolean
  count: number | undefined
  isMore: boolean
  onToggle: () => void
}) {
  const { language } = usePreferences()
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onToggle}
      className="btn btn-sm aria-pressed:border-ink aria-pressed:bg-surface-sunken aria-pressed:font-semibold"
    >
      <Level level={level} />
      {count !== undefined && (
        <bdi className="num text-ink-subtle">
          {numberText(language, count)}
          {isMore && '+'}
        </bdi>
      )}
    </button>
  )
}
