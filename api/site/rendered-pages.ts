import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { PageData, PageFiles, PageRenderer, Publisher } from '#contract/kernel/public-page.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import type { Language } from '../kernel/languages.ts'

/** A rendered page as it is sent, compressed once. */
export type RenderedPage = {
  readonly status: 200 | 404
  readonly etag: string
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
}

/** Vite's manifest: source file → built file with its style sheets. */
type Manifest = Readonly<
  Record<
    string,
    {
      readonly file: string
      readonly css?: readonly string[]
      readonly imports?: readonly string[]
    }
  >
>

function filesIn(manifest: Manifest): PageFiles {
  const stylesOf = (key: string): readonly string[] => {
    const chunk = manifest[key]
    return chunk === undefined
      ? []
      : [...(chunk.imports ?? []).flatMap(stylesOf), ...(chunk.css ?? [])]
  }
  const fonts = (isArabic: boolean) =>
    Object.entries(manifest)
      .filter(([key]) => key.endsWith('.woff2') && key.includes('arabic') === isArabic)
      .map(([, { file }]) => `/${file}`)
  const addresses = (key: string) => [...new Set(stylesOf(key))].map((file) => `/${file}`)
  return {
    script: `/${manifest['home/opened-page.ts']?.file ?? ''}`,
    styles: addresses('home/opened-page.ts'),
    arabicStyles: addresses('kernel/words/arabic.css'),
    fonts: fonts(false),
    arabicFonts: fonts(true),
  }
}

/**
 * Renders pages, and keeps them for a day.
 *
 * @returns null while the web application is not built
 */
export function renderedPages({
  webFolder,
  publicApiKey,
  origin,
  publisher,
  hasDemo,
  isFree,
  clock,
}: {
  readonly webFolder: string
  readonly publicApiKey: string
  readonly origin: string
  readonly publisher: Publisher
  readonly hasDemo: boolean
  readonly isFree: boolean
  readonly clock: Clock
}) {
  const manifest = path.join(webFolder, '.vite/manifest.json')
  const module = path.join(webFolder, '../pages/render.js')
  if (!existsSync(manifest) || !existsSync(module)) return null
  // written by the build
  const files = filesIn(JSON.parse(readFileSync(manifest, 'utf8')) as Manifest)
  let loaded: Promise<PageRenderer> | undefined
  /** Loaded at the first page, so that a start does not wait for it. */
  const renderer = (): Promise<PageRenderer> =>
    (loaded ??= import(pathToFileURL(module).href) as Promise<PageRenderer>) // built from `web/home/render.tsx`

  /**
   * Pages name today's date and what is published: they are kept for a day, or until that changes.
   */
  const pages = new Map<string, RenderedPage>()
  let edited = ''

  type Page = {
    readonly pathname: string
    readonly language: Language
    readonly search: Readonly<Record<string, string>>
    readonly data: Omit<PageData, 'publisher'>
    readonly isKept: boolean
  }

  async function rendered(
    { pathname, language, search, data, isKept }: Page,
    edition: number,
  ): Promise<RenderedPage> {
    const now = `${Math.floor(clock.now() / DAY_MS)} ${edition}`
    if (now !== edited) pages.clear()
    edited = now
    // Plans may change within the day: then another page is kept.
    const sale = data.plans === undefined ? '' : JSON.stringify(data.plans)
    const key = `${language} ${pathname}?${new URLSearchParams(search).toString()} ${data.failure ?? ''} ${sale}`
    const before = isKept ? pages.get(key) : undefined
    if (before !== undefined) return before
    const { renderPage } = await renderer()
    const { found, html } = renderPage({
      pathname,
      search,
      language,
      origin,
      publicApiKey,
      files,
      data: { publisher, hasDemo, isFree, ...data },
    })
    const plain = Buffer.from(html)
    const made: RenderedPage = {
      status: found ? 200 : 404,
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      plain,
      br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      gzip: gzipSync(plain),
    }
    if (isKept) pages.set(key, made)
    return made
  }

  return { renderer, rendered }
}
