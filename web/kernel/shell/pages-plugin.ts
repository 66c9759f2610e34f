import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { type Modules, reachedFrom } from './chunk-groups.ts'

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

/** A read that a screen begins with: its path, and the permission that it needs. */
type FirstRead = readonly [path: string, permission: string]
/** Files and reads of a page behind the sign-in, beside those of every page. */
type Preload = {
  /** Built files of the screen. */
  readonly files: readonly string[]
  /** Built files of its words, by language and context; `kernel` has what every screen needs. */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly reads: readonly FirstRead[]
  /** Files of the parts that the screen loads by the status of the thing it reads. */
  readonly parts: Readonly<Record<string, Pick<Preload, 'files' | 'words'>>>
}

/** Reads of the frame around each screen. */
export const FRAME_READS: readonly FirstRead[] = [
  ['/professionalInfo/:userId/all?limit=200', 'perm_professional_info_menu'],
]

type ScreenFile = {
  readonly pattern: string
  readonly file: string
  readonly reads: readonly FirstRead[]
  readonly parts: readonly (readonly [status: string, file: string])[]
}

/** The screens behind the sign-in, each with the file of its component. */
export function screenFiles(root: string): readonly ScreenFile[] {
  return globSync('*/*.screens.ts', { cwd: root }).flatMap((manifest) => {
    const text = readFileSync(path.join(root, manifest), 'utf8')
    // The screen of a plain record names no file: its path is followed by another one.
    const found = text.matchAll(
      /\bpath: '(\/admin\/[^']*)'((?:(?!\bpath: ')[^])*?)import\('(\.[^']+-screen\.tsx)'\)/g,
    )
    return [...found].map(([, pattern = '', spec = '', module = '']) => {
      const [, permission = ''] = /permission: '(\w+)'/.exec(spec) ?? []
      const [, reads = ''] = /firstReads: ([^]*?)(?=\n {4}\w+:|$)/.exec(spec) ?? []
      const [, parts = ''] = /partsByStatus: \{([^}]*)\}/.exec(spec) ?? []
      const fileOf = (one: string) => path.join(root, path.dirname(manifest), one)
      return {
        pattern,
        file: fileOf(module),
        parts: [...parts.matchAll(/(\w+): '([^']+)'/g)].map(
          ([, status = '', one = '']) => [status, fileOf(one)] as const,
        ),
        reads: [...reads.matchAll(/'(\/[^']+)'(?:,\s*'(perm_\w+)')?/g)].map(
          ([, read = '', own = permission]): FirstRead => [read, own],
        ),
      }
    })
  })
}

/** The built files that must be there before a module runs. */
function filesOf(module: string, chunks: Chunks): ReadonlySet<string> {
  const files = new Set<string>()
  const add = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    for (const one of chunks[file]?.imports ?? []) add(one)
  }
  for (const [file, { facadeModuleId }] of Object.entries(chunks))
    if (facadeModuleId === module) add(file)
  return files
}

/** Contexts whose words a module waits for: those of its own and of the modules that it imports. */
function contextsOf(module: string, root: string, modules: Modules): ReadonlySet<string> {
  const contexts = new Set<string>()
  for (const file of reachedFrom(module, modules)) {
    if (!file.startsWith(root) || !/\.tsx?$/.test(file)) continue
    const text = readFileSync(file, 'utf8')
    for (const [, names = ''] of text.matchAll(/\buseTranslation\(([^)]*)\)/g))
      for (const [, name = ''] of names.matchAll(/'([\w-]+)'/g)) contexts.add(name)
  }
  return contexts
}

type WordFile = { readonly language: string; readonly context: string; readonly file: string }

/** The built files of words; the kernel's has what every screen needs. */
const wordFiles = (chunks: Chunks): readonly WordFile[] =>
  Object.entries(chunks).flatMap(([file, { facadeModuleId }]) => {
    const [, language, context = 'kernel'] =
      /virtual:words\/(\w+)(?:\/([\w-]+))?$/.exec(facadeModuleId ?? '') ?? []
    return language === undefined ? [] : [{ language, context, file }]
  })

/**
 * Writes `pages.json` beside the built pages: the server answers any other address with a 404.
 * Files and reads of each screen are in `preloads.json`.
 */
export const pages = (root: string): Plugin => ({
  name: 'pages',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transformIndexHtml: {
    order: 'post',
    // Calls come before all other files, and run at once. The first reads do not wait for the
    // libraries.
    handler: (html, { bundle = {} }) => {
      const calls = Object.values(bundle).find(({ name }) => name === 'calls')?.fileName
      if (calls === undefined) throw new Error('The build has no file of calls')
      const preload = `<link rel="modulepreload" crossorigin href="/${calls}">`
      const script = `<script type="module" async crossorigin src="/${calls}"></script>`
      return html
        .replace(preload, '')
        .replace('<script type="module"', () => `${script}<script type="module"`)
    },
  },
  generateBundle(_options, bundle) {
    const everywhere = filesOf(path.join(root, 'index.html'), bundle)
    const words = wordFiles(bundle)
    const wordsIn = (contexts: ReadonlySet<string>): Preload['words'] => {
      const wanted = words.filter(({ context }) => context === 'kernel' || contexts.has(context))
      const byLanguage = [...Map.groupBy(wanted, ({ language }) => language)]
      return Object.fromEntries(
        byLanguage.map(([language, found]) => [
          language,
          Object.fromEntries(found.map(({ context, file }) => [context, file])),
        ]),
      )
    }
    const loadedBy = (file: string, before: ReadonlySet<string>) => ({
      files: [...filesOf(file, bundle)].filter((one) => !before.has(one)).sort(),
      words: wordsIn(contextsOf(file, root, this)),
    })
    const preloads = screenFiles(root).map(({ pattern, file, reads, parts }): [string, Preload] => {
      const before = everywhere.union(filesOf(file, bundle))
      const byStatus = parts.map(([status, part]) => [status, loadedBy(part, before)] as const)
      const missing = byStatus.find(([, { files }]) => files.length === 0)
      if (missing) throw new Error(`${pattern} has no part for the status ${missing[0]}`)
      return [
        pattern,
        {
          ...loadedBy(file, everywhere),
          reads: [...FRAME_READS, ...reads],
          parts: Object.fromEntries(byStatus),
        },
      ]
    })
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
