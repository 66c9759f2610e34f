import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The word files, `<language>/<context>.json`. French is written first. */
const FOLDER = path.resolve(import.meta.dirname, '../api/contract/words')
export const PLURAL = /_(zero|one|two|few|many|other)$/
/** Marks a text without translation; the tests refuse it. */
export const markOf = (language: string): string => `⟦${language}⟧ `

export type Words = { [key: string]: Words | string | Words[] | string[] }
const fileOf = (language: string, context: string): string =>
  path.join(FOLDER, language, `${context}.json`)

/** Contexts with a file in the language; none for a language without a folder. */
export const contextsOf = (language: string = 'fr'): readonly string[] =>
  existsSync(path.join(FOLDER, language))
    ? readdirSync(path.join(FOLDER, language)).map((file) => file.replace('.json', ''))
    : []

/** A context without a file has no words. */
export function readWords(language: string, context: string): Words {
  const file = fileOf(language, context)
  // a JSON file of texts
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Words) : {}
}

export function writeWords(language: string, context: string, words: Words): void {
  mkdirSync(path.join(FOLDER, language), { recursive: true })
  writeFileSync(fileOf(language, context), `${JSON.stringify(words, null, 2)}\n`)
}

/** Every text by its key, parts joined by dots. */
export function flat(words: unknown, at = ''): [key: string, text: string][] {
  return typeof words === 'object' && words !== null
    ? Object.entries(words).flatMap(([key, value]) => flat(value, at === '' ? key : `${at}.${key}`))
    : [[at, String(words)]]
}

/** A context's texts; empty when there are none. */
export const textsOf = (language: string, context: string): ReadonlyMap<string, string> =>
  new Map(flat(readWords(language, context)))

/** A key without its plural form. */
export const stem = (key: string): string => key.replace(PLURAL, '')
/** Keys without their plural forms, each once. */
export const stemsOf = (texts: ReadonlyMap<string, string>): ReadonlySet<string> =>
  new Set([...texts.keys()].map(stem))

/** French keys of every context, without plural forms. */
export const frenchStems = (): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(contextsOf().map((context) => [context, stemsOf(textsOf('fr', context))]))

/** Sections of an entity or a table: only these have a name or fields. */
export const thingsIn = (words: Words): readonly string[] =>
  Object.entries(words).flatMap(([name, section]) =>
    Object.hasOwn(Object(section), 'one') || Object.hasOwn(Object(section), 'field') ? [name] : [],
  )

/** Sets a text at a dotted key; a field's own dots (`address.street`) stay one key. */
export function put(words: Words, key: string, text: string): void {
  const [, before, field] = /^(.*\bfield)\.(.+)$/.exec(key) ?? []
  const parts =
    before === undefined || field === undefined ? key.split('.') : [...before.split('.'), field]
  let at = words
  for (const part of parts.slice(0, -1)) at = (at[part] ??= {}) as Words // only leaves are texts
  at[parts.at(-1) ?? key] = text
}
