import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { LOG_SOURCES } from '#contract/operations.routes.ts'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { dayIn } from './log-days.ts'
import type { TechnicalWords } from './technical-words.ts'

/** By words, source and days; the choices are in the address. */
export function TechnicalFilters({
  words,
  set,
}: {
  words: TechnicalWords
  set: (change: Partial<TechnicalWords>) => void
}) {
  const { t } = useTranslation('operations')
  const methods = useForm({ values: { source: words.source, from: dayIn(words.from), to: dayIn(words.to) } })
  useEffect(() => {
    const watching = methods.watch((chosen, { name, type }) => {
      if (type !== 'change') return
      if (name === 'source') set({ source: chosen.source ?? '' })
      // An incomplete day is still being typed.
      else if ((name === 'from' || name === 'to') && !Number.isNaN(chosen[name]))
        set({ [name]: chosen[name] ? String(chosen[name]) : '' })
    })
    return () => watching.unsubscribe()
  }, [methods, set])
  return (
    <FormProvider {...methods}>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3 [&>search>input]:!h-[var(--field)]">
        <SearchBox value={words.q} onChange={(q) => set({ q })} label={t('technical.find')} />
        <SelectField
          name="source"
          label={t('technical.source')}
          none={t('technical.allSources')}
          className="w-[200px] max-md:w-full"
          options={LOG_SOURCES.map((value) => ({ value, label: value }))}
        />
        <DayField name="from" label={t('logs.from')} className="w-[156px] max-md:grow" />
        <DayField name="to" label={t('logs.to')} className="w-[156px] max-md:grow" />
      </div>
    </FormProvider>
  )
}
