import { X } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  Condition,
  Conditions,
  FilterField,
  FilterValue,
} from '#contract/kernel/list-filters.ts'
import type { FieldKind } from '#contract/kernel/records.ts'
import { FieldValue } from '#web/kernel/ui/field-value.tsx'
import { useOptionSets } from '#web/kernel/data/option-sets.ts'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { idsOf, useRecordNames } from './filter-names.ts'
import { hasOptionSets, type ListFilters, optionOf } from './list-filters.ts'
import { operatorWord } from './operator-word.ts'

/** The active filters, each with a button that removes it. */
export function FilterChips({
  filters,
  conditions,
  onChange,
  onEdit,
}: {
  filters: ListFilters
  conditions: Conditions
  onChange: (conditions: Conditions) => void
  /** Opens the conditions in place. */
  onEdit: () => void
}) {
  const { t } = useTranslation('fields')
  const on = Object.entries(conditions)
  useOptionSets(hasOptionSets(filters.fields))
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label={t('filter.on', { count: on.length })}>
      {on.map(([name, condition]) => {
        const field = filters.fields[name]
        const label = fieldLabel(filters.entity, name)
        return (
          field && (
            <li key={name} className="chip">
              <button type="button" className="truncate" onClick={onEdit}>
                <span className="text-ink-muted">
                  {t('filter.said', { name: label })} {t(operatorWord(field, condition.operator))}
                </span>{' '}
                <Values filters={filters} name={name} field={field} condition={condition} />
              </button>
              <button
                type="button"
                className="chip-x"
                aria-label={t('filter.remove', { name: label })}
                title={t('filter.remove', { name: label })}
                onClick={() => onChange(Object.fromEntries(on.filter(([other]) => other !== name)))}
              >
                <X size={13} strokeWidth={1.9} />
              </button>
            </li>
          )
        )
      })}
    </ul>
  )
}

const KINDS: Readonly<Record<FilterField['kind'], FieldKind>> = {
  text: 'text',
  choice: 'choice',
  code: 'country',
  reference: 'reference',
  flag: 'boolean',
  money: 'money',
  number: 'decimal',
  day: 'day',
}

function Values({
  filters,
  name,
  field,
  condition,
}: {
  filters: ListFilters
  name: string
  field: FilterField
  condition: Condition
}) {
  const { t } = useTranslation('fields')
  const names = useRecordNames(
    field.kind === 'reference' ? field.of : undefined,
    idsOf(field, condition),
  )
  const valueText = (value: FilterValue): ReactNode => {
    if (value === 0 && field.kind === 'reference') return t('filter.none')
    return (
      <FieldValue
        kind={field.kind === 'code' && field.of === 'currency' ? 'currency' : KINDS[field.kind]}
        value={value}
        currency={filters.currency}
        option={(one) => optionOf(filters, name, one)}
        names={names.get(String(value)) ?? String(value)}
      />
    )
  }
  const values: readonly FilterValue[] = Array.isArray(condition.value)
    ? condition.value
    : [condition.value]
  return values.map((value, index) => (
    <Fragment key={String(value)}>
      {index > 0 && (condition.operator === 'between' ? ` ${t('filter.and')} ` : ', ')}
      {valueText(value)}
    </Fragment>
  ))
}
