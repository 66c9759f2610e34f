import { createInstance, type i18n } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { planAt, type PublicPage, type PublicPageRequest } from '#contract/public-page.ts'
import { setPreferences } from '#web/kernel/data/preferences.ts'
import { directionOf, isLanguage, type Language, languages } from '#web/kernel/words/languages.ts'
import { missing } from '#web/kernel/words/missing.ts'
import { CookiesScreen } from './cookies-screen.tsx'
import { LandingScreen } from './landing-screen.tsx'
import { homePaths } from './links.ts'
import { NotFound } from './not-found.tsx'
import { NoticeScreen } from './notice-screen.tsx'
import { PlanScreen } from './plan-screen.tsx'
import { PricesScreen } from './prices-screen.tsx'
import { PageDataProvider } from './page-data.ts'
import { PageHead } from './page-head.tsx'
import { SaleScreen } from './sale-screen.tsx'
import { TermsScreen } from './terms-screen.tsx'

/** The pages of words alone, by their address. */
const PAGES = {
  [homePaths.home.pattern]: { words: '', Page: LandingScreen },
  [homePaths.prices.pattern]: { words: 'prices', Page: PricesScreen },
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

/** A whole HTML document. Rendering is synchronous, so no other request changes its language meanwhile. */
export function renderPage(request: PublicPageRequest): PublicPage {
  const language = isLanguage(request.language) ? request.language : 'fr'
  const i18n = words.get(language)
  if (i18n === undefined) throw new Error(`No words in ${language}`)
  setPreferences({ language })
  const page = isPage(request.pathname) ? PAGES[request.pathname] : null
  const t = i18n.getFixedT(language, 'home')
  const plan = planAt(request.pathname, request.data.plans)
  const data = plan === undefined ? request.data : { ...request.data, plans: [plan] }
  const told = plan
    ? { title: `${plan.name} · Carnet`, description: plan.description }
    : page === null
      ? { title: t('error.title'), description: t('error.body') }
      : page.words === ''
        ? { title: t('title'), description: t('description') }
        : { title: `${t(`${page.words}.title`)} · Carnet`, description: t(`${page.words}.description`) }
  const Page = plan ? PlanScreen : (page?.Page ?? NotFound)
  const found = plan !== undefined || page !== null
  const html = renderToString(
    <Document language={language}>
      <I18nextProvider i18n={i18n}>
        <head>
          <PageHead request={request} language={language} found={found} {...told} keywords={t('keywords')} />
        </head>
        <body>
          <PageDataProvider value={data}>
            <Page />
          </PageDataProvider>
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
