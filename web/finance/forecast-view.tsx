import { useQuery } from '@tanstack/react-query'
import { History, Landmark, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  forecastRoutes,
  type Behind,
  type Forecast,
  type Threshold,
} from '#contract/finance/forecast.contract.ts'
import { Chart } from '#web/kernel/charts/chart.tsx'
import { FiguresTable } from '#web/kernel/charts/figures-table.tsx'
import { monthRow } from '#web/kernel/charts/month-row.ts'
import { type Series, type Unit, Value } from '#web/kernel/charts/series.tsx'
import type { Language } from '#web/kernel/words/languages.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Figures, Leader, Meter } from '#web/kernel/ui/figures.tsx'
import { Note, Row, Section } from '#web/kernel/ui/page.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Amount, DayText, useAmountText } from '#web/kernel/ui/values.tsx'
import { WhyBand, WhyFigure, type WhyFact } from '#web/kernel/ui/why.tsx'
import { dayText } from '#web/kernel/words/formats.ts'
import { monthKey } from '#web/kernel/words/year-month.ts'
import { paths } from '#web/screens.ts'
import { exactSum } from './exact-sum.ts'
import { type AccountChoice, forecastQuery } from './turnover.queries.ts'
import { WhyHead } from './why-head.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const OpeningBalanceDialog = late(
  async () => (await import('./opening-balance-dialog.tsx')).OpeningBalanceDialog,
)
const HistorySide = late(async () => (await import('./history-side.tsx')).HistorySide)

const ACCOUNTS: readonly AccountChoice[] = ['all', 'professional', 'personal']

