/**
 * The words of the product, in six languages.
 *
 *     npm run words -- missing keys that a language lacks, and texts that wait for a translation
 *     npm run words -- unused                        keys that nothing reads
 *     npm run words -- add billing:bill.field.ref "…" writes the key into six files; five wait for
 *     a translation
 *     npm run words -- add organism                  the same for all that a record lacks
 *     npm run words -- types                         writes web/i18n.d.ts
 *     npm run words -- spaces gives every French text the no-break spaces of its marks
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { withFrenchSpaces } from './french-spaces.ts'
import { demanded, demandedOf, unused } from './word-demands.ts'
import {
  allContexts,
  contextsOf,
  markOf,
  put,
  readWords,
  stem,
  textsOf,
  type Tree,
  TREES,
  WORD_LANGUAGES,
  type Words,
  writeWords,
} from './word-trees.ts'

const TYPES = path.resolve(import.meta.dirname, '../web/i18n.d.ts')

/** `sign-in` → `signIn`. */
const identifier = (context: string): string =>
  context.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Type declaration of the keys, so that a key that French lacks does not compile. */
export function typesText(): string {
  const has = (tree: Tree, context: string) => contextsOf(tree).includes(context)
  const contexts = allContexts().toSorted((a, b) => a.localeCompare(b))
  const imports = contexts.flatMap((context) => [
    ...(has('contract', context)
      ? [`import type ${identifier(context)}Words from '../api/contract/words/fr/${context}.json'`]
      : []),
    ...(has('screens', context)
      ? [`import type ${identifier(context)} from './locales/fr/${context}.json'`]
      : []),
  ])
  const resources = contexts.map((context) => {
    const parts = [
      ...(has('contract', context) ? [`typeof ${identifier(context)}Words`] : []),
      ...(has('screens', context) ? [`typeof ${identifier(context)}`] : []),
    ]
    return `      ${context.includes('-') ? `'${context}'` : context}: ${parts.join(' & ')}`
  })
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
 * has.
 */
export function missing(): readonly string[] {
  const french = (context: string) =>
    new Set(
      (['contract', 'screens'] as const).flatMap((tree) =>
        [...textsOf(tree, 'fr', context).keys()].map((key) => stem(key)),
      ),
    )
  const asked = demanded()
    .filter(({ context, key }) => !french(context).has(key))
    .map(({ context, key }) => `fr ${context}:${key}`)
  const others = WORD_LANGUAGES.flatMap((language) =>
    (['contract', 'screens'] as const).flatMap((tree) =>
      contextsOf(tree).flatMap((context) => {
        const texts = textsOf(tree, language, context)
        const own = new Set([...texts.keys()].map(stem))
        return [
          ...[...new Set([...textsOf(tree, 'fr', context).keys()].map(stem))].filter(
            (key) => !own.has(key),
          ),
          ...[...texts].filter(([, text]) => text.startsWith('⟦')).map(([key]) => key),
        ].map((key) => `${language} ${context}:${key}`)
      }),
    ),
  )
  return [...new Set([...asked, ...others])]
}

const NAMED =
  /(?:^|\.)(?:one|count|field|option|hint|event|error|permission)(?:\.|$)|^\w+\.(?:title|new|short|empty)\b/

/**
 * The contract's words: names of entities, fields, options; events, errors, permissions. All others
 * belong to screens.
 */
function treeOf(context: string, key: string): Tree {
  const [section = ''] = key.split('.')
  if (section in readWords('screens', 'fr', context)) return 'screens'
  return section in readWords('contract', 'fr', context) || NAMED.test(key) ? 'contract' : 'screens'
}

function add(context: string, key: string, french: string): void {
  const tree = treeOf(context, key)
  for (const language of WORD_LANGUAGES) {
    const words = readWords(tree, language, context)
    const counts = french.includes('{{count}}') || stem(key).endsWith('count')
    const forms = counts
      ? new Intl.PluralRules(language)
          .resolvedOptions()
          .pluralCategories.map((form) => `${stem(key)}_${form}`)
      : [key]
    const text = language === 'fr' && french !== '' ? french : `${markOf(language)}${french}`
    for (const form of forms) put(words, form, text)
    writeWords(tree, language, context, words)
    console.info(`${language} ${context}:${forms.join(', ')}`)
  }
}

function mendSpaces(): void {
  for (const tree of Object.keys(TREES) as Tree[]) // Object.keys forgets the key type
    for (const context of contextsOf(tree)) {
      const words = JSON.stringify(readWords(tree, 'fr', context))
      // Within JSON a colon or a quotation mark of a text never follows a space of the file's own.
      const mended = withFrenchSpaces(words)
      // what was read, respaced
      if (mended !== words) writeWords(tree, 'fr', context, JSON.parse(mended) as Words)
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
  else if (verb === 'spaces') mendSpaces()
  else if (verb === 'types') writeFileSync(TYPES, typesText())
  else if (verb === 'add' && /^[\w-]+:.+/.test(name) && text !== '')
    add(name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1), text)
  else if (verb === 'add' && /^\w+$/.test(name)) {
    const lacking = demandedOf(name).filter(
      ({ context, key }) => ![...textsOf('contract', 'fr', context).keys()].map(stem).includes(key),
    )
    if (lacking.length === 0) console.info(`${name} lacks no word, or is no record`)
    for (const { context, key } of lacking) add(context, key, '')
  } else {
    console.error(
      'npm run words -- missing | unused | types | spaces | add <context>:<key> "French" | add <record>',
    )
    process.exitCode = 2
  }
}
