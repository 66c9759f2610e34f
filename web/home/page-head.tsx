import type { PublicPageRequest } from '#contract/public-page.ts'
import { type Language, languages, localeOf } from '#web/kernel/words/languages.ts'

/** French stands at the address itself; the other languages add `?lang=`. */
const addressOf = (origin: string, pathname: string, language: Language): string =>
  `${origin}${pathname}${language === 'fr' ? '' : `?lang=${language}`}`

/** `fr_FR`, as Open Graph writes it. */
const openGraphLocale = (language: Language): string => localeOf(language).slice(0, 5).replace('-', '_')

/** JSON inside a script element: no text of it may end the element. */
const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

type Told = {
  readonly title: string
  readonly description: string
  readonly keywords: string
  readonly found: boolean
}

/** What search engines and social networks read of a page. A page that is not there names no address. */
export function PageHead({
  request,
  language,
  title,
  description,
  keywords,
  found,
}: Told & { request: PublicPageRequest; language: Language }) {
  const { origin, pathname, files, publicApiKey } = request
  const address = addressOf(origin, pathname, language)
  const isLanding = pathname === '/'
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
          <meta name="keywords" content={keywords} />
          <link rel="canonical" href={address} />
          {languages.map((one) => (
            <link key={one} rel="alternate" hrefLang={one} href={addressOf(origin, pathname, one)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={`${origin}${pathname}`} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:type" content="website" />
          <meta property="og:url" content={address} />
          <meta property="og:site_name" content="Carnet" />
          <meta property="og:locale" content={openGraphLocale(language)} />
          <meta name="twitter:card" content="summary" />
          <script
            type="application/ld+json"
            dangerouslySetInnerHTML={{
              __html: jsonInHtml({
                '@context': 'https://schema.org',
                '@type': isLanding ? 'SoftwareApplication' : 'WebPage',
                name: isLanding ? 'Carnet' : title,
                description,
                url: address,
                inLanguage: language,
                ...(isLanding && { applicationCategory: 'BusinessApplication', operatingSystem: 'Web' }),
              }),
            }}
          />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      {[...files.styles, ...(language === 'ar' ? files.arabicStyles : [])].map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <script src="/first-paint.js" />
      <script type="module" src={files.script} />
    </>
  )
}
