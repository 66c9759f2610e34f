import path from 'node:path'
import { build, type Plugin } from 'vite'
import type * as FoldingCodes from '../workers/kernel/folding-codes.ts'

const ROOT = path.join(import.meta.dirname, '..')
const OUT = path.join(ROOT, 'dist/server')

/** Packages that stay where they are installed: native code, and clients of servers. */
const APART = [
  'better-sqlite3',
  '@napi-rs/canvas',
  'pdfjs-dist',
  '@myriaddreamin/typst-ts-node-compiler',
  '@opentelemetry/api',
  '@opentelemetry/sdk-node',
  '@bull-board/api',
  '@bull-board/fastify',
  'bullmq',
  'ioredis',
  'mongodb',
  '@eventstore/db-client',
]

/** Threads and processes of their own are files beside the server. */
const PROGRAMS = {
  main: 'main.ts',
  'sqlite-writer-thread': 'commands/event-store/sqlite-writer-thread.ts',
  'sqlite-check-thread': 'commands/event-store/sqlite-check-thread.ts',
  'read-model-care-thread': 'workers/kernel/read-model-care-thread.ts',
  'picture-drawer-thread': 'api/kernel/picture-drawer-thread.ts',
  'press-process': 'commands/kernel/typeset/press-process.ts',
  'reader-process': 'commands/cv/import/reader-process.ts',
}
const PROGRAM = /new URL\("(?:\.\/)?([\w-]+-(?:thread|process))\.ts", import\.meta\.url\)/g

const PLACE = /\b(?:import\.meta\.(url|dirname|filename)|__(dirname|filename))\b/g
const PLACE_OF = 'source-place:'

/** A module keeps the place of its source, where it finds its templates, lists and threads. */
const sourcePlaces: Plugin = {
  name: 'source-places',
  resolveId: { filter: { id: /^source-place:/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0source-place:/ },
    handler: (id) => `import path from 'node:path'
import { fileURLToPath } from 'node:url'
const { href: url } = new URL(${JSON.stringify(id.slice(PLACE_OF.length + 1))}, import.meta.url)
const filename = fileURLToPath(url)
export const place = { url, filename, dirname: path.dirname(filename) }`,
  },
  transform: {
    filter: { id: { exclude: /^\0/ }, code: PLACE },
    handler(code, id) {
      const file = path.relative(OUT, id.split('?', 1)[0] ?? id).replaceAll(path.sep, '/')
      const of = JSON.stringify(PLACE_OF + file)
      const text = code
        .replaceAll(PROGRAM, (_, name: string) => {
          if (!(name in PROGRAMS)) throw new Error(`${name} is no program of the build`)
          return `new URL('${name}.js', __beside)`
        })
        .replaceAll(PLACE, (_, meta = '', own = '') => `__place.${meta || own}`)
        .replaceAll('__beside', 'import.meta.url')
      const head = code.includes('import.meta.')
        ? `import { place as __place } from ${of}`
        : `const __place = require(${of}).place`
      return { code: `${head}\n${text}`, map: null }
    },
  },
}

/** Codes of folding are hashes of sources, which the bundle doesn't hold one by one. */
const codesOfFolding: Plugin = {
  name: 'codes-of-folding',
  load: {
    filter: { id: /workers\/kernel\/folding-codes\.ts$/ },
    async handler(id) {
      // Imported here, since Vite copies what its configuration imports.
      const { foldingCodes } = (await import(id)) as typeof FoldingCodes
      const codes = JSON.stringify([...(await foldingCodes())])
      return `export const foldingCodes = async () => new Map(${codes})`
    },
  },
}

/**
 * V8 keeps the text of a file, at two bytes a letter as soon as one is above 255. Every letter of
 * code has an escape. Raw templates hold patterns, in which an escape means its letter too.
 */
const asciiText: Plugin = {
  name: 'ascii-text',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replaceAll(
          /\\?([^\0-\x7f])/g,
          (_, letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
}

/**
 * Writes the server's modules and libraries into some 60 files of `dist/server`. Their functions
 * keep their names, and the source's name stands above each module.
 */
export async function buildServer(): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [sourcePlaces, codesOfFolding, asciiText],
    publicDir: false,
    ssr: { noExternal: true, external: APART },
    build: {
      ssr: true,
      target: 'node24',
      outDir: OUT,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: PROGRAMS,
        preserveEntrySignatures: 'strict',
        // A library evaluates its own text, and one module is loaded in two ways.
        checks: { eval: false, ineffectiveDynamicImport: false },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash:7].js',
          comments: { jsdoc: false, legal: false, annotation: true },
        },
      },
    },
  })
}
