import type { ImportSection } from '../import.values.ts'
import { isLanguageName, isSkillLevel, languageLevel } from './cv-levels.ts'

type Values = Readonly<Record<string, unknown>>
/** A language that people speak, with its level of 1 to 9 where words say one. */
type SpokenLanguage = { readonly name: string; readonly level?: number }

/**
 * The language that a name of a skill is: *Anglais*, *anglais courant*, *English (fluent)*. Other
 * words beside it make another skill: *Français langue étrangère*, *German engineering*.
 */
export function spokenLanguage(text: string): SpokenLanguage | null {
  const [, name = '', besides = ''] =
    /^([\p{L}\p{M}]+)(?:\s*[:：(–—-]\s*|\s+)?(.*?)\)?$/u.exec(text.trim()) ?? []
  if (!isLanguageName(name)) return null
  if (besides === '' || isSkillLevel(besides)) return { name }
  const level = languageLevel(besides)
  return level === null ? null : { name, level: level.level }
}

/** A skill that is a spoken language stands among the languages; all else stays where it is. */
export function apartFromSkills<
  T extends { readonly section: ImportSection; readonly values: Values },
>(field: T): T | (Omit<T, 'section' | 'values'> & { section: 'language'; values: Values }) {
  const spoken = field.section === 'skill' ? spokenLanguage(String(field.values['name'])) : null
  return spoken === null ? field : { ...field, section: 'language', values: spoken }
}
