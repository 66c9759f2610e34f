import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { CircleCheck, CirclePause, Download, ExternalLink } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import {
  subscriptionRoutes,
  type SubscriptionReply,
} from '#contract/subscription/subscription.contract.ts'
import { leave } from '#web/kernel/data/client.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Folio, Note, PageHead, Section } from '#web/kernel/ui/page.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { Amount } from '#web/kernel/ui/values.tsx'
import { dayText, localDay } from '#web/kernel/words/formats.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'
import { Plans } from './plans.tsx'
import { planInvoicesQuery, subscriptionQuery } from './subscription.queries.ts'

/**
 * Time after a checkout for which the screen asks for an unconfirmed payment. @unit milliseconds
 */
const ASK_EVERY_MS = 3_000
/** A longer free access has no bar of days. */
const DAYS_SHOWN = 60

/** Route `/admin/profile/subscription`: the trial, the plans, and what was paid (SU1 to SU4). */
export function SubscriptionScreen() {
  const { t } = useTranslation('subscription')
  const { data, error, refetch } = useQuery(subscriptionQuery())
  const isLate = useReturn(data)
  return (
    <>
      <PageHead
        title={t('screen.subscription.title')}
        margin={
          data?.state === 'freeTrial' ? <Folio day={data.daysLeft} month={t('days')} /> : null
        }
        chip={data && <Status kind={KINDS[data.state]}>{t(`state.${data.state}`)}</Status>}
        sub={data && <Sentence of={data} />}
        actions={data && <Portal of={data} />}
        ruled
      />
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton lines={6} />}
      {data && (
        <>
          {isLate && <Note tone="warning">{t('late')}</Note>}
          {data.state === 'freeTrial' && <Trial of={data} />}
          {!data.mayWrite && <Ended />}
          <Plans of={data} />
          <Invoices />
        </>
      )}
    </>
  )
}

const KINDS = {
  available: 'paid',
  active: 'paid',
  inactive: 'late',
  freeTrial: 'wait',
  canceled: 'part',
  ended: 'stop',
} as const

/** The state with the one date that matters. */
function Sentence({ of }: { of: SubscriptionReply }) {
  const { t } = useTranslation('subscription')
  const { language } = usePreferences()
  const date = (at: number) => dayText(language, localDay(at), 'long')
  const { state, renewsOn, trialEnds, canceledOn } = of
  if (state === 'active')
    return renewsOn === 0 ? t('sub.activeForGood') : t('sub.active', { date: date(renewsOn) })
  if (state === 'freeTrial') return t('sub.freeTrial', { date: date(trialEnds) })
  if (state === 'canceled') return t('sub.canceled', { date: date(canceledOn) })
  if (state === 'ended') return t('sub.ended', { date: date(canceledOn || trialEnds) })
  return t(`sub.${state}`)
}

/**
 * After a checkout or the portal the provider is asked. The true state then shows even before its
 * webhook.
 *
 * @returns whether a payment is still not confirmed
 */
function useReturn(data: SubscriptionReply | undefined): boolean {
  const [query, setQuery] = useSearchParams()
  const { t } = useTranslation('subscription')
  const came = query.get('checkout')
  const { mutate, isSuccess } = useWrite(subscriptionRoutes.refresh, {
    invalidates: ['subscription'],
  })
  const waits = came === 'done' && data?.state !== 'active'
  useEffect(() => {
    if (came === 'portal' || came === 'done') mutate({})
  }, [came, mutate])
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => mutate({}), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [waits, mutate])
  useEffect(() => {
    if (came === null || waits) return
    if (came === 'done') notifySuccess(t('done'))
    setQuery({}, { replace: true })
  }, [came, waits, setQuery, t])
  return waits && isSuccess
}

