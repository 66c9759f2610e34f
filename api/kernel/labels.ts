import { readFileSync } from 'node:fs'
import { LANGUAGES, type Language } from './languages.ts'

type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>

const labels = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`../contract/labels/${language}.json`, import.meta.url), 'utf8')) as Labels,
  ]),
) as Record<Language, Labels>

/** A field's name for people; the field's own name where none is written (ids, versions). */
export const fieldLabel = (language: Language, entity: string, path: string): string =>
  labels[language][entity]?.[path] ?? labels[language]['shared']?.[path] ?? path
