import { useTranslation } from 'react-i18next'
import { homePaths } from './links.ts'
import { PublicPage, PublicRow } from './public-page.tsx'

/** An address without a page. */
export function NotFound() {
  const { t } = useTranslation('home')
  return (
    <PublicPage>
      <PublicRow
        margin={<span className="folio max-md:hidden">{t('error.code')}</span>}
        className="min-h-[60vh] pt-[72px] pb-16 max-md:pt-10 [&>.pub-m]:!pt-[6px]"
      >
        <h1 className="h1">{t('error.title')}</h1>
        <p className="mt-3 max-w-[54ch] text-lg">{t('error.body')}</p>
        <p className="mt-1 max-w-[54ch] text-md text-ink-muted">{t('error.help')}</p>
        <p className="mt-8">
          {/* A full page load, which drops the broken state. */}
          <a className="btn btn-primary btn-lg" href={homePaths.home.to()}>
            {t('error.back')}
          </a>
        </p>
      </PublicRow>
    </PublicPage>
  )
}
