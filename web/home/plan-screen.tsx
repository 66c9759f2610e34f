import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { homePaths } from './links.ts'
import { usePageData } from './page-data.ts'
import { PlanPrices } from './plan-price.tsx'
import { OpenLink, PublicPage, PublicRow } from './public-page.tsx'

/** Path `/prices/:plan`: one plan, which the server has found. */
export function PlanScreen() {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  const plan = usePageData().plan
  return (
    <PublicPage>
      <PublicRow className="pt-[72px] pb-20 max-md:pt-10">
        <p className="mb-5">
          <a
            className="link inline-flex items-center gap-2"
            href={homePaths.prices.to({}, { lang: language })}
          >
            <ArrowLeft size={16} className="rtl:-scale-x-100" />
            {t('prices.back')}
          </a>
        </p>
        {plan === undefined ? (
          <p>{t('prices.none')}</p>
        ) : (
          <>
            <h1 className="h1">
              <bdi>{plan.name}</bdi>
            </h1>
            <p className="mt-3 text-lg text-ink-muted">
              <bdi>{plan.description}</bdi>
            </p>
            <PlanPrices plan={plan} />
            <p className="mt-9">
              <OpenLink />
            </p>
          </>
        )}
      </PublicRow>
    </PublicPage>
  )
}
