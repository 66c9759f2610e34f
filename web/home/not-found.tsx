import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { homePaths } from './links.ts'
import { PublicPage, PublicRow } from './public-page.tsx'

/** An address without a page. */
export function NotFound() {
  const { t } = useTranslation('home')
  return (
    <Missing code={t('error.code')} title={t('error.title')}>
      <p className="mt-3 max-w-[54ch] text-lg">{t('error.body')}</p>
      <p className="mt-1 max-w-[54ch] text-md text-ink-muted">{t('error.help')}</p>
    </Missing>
  )
}

/** A page that an administrator has written, while it can't be read. */
export function Unread({ message }: { message: string }) {
  const { t } = useTranslation('home')
  const { t: tk } = useTranslation('kernel')
  return (
    <Missing code={t('unread.code')} title={t('unread.title')}>
      <div
        role="alert"
        className="mt-6 max-w-[54ch] border-s-[3px] border-negative bg-surface-raised px-4 py-3 text-md"
      >
        {tk('toast.failed', { message })}
      </div>
    </Missing>
  )
}

function Missing({ code, title, children }: { code: string; title: string; children: ReactNode }) {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  return (
    <PublicPage>
      <PublicRow
        margin={<span className="folio max-md:hidden">{code}</span>}
        className="min-h-[60vh] pt-[72px] pb-16 max-md:pt-10 [&>.pub-m]:!pt-[6px]"
      >
        <h1 className="h1">{title}</h1>
        {children}
        <p className="mt-8">
          {/* A full page load, which drops the broken state. */}
          <a className="btn btn-primary btn-lg" href={homePaths.home.to({}, { lang: language })}>
            {t('error.back')}
          </a>
        </p>
      </PublicRow>
    </PublicPage>
  )
}
