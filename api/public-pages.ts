import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type PageFiles, type PageRenderer, planAt, type Publisher, wantsPlans } from '#contract/public-page.ts'
import type { SubscriptionProduct } from '#contract/subscription.schemas.ts'
import type { Clock } from '#domain/kernel/clock.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { isLanguage, type Language, LANGUAGES, languageOf } from './kernel/languages.ts'

export type PublicPages = {
  readonly webFolder: string
  readonly publicApiKey: string
  readonly publicUrl: URL
  readonly publisher: Publisher
  /** The plans for sale, in a language. */
  readonly plans: (language: Language) => Promise<readonly SubscriptionProduct[]>
  readonly clock: Clock
}

/** A rendered page as it is sent, compressed once. */
type Kept = {
  readonly status: 200 | 404
  readonly etag: string
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
}

/** Vite's manifest: source file → built file with its style sheets. */
type Manifest = Readonly<
  Record<string, { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] }>
>

function filesIn(manifest: Manifest): PageFiles {
  const stylesOf = (key: string): readonly string[] => {
    const chunk = manifest[key]
    return chunk === undefined ? [] : [...(chunk.imports ?? []).flatMap(stylesOf), ...(chunk.css ?? [])]
  }
  const addresses = (key: string) => [...new Set(stylesOf(key))].map((file) => `/${file}`)
  return {
    script: `/${manifest['home/opened-page.ts']?.file ?? ''}`,
    styles: addresses('home/opened-page.ts'),
    arabicStyles: addresses('kernel/ui/arabic.css'),
  }
}

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Renders public pages, and lists them for search engines. @returns null while the web application is not built */
export function publicPages({ webFolder, publicApiKey, publicUrl, publisher, plans: sold, clock }: PublicPages) {
  const listed = path.join(webFolder, '.vite/manifest.json')
  const module = path.join(webFolder, '../pages/render.js')
  if (!existsSync(listed) || !existsSync(module)) return null
  // written by the build
  const files = filesIn(JSON.parse(readFileSync(listed, 'utf8')) as Manifest)
  const { origin } = publicUrl

  let loaded: Promise<PageRenderer> | undefined
  /** Loaded at the first page, so that a start does not wait for it. */
  const renderer = (): Promise<PageRenderer> => (loaded ??= import(pathToFileURL(module).href) as Promise<PageRenderer>) // built from `web/home/render.tsx`

  /** Pages name today's date: they are kept for a day. */
  const kept = new Map<string, Kept>()
  let keptDay = 0

  async function page(pathname: string, language: Language): Promise<Kept> {
    const { pages, renderPage } = await renderer()
    const day = Math.floor(clock.now() / DAY_MS)
    if (day !== keptDay) kept.clear()
    keptDay = day
    // Every address without a page has the same page.
    const plans = wantsPlans(pathname) ? await sold(language).catch(() => null) : null
    const isPage = pages.includes(pathname) || planAt(pathname, plans) !== undefined
    // Plans may change within the day: then another page is kept.
    const key = `${language} ${isPage ? pathname : 'none'} ${plans === null ? '' : JSON.stringify(plans)}`
    const before = kept.get(key)
    if (before !== undefined) return before
    const { found, html } = renderPage({ pathname, language, origin, publicApiKey, files, data: { publisher, plans } })
    const plain = Buffer.from(html)
    const made: Kept = {
      status: found ? 200 : 404,
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      plain,
      br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      gzip: gzipSync(plain),
    }
    kept.set(key, made)
    return made
  }

  /** The language that the address asks for, else the browser's. */
  const wanted = (request: FastifyRequest, search: string): Language => {
    const asked = new URLSearchParams(search).get('lang') ?? ''
    return isLanguage(asked) ? asked : languageOf(request.headers['accept-language'])
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { pathname, search }: { readonly pathname: string; readonly search: string },
  ): Promise<FastifyReply> {
    const language = wanted(request, search)
    const { status, etag, plain, br, gzip } = await page(pathname, language)
    const accepted = String(request.headers['accept-encoding'] ?? '')
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-language', language)
      .header('vary', 'accept-encoding, accept-language')
      // Nothing in it is a user's: a shared cache may keep it, and asks whether it still holds.
      .header('cache-control', status === 200 ? 'public, no-cache' : 'no-store')
      .header('etag', etag)
    if (status === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(br)
    if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gzip)
    return reply.send(plain)
  }

  /** `/robots.txt` and `/sitemap.xml`, with every page in every language. */
  function serveIndexes(app: FastifyInstance): void {
    app.get('/robots.txt', { schema: { hide: true } }, async (_, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .send(`User-agent: *\nDisallow: /admin\nDisallow: /api/\nSitemap: ${origin}/sitemap.xml\n`),
    )
    app.get('/sitemap.xml', { schema: { hide: true } }, async (_, reply) => {
      const { pages } = await renderer()
      const addressOf = (pathname: string, language: Language) =>
        `${origin}${pathname}${language === 'fr' ? '' : `?lang=${language}`}`
      const entries = pages.flatMap((pathname) =>
        LANGUAGES.map((language) => {
          const others = LANGUAGES.map(
            (one) => `<xhtml:link rel="alternate" hreflang="${one}" href="${xml(addressOf(pathname, one))}"/>`,
          )
          return `<url><loc>${xml(addressOf(pathname, language))}</loc>${others.join('')}</url>`
        }),
      )
      return reply
        .type('application/xml; charset=utf-8')
        .send(
          `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`,
        )
    })
  }

  return { send, serveIndexes }
}
