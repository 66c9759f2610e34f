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

/** Writes `pages.json` beside the built pages: the server answers any other address with a 404. */
export const pages = (root: string): Plugin => ({
  name: 'pages',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'pages.json',
      source: JSON.stringify(pagePatterns(root)),
    })
  },
})
