import { createInstance, type i18n, type TFunction } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import {
  addressIn,
  type PublicPage,
  type PublicPageRequest,
  type ShownArticle,
} from '#contract/kernel/public-page.ts'
import type { SubscriptionProduct } from '#contract/subscription/subscription.contract.ts'
import { setPreferences } from '#web/kernel/words/preferences.ts'
import { directionOf, isLanguage, type Language, LANGUAGES } from '#web/kernel/words/languages.ts'
import { missing } from '#web/kernel/words/missing.ts'
import { ArticlePage } from './article-page.tsx'
import { BlogsScreen } from './blogs-screen.tsx'
import { CompareScreen } from './compare-screen.tsx'
import { CookiesScreen } from './cookies-screen.tsx'
import { LandingScreen } from './landing-screen.tsx'
import { homePaths } from './links.ts'
import { NotFound, Unread } from './not-found.tsx'
import { NoticeScreen } from './notice-screen.tsx'
import { PlanScreen } from './plan-screen.tsx'
import { PricesScreen } from './prices-screen.tsx'
import { PageDataProvider } from './page-data.ts'
import { PageHead, type Told } from './page-head.tsx'
import { SaleScreen } from './sale-screen.tsx'
import { TermsScreen } from './terms-screen.tsx'
import { VerifyScreen } from './verify-screen.tsx'
import { WrittenPage } from './written-page.tsx'

/** The pages of words alone, by their address. */
const PAGES = {
  [homePaths.home.pattern]: { words: '', Page: LandingScreen },
  [homePaths.prices.pattern]: { words: 'prices', Page: PricesScreen },
  [homePaths.compare.pattern]: { words: 'compare', Page: CompareScreen },
  [homePaths.verify.pattern]: { words: 'verify', Page: VerifyScreen },
  [homePaths.blogs.pattern]: { words: 'blogs', Page: BlogsScreen },
  [homePaths.terms.pattern]: { words: 'terms', Page: TermsScreen },
  [homePaths.sale.pattern]: { words: 'sale', Page: SaleScreen },
  [homePaths.cookies.pattern]: { words: 'cookies', Page: CookiesScreen },
  [homePaths.notice.pattern]: { words: 'notice', Page: NoticeScreen },
} as const satisfies Readonly<
  Record<string, { readonly words: string; readonly Page: ComponentType }>
>

export const pages: readonly string[] = Object.keys(PAGES)

const dictionaries = import.meta.glob<Record<string, unknown>>(
  '../../api/contract/words/*/{home,kernel}.json',
  {
    eager: true,
    import: 'default',
  },
)

const wordsOf = (language: Language): i18n => {
  const words = createInstance()
  void words.init({
    lng: language,
    resources: {
      [language]: Object.fromEntries(
        ['home', 'kernel'].map((name) => [
          name,
          dictionaries[`../../api/contract/words/${language}/${name}.json`] ?? {},
        ]),
      ),
    },
    defaultNS: 'home',
    fallbackLng: false,
    initAsync: false,
    interpolation: { escapeValue: false },
    returnNull: false,
    parseMissingKeyHandler: missing,
  })
  return words
}
const words = new Map(LANGUAGES.map((language) => [language, wordsOf(language)]))

const isPage = (pathname: string): pathname is keyof typeof PAGES => Object.hasOwn(PAGES, pathname)

type Drawn = { readonly found: boolean; readonly told: Told; readonly content: ReactNode }

const dateOf = (at: number): string => new Date(at).toISOString()

/** Characters that search engines show of a description. */
const LONGEST_DESCRIPTION = 160

/** A description for a text that has none. @param html sanitised */
function beginningOf(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: keyof typeof SIGNS) => SIGNS[name])
    .replace(/\s+/g, ' ')
    .trim()
  return text.length <= LONGEST_DESCRIPTION
    ? text
    : `${text.slice(0, LONGEST_DESCRIPTION - 1).replace(/\s\S*$/, '')}…`
}
const SIGNS = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" } as const

const CARNET = { '@type': 'Organization', name: 'Carnet' } as const

/** Price of a plan for search engines. @source schema.org */
const offersOf = (plans: readonly SubscriptionProduct[], url: string) =>
  plans.flatMap(({ name, prices }) =>
    prices.map(({ unitAmount, currency, interval, intervalCount }) => ({
      '@type': 'Offer',
      name,
      url,
      price: unitAmount,
      priceCurrency: currency,
      availability: 'https://schema.org/InStock',
      ...(interval !== '' && {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: unitAmount,
          priceCurrency: currency,
          billingDuration: intervalCount,
          unitCode: UNIT_CODES[interval],
        },
      }),
    })),
  )
/** @source UN/CEFACT Recommendation 20 */
const UNIT_CODES = { day: 'DAY', week: 'WEE', month: 'MON', year: 'ANN' } as const

