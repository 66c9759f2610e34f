import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The word files, each `<language>/<context>.json`: of the contract (server and browser) and of the
 * screens. French is written first.
 */
export const TREES = { contract: 'api/contract/words', screens: 'web/locales' } as const
export type Tree = keyof typeof TREES
export const WORD_LANGUAGES = ['fr', 'en', 'ar', 'es', 'de', 'it'] as const
export type WordLanguage = (typeof WORD_LANGUAGES)[number]
export const PLURAL = /_(zero|one|two|few|many|other)$/
/** Marks a text without translation; the tests refuse it. */
export const markOf = (language: WordLanguage): string => `⟦${language}⟧ `

export type Words = { [key: string]: Words | string | Words[] | string[] }
const root = path.resolve(import.meta.dirname, '..')
const fileOf = (tree: Tree, language: WordLanguage, context: string): string =>
  path.join(root, TREES[tree], language, `${context}.json`)

export const contextsOf = (tree: Tree, language: WordLanguage = 'fr'): readonly string[] =>
  readdirSync(path.join(root, TREES[tree], language)).map((file) => file.replace('.json', ''))

/** A context without a file has no words. */
export function readWords(tree: Tree, language: WordLanguage, context: string): Words {
  const file = fileOf(tree, language, context)
  // a JSON file of texts
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Words) : {}
}

export const writeWords = (
  tree: Tree,
  language: WordLanguage,
  context: string,
  words: Words,
): void => writeFileSync(fileOf(tree, language, context), `${JSON.stringify(words, null, 2)}\n`)

/** Every text by its key, parts joined by dots. */
export function flat(words: unknown, at = ''): [key: string, text: string][] {
  return typeof words === 'object' && words !== null
    ? Object.entries(words).flatMap(([key, value]) => flat(value, at === '' ? key : `${at}.${key}`))
    : [[at, String(words)]]
}

/** A context's texts of one tree; empty when there are none. */
export const textsOf = (
  tree: Tree,
  language: WordLanguage,
  context: string,
): ReadonlyMap<string, string> => new Map(flat(readWords(tree, language, context)))

export const allContexts = (): readonly string[] => [
  ...new Set([...contextsOf('contract'), ...contextsOf('screens')]),
]

/** A key without its plural form. */
export const stem = (key: string): string => key.replace(PLURAL, '')

/** Sets a text at a dotted key; a field's own dots (`address.street`) stay one key. */
export function put(words: Words, key: string, text: string): void {
  const [, before, field] = /^(.*\bfield)\.(.+)$/.exec(key) ?? []
  const parts =
    before === undefined || field === undefined ? key.split('.') : [...before.split('.'), field]
  let at = words
  for (const part of parts.slice(0, -1)) at = (at[part] ??= {}) as Words // only leaves are texts
  at[parts.at(-1) ?? key] = text
}
