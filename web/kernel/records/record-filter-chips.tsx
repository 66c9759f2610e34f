import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecordType } from '#contract/records.ts'
import type { RecordSummary } from '#contract/records.schemas.ts'
import { FieldValue } from '#web/kernel/ui/field-value.tsx'
import { epochOf } from '#web/kernel/words/formats.ts'
import { fieldLabel, optionLabel } from '#web/kernel/words/record-words.ts'
import { type FilterValues, onFilters, type RecordFilter } from './record-filters.ts'

/** The active filters, each with a button that removes it. */
export function RecordFilterChips({
  type,
  filters,
  values,
  references,
  onChange,
}: {
  type: RecordType
  filters: readonly RecordFilter[]
  values: FilterValues
  /** The records that references name. */
  references: RecordSummary['references']
  onChange: (change: FilterValues) => void
}) {
  const { t } = useTranslation('fields')
  const on = onFilters(filters, values)
  const said = ({ end, field }: RecordFilter, name: string) =>
    end === 'is'
      ? name
      : field.kind === 'day'
        ? t(end === 'from' ? 'filter.from' : 'filter.to', { name })
        : t(end === 'from' ? 'filter.min' : 'filter.max', { name })
  if (on.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label={t('filter.on', { count: on.length })}>
      {on.map((filter) => {
        const label = fieldLabel(type, filter.key)
        return (
          <li key={filter.name} className="chip">
            <span className="truncate">
              <span className="text-ink-muted">{said(filter, label)}</span>{' '}
              <FilterValue type={type} filter={filter} value={values[filter.name] ?? ''} references={references} />
            </span>
            <button
              type="button"
              className="chip-x"
              aria-label={t('filter.remove', { name: label })}
              title={t('filter.remove', { name: label })}
              onClick={() => onChange({ [filter.name]: '' })}
            >
              <X size={13} strokeWidth={1.9} aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function FilterValue({
  type,
  filter: { key, field },
  value,
  references,
}: {
  type: RecordType
  filter: RecordFilter
  value: string
  references: RecordSummary['references']
}): ReactNode {
  if (field.kind === 'reference' || field.kind === 'references')
    return references[key]?.find(({ id }) => id === value)?.name ?? value
  const isNumber = field.kind === 'money' || field.kind === 'level' || field.kind === 'colour'
  return (
    <FieldValue
      kind={field.kind === 'choices' ? 'choice' : field.kind}
      value={
        field.kind === 'day'
          ? epochOf(value)
          : field.kind === 'boolean'
            ? value === 'true'
            : isNumber
              ? Number(value)
              : value
      }
      options={field.options}
      option={(one) => optionLabel(type, key, one)}
    />
  )
}
