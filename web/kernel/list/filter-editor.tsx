import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '#contract/kernel/list-filters.ts'
import { ChoicesField } from '#web/kernel/form/choices-field.tsx'
import { CurrencyField } from '#web/kernel/form/currency-field.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { MoneyField, NumberField } from '#web/kernel/form/number-field.tsx'
import { ReferencesField } from '#web/kernel/form/references-field.tsx'
import { ComboField, CountryField, SelectField } from '#web/kernel/form/select-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { useOptionSets } from '#web/kernel/data/option-sets.ts'
import { offeredIn } from '#web/kernel/words/option-words.ts'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { useRecordNames, useRecordSuggestions } from './filter-names.ts'
import { conditionsOf, type FilterRows, newRow, offeredOperators, rowOf } from './filter-values.ts'
import { hasOptionSets, type ListFilters, optionOf } from './list-filters.ts'
import { operatorWord } from './operator-word.ts'
import { SavedFilters } from './saved-filters.tsx'
import type { Filtering } from './use-list-address.ts'

/** With more choices than this, one is searched by typing. */
const SEARCHED_FROM = 12

/**
 * The filters of a list in place, above it: each field is a chip that opens into its condition. A
 * condition is put in the address at once.
 */
export function FilterEditor({
  filters,
  address,
  onClose,
}: {
  filters: ListFilters
  address: Filtering
  onClose: () => void
}) {
  const { t } = useTranslation(['fields', 'kernel'])
  const { entity, fields } = filters
  const { conditions } = address
  useOptionSets(hasOptionSets(fields))
  const [rows, setRows] = useState<readonly string[]>(() => Object.keys(conditions))
  const [added, setAdded] = useState('')
  const rowsOf = (): FilterRows =>
    Object.fromEntries(
      Object.entries(conditions).flatMap(([name, condition]) => {
        const field = fields[name]
        return field ? [[name, rowOf(field, condition)]] : []
      }),
    )
  const methods = useForm<FilterRows>({ defaultValues: rowsOf() })
  const latest = useRef(JSON.stringify(conditions))
  const put = (values: Readonly<Record<string, FilterRows[string] | undefined>>) => {
    const next = conditionsOf(fields, values)
    if (JSON.stringify(next) === latest.current) return
    latest.current = JSON.stringify(next)
    address.filter(next)
  }
  const putRef = useRef(put)
  putRef.current = put
  useEffect(() => {
    const watching = methods.watch((values, { type }) => {
      // rows are whole when they are added
      if (type === 'change') putRef.current(values as FilterRows)
    })
    return () => watching.unsubscribe()
  }, [methods])
  const now = JSON.stringify(conditions)
  const readAgain = useRef(() => {})
  readAgain.current = () => {
    if (now === latest.current) return
    latest.current = now
    methods.reset(rowsOf())
    setRows(Object.keys(conditions))
  }
  // A chip or a kept filter has changed the address meanwhile.
  useEffect(() => readAgain.current(), [now])

  const add = (name: string, field: FilterField) => {
    methods.setValue(name, newRow(field))
    setRows([...rows, name])
    setAdded(name)
  }
  const remove = (name: string) => {
    methods.unregister(name)
    const left = rows.filter((other) => other !== name)
    setRows(left)
    const values = methods.getValues()
    put(Object.fromEntries(left.map((one) => [one, values[one]])))
  }
  const clear = () => {
    methods.reset({})
    setRows([])
    put({})
  }
  const offered = Object.entries(fields).filter(
    ([name, field]) =>
      !rows.includes(name) && (field.kind !== 'reference' || field.of !== undefined),
  )
  return (
    <section aria-label={t('filter.open')}>
      <SavedFilters entity={entity} address={address} />
      <FormProvider {...methods}>
        <div className="flex flex-wrap items-start gap-2">
          {rows.map((name) => {
            const field = fields[name]
            return (
              field && (
                <FilterFieldset
                  key={name}
                  filters={filters}
                  name={name}
                  field={field}
                  isNew={name === added}
                  onRemove={() => remove(name)}
                />
              )
            )
          })}
        </div>
      </FormProvider>
      <div className="mt-2 flex flex-wrap items-center gap-1.5">
        {offered.map(([name, field]) => (
          <Button key={name} size="sm" icon={Plus} onClick={() => add(name, field)}>
            {fieldLabel(entity, name)}
          </Button>
        ))}
        <span className="ms-auto flex gap-1.5">
          {rows.length > 0 && (
            <Button size="sm" variant="quiet" onClick={clear}>
              {t('kernel:table.clearFilters')}
            </Button>
          )}
          <Button size="sm" onClick={onClose}>
            {t('filter.done')}
          </Button>
        </span>
      </div>
    </section>
  )
}

