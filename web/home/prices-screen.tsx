import clsx from 'clsx'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { homePaths } from './links.ts'
import { usePageData } from './page-data.ts'
import { PlanPrices } from './plan-price.tsx'
import { OpenLink, PublicPage, PublicRow } from './public-page.tsx'

/** Path `/prices`: the plans for sale, as the payment provider has them. */
export function PricesScreen() {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  const { plans = [] } = usePageData()
  return (
    <PublicPage>
      <PublicRow className="pt-[72px] pb-20 max-md:pt-10">
        <h1 className="h1 text-balance">{t('prices.title')}</h1>
        <p className="mt-3 max-w-[60ch] text-lg text-ink-muted">{t('prices.description')}</p>
        {plans.length === 0 ? (
          <p className="mt-9">{t('prices.none')}</p>
        ) : (
          <ul className="mt-9 grid border-t border-line md:auto-cols-fr md:grid-flow-col">
            {plans.map((plan) => (
              <li
                key={plan.id}
                className={clsx(
                  'py-6 max-md:border-b max-md:border-line',
                  'md:px-6 md:first:ps-0 md:not-last:border-e md:not-last:border-line',
                )}
              >
                <h2 className="font-serif text-[22px] leading-7 font-medium">
                  <a
                    className="link"
                    href={homePaths.plan.to({ plan: plan.id }, { lang: language })}
                  >
                    <bdi>{plan.name}</bdi>
                  </a>
                </h2>
                <p className="text-ink-muted">
                  <bdi>{plan.description}</bdi>
                </p>
                <PlanPrices plan={plan} />
              </li>
            ))}
          </ul>
        )}
        <p className="mt-9 flex flex-wrap items-center gap-x-5 gap-y-3">
          <OpenLink className="max-md:w-full" />
          <span className="for-visitors text-ink-muted">{t('hero.promise')}</span>
        </p>
      </PublicRow>
    </PublicPage>
  )
}
