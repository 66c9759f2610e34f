import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const TITLES = 'virtual:titles/'
const WORDS = 'virtual:words/'
/** Words of the contract, which the server reads too, and sentences of screens. */
const FOLDERS = ['api/contract/words', 'web/locales'] as const
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

/** Both trees of a context merged; no key is in both. */
function joined(one: Tree, other: Tree): Tree {
  const both: Record<string, string | Tree> = { ...one }
  for (const [key, value] of Object.entries(other)) {
    const before = both[key]
    both[key] =
      typeof before === 'object' && typeof value === 'object' ? joined(before, value) : value
  }
  return both
}

/**
 * Modules that the build makes of the word files.
 *
 * - `virtual:words/<language>`: what loads each context's words. It is a module of its own, so that
 *   the first page
 *   holds no list of all contexts in all languages.
 * - `virtual:words/<language>/<context>`: both trees of a context.
 * - `virtual:titles/<language>`: names of all entities and screens, by context. The menu shows
 *   every context without
 *   loading its words. Of the screens' own words, only section `screen` is read.
 */
export function words(root: string): Plugin {
  /** @returns the trees of a language by context, those of the contract first */
  const treesOf = (folder: (typeof FOLDERS)[number], language: string) => {
    const inside = path.join(root, folder, language)
    return readdirSync(inside).map((name) => {
      const file = path.join(inside, name)
      const tree = JSON.parse(readFileSync(file, 'utf8')) as Tree // the words' test checks their form
      return { context: name.replace('.json', ''), file, tree }
    })
  }
  const all = (language: string) => FOLDERS.flatMap((folder) => treesOf(folder, language))
  const exported = (value: object) => `export default ${JSON.stringify(value)}`

  function titlesOf(language: string): Record<string, Tree> {
    const found: Record<string, Tree> = {}
    for (const folder of FOLDERS)
      for (const { context, tree } of treesOf(folder, language)) {
        const own =
          folder === 'web/locales' ? titlesIn({ screen: tree['screen'] ?? {} }) : titlesIn(tree)
        if (Object.keys(own).length > 0) found[context] = { ...found[context], ...own }
      }
    return found
  }
  function loadersOf(language: string): string {
    const contexts = [...new Set(all(language).map(({ context }) => context))]
    const loaders = contexts.map(
      (context) => `${JSON.stringify(context)}: () => import('${WORDS}${language}/${context}')`,
    )
    return `export default { ${loaders.join(', ')} }`
  }

  return {
    name: 'words',
    resolveId: (id) => (id.startsWith(TITLES) || id.startsWith(WORDS) ? `\0${id}` : null),
    load(id) {
      const [kind, language = '', context] = id.slice(1).split('/')
      if (!id.startsWith('\0') || (kind !== 'virtual:titles' && kind !== 'virtual:words'))
        return null
      const read = all(language)
      for (const { file } of read) this.addWatchFile(file)
      if (kind === 'virtual:titles') return exported(titlesOf(language))
      if (context === undefined) return loadersOf(language)
      return exported(
        read
          .filter((one) => one.context === context)
          .map(({ tree }) => tree)
          .reduce(joined),
      )
    },
  }
}
