import type { FilterFields } from '#contract/kernel/list-filters.ts'
import { optionLabel } from '#web/kernel/words/record-words.ts'

/** Names of a list's filters. */
export type ListFilters = {
  /** Entity whose words name fields and choices, and whose filters are kept. */
  readonly entity: string
  readonly fields: FilterFields
  /** The word of a choice, where it is not one of the entity's. */
  readonly option?: (field: string, value: string) => string
  /** The currency of the amounts that the user types. */
  readonly currency?: string
}

export const optionOf = ({ entity, option }: ListFilters, field: string, value: string): string =>
  option?.(field, value) ?? optionLabel(entity, field, value)

/** Whether administrators extend the choices of a filter. */
export const hasOptionSets = (fields: FilterFields): boolean =>
  Object.values(fields).some((field) => field.kind === 'choice' && field.list !== undefined)
