import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const WORDS = 'virtual:words/'
const FOLDER = 'api/contract/words'
/** Context whose words every screen has. */
const EVERYWHERE = 'kernel'
/** Words of one line: in the menu, the palette, a toast. */
const NAMES: readonly string[] = ['title', 'one', 'short', 'new']
/** Sections with titles of other things: of an empty list, of a field named `title`. */
const APART: readonly string[] = [
  'empty',
  'field',
  'option',
  'hint',
  'permission',
  'event',
  'error',
]

type Tree = { readonly [key: string]: string | Tree }

function titlesIn(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]): [string, string | Tree][] => {
      if (typeof value === 'string') return NAMES.includes(key) ? [[key, value]] : []
      if (APART.includes(key)) return []
      const inner = titlesIn(value)
      return Object.keys(inner).length > 0 ? [[key, inner]] : []
    }),
  )
}

/**
 * Names of a context's entities, whose sections have `one`, and of its screens. Titles in other
 * sections are those of dialogs.
 */
const namesIn = (tree: Tree): Tree =>
  titlesIn(
    Object.fromEntries(
      Object.entries(tree).filter(
        ([name, section]) =>
          name === 'screen' || (typeof section === 'object' && Object.hasOwn(section, 'one')),
      ),
    ),
  )

/**
 * Modules that the build makes of the word files.
 *
 * - `virtual:words/<language>`: words of every screen, in one file: the kernel's, and the loader of
 *   each other context's. Its `titles` are names of all entities and screens, by context. The menu
 *   then shows every context without loading its words.
 * - `virtual:words/<language>/<context>`: a context's words.
 */
export function words(root: string): Plugin {
  const fileOf = (language: string, context: string) =>
    path.join(root, FOLDER, language, `${context}.json`)
  const contextsOf = (language: string) =>
    readdirSync(path.join(root, FOLDER, language)).map((name) => name.replace('.json', ''))
  const treeOf = (language: string, context: string) =>
    JSON.parse(readFileSync(fileOf(language, context), 'utf8')) as Tree // the words' test checks their form

  const titlesOf = (language: string) =>
    Object.fromEntries(
      contextsOf(language)
        .map((context) => [context, namesIn(treeOf(language, context))] as const)
        .filter(([, names]) => Object.keys(names).length > 0),
    )
  function firstOf(language: string): string {
    const loaders = contextsOf(language)
      .filter((context) => context !== EVERYWHERE)
      .map(
        (context) => `${JSON.stringify(context)}: () => import('${WORDS}${language}/${context}')`,
      )
    return [
      `export const kernel = ${JSON.stringify(treeOf(language, EVERYWHERE))}`,
      `export const titles = ${JSON.stringify(titlesOf(language))}`,
      `export const contexts = { ${loaders.join(', ')} }`,
    ].join('\n')
  }

  return {
    name: 'words',
    resolveId: (id) => (id.startsWith(WORDS) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${WORDS}`)) return null
      const [language = '', context] = id.slice(WORDS.length + 1).split('/')
      for (const one of context === undefined ? contextsOf(language) : [context])
        this.addWatchFile(fileOf(language, one))
      return context === undefined
        ? firstOf(language)
        : `export default ${JSON.stringify(treeOf(language, context))}`
    },
  }
}
