import {
  type Condition,
  type Conditions,
  type FilterField,
  type FilterFields,
  type FilterValue,
  OPERATORS_OF,
} from '#contract/kernel/list-filters.ts'
import { epochOf } from '#web/kernel/words/formats.ts'

/** A filter's word in the address: a field may have the name of one of the list's own words. */
export const filterWord = (name: string): string => `f-${name}`

const BETWEEN = '..'

/** A value as the address has it; null for what is none. Days are written as `2026-11-03`. */
function valueIn(field: FilterField, text: string): FilterValue | null {
  switch (field.kind) {
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : null
    case 'money':
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : null
    case 'day': {
      const day = epochOf(text)
      return Number.isNaN(day) || day <= 0 ? null : day
    }
    case 'choice':
      return field.options.includes(text) ? text : null
    case 'reference':
      return text === '0' ? 0 : text
    case 'code':
    case 'text':
      return text
  }
}

const wordOf = ({ kind }: FilterField, value: FilterValue): string =>
  kind === 'day' ? new Date(Number(value)).toISOString().slice(0, 10) : String(value)

/**
 * The condition of a word of the address; null for what the server would refuse, which filters
 * nothing.
 */
function conditionIn(field: FilterField, word: string): Condition | null {
  if (word === '') return null
  const at = word.indexOf(':')
  const operator = OPERATORS_OF[field.kind].find((one) => one === word.slice(0, at)) ?? 'eq'
  const rest = word.startsWith(`${operator}:`) ? word.slice(at + 1) : word
  const parts =
    operator === 'in' ? rest.split(',') : operator === 'between' ? rest.split(BETWEEN) : [rest]
  const values = parts.flatMap((part) => {
    const value = valueIn(field, part)
    return value === null ? [] : [value]
  })
  const [value] = values
  if (value === undefined || value === '' || (operator === 'between' && values.length !== 2))
    return null
  return { operator, value: operator === 'in' || operator === 'between' ? values : value }
}

/**
 * A condition as the address has it: the value alone when it equals, else `gte:100`, `in:a,b`,
 * `between:1..2`.
 */
function wordOfCondition(field: FilterField, { operator, value }: Condition): string {
  const values = Array.isArray(value) ? value : [value]
  const text = values
    .map((one: FilterValue) => wordOf(field, one))
    .join(operator === 'in' ? ',' : BETWEEN)
  return operator === 'eq' && field.kind !== 'text' ? text : `${operator}:${text}`
}

/** The conditions that an address names. @param said a word of the address by its name */
export const conditionsIn = (
  fields: FilterFields,
  translated: (word: string) => string,
): Conditions =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const condition = conditionIn(field, translated(filterWord(name)))
      return condition === null ? [] : [[name, condition]]
    }),
  )

/** The words of an address for these conditions; those of the other fields are empty. */
export const wordsOf = (
  fields: FilterFields,
  conditions: Conditions,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const condition = conditions[name]
      return [filterWord(name), condition === undefined ? '' : wordOfCondition(field, condition)]
    }),
  )

/** Conditions as a query has them; nothing for none. */
export const filtersQuery = (conditions: Conditions): { readonly filters?: string } =>
  Object.keys(conditions).length === 0 ? {} : { filters: JSON.stringify(conditions) }
