/**
 * The words of the product, in every language of `LANGUAGES`. After `npm run words --`:
 *
 *     missing                             keys that a language lacks or has not translated
 *     unused                              keys that nothing reads
 *     add billing:bill.field.ref "…"      writes a key into each language's file; all but French
 *                                         wait for a translation
 *     add organism                        the same for all that a record lacks
 *     types                               writes web/i18n.d.ts
 *     glossary                            texts with a word that `web/locales/` forbids
 *     notes [du]                          what each key means by a short French text
 *     spaces                              gives French texts the no-break spaces of their marks
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { LANGUAGES } from '#domain/kernel/languages.values.ts'
import { withFrenchSpaces } from './french-spaces.ts'
import { glossaryFaults } from './glossary.ts'
import { demanded, has, lackingOf, unused } from './word-demands.ts'
import {
  contextsOf,
  frenchStems,
  markOf,
  put,
  readWords,
  stem,
  stemsOf,
  textsOf,
  type Words,
  writeWords,
} from './word-files.ts'
import { noteLines } from './word-notes.ts'

const TYPES = path.resolve(import.meta.dirname, '../web/i18n.d.ts')

/** `sign-in` → `signIn`. */
const identifier = (context: string): string =>
  context.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Type declaration of the keys, so that a key that French lacks does not compile. */
export function typesText(): string {
  const contexts = contextsOf().toSorted((a, b) => a.localeCompare(b))
  const imports = contexts.map(
    (context) =>
      `import type ${identifier(context)} from '../api/contract/words/fr/${context}.json'`,
  )
  const resources = contexts.map(
    (context) =>
      `      ${context.includes('-') ? `'${context}'` : context}: typeof ${identifier(context)}`,
  )
  return `// Written by \`npm run words -- types\`. A key that French lacks does not compile.
import 'i18next'
${imports.join('\n')}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'kernel'
    resources: {
${resources.join('\n')}
    }
    returnNull: false
  }
}
`
}

/**
 * Keys that a language lacks or has not translated, and keys that the declarations need and no file
 * has. A language without a folder lacks every key.
 */
export function missing(languages: readonly string[] = LANGUAGES): readonly string[] {
  const french = frenchStems()
  const wanted = demanded(french)
    .filter((one) => !has(french, one))
    .map(({ context, key }) => `fr ${context}:${key}`)
  const others = languages.flatMap((language) =>
    [...french].flatMap(([context, keys]) => {
      const texts = textsOf(language, context)
      const own = stemsOf(texts)
      return [
        ...[...keys].filter((key) => !own.has(key)),
        ...[...texts].filter(([, text]) => text.startsWith('⟦')).map(([key]) => key),
      ].map((key) => `${language} ${context}:${key}`)
    }),
  )
  return [...new Set([...wanted, ...others])]
}

function add(context: string, key: string, french: string): void {
  for (const language of LANGUAGES) {
    const words = readWords(language, context)
    const counts = french.includes('{{count}}') || stem(key).endsWith('count')
    const forms = counts
      ? new Intl.PluralRules(language)
          .resolvedOptions()
          .pluralCategories.map((form) => `${stem(key)}_${form}`)
      : [key]
    const text = language === 'fr' && french !== '' ? french : `${markOf(language)}${french}`
    for (const form of forms) put(words, form, text)
    writeWords(language, context, words)
    console.info(`${language} ${context}:${forms.join(', ')}`)
  }
}

function mendSpaces(): void {
  for (const context of contextsOf()) {
    const words = JSON.stringify(readWords('fr', context))
    // Within JSON a colon or a quotation mark of a text never follows a space of the file's own.
    const mended = withFrenchSpaces(words)
    // what was read, respaced
    if (mended !== words) writeWords('fr', context, JSON.parse(mended) as Words)
  }
}

if (import.meta.main) {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [verb, name = '', text = ''] = positionals
  const list = (keys: readonly string[]) => {
    for (const key of keys) console.info(key)
    process.exitCode = keys.length === 0 ? 0 : 1
  }
  if (verb === 'missing') list(missing())
  else if (verb === 'unused') list(unused())
  else if (verb === 'glossary') list(LANGUAGES.flatMap(glossaryFaults))
  else if (verb === 'notes') for (const line of noteLines(name.toLowerCase())) console.info(line)
  else if (verb === 'spaces') mendSpaces()
  else if (verb === 'types') writeFileSync(TYPES, typesText())
  else if (verb === 'add' && /^[\w-]+:.+/.test(name) && text !== '')
    add(name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1), text)
  else if (verb === 'add' && /^\w+$/.test(name)) {
    const lacking = lackingOf(name)
    if (lacking.length === 0) console.info(`${name} lacks no word, or is no record`)
    for (const { context, key } of lacking) add(context, key, '')
  } else {
    console.error(
      'npm run words -- missing | unused | glossary | notes | types | spaces | add <context>:<key> "French" | add <record>',
    )
    process.exitCode = 2
  }
}
