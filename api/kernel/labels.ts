import type { Language } from './languages.ts'
import { contextOf, hasWord, word, wordsOf } from './words.ts'

type Fields = Readonly<Record<string, string>>

const fieldsOf = (language: Language, context: string, section: string): Fields | undefined =>
  wordsOf(language, context)[section]?.['field'] as Fields | undefined // the section `field` holds names only

/** A field's label: the entity's own, else the one all entities share, else the field's name. */
export const fieldLabel = (language: Language, entity: string, path: string): string =>
  fieldsOf(language, contextOf(entity) ?? 'kernel', entity)?.[path] ??
  (wordsOf(language, 'kernel')['field']?.[path] as string | undefined) ??
  path

/** Words of values that were looked up; a free text among them must not fill the memory. */
const WORDS_KEPT = 10_000
const optionWords = new Map<string, string>()

/**
 * The word of a choice's value: the entity's own, else the one all entities share, else the value.
 * A table asks for the same few words in each row.
 */
export function optionLabel(
  language: Language,
  entity: string,
  path: string,
  value: string,
): string {
  const key = `${language} ${entity} ${path} ${value}`
  const known = optionWords.get(key)
  if (known !== undefined) return known
  const label = optionWord(language, entity, path, value)
  if (optionWords.size < WORDS_KEPT) optionWords.set(key, label)
  return label
}

function optionWord(language: Language, entity: string, path: string, value: string): string {
  const context = contextOf(entity) ?? 'kernel'
  // For a field within a list, its last name will do: `tasks.column` is a `column`.
  for (const name of new Set([path, path.split('.').at(-1) ?? path])) {
    const key = `option.${name}.${value}`
    if (hasWord(language, context, `${entity}.${key}`))
      return word(language, context, `${entity}.${key}`)
    if (hasWord(language, 'kernel', key)) return word(language, 'kernel', key)
  }
  return value
}

/** Words of an event: its own, else those that all records share. */
export function eventLabel(language: Language, entity: string, type: string): string {
  const context = contextOf(entity) ?? 'kernel'
  if (hasWord(language, context, `event.${type}`)) return word(language, context, `event.${type}`)
  const [, verb] = /(Added|Changed|Removed)$/.exec(type) ?? []
  return verb === undefined ? type : word(language, 'kernel', `record.event.${verb.toLowerCase()}`)
}
