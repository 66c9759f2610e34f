import { useTranslation } from 'react-i18next'
import { LOG_SOURCES } from '#contract/operations/operations.values.ts'
import { LogFilters } from './log-filters.tsx'
import type { TechnicalWords } from './technical-words.ts'

/** The technical log's filters: words, source and days. */
export function TechnicalFilters({
  words,
  set,
}: {
  words: TechnicalWords
  set: (change: Partial<TechnicalWords>, step?: 'narrow') => void
}) {
  const { t } = useTranslation('operations')
  return (
    <LogFilters
      days={words}
      onDays={set}
      search={{ value: words.q, label: t('technical.find'), onChange: (q) => set({ q }, 'narrow') }}
      choice={{
        value: words.source,
        label: t('technical.source'),
        none: t('technical.allSources'),
        options: LOG_SOURCES.map((value) => ({ value, label: value })),
        onChange: (source) => set({ source }),
      }}
    />
  )
}
