import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar, Logo } from '#web/kernel/ui/brand.tsx'
import { signInUrl } from '#web/kernel/data/client.ts'
import { changeLanguage } from '#web/kernel/words/i18n.ts'
import { LANGUAGES, languages } from '#web/kernel/words/languages.ts'
import { publicPaths } from '#web/public-screens.ts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { type Visitor, visit } from './visitor.ts'

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

/** A function, since the language may change while the page is open. */
export const signUpUrl = () => signInUrl(publicPaths.welcome.to(), 'register')

/** The signed-in user, null for a visitor, undefined until it is known. */
export function useVisitor(): Visitor | null | undefined {
  const [visitor, setVisitor] = useState<Visitor | null>()
  useEffect(() => {
    let gone = false
    visit().then(
      (found) => !gone && setVisitor(found),
      // Without a server the page is shown as to a visitor.
      () => !gone && setVisitor(null),
    )
    return () => {
      gone = true
    }
  }, [])
  return visitor
}

/** Header, page, footer with the languages. It renders once the visitor is known, so that nothing flickers. */
export function PublicPage({ children, visitor }: { children: ReactNode; visitor: Visitor | null | undefined }) {
  const { t } = useTranslation('home')
  return (
    <div className="pub flex min-h-screen flex-col">
      <a href="#content" className="skip">
        {t('nav.skip')}
      </a>
      <header className="pub-r sticky top-0 z-20 border-b border-line bg-surface">
        <div className="pub-m" />
        <div className="pub-b flex h-16 items-center gap-7">
          <a
            href={publicPaths.home.to()}
            className="flex items-center gap-2.5 font-serif text-[22px] font-medium"
            translate="no"
          >
            <Logo size={24} />
            Carnet
          </a>
          <Visit visitor={visitor} />
        </div>
      </header>
      <div className="grow">{children}</div>
      <Footer />
    </div>
  )
}

function Visit({ visitor }: { visitor: Visitor | null | undefined }) {
  const { t } = useTranslation('home')
  if (visitor)
    return (
      <a className="btn ms-auto !ps-1.5" href={publicPaths.admin.to()} title={t('nav.continue')}>
        <Avatar name={visitor.name} picture={visitor.picture} />
        <bdi className="max-w-[40vw] truncate">{visitor.name}</bdi>
      </a>
    )
  return (
    <span className={`ms-auto flex gap-2 ${visitor === undefined ? 'invisible' : ''}`}>
      <a className="btn btn-quiet !text-ink" href={signInUrl(publicPaths.admin.to())}>
        {t('nav.signIn')}
      </a>
      <a className="btn btn-primary max-md:!hidden" href={signUpUrl()}>
        {t('nav.open')}
      </a>
    </span>
  )
}

function Footer() {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  return (
    <footer className="border-t border-line">
      <PublicRow>
        <nav
          className="flex flex-wrap gap-x-4 gap-y-2 py-7 text-sm text-ink-muted md:justify-end"
          aria-label={t('nav.languages')}
        >
          {languages.map((one) => (
            <button
              key={one}
              type="button"
              lang={one}
              aria-current={one === language || undefined}
              className={one === language ? 'font-medium text-ink' : 'hover:text-ink'}
              onClick={() => void changeLanguage(one)}
            >
              {LANGUAGES[one]}
            </button>
          ))}
        </nav>
      </PublicRow>
    </footer>
  )
}
