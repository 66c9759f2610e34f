import type { TFunction } from 'i18next'
import { useQuery } from '@tanstack/react-query'
import { Grid3x3, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import type {
  Dashboard,
  FirstSteps as FirstStepsToDo,
} from '#contract/dashboard/dashboard.contract.ts'
import { LinkButton } from '#web/kernel/ui/button.tsx'
import { dayText, numberText, percentText, today } from '#web/kernel/words/formats.ts'
import { localeOf } from '#web/kernel/words/languages.ts'
import { Figures } from '#web/kernel/ui/figures.tsx'
import { Folio, PageHead, Row } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { profilesQuery, useSession } from '#web/kernel/data/session.tsx'
import { viewedRole } from '#web/kernel/data/viewed-role.ts'
import { EmptyState, ErrorState, PageSkeleton } from '#web/kernel/ui/states.tsx'
import { Amount, Days } from '#web/kernel/ui/values.tsx'
import { welcomeSkipped } from '#web/onboarding/welcome-memory.ts'
import { dashboardQuery } from '#web/kernel/data/dashboard-query.ts'
import type { ReadFirst } from '#web/kernel/shell/first-page.ts'
import {
  NextSteps,
  NO_THING,
  StepAction,
  type Thing,
  thingsToDo,
  useStepWords,
} from './next-steps.tsx'
import { Owed } from './owed.tsx'
import { RunningContracts } from './running-contracts.tsx'
import { Turnover } from './turnover.tsx'
import { growthOf } from './turnover-figures.ts'
import { late } from '#web/kernel/ui/late.tsx'

const FirstSteps = late(async () => (await import('./first-steps.tsx')).FirstSteps)

export const readFirst: ReadFirst = (queries, { profileId }) => [
  queries.prefetchQuery(dashboardQuery(profileId)),
]

/** Path `/admin/dashboard/default`: the next steps, then the figures of year and month. */
export function DashboardScreen() {
  const { profileId, me, can, isAdministrator } = useSession()
  const mayHaveProfiles = can('perm_professional_info_menu')
  const profiles = useQuery({ ...profilesQuery(), enabled: profileId === '' && mayHaveProfiles })
  const dashboard = useQuery(dashboardQuery(profileId))

  if (profileId === '') {
    if (mayHaveProfiles && profiles.isPending) return <Waiting />
    if (isAdministrator) return <Navigate to={paths.installation.to()} replace />
    // At the first sign-in, a user without a business is sent to the wizard, unless they have put
    // it off.
    const mayBegin = can('perm_professional_info_update') && viewedRole() === null
    if (profiles.data?.length === 0 && mayBegin && !welcomeSkipped(me.id))
      return <Navigate to={paths.welcome.to()} replace />
    return <NothingYet />
  }
  if (dashboard.isPending) return <Waiting />
  if (dashboard.isError) return <ErrorState error={dashboard.error} onRetry={dashboard.refetch} />
  return <Business profileId={profileId} dashboard={dashboard.data} />
}

const Waiting = () => {
  const { t } = useTranslation('dashboard')
  return <PageSkeleton lines={7} label={t('screen.dashboard.title')} />
}

/** Day and month in the margin; on a phone above the title. */
function Today() {
  const { language } = usePreferences()
  const now = today()
  return <Folio day={new Date(now).getUTCDate()} month={monthName(language, now)} />
}

const monthName = (language: Parameters<typeof localeOf>[0], at: number) =>
  new Intl.DateTimeFormat(localeOf(language), { month: 'long', timeZone: 'UTC' }).format(at)
const weekday = (language: Parameters<typeof localeOf>[0], at: number) => {
  const name = new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'long',
    timeZone: 'UTC',
  }).format(at)
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/** Number of steps to the first bill. A draft needs neither contract nor days. */
function stepsLeft({
  clientId,
  contractId,
  month,
  draftId,
}: FirstStepsToDo): 'one' | 'two' | 'three' | 'four' {
  if (draftId !== 0) return 'one'
  const before = [clientId === 0, contractId === 0, month === null].filter(Boolean).length
  return (['one', 'two', 'three', 'four'] as const)[before] ?? 'four'
}

/** The one thing worth doing, and what it is about; the page's button does it. */
function Headline({
  day,
  first,
  steps,
}: {
  day: string
  first: Thing | undefined
  steps: FirstStepsToDo | null
}) {
  const { t } = useTranslation('dashboard')
  const { title } = useStepWords(first ?? NO_THING)
  if (first)
    return (
      <>
        {title}
        {first.amount !== 0 && (
          <>
            {t('head.amount')} <Amount major={first.amount} currency={first.currency} />
          </>
        )}
      </>
    )
  return steps ? t(`head.firstSteps.${stepsLeft(steps)}`, { day }) : t('head.upToDate', { day })
}

function SubOf({ thing }: { thing: Thing }) {
  const { sub } = useStepWords(thing)
  return <span className="block">{sub}</span>
}

function NothingYet() {
  const { t } = useTranslation('dashboard')
  const { can } = useSession()
  return (
    <>
      <PageHead title={t('screen.dashboard.title')} margin={<Today />} ruled />
      <EmptyState
        title={t('empty.title')}
        body={t('empty.body')}
        action={
          can('perm_professional_info_update') && (
            <LinkButton to={paths.welcome.to()} variant="primary">
              {t('empty.action')}
            </LinkButton>
          )
        }
      />
    </>
  )
}