/** An article, or a page that an administrator has written. */
function writtenAt({ data: { article, written, publisher } }: PublicPageRequest): Drawn | null {
  if (article) {
    const times = {
      published: dateOf(article.published),
      modified: dateOf(Math.max(article.published, article.modified)),
    }
    return {
      found: true,
      content: <ArticlePage article={article} />,
      told: {
        title: `${article.title} · Carnet`,
        description: article.summary || beginningOf(article.body),
        keywords: [article.theme, article.topic].filter(Boolean).join(', '),
        ogTitle: article.title,
        languages: 'one',
        image: article.cover,
        feed: article.feed,
        times,
        thing: {
          '@type': 'Article',
          headline: article.title,
          inLanguage: article.language,
          datePublished: times.published,
          dateModified: times.modified,
          author: ['', CARNET.name].includes(article.author)
            ? CARNET
            : { '@type': 'Person', name: article.author },
          publisher: publisher.name ? { '@type': 'Organization', name: publisher.name } : CARNET,
          ...(article.theme !== '' && { articleSection: article.theme }),
        },
      },
    }
  }
  if (written)
    return {
      found: true,
      content: <WrittenPage page={written} />,
      told: {
        ...written,
        description: written.description || beginningOf(written.content),
        title: `${written.title} · Carnet`,
        languages: LANGUAGES.filter((one) => written.languages.includes(one)),
        thing: { '@type': 'WebPage', name: written.title },
      },
    }
  return null
}

const WEB_PAGE = { '@type': 'WebPage', isPartOf: { '@type': 'WebSite', name: 'Carnet' } } as const

const postOf = ({ title, href, published }: ShownArticle, origin: string) => ({
  '@type': 'BlogPosting',
  headline: title,
  url: `${origin}${href.split('?')[0] ?? ''}`,
  datePublished: dateOf(published),
})

/** A page of words alone, a plan, the list of articles, or the page that says there is none. */
function ownPage(
  { pathname, origin, language, data }: PublicPageRequest,
  t: TFunction<'home'>,
): Drawn {
  const { blog, plan, plans = [], isFree = false, verification, failure } = data
  const page = isPage(pathname) ? PAGES[pathname] : null
  const keywords = t('keywords')
  const offers = (sold: readonly SubscriptionProduct[], path: string) => {
    const all = offersOf(sold, `${origin}${addressIn(language, path)}`)
    return all.length > 0 && { offers: all }
  }
  if (failure !== undefined)
    return {
      found: false,
      content: <Unread message={failure} />,
      told: { title: t('unread.title'), description: failure, keywords, thing: {} },
    }
  if (plan) {
    const { name, description } = plan
    const title = `${name} · ${t('prices.title')} · Carnet`
    const thing = {
      '@type': 'Product',
      name,
      brand: { '@type': 'Brand', name: 'Carnet' },
      ...offers([plan], pathname),
    }
    return { found: true, content: <PlanScreen />, told: { title, description, keywords, thing } }
  }
  if (page === null)
    return {
      found: false,
      content: <NotFound />,
      told: { title: t('error.title'), description: t('error.body'), keywords, thing: {} },
    }
  const { words: section, Page } = page
  const content = <Page />
  if (section === '') {
    const thing = {
      '@type': 'SoftwareApplication',
      name: 'Carnet',
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Web',
      ...(isFree && { isAccessibleForFree: true }),
      ...offers(plans, homePaths.prices.to()),
    }
    return {
      found: true,
      content,
      told: { title: t('title'), description: t('description'), keywords, thing },
    }
  }
  const name = [blog?.shelf, t(`${section}.title`)].filter(Boolean).join(' · ')
  return {
    found: true,
    content,
    told: {
      title: `${name} · Carnet`,
      description: t(`${section}.description`),
      keywords,
      ...(blog && {
        feed: blog.feed,
        // Articles of a theme, or of a later page, are in one language. An unknown theme has none.
        ...((blog.shelf !== '' || blog.page > 1) && {
          languages: [isLanguage(language) ? language : 'fr'],
        }),
        isHidden:
          blog.q !== '' || (blog.shelf === '' && Boolean(blog.kept['theme'] || blog.kept['topic'])),
      }),
      // An answer about one file is nothing to be found.
      ...(verification && { isHidden: true }),
      thing: blog
        ? { '@type': 'Blog', blogPost: blog.articles.map((one) => postOf(one, origin)) }
        : WEB_PAGE,
    },
  }
}

/**
 * A whole HTML document. Rendering is synchronous, so no other request changes its language
 * meanwhile.
 */
export function renderPage(request: PublicPageRequest): PublicPage {
  const language = isLanguage(request.language) ? request.language : 'fr'
  const i18n = words.get(language)
  if (i18n === undefined) throw new Error(`No words in ${language}`)
  setPreferences({ language })
  const { found, told, content } =
    writtenAt(request) ?? ownPage(request, i18n.getFixedT(language, 'home'))
  const html = renderToString(
    <Document language={language}>
      <I18nextProvider i18n={i18n}>
        <head>
          <PageHead request={request} language={language} found={found} told={told} />
        </head>
        <body>
          <PageDataProvider value={request.data}>{content}</PageDataProvider>
        </body>
      </I18nextProvider>
    </Document>,
  )
  return { found, html: `<!doctype html>${asHtmlNames(html)}` }
}

/**
 * React writes these attributes as JSX does. Programs that search the text know them as HTML does.
 */
const asHtmlNames = (html: string): string =>
  html.replaceAll(' hrefLang="', ' hreflang="').replace('<meta charSet="', '<meta charset="')

/** `data-page` tells first-paint.js that the server has chosen the language. */
const Document = ({ language, children }: { language: Language; children: ReactNode }) => (
  <html lang={language} dir={directionOf(language)} data-page="rendered">
    {children}
  </html>
)
