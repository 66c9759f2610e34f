import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type RecordRow, type RecordType, referenceName } from '#contract/records.ts'
import { FieldValue } from '#web/kernel/ui/field-value.tsx'
import { epochOf } from '#web/kernel/words/formats.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { fieldLabel, optionLabel } from '#web/kernel/words/record-words.ts'
import { type FilterValues, onFilters, type RecordFilter } from './record-filters.ts'

/** The active filters, each with a button that removes it. */
export function RecordFilterChips({
  type,
  filters,
  values,
  rows,
  onChange,
}: {
  type: RecordType
  filters: readonly RecordFilter[]
  values: FilterValues
  rows: readonly RecordRow[]
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
              <FilterValue type={type} filter={filter} value={values[filter.name] ?? ''} rows={rows} />
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
  rows,
}: {
  type: RecordType
  filter: RecordFilter
  value: string
  rows: readonly RecordRow[]
}): ReactNode {
  if (field.kind === 'reference' || field.kind === 'references') return nameIn(rows, key, value)
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

const nameIn = (rows: readonly RecordRow[], key: string, id: string): string => {
  for (const row of rows) {
    const at = [row[key]].flat().indexOf(id)
    if (at >= 0) return plainText([row[referenceName(key)]].flat()[at]) || id
  }
  return id
}
