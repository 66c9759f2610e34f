import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { entityName, namedEntities } from '#web/kernel/words/record-words.ts'
import type { AuditWords } from './audit-words.ts'
import { dayIn } from './log-days.ts'

/** By actor, object and days; the choices are in the address. */
export function AuditFilters({ words, set }: { words: AuditWords; set: (change: Partial<AuditWords>) => void }) {
  const { t } = useTranslation('operations')
  const methods = useForm({ values: { entity: words.entity, from: dayIn(words.from), to: dayIn(words.to) } })
  useEffect(() => {
    const watching = methods.watch((chosen, { name, type }) => {
      if (type !== 'change') return
      if (name === 'entity') set({ entity: chosen.entity ?? '' })
      // An incomplete day is still being typed.
      else if ((name === 'from' || name === 'to') && !Number.isNaN(chosen[name]))
        set({ [name]: chosen[name] ? String(chosen[name]) : '' })
    })
    return () => watching.unsubscribe()
  }, [methods, set])
  return (
    <FormProvider {...methods}>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3 [&>search>input]:!h-[var(--field)]">
        <SearchBox value={words.actor} onChange={(actor) => set({ actor })} label={t('logs.actorHint')} />
        <SelectField
          name="entity"
          label={t('logs.entity')}
          none={t('logs.allEntities')}
          className="w-[200px] max-md:w-full"
          options={namedEntities()
            .map((value) => ({ value, label: entityName(value) }))
            .sort((a, b) => a.label.localeCompare(b.label))}
        />
        <DayField name="from" label={t('logs.from')} className="w-[156px] max-md:grow" />
        <DayField name="to" label={t('logs.to')} className="w-[156px] max-md:grow" />
      </div>
    </FormProvider>
  )
}
