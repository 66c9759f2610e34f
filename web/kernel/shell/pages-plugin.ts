import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Patterns of every address that has a page, read from the manifests of the screens in `root`;
 * `/admin` redirects.
 */
export function pagePatterns(root: string): readonly string[] {
  const manifests = globSync('*/*.screens.ts', { cwd: root }).map((file) =>
    readFileSync(path.join(root, file), 'utf8'),
  )
  const found = manifests.flatMap((text) =>
    [...text.matchAll(/\bpath: '(\/[^']*)'/g)].flatMap(([, pattern]) => pattern ?? []),
  )
  return [...new Set(['/admin', ...found])].sort()
}

type Chunks = Readonly<
  Record<
    string,
    { readonly type: string; readonly facadeModuleId?: string | null; readonly imports?: string[] }
  >
>

/** Patterns of the screens behind the sign-in, each with the file of its component. */
function screenFiles(root: string): readonly (readonly [string, string])[] {
  return globSync('*/*.screens.ts', { cwd: root }).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    // The screen of a plain record names no file: its path is followed by another one.
    const found = text.matchAll(
      /\bpath: '(\/admin\/[^']*)'(?:(?!\bpath: ')[^])*?import\('(\.[^']+)'\)/g,
    )
    return [...found].map(
      ([, pattern = '', module = '']) =>
        [pattern, path.join(root, path.dirname(file), module)] as const,
    )
  })
}

/** The built files that must be there before one of these modules runs. */
function filesOf(modules: readonly string[], chunks: Chunks): readonly string[] {
  const files = new Set<string>()
  const add = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    for (const one of chunks[file]?.imports ?? []) add(one)
  }
  for (const [file, { facadeModuleId }] of Object.entries(chunks))
    if (modules.some((module) => module === facadeModuleId)) add(file)
  return [...files].sort()
}

/** Modules of the frame around every screen behind the sign-in. */
const FRAME = ['kernel/shell/admin.tsx', 'kernel/shell/permitted.tsx', 'admin-routes.tsx']

/**
 * Writes `pages.json` beside the built pages: the server answers any other address with a 404. The
 * files that a screen needs first are in `preloads.json`.
 */
export const pages = (root: string): Plugin => ({
  name: 'pages',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const frame = FRAME.map((file) => path.join(root, file))
    const preloads = screenFiles(root).map(([pattern, file]) => [
      pattern,
      filesOf([...frame, file], bundle),
    ])
    this.emitFile({
      type: 'asset',
      fileName: 'preloads.json',
      source: JSON.stringify(Object.fromEntries(preloads)),
    })
    this.emitFile({
      type: 'asset',
      fileName: 'pages.json',
      source: JSON.stringify(pagePatterns(root)),
    })
  },
})
