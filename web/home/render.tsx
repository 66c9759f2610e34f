import { createInstance, type i18n, type TFunction } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import type { PublicPage, PublicPageRequest } from '#contract/public-page.ts'
import { setPreferences } from '#web/kernel/data/preferences.ts'
import { directionOf, isLanguage, type Language, languages } from '#web/kernel/words/languages.ts'
import { missing } from '#web/kernel/words/missing.ts'
import { ArticlePage } from './article-page.tsx'
import { BlogsScreen } from './blogs-screen.tsx'
import { CompareScreen } from './compare-screen.tsx'
import { CookiesScreen } from './cookies-screen.tsx'
import { LandingScreen } from './landing-screen.tsx'
import { homePaths } from './links.ts'
import { NotFound } from './not-found.tsx'
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
} as const satisfies Readonly<Record<string, { readonly words: string; readonly Page: ComponentType }>>

export const pages: readonly string[] = Object.keys(PAGES)

const dictionaries = import.meta.glob<Record<string, unknown>>('../locales/*/{home,kernel}.json', {
  eager: true,
  import: 'default',
})

const wordsOf = (language: Language): i18n => {
  const words = createInstance()
  void words.init({
    lng: language,
    resources: {
      [language]: Object.fromEntries(
        ['home', 'kernel'].map((name) => [name, dictionaries[`../locales/${language}/${name}.json`] ?? {}]),
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
const words = new Map(languages.map((language) => [language, wordsOf(language)]))

const isPage = (pathname: string): pathname is keyof typeof PAGES => Object.hasOwn(PAGES, pathname)

type Drawn = { readonly found: boolean; readonly told: Told; readonly content: ReactNode }

const dateOf = (at: number): string => new Date(at).toISOString()

/** An article, or a page that an administrator has written. */
function writtenAt({ data: { article, written } }: PublicPageRequest): Drawn | null {
  if (article)
    return {
      found: true,
      content: <ArticlePage article={article} />,
      told: {
        title: `${article.title} · Carnet`,
        description: article.summary,
        keywords: [article.theme, article.topic].filter(Boolean).join(', '),
        ogTitle: article.title,
        languages: 'one',
        image: article.cover,
        feed: article.feed,
        thing: {
          '@type': 'Article',
          headline: article.title,
          inLanguage: article.language,
          datePublished: dateOf(article.published),
          dateModified: dateOf(Math.max(article.published, article.modified)),
          author: { '@type': 'Organization', name: article.author || 'Carnet' },
          ...(article.theme !== '' && { articleSection: article.theme }),
        },
      },
    }
  if (written)
    return {
      found: true,
      content: <WrittenPage page={written} />,
      told: {
        ...written,
        title: `${written.title} · Carnet`,
        languages: languages.filter((one) => written.languages.includes(one)),
        thing: { '@type': 'WebPage', name: written.title },
      },
    }
  return null
}

/** A page of words alone, a plan, the list of articles, or the page that says there is none. */
function ownPage({ pathname, data: { blog, plan, verification } }: PublicPageRequest, t: TFunction<'home'>): Drawn {
  const page = isPage(pathname) ? PAGES[pathname] : null
  const keywords = t('keywords')
  if (plan) {
    const { name, description } = plan
    const told = { title: `${name} · Carnet`, description, keywords, thing: { '@type': 'Product', name } }
    return { found: true, content: <PlanScreen />, told }
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
    }
    return { found: true, content, told: { title: t('title'), description: t('description'), keywords, thing } }
  }
  const name = [blog?.shelf, t(`${section}.title`)].filter(Boolean).join(' · ')
  return {
    found: true,
    content,
    told: {
      title: `${name} · Carnet`,
      description: t(`${section}.description`),
      keywords,
      ...(blog && { feed: blog.feed, isHidden: blog.q !== '' }),
      // An answer about one file is nothing to be found.
      ...(verification && { isHidden: true }),
      thing: { '@type': blog ? 'Blog' : 'WebPage' },
    },
  }
}

/** A whole HTML document. Rendering is synchronous, so no other request changes its language meanwhile. */
export function renderPage(request: PublicPageRequest): PublicPage {
  const language = isLanguage(request.language) ? request.language : 'fr'
  const i18n = words.get(language)
  if (i18n === undefined) throw new Error(`No words in ${language}`)
  setPreferences({ language })
  const { found, told, content } = writtenAt(request) ?? ownPage(request, i18n.getFixedT(language, 'home'))
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
  return { found, html: `<!doctype html>${html}` }
}

/** `data-page` tells first-paint.js that the server has chosen the language. */
const Document = ({ language, children }: { language: Language; children: ReactNode }) => (
  <html lang={language} dir={directionOf(language)} data-page="rendered">
    {children}
  </html>
)