/** Twelve months ahead: what is expected and why, what it leaves, and what may be spent today. */
export function ForecastView({ profileId }: { profileId: string }) {
  const { t } = useTranslation(['finance', 'kernel'])
  const { can } = useSession()
  const [url, set] = useUrlState({ account: 'all', why: '' })
  const account = ACCOUNTS.find((one) => one === url.account) ?? 'all'
  const [asks, setAsks] = useState<'opening' | 'history' | null>(null)
  const forecast = useQuery(forecastQuery(profileId, account))
  if (forecast.isPending) return <Skeleton lines={8} />
  if (forecast.isError) return <ErrorState error={forecast.error} onRetry={forecast.refetch} />
  const isUnknown = forecast.data.accounts.every(({ openingDay }) => openingDay === 0)
  const enter = can('perm_transaction_update') && (
    <Button
      icon={Landmark}
      variant={isUnknown ? 'primary' : 'plain'}
      onClick={() => setAsks('opening')}
    >
      {t('forecast.opening.enter')}
    </Button>
  )
  return (
    <>
      <Row ruled className="py-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Segments
            label={t('forecast.accounts')}
            options={ACCOUNTS.map((one) => ({ value: one, label: t(`forecast.choice.${one}`) }))}
            value={account}
            onChange={(one) => set({ account: one, why: '' })}
          />
          <span className="ms-auto flex flex-wrap gap-2">
            {enter}
            {!isUnknown && (
              <Button icon={History} onClick={() => setAsks('history')}>
                {t('kernel:action.history')}
              </Button>
            )}
            <CsvButton
              route={forecastRoutes.expected}
              input={{ params: { profileId }, query: account === 'all' ? {} : { account } }}
              fileName={t('forecast.file')}
            />
          </span>
        </div>
      </Row>
      {isUnknown && (
        <Row className="pt-4">
          <Note tone="warning" icon={<TriangleAlert size={16} />}>
            {t('forecast.opening.unknown')}
          </Note>
        </Row>
      )}
      <TwelveMonths forecast={forecast.data} why={url.why} onWhy={(why) => set({ why })} />
      {asks === 'opening' && (
        <OpeningBalanceDialog
          profileId={profileId}
          forecast={forecast.data}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === 'history' && (
        <HistorySide entity="openingBalance" profileId={profileId} onClose={() => setAsks(null)} />
      )}
    </>
  )
}

type Key = 'actualIn' | 'expectedIn' | 'actualOut' | 'expectedOut' | 'balanceBefore' | 'balance'

/**
 * The balance at the end of each month before this one: today's, less what was paid since. It is
 * not known before the day of the bank's statement.
 */
function balancesBefore({
  balance,
  before,
  months,
  accounts,
}: Forecast): readonly (number | null)[] {
  const firstDay = Math.max(...accounts.map(({ openingDay }) => openingDay))
  const ends: (number | null)[] = []
  let end = balance - (months[0]?.actualIn ?? 0) + (months[0]?.actualOut ?? 0)
  for (const month of before.toReversed()) {
    ends.unshift(
      Date.UTC(month.year, month.month, 0) < firstDay ? null : Math.round(end * 100) / 100,
    )
    end = end - month.actualIn + month.actualOut
  }
  return ends
}

/** The months before and the months ahead, as the charts draw them. */
function chartRows(forecast: Forecast, language: Language) {
  const { months, before } = forecast
  const ends = balancesBefore(forecast)
  const past = before.map((one, i) =>
    monthRow<Key>(language, one.year, one.month, {
      actualIn: one.actualIn,
      expectedIn: null,
      actualOut: -one.actualOut,
      expectedOut: null,
      balanceBefore: ends[i] ?? null,
      // The dashed line begins where the other one ends.
      balance: i === before.length - 1 ? (ends[i] ?? null) : null,
    }),
  )
  const ahead = months.map((one) =>
    monthRow<Key>(language, one.year, one.month, {
      actualIn: one.actualIn === 0 ? null : one.actualIn,
      expectedIn: one.expectedIn,
      actualOut: one.actualOut === 0 ? null : -one.actualOut,
      expectedOut: -one.expectedOut,
      balanceBefore: null,
      balance: one.balance,
    }),
  )
  return [...past, ...ahead]
}

type Months = { forecast: Forecast; why: string; onWhy: (why: string) => void }

function TwelveMonths(props: Months) {
  const { forecast, why, onWhy } = props
  const { t } = useTranslation('finance')
  const { language } = usePreferences()
  const amount = useAmountText()
  const { currency, months } = forecast
  const money: Unit = { kind: 'money', currency }
  const bars = (['actualIn', 'expectedIn', 'actualOut', 'expectedOut'] as const).map(
    (key): Series<Key> => ({
      key,
      label: t(`forecast.${key}`),
      tone: key.endsWith('In') ? 1 : 2,
      look: key.startsWith('actual') ? 'solid' : 'hatched',
      stack: 'money',
    }),
  )
  const lines: readonly Series<Key>[] = [
    { key: 'balanceBefore', label: t('forecast.balanceBefore'), tone: 3, look: 'line' },
    { key: 'balance', label: t('forecast.balanceAhead'), tone: 3, look: 'dashed' },
  ]
  const toggle = (key: string) => onWhy(why === key ? '' : key)
  const charts = {
    unit: money,
    rows: chartRows(forecast, language),
    onChoose: (id: string) => months.some((one) => monthKey(one) === id) && toggle(id),
  }
  const value = (major: number) => <Value value={major} unit={money} symbol={false} />
  return (
    <>
      <TodayFigures {...props} />
      <Why {...props} />
      <Section name={t('forecast.margin')} title={t('forecast.question')}>
        <div className="grid grid-cols-1 gap-x-9 gap-y-6 xl:grid-cols-2">
          <Chart
            {...charts}
            spoken={t('forecast.spokenBalance', {
              balance: amount({ major: months.at(-1)?.balance ?? 0, currency }),
            })}
            series={lines}
          />
          <Chart
            {...charts}
            spoken={t('forecast.spoken', {
              in: amount({ major: exactSum(months, ({ expectedIn }) => expectedIn), currency }),
              out: amount({ major: exactSum(months, ({ expectedOut }) => expectedOut), currency }),
            })}
            series={bars}
          />
        </div>
        <div className="mt-4">
          <FiguresTable
            caption={t('forecast.table')}
            head={t('followUp.of.month')}
            columns={(['actual', 'expectedIn', 'expectedOut', 'balance'] as const).map((key) => ({
              key,
              head: t(`forecast.column.${key}`),
            }))}
            rows={months.map((one) => {
              const { id, name, current = false } = monthRow(language, one.year, one.month, {})
              return {
                id,
                current,
                head: (
                  <WhyHead open={why === id} onClick={() => toggle(id)}>
                    {name}
                  </WhyHead>
                ),
                cells: {
                  actual: value(one.actualIn - one.actualOut),
                  expectedIn: value(one.expectedIn),
                  expectedOut: value(-one.expectedOut),
                  balance: (
                    <span className={one.balance < 0 ? 'text-negative' : undefined}>
                      {value(one.balance)}
                    </span>
                  ),
                },
              }
            })}
          />
        </div>
      </Section>
      <Limits thresholds={forecast.thresholds} />
    </>
  )
}

/** Today's balance, what may be spent, the balance in twelve months, and the day it runs dry. */
function TodayFigures({ forecast, why, onWhy }: Months) {
  const { t } = useTranslation('finance')
  const { currency, months, balance, safeToSpend, runsDryOn } = forecast
  const isDry = runsDryOn !== 0
  const figure = (key: 'balance' | 'safe' | 'end', major: number, note: ReactNode) => ({
    label: t(`forecast.${key}`),
    value: (
      <WhyFigure
        open={why === key}
        label={t(`forecast.${key}`)}
        onClick={() => onWhy(why === key ? '' : key)}
      >
        <Amount major={major} currency={currency} />
      </WhyFigure>
    ),
    note,
  })
  return (
    <Figures
      name={t('forecast.today')}
      items={[
        figure('balance', balance, t('forecast.balanceNote')),
        figure('safe', safeToSpend, t('forecast.safeNote')),
        figure(
          'end',
          months.at(-1)?.balance ?? 0,
          <>
            <Amount
              major={exactSum(months, ({ expectedIn }) => expectedIn)}
              currency={currency}
              sign="always"
            />{' '}
            <Amount
              major={-exactSum(months, ({ expectedOut }) => expectedOut)}
              currency={currency}
            />
          </>,
        ),
        {
          label: t('forecast.dry'),
          value: isDry ? <DayText at={runsDryOn} /> : t('forecast.neverDry'),
          note: t(isDry ? 'forecast.dryNote' : 'forecast.neverDryNote'),
          ...(isDry && { tone: 'negative' as const }),
        },
      ]}
    />
  )
}

/** Parts of the opened figure or month. */
function Why({ forecast, why, onWhy }: Months) {
  const { t } = useTranslation('finance')
  const { language } = usePreferences()
  const { currency, months, balance, accounts, safeParts, safeToSpend } = forecast
  const onClose = () => onWhy('')
  const money = (major: number) => <Amount major={major} currency={currency} />
  const signed = (major: number) => <Amount major={major} currency={currency} sign="always" />
  const monthName = ({ year, month }: Forecast['months'][number]) =>
    monthRow(language, year, month, {}).name
  if (why === 'balance')
    return (
      <WhyBand
        title={t('forecast.balance')}
        rule={t('forecast.rule.balance')}
        facts={accounts.map((one) => ({
          id: one.account,
          day: one.openingDay,
          label: t(`forecast.account.${one.account}`),
          note:
            one.openingDay === 0 ? (
              t('forecast.opening.none')
            ) : (
              <>
                {t('forecast.opening.since')} {money(one.openingBalance)}
              </>
            ),
          value: money(one.balance),
        }))}
        total={money(accounts.reduce((total, one) => total + one.balance, 0))}
        onClose={onClose}
      />
    )
  if (why === 'safe')
    return (
      <WhyBand
        title={t('forecast.safe')}
        rule={t('forecast.rule.safe')}
        facts={safeParts.map((part) => ({
          id: part.name,
          day: 0,
          label: t(`forecast.part.${part.name}`),
          value: money(part.amount),
        }))}
        total={money(safeToSpend)}
        onClose={onClose}
      />
    )
  if (why === 'end')
    return (
      <WhyBand
        title={t('forecast.end')}
        rule={t('forecast.rule.month')}
        facts={[
          { id: 'balance', day: 0, label: t('forecast.part.balance'), value: money(balance) },
          ...months.map((one) => ({
            id: monthKey(one),
            day: 0,
            label: <span className="inline-block first-letter:uppercase">{monthName(one)}</span>,
            note: (
              <>
                {signed(one.expectedIn)} {money(-one.expectedOut)}
              </>
            ),
            value: signed(exactSum([one.expectedIn, -one.expectedOut], (part) => part)),
          })),
        ]}
        total={money(months.at(-1)?.balance ?? 0)}
        onClose={onClose}
      />
    )
  const opened = months.find((one) => monthKey(one) === why)
  if (!opened) return null
  return (
    <BehindMonth
      key={why}
      month={opened}
      name={monthName(opened)}
      currency={currency}
      onClose={onClose}
    />
  )
}

/** The screen that shows the record behind an expected amount. */
function linkOf({ kind, id }: Behind): string {
  if (kind === 'bill' || kind === 'draft') return paths.bill.to({ id })
  if (kind === 'charge') return paths.charges.to({}, { open: id })
  if (kind === 'scheduled') return paths.scheduled.to({}, { open: id })
  return kind === 'unbilled' || kind === 'contract'
    ? paths.contract.to({ id })
    : paths.transactions.to({}, { open: id })
}

/** Expected amounts of a month, the earliest first. */
function BehindMonth({
  month,
  name,
  currency,
  onClose,
}: {
  month: Forecast['months'][number]
  name: string
  currency: string
  onClose: () => void
}) {
  const { t } = useTranslation('finance')
  const facts = month.behind.map(
    (one): WhyFact => ({
      id: `${one.kind} ${one.id} ${one.day}`,
      day: one.day,
      label: one.label ? <bdi>{one.label}</bdi> : t(`forecast.kind.${one.kind}`),
      note: one.label ? t(`forecast.kind.${one.kind}`) : undefined,
      to: one.kind === 'vat' ? undefined : linkOf(one),
      value: <Amount major={one.amount} currency={currency} sign="always" />,
    }),
  )
  const left = month.behindCount - month.behind.length
  return (
    <WhyBand
      title={t('forecast.behind', { month: name })}
      rule={t('forecast.rule.month')}
      facts={facts}
      more={left > 0 && t('vatScreen.why.more', { count: left })}
      total={
        <Amount major={month.expectedIn - month.expectedOut} currency={currency} sign="always" />
      }
      onClose={onClose}
    />
  )
}

/**
 * Distance of turnover from the limits of the law, and the expected crossing. Limits of other
 * regimes are folded.
 */
function Limits({ thresholds }: { thresholds: readonly Threshold[] }) {
  const { t } = useTranslation('finance')
  if (thresholds.length === 0) return null
  const own = thresholds.filter(({ applies }) => applies)
  const others = thresholds.filter(({ applies }) => !applies)
  return (
    <Section name={t('forecast.limits.margin')} title={t('forecast.limits.title')}>
      <LimitList thresholds={own} />
      {others.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit cursor-pointer text-sm font-medium text-accent">
            {t('forecast.limits.others', { count: others.length })}
          </summary>
          <LimitList thresholds={others} />
        </details>
      )}
    </Section>
  )
}

