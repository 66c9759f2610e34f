import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PublicPage, PublicRow } from './public-page.tsx'

/**
 * A page of legal text: its title, what the page itself shows, then a heading and a paragraph a
 * section.
 */
export function LegalText({
  page,
  children,
}: {
  page: 'terms' | 'sale' | 'cookies' | 'notice'
  children?: ReactNode
}) {
  const { t } = useTranslation('home')
  return (
    <PublicPage>
      <PublicRow className="pt-[72px] pb-20 max-md:pt-10">
        <h1 className="h1 text-balance">{t(`${page}.title`)}</h1>
        <p className="mt-3 max-w-[60ch] text-lg text-ink-muted">{t(`${page}.description`)}</p>
        {children}
        {t(`${page}.sections`, { returnObjects: true }).map(([heading = '', text = '']) => (
          <section key={heading} className="mt-9">
            <h2 className="font-serif text-[22px] leading-7 font-medium">{heading}</h2>
            <p className="mt-2 max-w-[66ch] text-md leading-6">{text}</p>
          </section>
        ))}
      </PublicRow>
    </PublicPage>
  )
}
