import type { Language } from './languages.ts'
import { contextOf, words } from './words.ts'

type Fields = Readonly<Record<string, string>>

const fieldsOf = (language: Language, context: string, section: string): Fields | undefined =>
  words[language][context]?.[section]?.['field'] as Fields | undefined // the section `field` holds names only

/** A field's label: the entity's own, else the one all entities share, else the field's name. */
export const fieldLabel = (language: Language, entity: string, path: string): string =>
  fieldsOf(language, contextOf(entity) ?? 'kernel', entity)?.[path] ??
  (words[language]['kernel']?.['field']?.[path] as string | undefined) ??
  path
