import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router-dom'
import { publicPaths } from '#web/public-screens.ts'
import { PublicPage, PublicRow, useVisitor } from './public-page.tsx'

/** `/error`, unknown addresses, and screens that failed to render. */
export function ErrorScreen() {
  const { t } = useTranslation('home')
  const error = useRouteError()
  const visitor = useVisitor()
  useEffect(() => {
    document.title = `${t('error.title')} · Carnet`
    if (error) console.error(error)
  }, [t, error])
  return (
    <PublicPage visitor={visitor}>
      <main id="content" tabIndex={-1} className="min-h-[60vh]">
        <PublicRow
          margin={<span className="folio max-md:hidden">{t('error.code')}</span>}
          className="pt-[72px] pb-16 max-md:pt-10 [&>.pub-m]:!pt-[6px]"
        >
          <h1 className="h1">{t('error.title')}</h1>
          <p className="mt-3 max-w-[54ch] text-lg">{t('error.body')}</p>
          <p className="mt-1 max-w-[54ch] text-md text-ink-muted">{t('error.help')}</p>
          <p className="mt-8">
            {/* A full page load, which drops the broken state. */}
            <a className="btn btn-primary btn-lg" href={publicPaths.home.to()}>
              {t('error.back')}
            </a>
          </p>
        </PublicRow>
      </main>
    </PublicPage>
  )
}
