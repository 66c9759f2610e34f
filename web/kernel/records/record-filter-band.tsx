import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PALETTE_SIZE, type RecordType } from '#contract/records.ts'
import type { RecordSummary } from '#contract/records.schemas.ts'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { MoneyField } from '#web/kernel/form/number-field.tsx'
import { ComboField, type Option, SelectField } from '#web/kernel/form/select-field.tsx'
import { epochOf } from '#web/kernel/words/formats.ts'
import { fieldLabel, optionLabel } from '#web/kernel/words/record-words.ts'
import type { FilterValues, RecordFilter } from './record-filters.ts'

/** With more choices than this, a filter is searched by typing. */
const SEARCHED_FROM = 12

type Values = Readonly<Record<string, string | number | null>>

/** One control per filter; choices are put in the address at once. */
export function RecordFilterBand({
  type,
  filters,
  values,
  references,
  onChange,
}: {
  type: RecordType
  filters: readonly RecordFilter[]
  values: FilterValues
  /** The records that references name: filters offer them. */
  references: RecordSummary['references']
  onChange: (change: FilterValues) => void
}) {
  const methods = useForm<Values>({ values: Object.fromEntries(filters.map((one) => [one.name, inForm(one, values)])) })
  useEffect(() => {
    const watching = methods.watch((now, { name, type: cause }) => {
      const filter = filters.find((one) => one.name === name)
      if (!filter || cause !== 'change') return
      const text = inAddress(filter, now[filter.name])
      if (text !== null) onChange({ [filter.name]: text })
    })
    return () => watching.unsubscribe()
  }, [methods, filters, onChange])
  return (
    <FormProvider {...methods}>
      <div className="filter-band">
        {filters.map((filter) => (
          <Control key={filter.name} type={type} filter={filter} references={references} />
        ))}
      </div>
    </FormProvider>
  )
}

function inForm({ name, field }: RecordFilter, values: FilterValues): string | number | null {
  const value = values[name] ?? ''
  if (field.kind === 'day') return value === '' ? 0 : epochOf(value)
  if (field.kind === 'money') return value === '' ? null : Number(value)
  return value
}

/** null while the typed text is no value yet. */
function inAddress({ field }: RecordFilter, value: string | number | null | undefined): string | null {
  if (typeof value === 'number' && Number.isNaN(value)) return null
  if (!value && !(field.kind === 'money' && value === 0)) return ''
  return field.kind === 'day' ? new Date(Number(value)).toISOString().slice(0, 10) : String(value)
}

function Control({
  type,
  filter,
  references,
}: {
  type: RecordType
  filter: RecordFilter
  references: RecordSummary['references']
}) {
  const { t } = useTranslation(['fields', 'kernel'])
  const { name, key, field, end } = filter
  const label = fieldLabel(type, key)
  const any = t('filter.any')
  const choose = (options: readonly Option[]) => <SelectField name={name} label={label} none={any} options={options} />
  const search = (options: readonly Option[]) => (
    <ComboField name={name} label={label} none="" placeholder={any} options={options} />
  )
  if (field.kind === 'day')
    return <DayField name={name} label={t(end === 'from' ? 'filter.from' : 'filter.to', { name: label })} />
  if (field.kind === 'money')
    return <MoneyField name={name} label={t(end === 'from' ? 'filter.min' : 'filter.max', { name: label })} />
  if (field.kind === 'reference' || field.kind === 'references')
    return search((references[key] ?? []).map(({ id, name: label }) => ({ value: id, label })))
  if (field.kind === 'boolean')
    return choose([
      { value: 'true', label: t('kernel:value.yes') },
      { value: 'false', label: t('kernel:value.no') },
    ])
  if (field.kind === 'colour')
    return choose(
      Array.from({ length: PALETTE_SIZE }, (_, index) => ({
        value: String(index + 1),
        label: t(`colour.${index + 1}` as 'colour.1'),
      })),
    )
  const options = (field.options ?? [])
    .filter((one) => one !== '')
    .map((one) => ({ value: one, label: optionLabel(type, key, one) }))
  if (field.kind === 'level') return choose(options.map((option, index) => ({ ...option, value: String(index + 1) })))
  return options.length > SEARCHED_FROM ? search(options) : choose(options)
}
