import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { type Day, epochOfDay } from '#domain/kernel/time.ts'
import { codePicture } from './code-picture.ts'
import { showTitle } from './document-title.ts'
import { type Fonts, fontsFor } from './fonts.ts'
import { markdownBlocks } from './markdown-blocks.ts'

/** Data of a template: JSON alone. Nothing of it is ever evaluated as markup. */
export type PaperData =
  | string
  | number
  | boolean
  | null
  | readonly PaperData[]
  | { readonly [name: string]: PaperData | undefined }

/** A text that the template reads as paragraphs with runs of one style. */
export type Markdown = { readonly markdown: string }

/** A paper to be set by Typst. */
export type Manuscript = {
  /** The template. It finds `data.json` and the files beside it. */
  readonly template: URL
  readonly data: PaperData
  /** Pictures and attachments, by the names under which the template reads them. */
  readonly files: Readonly<Record<string, Uint8Array>>
  /** QR codes by their content; the template reads each as a picture of that name. */
  readonly codes?: Readonly<Record<string, string>>
  /** The paper's own day, so that the same manuscript gives the same bytes. */
  readonly day: Day
}

/**
 * Marks above and below one letter; no language writes more. A letter with thousands of them takes
 * Typst a minute.
 */
const STACKED = /(\p{M}{8})\p{M}+/gu

const isMarkdown = (data: object): data is Markdown => 'markdown' in data

export type Typesetter = (manuscript: Manuscript) => Uint8Array

/**
 * Where a template and its files seem to lie. All of them are in memory: Typst finds nothing else
 * here.
 */
const ROOM = join(import.meta.dirname, 'room')

/**
 * Sets papers as PDF/A-3b, tagged, fonts embedded. It holds up its thread: 10 ms for a bill, 100 ms
 * for the first one.
 */
export function createTypesetter(): Typesetter {
  const compilerOf = rememberedCompilers()
  compilerOf(fontsFor(''))
  const templates = new Map<string, Buffer>()
  const templateAt = (template: URL): Buffer => {
    const source = templates.get(template.href) ?? readFileSync(template)
    templates.set(template.href, source)
    return source
  }
  return ({ template, data, files, codes = {}, day }) => {
    const fonts = fontsFor(JSON.stringify(data))
    const compiler = compilerOf(fonts)
    const seen = {
      ...files,
      ...Object.fromEntries(
        Object.entries(codes).map(([name, content]) => [name, codePicture(content)]),
      ),
      'main.typ': templateAt(template),
      'data.json': Buffer.from(JSON.stringify(drawnBy(fonts, data))),
    }
    for (const [name, bytes] of Object.entries(seen))
      compiler.mapShadow(join(ROOM, name), Buffer.from(bytes))
    try {
      return showTitle(
        compiler.pdf(
          { mainFilePath: join(ROOM, 'main.typ'), inputs: { further: fonts.further } },
          { pdfStandard: 'a-3b', creationTimestamp: epochOfDay(day) / 1000 },
        ),
      )
    } finally {
      compiler.resetShadow()
      // Typst's memory of a paper costs space, and makes the next paper no faster.
      compiler.evictCache(0)
    }
  }
}

/** All texts as the fonts can draw them. */
const drawnBy = (fonts: Fonts, data: PaperData | undefined): PaperData => {
  if (typeof data === 'string') return fonts.drawable(data.replaceAll(STACKED, '$1'))
  if (Array.isArray(data)) return data.map((one) => drawnBy(fonts, one))
  // Read here and not where the order is made: a long text takes some 100 ms.
  if (typeof data === 'object' && data !== null && isMarkdown(data))
    return markdownBlocks(data.markdown).map((block) => drawnBy(fonts, block))
  if (typeof data === 'object' && data !== null)
    return Object.fromEntries(
      Object.entries(data).map(([name, value]) => [name, drawnBy(fonts, value)]),
    )
  return data ?? null
}

/** Compilers with further fonts that are kept; each holds its fonts in memory. */
const MOST_COMPILERS = 3

/**
 * A compiler for each choice of fonts: the usual one, and those with further scripts that were
 * asked for last.
 */
function rememberedCompilers(): (fonts: Fonts) => NodeCompiler {
  const create = ({ files }: Fonts) =>
    NodeCompiler.create({
      workspace: ROOM,
      // Fonts given here come before fonts of the same name that the machine has.
      fontArgs: [{ fontBlobs: [...files] }],
    })
  const compilers = new Map<string, NodeCompiler>()
  return (fonts) => {
    const compiler = compilers.get(fonts.further) ?? create(fonts)
    compilers.delete(fonts.further)
    compilers.set(fonts.further, compiler)
    const oldest = [...compilers.keys()].find((key) => key !== '')
    if (compilers.size > MOST_COMPILERS && oldest !== undefined) compilers.delete(oldest)
    return compiler
  }
}
