import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const PREFIX = 'virtual:titles/'
/** Words of one line: in the menu, the palette, a toast. */
const NAMES: readonly string[] = ['title', 'one', 'short', 'new']
/** Sections with titles of other things: of an empty list, of a field named `title`. */
const APART: readonly string[] = ['empty', 'field', 'option', 'hint', 'permission', 'event', 'error']

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
 * `virtual:titles/<language>`: names of all entities and screens, by context. The menu shows every context without
 * loading its words, so the build picks them from the word files. Of the screens' own words, only section `screen` is
 * read.
 */
export const titles = (root: string): Plugin => ({
  name: 'titles',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return null
    const language = id.slice(PREFIX.length + 1)
    const all: Record<string, Tree> = {}
    for (const folder of ['api/contract/words', 'web/locales']) {
      const inside = path.join(root, folder, language)
      for (const name of readdirSync(inside)) {
        const file = path.join(inside, name)
        this.addWatchFile(file)
        const tree = JSON.parse(readFileSync(file, 'utf8')) as Tree // the words' test checks their form
        const context = name.replace('.json', '')
        const own = folder === 'web/locales' ? titlesIn({ screen: tree['screen'] ?? {} }) : titlesIn(tree)
        if (Object.keys(own).length > 0) all[context] = { ...all[context], ...own }
      }
    }
    return `export default ${JSON.stringify(all)}`
  },
})
