import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/kernel/public-page.ts'
import { minorDigits } from '#contract/kernel/currency.ts'
import { amountText, today } from '#web/kernel/words/formats.ts'
import { type Language, localeOf } from '#web/kernel/words/languages.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Status, type StatusKind } from '#web/kernel/ui/status.tsx'
import { Amount, Days } from '#web/kernel/ui/values.tsx'
import { languageOfText } from './article-line.tsx'
import { homePaths } from './links.ts'
import { usePageData } from './page-data.ts'
import type { Pictured } from './pictured.ts'
import { ProductPicture } from './product-picture.tsx'
import { OpenLink, PublicPage, PublicRow } from './public-page.tsx'
import { TryDemo } from './try-demo.tsx'

const monthName = (language: Language, day: number, style: 'long' | 'short') =>
  new Intl.DateTimeFormat(localeOf(language), { month: style, timeZone: 'UTC' }).format(day)

/** Gains of the freelancer, each with its screen. */
const PARTS = [
  ['morning', 'dashboard'],
  ['time', 'timesheet'],
  ['bill', 'bill'],
  ['money', 'forecast'],
  ['memory', 'history'],
] as const satisfies readonly (readonly [string, Pictured])[]

/** Path `/`. */
export function LandingScreen() {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  const now = today()
  const month = monthName(language, now, 'long')
  const { plans, isFree = false } = usePageData()
  const price = leastMonthlyPrice(plans)
  return (
    <PublicPage>
      <PublicRow
        className="pt-[72px] pb-16 max-md:pt-10 max-md:pb-10 [&>.pub-m]:!pt-[18px]"
        margin={
          <span className="max-md:hidden">
            <span className="folio">{new Date(now).getUTCDate()}</span>
            {month}
          </span>
        }
      >
        <h1 className="max-w-[12.5em] text-balance font-serif text-[42px] leading-[45px] tracking-[-.028em] md:text-[clamp(56px,6.6vw,96px)] md:leading-[1.02] [:lang(ar)_&]:tracking-normal [:lang(ar)_&]:leading-[1.3]">
          {t('hero.title')}
        </h1>
        <p className="mt-6 max-w-[54ch] text-lg text-ink-muted">{t('hero.body')}</p>
        <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
          <OpenLink className="btn-lg max-md:w-full" />
          <TryDemo className="max-md:w-full" />
          <span className="for-visitors text-ink-muted">
            {t(isFree ? 'hero.free' : 'hero.promise')}
          </span>
        </div>
      </PublicRow>
      <Sample />
      {PARTS.map(([part, picture]) => (
        <PublicRow key={part} margin={t(`${part}.name`)}>
          <section className="border-b border-line py-9 md:py-11">
            <div className="grid grid-cols-1 gap-x-14 gap-y-5 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
              <div>
                <h2 className="text-balance font-serif text-[26px] leading-8 font-medium tracking-[-.012em]">
                  {t(`${part}.title`)}
                </h2>
                <p className="mt-3 max-w-[44ch] text-md text-ink-muted">{t(`${part}.body`)}</p>
              </div>
              <ul className="self-center">
                {t(`${part}.rows`, { returnObjects: true }).map(([label = '', value = '']) => (
                  <li key={label} className="leader py-2 text-md">
                    <span>{label}</span>
                    <span className="text-ink-muted max-md:text-sm">{value}</span>
                  </li>
                ))}
              </ul>
            </div>
            <ProductPicture name={picture} className="mt-8" />
          </section>
        </PublicRow>
      ))}
      <Latest />
      <PublicRow margin={t(isFree ? 'close.free.name' : 'close.name')}>
        <section className="grid grid-cols-1 items-end gap-x-14 gap-y-6 py-12 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:py-16">
          <div>
            <h2 className="font-serif text-[34px] leading-10 tracking-[-.02em]">
              {t(isFree ? 'close.free.title' : 'close.title')}
            </h2>
            <p className="mt-3 max-w-[44ch] text-md text-ink-muted">
              {price && `${t('close.price', { price: amountText(language, price) })} `}
              {t('close.body')}
            </p>
            {!isFree && (
              <p className="mt-3 text-sm">
                <a className="link" href={homePaths.prices.to({}, { lang: language })}>
                  {t('close.prices')}
                </a>
              </p>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <OpenLink className="btn-lg max-md:w-full" />
            <TryDemo className="max-md:w-full" />
          </div>
        </section>
      </PublicRow>
    </PublicPage>
  )
}

/** Null while no plan by the month is known. */
function leastMonthlyPrice(
  plans: PageData['plans'] = [],
): { minor: number; currency: string } | null {
  const [least] = plans
    .flatMap(({ prices }) => prices)
    .filter(({ interval, intervalCount }) => interval === 'month' && intervalCount === 1)
    .toSorted((a, b) => a.unitAmount - b.unitAmount)
  if (least === undefined) return null
  const { unitAmount, currency } = least
  return { minor: Math.round(unitAmount * 10 ** minorDigits(currency)), currency }
}

/** The newest articles, once there are any. */
function Latest() {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  const { latest = [] } = usePageData()
  if (latest.length === 0) return null
  return (
    <PublicRow margin={t('latest.name')}>
      <section className="border-b border-line py-9 md:py-11">
        <h2 className="font-serif text-[26px] leading-8 font-medium tracking-[-.012em]">
          {t('latest.title')}
        </h2>
        <ul className="mt-5 grid grid-cols-1 gap-x-10 gap-y-6 md:grid-cols-3">
          {latest.map((article) => (
            <li
              key={article.href}
              {...(article.language !== language && languageOfText(article.language))}
            >
              <a className="text-md font-medium hover:text-accent" href={article.href}>
                {article.title}
              </a>
              <p className="mt-1 line-clamp-3 text-sm text-ink-muted">{article.summary}</p>
            </li>
          ))}
        </ul>
        <p className="mt-6 text-sm">
          <a className="link" href={homePaths.blogs.to({}, { lang: language })}>
            {t('latest.all')}
          </a>
        </p>
      </section>
    </PublicRow>
  )
}

/** A sample page: four lines of an invented month. Screen readers get it as one picture. */
function Sample() {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  const lines: {
    day: number
    what: string
    who: string
    kind: StatusKind
    label: string
    amount: ReactNode
  }[] = [
    {
      day: 16,
      what: t('sample.deposit', { ref: '2026-039' }),
      who: 'Moulin-Neuf Énergie',
      kind: 'part',
      label: t('sample.part'),
      amount: <Amount minor={180_000} sign="always" />,
    },
    {
      day: 3,
      what: t('sample.bill', { ref: '2026-041' }),
      who: 'Atelier Brumaire',
      kind: 'sent',
      label: t('sample.sent'),
      amount: <Amount minor={1_248_000} />,
    },
    {
      day: 2,
      what: t('sample.bill', { ref: '2026-037' }),
      who: 'Hydravion SAS',
      kind: 'collected',
      label: t('sample.collected'),
      amount: <Amount minor={234_000} sign="always" />,
    },
    {
      day: 2,
      what: t('sample.days'),
      who: t('sample.sheet'),
      kind: 'paid',
      label: t('sample.approved'),
      amount: <Days value={4} />,
    },
  ]
  // The previous month: all its days are past.
  const now = new Date(today())
  const lastMonth = monthName(
    language,
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1),
    'short',
  )
  const grid =
    'grid grid-cols-[60px_minmax(0,1fr)_auto] items-center md:grid-cols-[92px_minmax(0,1fr)_150px_130px] pub-row'
  return (
    <figure className="border-y border-line-strong bg-surface" aria-label={t('sample.label')}>
      <div className="relative" aria-hidden="true">
        <div
          className={`${grid} h-9 border-b border-line-strong bg-surface-sunken text-xs font-medium text-ink-muted`}
        >
          <span className="pe-3.5 text-end">{lastMonth}</span>
          <span className="ps-4 md:ps-7">{t('sample.entry')}</span>
          <span className="max-md:hidden">{t('sample.state')}</span>
          <span className="text-end">{t('sample.amount')}</span>
        </div>
        {lines.map((line) => (
          <div key={line.what} className={`${grid} h-[54px] border-b border-line`}>
            <div className="num pe-3.5 text-end text-xs text-ink-subtle">{line.day}</div>
            <div className="min-w-0 ps-4 md:ps-7">
              <span className="clip font-medium">{line.what}</span>
              <span className="clip text-xs text-ink-subtle">
                <bdi>{line.who}</bdi>
              </span>
            </div>
            <div className="max-md:hidden">
              <Status kind={line.kind}>{line.label}</Status>
            </div>
            <div className="text-end font-medium">{line.amount}</div>
          </div>
        ))}
        <div className="grid h-[62px] grid-cols-[60px_minmax(0,1fr)_auto] items-center md:grid-cols-[92px_minmax(0,1fr)_auto] pub-row">
          <Fragment>
            <span />
            <span className="ps-4 font-semibold md:ps-7">{t('sample.total')}</span>
            <span className="total py-1 text-lg font-semibold">
              <Amount minor={414_000} />
            </span>
          </Fragment>
        </div>
      </div>
    </figure>
  )
}