function Portal({ of }: { of: SubscriptionReply }) {
  const { t } = useTranslation('subscription')
  const { can } = useSession()
  const { language } = usePreferences()
  const open = useWrite(subscriptionRoutes.portal, {
    invalidates: [],
    onDone: ({ url }) => leave.to(url),
  })
  if (!can('perm_subscription_update')) return null
  return (
    <Button
      icon={ExternalLink}
      pending={open.isPending}
      disabledReason={of.hasPortal ? undefined : t('managing')}
      onClick={() => open.mutate({ params: { lang: language } })}
    >
      {t(of.state === 'canceled' ? 'plans.renew' : 'manage')}
    </Button>
  )
}

/** The days of the trial, and what happens after the last one (SU1). */
function Trial({ of: { daysLeft, freeDays, trialEnds } }: { of: SubscriptionReply }) {
  const { t } = useTranslation('subscription')
  const { language } = usePreferences()
  const gone = Math.max(0, freeDays - daysLeft)
  const day = (at: number, style: 'list' | 'long') => dayText(language, localDay(at), style)
  const after = [
    { icon: CircleCheck, text: t('trial.read') },
    { icon: CircleCheck, text: t('trial.bills') },
    { icon: CirclePause, text: t('trial.stops') },
  ]
  return (
    <Section name={t('trial.name')} title={t('trial.left', { count: daysLeft, total: freeDays })}>
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_400px]">
        {freeDays <= DAYS_SHOWN && (
          <div>
            <div className="flex gap-[3px]" aria-hidden="true">
              {Array.from({ length: freeDays }, (_, at) => (
                // The days stand in a fixed order, so an index is a stable key.
                <span
                  key={at}
                  className={clsx('h-5 min-w-0 grow rounded-[2px] border', dayClass(at, gone))}
                />
              ))}
            </div>
            <p className="mt-2 flex justify-between text-xs text-ink-muted">
              <span>{day(trialEnds - freeDays * DAY_MS, 'list')}</span>
              <span>{day(trialEnds, 'list')}</span>
            </p>
          </div>
        )}
        <div>
          <h3 className="font-semibold">{t('trial.then', { date: day(trialEnds, 'long') })}</h3>
          <ul className="mt-2 grid gap-1.5">
            {after.map(({ icon: Icon, text }) => (
              <li key={text} className="flex items-start gap-2.5">
                <Icon size={16} className="mt-0.5 shrink-0 text-ink-muted" />
                {text}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Section>
  )
}

const dayClass = (at: number, gone: number): string =>
  at < gone
    ? 'border-ink-subtle bg-ink-subtle'
    : at === gone
      ? 'border-warm bg-warm'
      : 'border-line-strong'

function Ended() {
  const { t } = useTranslation('subscription')
  return (
    <Section name={t('state.ended')} title={t('ended.title')}>
      <p className="max-w-[640px] text-ink-muted">{t('ended.body')}</p>
    </Section>
  )
}

/** Payments of the user, by the provider's invoices. */
function Invoices() {
  const { t } = useTranslation('subscription')
  const { language } = usePreferences()
  const { data, error, refetch } = useQuery(planInvoicesQuery())
  return (
    <Section name={t('invoices.name')} title={t('invoices.title')}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {data?.length === 0 && <p className="text-ink-muted">{t('invoices.none')}</p>}
      {data && data.length > 0 && (
        <ul className="max-w-[640px] border-t border-line">
          {data.map(({ id, date, label, total, currency, paid, url }) => {
            const day = dayText(language, localDay(date), 'long')
            return (
              <li
                key={id}
                className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-3"
              >
                <span className="num w-[150px] text-ink-muted">{day}</span>
                <span className="min-w-0 grow">
                  <bdi>{label}</bdi>
                </span>
                <Status kind={paid ? 'paid' : 'late'}>
                  {t(paid ? 'invoices.paid' : 'invoices.due')}
                </Status>
                <Amount major={total} currency={currency} className="font-semibold" />
                {url !== '' && (
                  <a
                    className="icon-btn"
                    href={url}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={t('invoices.open', { date: day })}
                  >
                    <Download size={17} />
                  </a>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}
