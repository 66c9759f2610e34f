import { useTranslation } from 'react-i18next'
import { CAUSES } from '#contract/history/history.values.ts'
import { entityName, namedEntities } from '#web/kernel/words/record-words.ts'
import type { AuditWords } from './audit-words.ts'
import { LogFilters } from './log-filters.tsx'

/** The audit's filters: actor, object, cause and days. */
export function AuditFilters({
  words,
  set,
}: {
  words: AuditWords
  set: (change: Partial<AuditWords>) => void
}) {
  const { t } = useTranslation('operations')
  return (
    <LogFilters
      days={words}
      onDays={set}
      search={{
        value: words.actor,
        label: t('logs.actorHint'),
        onChange: (actor) => set({ actor }),
      }}
      choice={{
        value: words.entity,
        label: t('logs.entity'),
        none: t('logs.allEntities'),
        options: namedEntities()
          .map((value) => ({ value, label: entityName(value) }))
          .sort((a, b) => a.label.localeCompare(b.label)),
        onChange: (entity) => set({ entity }),
      }}
      second={{
        value: words.cause,
        label: t('logs.cause'),
        none: t('logs.allCauses'),
        options: CAUSES.map((value) => ({ value, label: t(`cause.${value}`) })),
        onChange: (cause) => set({ cause }),
      }}
    />
  )
}
