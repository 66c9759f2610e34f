import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { addressIn } from '#contract/kernel/public-page.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Avatar, Logo } from '#web/kernel/ui/brand.tsx'
import { languageName, LANGUAGES } from '#web/kernel/words/languages.ts'
import { homePaths, signInLink, signUpLink } from './links.ts'
import { usePageData } from './page-data.ts'
import { AVATAR, NAME, showVisitor } from './visitor.ts'

/** Pages of a sale, which have no link where nothing is sold. */
const OF_SALE: ReadonlySet<string> = new Set(['prices', 'sale'])
const shownOf = <P extends string>(pages: readonly P[], isFree: boolean): readonly P[] =>
  pages.filter((page) => !isFree || !OF_SALE.has(page))

/** A row of a public page: the same margin, wider. */
export const PublicRow = ({
  margin,
  children,
  className,
}: {
  margin?: ReactNode
  children: ReactNode
  className?: string
}) => (
  <div className={`pub-r ${className ?? ''}`}>
    <div className="pub-m">{margin}</div>
    <div className="pub-b">{children}</div>
  </div>
)

/**
 * A link in two forms: a visitor opens a notebook, a signed-in user continues. `visitor.ts` says
 * which is seen.
 */
export function OpenLink({ className = '' }: { className?: string }) {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  return (
    <>
      <a className={`btn btn-primary for-visitors ${className}`} href={signUpLink(language)}>
        {t('nav.open')}
      </a>
      <a className={`btn btn-primary for-users ${className}`} href={homePaths.admin.to()}>
        {t('nav.continue')}
      </a>
    </>
  )
}

/** Header, page, and footer with the languages. It is whole without a script. */
export function PublicPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  const { isFree = false } = usePageData()
  useEffect(() => void showVisitor(), [])
  return (
    <div className="pub flex min-h-screen flex-col">
      <a href="#content" className="skip">
        {t('nav.skip')}
      </a>
      <header className="pub-r sticky top-0 z-20 border-b border-line bg-surface">
        <div className="pub-m" />
        <div className="pub-b flex h-16 items-center gap-7">
          <a
            href={homePaths.home.to({}, { lang: language })}
            className="flex items-center gap-2.5 font-serif text-[22px] font-medium"
            translate="no"
          >
            <Logo size={24} />
            Carnet
          </a>
          {shownOf(['prices', 'compare', 'blogs'] as const, isFree).map((page) => (
            <a
              key={page}
              className="min-w-6 text-sm text-ink-muted hover:text-ink max-md:hidden"
              href={homePaths[page].to({}, { lang: language })}
            >
              {t(page === 'prices' ? 'prices.short' : `${page}.title`)}
            </a>
          ))}
          <Visit />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="grow">
        {children}
      </main>
      <Footer />
    </div>
  )
}

function Visit() {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  return (
    <div className="ms-auto flex items-center gap-2">
      <a className="btn for-users !ps-1.5" href={homePaths.admin.to()} title={t('nav.continue')}>
        <span id={AVATAR}>
          <Avatar name="" />
        </span>
        <span className="sr-only">{t('nav.continue')}</span>
        <bdi id={NAME} className="max-w-[40vw] truncate" />
      </a>
      <span className="for-visitors flex gap-2">
        <a className="btn btn-quiet !text-ink" href={signInLink(language)}>
          {t('nav.signIn')}
        </a>
        <a className="btn btn-primary max-md:!hidden" href={signUpLink(language)}>
          {t('nav.open')}
        </a>
      </span>
    </div>
  )
}

const FOOT = ['prices', 'compare', 'blogs', 'verify', 'terms', 'sale', 'cookies', 'notice'] as const

function Footer() {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  const { isFree = false, verification } = usePageData()
  /** Question that the page keeps in another language. */
  const search = verification && { sha256: verification.asked }
  return (
    <footer className="border-t border-line">
      <PublicRow>
        <div className="flex flex-wrap gap-x-10 gap-y-4 py-7 text-sm text-ink-muted">
          <nav className="flex flex-wrap gap-x-5 gap-y-2" aria-label={t('foot.label')}>
            {shownOf(FOOT, isFree).map((page) => (
              <a
                key={page}
                className="min-w-6 hover:text-ink"
                href={homePaths[page].to({}, { lang: language })}
              >
                {t(`${page}.title`)}
              </a>
            ))}
          </nav>
          <nav
            className="flex flex-wrap gap-x-4 gap-y-2 md:ms-auto"
            aria-label={t('nav.languages')}
          >
            {LANGUAGES.map((one) => (
              <a
                key={one}
                href={addressIn(one, '', search)}
                lang={one}
                hrefLang={one}
                aria-current={one === language || undefined}
                className={one === language ? 'font-medium text-ink' : 'hover:text-ink'}
              >
                {languageName(one)}
              </a>
            ))}
          </nav>
        </div>
      </PublicRow>
    </footer>
  )
}