function FilterFieldset({
  filters,
  name,
  field,
  isNew,
  onRemove,
}: {
  filters: ListFilters
  name: string
  field: FilterField
  isNew: boolean
  onRemove: () => void
}) {
  const { t } = useTranslation('fields')
  const set = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (isNew) set.current?.querySelector<HTMLElement>('.filter-fields :is(input, button)')?.focus()
  }, [isNew])
  const label = fieldLabel(filters.entity, name)
  const operators = offeredOperators(field)
  return (
    <fieldset ref={set} className="filter-chip">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-center justify-between gap-2">
        <span className="font-medium" aria-hidden="true">
          {label}
        </span>
        <IconButton
          icon={X}
          size={16}
          label={t('filter.remove', { name: label })}
          onClick={onRemove}
        />
      </div>
      <div className="filter-fields flex flex-wrap gap-2 [&>*]:min-w-0 [&>*]:flex-1 [&>*]:basis-36">
        {operators.length > 1 && (
          <SelectField
            name={`${name}.operator`}
            label={t('filter.condition')}
            options={operators.map((operator) => ({
              value: operator,
              label: t(operatorWord(field, operator)),
            }))}
          />
        )}
        <Value filters={filters} name={name} field={field} />
      </div>
    </fieldset>
  )
}

function Value({
  filters,
  name,
  field,
}: {
  filters: ListFilters
  name: string
  field: FilterField
}) {
  const { t } = useTranslation(['fields', 'kernel'])
  const operator: unknown = useWatch({ name: `${name}.operator` })
  if (operator === 'between')
    return (
      <div className="grid grid-cols-2 gap-3">
        <Single
          filters={filters}
          name={name}
          path={`${name}.value`}
          field={field}
          label={t('filter.first')}
        />
        <Single
          filters={filters}
          name={name}
          path={`${name}.to`}
          field={field}
          label={t('filter.last')}
        />
      </div>
    )
  const label = t('filter.value')
  if (operator !== 'in')
    return (
      <Single filters={filters} name={name} path={`${name}.value`} field={field} label={label} />
    )
  if (field.kind === 'reference')
    return <Records name={`${name}.several`} label={label} of={field.of} />
  const options = field.kind === 'choice' ? offeredIn(field.list, field.options) : []
  return (
    <ChoicesField
      name={`${name}.several`}
      label={label}
      options={options.map((value) => ({ value, label: optionOf(filters, name, value) }))}
    />
  )
}

/** Several records, searched by name. */
function Records({ name, label, of }: { name: string; label: string; of: string | undefined }) {
  const chosen: unknown = useWatch({ name })
  const names = useRecordNames(of, Array.isArray(chosen) ? chosen.map(String) : [])
  const { options, search } = useRecordSuggestions(of)
  return <ReferencesField name={name} label={label} known={names} found={options} search={search} />
}

/** One record, searched by name. */
function OneRecord({ name, label, of }: { name: string; label: string; of: string | undefined }) {
  const chosen: unknown = useWatch({ name })
  const names = useRecordNames(of, typeof chosen === 'string' && chosen !== '' ? [chosen] : [])
  const nameOptions = Array.from(names, ([value, text]) => ({ value, label: text }))
  const { options, search } = useRecordSuggestions(of)
  return (
    <ComboField
      name={name}
      label={label}
      none=""
      options={options}
      known={nameOptions}
      search={search}
    />
  )
}

/** The control of one value. */
function Single({
  filters,
  name,
  path,
  field,
  label,
}: {
  filters: ListFilters
  name: string
  path: string
  field: FilterField
  label: string
}) {
  const { t } = useTranslation('kernel')
  const own = { name: path, label }
  switch (field.kind) {
    case 'day':
      return <DayField {...own} />
    case 'money':
      return <MoneyField {...own} {...(filters.currency && { currency: filters.currency })} />
    case 'number':
      return <NumberField {...own} />
    case 'text':
      return <TextField {...own} maxLength={200} />
    case 'code':
      return field.of === 'country' ? <CountryField {...own} /> : <CurrencyField {...own} />
    case 'reference':
      return <OneRecord {...own} of={field.of} />
    case 'flag':
      return (
        <SelectField
          {...own}
          options={[
            { value: 'true', label: t('value.yes') },
            { value: 'false', label: t('value.no') },
          ]}
        />
      )
    case 'choice': {
      const options = offeredIn(field.list, field.options).map((value) => ({
        value,
        label: optionOf(filters, name, value),
      }))
      return options.length > SEARCHED_FROM ? (
        <ComboField {...own} none="" options={options} />
      ) : (
        <SelectField {...own} options={options} />
      )
    }
  }
}