function Business({ profileId, dashboard }: { profileId: string; dashboard: Dashboard }) {
  const { t } = useTranslation('dashboard')
  const { language } = usePreferences()
  const { can } = useSession()
  const now = today()
  const { turnover, previousTurnover, owed, month } = dashboard
  const things = thingsToDo(dashboard.next)
  const day = weekday(language, now)
  // Gaps of the set-up come before the first bill. The rest of a new business is one of its first
  // steps.
  const first = things.find(({ kind }) => dashboard.firstSteps === null || kind === 'setup')
  const rest = dashboard.firstSteps === null ? things.filter((thing) => thing !== first) : []
  const others = rest.length > 0 ? ` ${t('head.others', { count: rest.length })}` : ''
  const entered = month.worked + month.holiday
  const filled = t('head.filled', {
    count: entered,
    figure: numberText(language, entered),
  })

  return (
    <>
      <PageHead
        title={t('screen.dashboard.title')}
        heading={
          <>
            {/* On a phone there is no margin for the folio. */}
            <span className="mb-1 block font-sans text-sm font-medium tracking-normal text-warm md:hidden">
              {dayText(language, now, 'long')}
            </span>
            <Headline day={day} first={first} steps={dashboard.firstSteps} />
          </>
        }
        margin={<Today />}
        sub={
          <>
            {first && <SubOf thing={first} />}
            {t('head.days', {
              count: month.workingDays,
              figure: numberText(language, month.workingDays),
              month: monthName(language, Date.UTC(month.year, month.month - 1, 1)),
              filled,
            })}
            {others}
          </>
        }
        actions={
          <>
            {can('perm_timesheet_menu') && !first && dashboard.firstSteps === null && (
              <LinkButton to={paths.timesheets.to()} icon={Grid3x3}>
                {t('action.fillDays')}
              </LinkButton>
            )}
            {can('perm_billing_add') && (
              <LinkButton
                to={paths.bills.to({}, { new: 'bill' })}
                icon={Plus}
                variant={first || dashboard.firstSteps ? 'plain' : 'primary'}
              >
                {t('action.newBill')}
              </LinkButton>
            )}
            {first && <StepAction thing={first} size="md" variant="primary" />}
          </>
        }
        ruled
      />
      {dashboard.firstSteps && (
        <FirstSteps
          profileId={profileId}
          steps={dashboard.firstSteps}
          waiting={<div className="h-[300px]" />}
        />
      )}
      <NextSteps things={rest} />
      {dashboard.firstSteps === null && (
        <>
          <BusinessFigures dashboard={dashboard} />
          <Row
            margin={t('margin.income')}
            ruled
            className="[&>.sheet-body]:pt-5 [&>.sheet-body]:pb-7 [&>.sheet-margin]:pt-[28px]"
          >
            <div className="grid grid-cols-1 gap-x-9 gap-y-7 xl:grid-cols-[minmax(0,1fr)_388px]">
              <Turnover turnover={turnover} previous={previousTurnover} />
              <Owed owed={owed} currency={turnover.currency} />
            </div>
          </Row>
        </>
      )}
      <RunningContracts contracts={dashboard.contracts} />
    </>
  )
}

/** The figures of the year, and of the month's days. */
function BusinessFigures({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation('dashboard')
  const { language } = usePreferences()
  const { turnover, owed, month } = dashboard
  return (
    <Figures
      name={String(turnover.year)}
      items={[
        {
          label: t('figure.receipts'),
          value: <Amount major={turnover.receiptsHT} currency={turnover.currency} />,
          note: <Growth dashboard={dashboard} />,
        },
        setAside(dashboard, t),
        {
          label: t('figure.owed'),
          value: <Amount major={owed.amount} currency={turnover.currency} />,
          ...(owed.lateCount > 0
            ? {
                tone: 'negative' as const,
                note: (
                  <>
                    {t('figure.late')}{' '}
                    <Amount major={owed.lateAmount} currency={turnover.currency} />
                  </>
                ),
              }
            : { note: t('figure.bills', { count: owed.count }) }),
        },
        {
          label: t('figure.worked', {
            month: monthName(language, Date.UTC(month.year, month.month - 1, 1)),
          }),
          value: <Days value={month.worked} />,
          ...(month.unfilled > 0
            ? {
                tone: 'warm' as const,
                note: t('figure.unfilled', {
                  count: month.unfilled,
                  figure: numberText(language, month.unfilled),
                }),
              }
            : { note: t('figure.filled') }),
        },
      ]}
    />
  )
}

/** VAT, or what a business without it sets aside, with its distance from the limit. */
function setAside(
  { exemption, turnover: { receiptsTva, currency } }: Dashboard,
  t: TFunction<'dashboard'>,
) {
  if (exemption === null)
    return {
      label: t('figure.vat'),
      value: <Amount major={receiptsTva} currency={currency} />,
      note: t('figure.vatApart'),
    }
  const { urssaf, reached, limit } = exemption
  const ceiling = (
    <>
      <Amount major={reached} currency="EUR" /> {t('figure.ofLimit')}{' '}
      <Amount major={limit} currency="EUR" />
    </>
  )
  return urssaf === null
    ? {
        label: t('figure.limit'),
        value: <Amount major={limit - reached} currency="EUR" />,
        note: ceiling,
      }
    : { label: t('figure.urssaf'), value: <Amount major={urssaf} currency="EUR" />, note: ceiling }
}

/** Growth against the same months of the previous year; the turnover alone when these had none. */
function Growth({ dashboard: { turnover, previousTurnover } }: { dashboard: Dashboard }) {
  const { t } = useTranslation('dashboard')
  const { language } = usePreferences()
  const growth = growthOf(turnover, previousTurnover, today())
  if (growth === null)
    return (
      <>
        {t('figure.invoiced')} <Amount major={turnover.invoicedHT} currency={turnover.currency} />
      </>
    )
  return t('figure.growth', {
    percent: `\u2066${growth > 0 ? '+\u00A0' : ''}${percentText(language, growth, 0)}\u2069`,
    year: previousTurnover.year,
  })
}
