import { addressIn, type PublicPageRequest } from '#contract/kernel/public-page.ts'
import { type Language, LANGUAGES, localeOf } from '#web/kernel/words/languages.ts'
import { CARD } from './pictured.ts'

/** `fr_FR`, as Open Graph writes it. */
const openGraphLocale = (language: Language): string =>
  localeOf(language).slice(0, 5).replace('-', '_')

/** JSON inside a script element: no text of it may end the element. */
const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Metadata of a page for search engines and social networks. */
export type Told = {
  readonly title: string
  readonly description: string
  readonly keywords: string
  /** For social networks; the title and the description unless said. */
  readonly ogTitle?: string
  readonly ogDescription?: string
  /**
   * Languages that the page is in; all unless said. An article has one address without a language,
   * because it is in its own.
   */
  readonly languages?: readonly Language[] | 'one'
  /** Path of its own picture; without one it has the site's. */
  readonly image?: string
  /** Path of the blog's feed. */
  readonly feed?: string
  /** When an article was published and last changed, as ISO 8601 writes it. */
  readonly times?: { readonly published: string; readonly modified: string }
  /** Whether search engines shall leave it out: what a visitor searched for. */
  readonly isHidden?: boolean
  /**
   * Structured data of a page, besides its name, description, address and language. @source
   * schema.org
   */
  readonly thing: Readonly<Record<string, unknown>>
}

/** Metadata of a page for search engines and social networks. A missing page names no address. */
export function PageHead({
  request,
  language,
  told,
  found,
}: {
  request: PublicPageRequest
  language: Language
  told: Told
  found: boolean
}) {
  const { origin, pathname, files, publicApiKey, search } = request
  const {
    title,
    description,
    keywords,
    ogTitle,
    ogDescription,
    image = '',
    feed,
    times,
    thing,
  } = told
  const addressOf = (one: Language): string =>
    told.languages === 'one'
      ? `${origin}${pathname}`
      : `${origin}${addressIn(one, pathname, search)}`
  const address = addressOf(language)
  const picture = image || `/card-${language}.jpg`
  const others = told.languages === 'one' ? [] : (told.languages ?? LANGUAGES)
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="color-scheme" content="light dark" />
      <meta name="carnet-key" content={publicApiKey} />
      <title>{title}</title>
      <meta name="description" content={description} />
      {found ? (
        <>
          {keywords !== '' && <meta name="keywords" content={keywords} />}
          {told.isHidden && <meta name="robots" content="noindex" />}
          <link rel="canonical" href={address} />
          {others.map((one) => (
            <link key={one} rel="alternate" hrefLang={one} href={addressOf(one)} />
          ))}
          {others.includes('fr') && (
            <link rel="alternate" hrefLang="x-default" href={addressOf('fr')} />
          )}
          {feed !== undefined && <link rel="alternate" type="application/rss+xml" href={feed} />}
          <meta property="og:title" content={ogTitle || title} />
          <meta property="og:description" content={ogDescription || description} />
          <meta property="og:type" content={thing['@type'] === 'Article' ? 'article' : 'website'} />
          <meta property="og:url" content={address} />
          <meta property="og:site_name" content="Carnet" />
          <meta property="og:locale" content={openGraphLocale(language)} />
          <meta property="og:image" content={`${origin}${picture}`} />
          <meta property="og:image:alt" content={ogTitle || title} />
          {image === '' && (
            <>
              <meta property="og:image:width" content={String(CARD.width)} />
              <meta property="og:image:height" content={String(CARD.height)} />
            </>
          )}
          {times !== undefined && (
            <>
              <meta property="article:published_time" content={times.published} />
              <meta property="article:modified_time" content={times.modified} />
            </>
          )}
          <meta name="twitter:card" content="summary_large_image" />
          <script
            type="application/ld+json"
            dangerouslySetInnerHTML={{
              __html: jsonInHtml({
                '@context': 'https://schema.org',
                name: title,
                description,
                url: address,
                inLanguage: language,
                image: `${origin}${picture}`,
                ...thing,
              }),
            }}
          />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <meta name="theme-color" content="#f3f5f8" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0d1117" media="(prefers-color-scheme: dark)" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href={`/manifest.webmanifest?lang=${language}`} />
      {[...files.styles, ...(language === 'ar' ? files.arabicStyles : [])].map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {(language === 'ar' ? files.arabicFonts : files.fonts).map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="" />
      ))}
      <script src="/first-paint.js" />
      <script type="module" src={files.script} />
    </>
  )
}
