import i18next from 'i18next'
import { type FilterFields, recordFilters } from '#contract/kernel/list-filters.ts'
import type { RecordType } from '#contract/kernel/records.ts'
import { optionLabel } from '#web/kernel/words/record-words.ts'

/** Every filter of a record's list, except those of the fields left out. */
export const filtersBut = (type: RecordType, without: readonly string[]): FilterFields =>
  Object.fromEntries(Object.entries(recordFilters(type)).filter(([key]) => !without.includes(key)))

/** The word of a choice. Levels, colours and months are numbered. */
export function choiceWord(type: RecordType, key: string, value: string): string {
  const field = type.fields[key]
  if (field?.kind === 'colour') return i18next.t(`fields:colour.${value}` as 'fields:colour.1')
  if (field?.kind === 'month')
    return new Intl.DateTimeFormat(i18next.language, { month: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2000, Number(value) - 1, 1),
    )
  return optionLabel(
    type,
    key,
    field?.kind === 'level' ? (field.options?.[Number(value) - 1] ?? value) : value,
  )
}
