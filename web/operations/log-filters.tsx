import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { type Option, SelectField } from '#web/kernel/form/select-field.tsx'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { dayIn } from './log-days.ts'

type Choice = {
  readonly value: string
  readonly label: string
  readonly none: string
  readonly options: readonly Option[]
  readonly onChange: (chosen: string) => void
}
type Days = { readonly from: string; readonly to: string }

/**
 * Filters of a log: words, one choice or two, and days. Each change goes into the address at once.
 */
export function LogFilters({
  days,
  search,
  choice,
  second,
  onDays,
}: {
  days: Days
  search: {
    readonly value: string
    readonly label: string
    readonly onChange: (words: string) => void
  }
  choice: Choice
  second?: Choice
  onDays: (change: Partial<Days>) => void
}) {
  const { t } = useTranslation('operations')
  const { onChange } = choice
  const onSecond = second?.onChange
  const methods = useForm({
    values: {
      choice: choice.value,
      second: second?.value ?? '',
      from: dayIn(days.from),
      to: dayIn(days.to),
    },
  })
  useEffect(() => {
    const watching = methods.watch((chosen, { name, type }) => {
      if (type !== 'change') return
      if (name === 'choice') onChange(chosen.choice ?? '')
      else if (name === 'second') onSecond?.(chosen.second ?? '')
      // An incomplete day is still being typed.
      else if ((name === 'from' || name === 'to') && !Number.isNaN(chosen[name]))
        onDays({ [name]: chosen[name] ? String(chosen[name]) : '' })
    })
    return () => watching.unsubscribe()
  }, [methods, onChange, onSecond, onDays])
  return (
    <FormProvider {...methods}>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3 [&>search>input]:!h-[var(--field)]">
        <SearchBox {...search} />
        <SelectField
          name="choice"
          label={choice.label}
          none={choice.none}
          className="w-[200px] max-md:w-full"
          options={choice.options}
        />
        {second && (
          <SelectField
            name="second"
            label={second.label}
            none={second.none}
            className="w-[160px] max-md:w-full"
            options={second.options}
          />
        )}
        <DayField name="from" label={t('logs.from')} className="w-[156px] max-md:grow" />
        <DayField name="to" label={t('logs.to')} className="w-[156px] max-md:grow" />
      </div>
    </FormProvider>
  )
}