function LimitList({ thresholds }: { thresholds: readonly Threshold[] }) {
  const { t } = useTranslation('finance')
  const { language, discreet } = usePreferences()
  const amount = useAmountText()
  return (
    <ul className="grid grid-cols-1 gap-x-10 md:grid-cols-2">
      {thresholds.map((one) => {
        const name = t(`forecast.limits.${one.name}`, {
          trade: t(`forecast.limits.trade.${one.trade}`),
        })
        const day = one.crossedOn === 0 ? '' : dayText(language, one.crossedOn, 'long')
        const isAbove = one.reached > one.limit
        const state = isAbove
          ? day === ''
            ? t('forecast.limits.crossed')
            : t('forecast.limits.crossedOn', { day })
          : day === ''
            ? t('forecast.limits.notThisYear')
            : t('forecast.limits.wouldCross', { day })
        return (
          <li key={`${one.name} ${one.trade}`} className="py-3">
            <Leader label={<span className="font-medium text-ink">{name}</span>}>
              <Amount major={one.reached} currency="EUR" /> /{' '}
              <Amount major={one.limit} currency="EUR" />
            </Leader>
            <Meter
              // A limit of another regime is no warning.
              done={
                discreet
                  ? 0
                  : Math.max(0, one.applies ? one.reached : Math.min(one.reached, one.limit))
              }
              planned={one.limit}
              label={`${name}, ${amount({ major: one.reached, currency: 'EUR' })}`}
            />
            <p
              className={
                isAbove && one.applies
                  ? 'mt-1 text-xs text-negative'
                  : 'mt-1 text-xs text-ink-muted'
              }
            >
              {state} {!one.applies && t('forecast.limits.notYours')}
            </p>
            <p className="text-xs text-ink-subtle">
              {t('forecast.limits.rule', {
                day: dayText(language, one.from, 'long'),
                source: one.source,
              })}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
