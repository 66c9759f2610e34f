import type { FastifyInstance } from 'fastify'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import { addressIn } from '#contract/kernel/public-page.ts'
import { element, elementWith, type Xml } from '#domain/kernel/xml.ts'
import { narrowed } from '#projections/site/published.ts'
import { isLanguage, type Language, LANGUAGES } from '#api/kernel/languages.ts'
import { articlePath, BLOG_PATH, COVER_ROUTE, FEED_PATH } from './addresses.ts'
import type { PublishedSite } from './published-site.ts'

const FEED_ARTICLES = 50
/** Cache time of a list without a question. */
const KEPT = 'public, max-age=300'
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

type Indexes = {
  readonly origin: string
  readonly site: PublishedSite
  readonly documents: Pick<Documents, 'read'>
  /** Addresses of the product's own pages, each in every language. */
  readonly ownPages: () => Promise<readonly string[]>
}

/** `/robots.txt`, `/sitemap.xml`, the feed of the blog, and the pictures of its articles. */
export function serveIndexes(
  app: FastifyInstance,
  { origin, site, documents, ownPages }: Indexes,
): void {
  const hidden = { schema: { hide: true } }
  const addressOf = (pathname: string, language: Language) =>
    `${origin}${addressIn(language, pathname)}`

  app.get('/robots.txt', hidden, async (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', KEPT)
      .send(`User-agent: *\nDisallow: /admin\nDisallow: /api/\nSitemap: ${origin}/sitemap.xml\n`),
  )

  /** One address of each language, with links to the others. */
  const translated = (pathname: string, languages: readonly Language[]): readonly Xml[] => {
    const link = (hreflang: string, language: Language) =>
      elementWith('xhtml:link', { rel: 'alternate', hreflang, href: addressOf(pathname, language) })
    return languages.map((language) =>
      element('url', [
        element('loc', addressOf(pathname, language)),
        ...languages.map((one) => link(one, one)),
        ...(languages.includes('fr') ? [link('x-default', 'fr')] : []),
      ]),
    )
  }

  app.get('/sitemap.xml', hidden, async (_, reply) => {
    const own = await ownPages()
    const { articles, pages } = (await site.latest()).site
    const written = Map.groupBy(
      pages.filter(({ url }) => !own.includes(url)),
      ({ url }) => url,
    )
    const entries = [
      ...own.flatMap((pathname) => translated(pathname, LANGUAGES)),
      ...[...written].flatMap(([pathname, some]) =>
        translated(
          pathname,
          some.map(({ language }) => language),
        ),
      ),
      ...articles.map(({ slug, lastModificationDate }) =>
        element('url', [
          element('loc', `${origin}${articlePath(slug)}`),
          element('lastmod', new Date(lastModificationDate).toISOString()),
        ]),
      ),
    ]
    const set = elementWith(
      'urlset',
      {
        xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
        'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
      },
      entries,
    )
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', KEPT)
      .send(`${HEAD}${set.markup}`)
  })

  app.get<{ Querystring: { lang?: unknown } }>(FEED_PATH, hidden, async ({ query }, reply) => {
    const language =
      typeof query.lang === 'string' && isLanguage(query.lang) ? query.lang : undefined
    const articles = narrowed((await site.latest()).site, { language }).slice(0, FEED_ARTICLES)
    const self = `${origin}${FEED_PATH}${language === undefined ? '' : `?lang=${language}`}`
    const channel = element('channel', [
      element('title', 'Carnet'),
      element('link', addressOf(BLOG_PATH, language ?? 'fr')),
      element('description', 'Carnet · Blog'),
      ...(language === undefined ? [] : [element('language', language)]),
      elementWith('atom:link', { href: self, rel: 'self', type: 'application/rss+xml' }),
      ...articles.map(({ title, slug, summary, publishDate }) => {
        const address = `${origin}${articlePath(slug)}`
        return element('item', [
          element('title', title),
          element('link', address),
          elementWith('guid', { isPermaLink: 'true' }, address),
          element('pubDate', new Date(publishDate).toUTCString()),
          element('description', summary),
        ])
      }),
    ])
    const feed = elementWith(
      'rss',
      { version: '2.0', 'xmlns:atom': 'http://www.w3.org/2005/Atom' },
      channel,
    )
    return reply
      .type('application/rss+xml; charset=utf-8')
      .header('cache-control', KEPT)
      .send(`${HEAD}${feed.markup}`)
  })

  // Pictures of drafts and of other records are not answered here.
  app.get<{ Params: { sha256: string } }>(
    COVER_ROUTE,
    hidden,
    async ({ params: { sha256 } }, reply) => {
      const isShown = (await site.latest()).site.articles.some(
        ({ image }) => image !== '' && image === sha256,
      )
      const picture = isShown ? await documents.read(sha256) : null
      if (picture === null) return reply.callNotFound()
      return reply
        .type(picture.mediaType)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(Buffer.from(picture.bytes))
    },
  )
}
