import { useQuery } from '@tanstack/react-query'
import { History, Landmark, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
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
import { type AccountChoice, forecastQuery } from './turnover.queries.ts'

const OpeningBalanceDialog = lazy(async () => ({
  default: (await import('./opening-balance-dialog.tsx')).OpeningBalanceDialog,
}))
const HistorySide = lazy(async () => ({
  default: (await import('./history-side.tsx')).HistorySide,
}))

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
          <Note tone="warning" icon={<TriangleAlert size={16} aria-hidden="true" />}>
            {t('forecast.opening.unknown')}
          </Note>
        </Row>
      )}
      <TwelveMonths forecast={forecast.data} why={url.why} onWhy={(why) => set({ why })} />
      <Suspense fallback={null}>
        {asks === 'opening' && (
          <OpeningBalanceDialog
            profileId={profileId}
            forecast={forecast.data}
            onClose={() => setAsks(null)}
          />
        )}
        {asks === 'history' && (
          <HistorySide
            entity="openingBalance"
            profileId={profileId}
            onClose={() => setAsks(null)}
          />
        )}
      </Suspense>
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
  const known = Math.max(...accounts.map(({ openingDay }) => openingDay))
  const ends: (number | null)[] = []
  let end = balance - (months[0]?.actualIn ?? 0) + (months[0]?.actualOut ?? 0)
  for (const month of before.toReversed()) {
    ends.unshift(Date.UTC(month.year, month.month, 0) < known ? null : Math.round(end * 100) / 100)
    end = end - month.actualIn + month.actualOut
  }
  return ends
}

function TwelveMonths({
  forecast,
  why,
  onWhy,
}: {
  forecast: Forecast
  why: string
  onWhy: (why: string) => void
}) {
  const { t } = useTranslation('finance')
  const { language } = usePreferences()
  const amount = useAmountText()
  const { currency, months, before, balance, runsDryOn } = forecast
  const money: Unit = { kind: 'money', currency }
  const series: readonly Series<Key>[] = [
    { key: 'actualIn', label: t('forecast.actualIn'), tone: 1, look: 'solid', stack: 'money' },
    {
      key: 'expectedIn',
      label: t('forecast.expectedIn'),
      tone: 1,
      look: 'hatched',
      stack: 'money',
    },
    { key: 'actualOut', label: t('forecast.actualOut'), tone: 2, look: 'solid', stack: 'money' },
    {
      key: 'expectedOut',
      label: t('forecast.expectedOut'),
      tone: 2,
      look: 'hatched',
      stack: 'money',
    },
  ]
  const lines: readonly Series<Key>[] = [
    { key: 'balanceBefore', label: t('forecast.balanceBefore'), tone: 3, look: 'line' },
    { key: 'balance', label: t('forecast.balanceAhead'), tone: 3, look: 'dashed' },
  ]
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
  const toggle = (key: string) => onWhy(why === key ? '' : key)
  const choose = (id: string) => months.some((one) => monthKey(one) === id) && toggle(id)
  const opened = months.find((one) => monthKey(one) === why)
  const sum = (of: (month: Forecast['months'][number]) => number) =>
    months.reduce((total, month) => total + Math.round(of(month) * 1000), 0) / 1000
  const end = months.at(-1)

  return (
    <>
      <Figures
        name={t('forecast.today')}
        items={[
          {
            label: t('forecast.balance'),
            value: (
              <WhyFigure
                open={why === 'balance'}
                label={t('forecast.balance')}
                onClick={() => toggle('balance')}
              >
                <Amount major={balance} currency={currency} />
              </WhyFigure>
            ),
            note: t('forecast.balanceNote'),
          },
          {
            label: t('forecast.safe'),
            value: (
              <WhyFigure
                open={why === 'safe'}
                label={t('forecast.safe')}
                onClick={() => toggle('safe')}
              >
                <Amount major={forecast.safeToSpend} currency={currency} />
              </WhyFigure>
            ),
            note: t('forecast.safeNote'),
          },
          {
            label: t('forecast.end'),
            value: (
              <WhyFigure
                open={why === 'end'}
                label={t('forecast.end')}
                onClick={() => toggle('end')}
              >
                <Amount major={end?.balance ?? 0} currency={currency} />
              </WhyFigure>
            ),
            note: (
              <>
                <Amount
                  major={sum(({ expectedIn }) => expectedIn)}
                  currency={currency}
                  sign="always"
                />{' '}
                <Amount major={-sum(({ expectedOut }) => expectedOut)} currency={currency} />
              </>
            ),
          },
          {
            label: t('forecast.dry'),
            value: runsDryOn === 0 ? t('forecast.neverDry') : <DayText at={runsDryOn} />,
            note: t(runsDryOn === 0 ? 'forecast.neverDryNote' : 'forecast.dryNote'),
            ...(runsDryOn !== 0 && { tone: 'negative' as const }),
          },
        ]}
      />
      {why === 'balance' && (
        <WhyBand
          title={t('forecast.balance')}
          rule={t('forecast.rule.balance')}
          facts={forecast.accounts.map((one) => ({
            id: one.account,
            day: one.openingDay,
            label: t(`forecast.account.${one.account}`),
            note:
              one.openingDay === 0 ? (
                t('forecast.opening.none')
              ) : (
                <>
                  {t('forecast.opening.since')}{' '}
                  <Amount major={one.openingBalance} currency={currency} />
                </>
              ),
            value: <Amount major={one.balance} currency={currency} />,
          }))}
          total={
            <Amount
              major={forecast.accounts.reduce((total, one) => total + one.balance, 0)}
              currency={currency}
            />
          }
          onClose={() => onWhy('')}
        />
      )}
      {why === 'safe' && (
        <WhyBand
          title={t('forecast.safe')}
          rule={t('forecast.rule.safe')}
          facts={forecast.safeParts.map((part) => ({
            id: part.name,
            day: 0,
            label: t(`forecast.part.${part.name}`),
            value: <Amount major={part.amount} currency={currency} />,
          }))}
          total={<Amount major={forecast.safeToSpend} currency={currency} />}
          onClose={() => onWhy('')}
        />
      )}
      {why === 'end' && (
        <WhyBand
          title={t('forecast.end')}
          rule={t('forecast.rule.month')}
          facts={[
            {
              id: 'balance',
              day: 0,
              label: t('forecast.part.balance'),
              value: <Amount major={balance} currency={currency} />,
            },
            ...months.map((one) => ({
              id: monthKey(one),
              day: 0,
              label: (
                <span className="inline-block first-letter:uppercase">
                  {monthRow(language, one.year, one.month, {}).name}
                </span>
              ),
              note: (
                <>
                  <Amount major={one.expectedIn} currency={currency} sign="always" />{' '}
                  <Amount major={-one.expectedOut} currency={currency} />
                </>
              ),
              value: (
                <Amount
                  major={Math.round((one.expectedIn - one.expectedOut) * 1000) / 1000}
                  currency={currency}
                  sign="always"
                />
              ),
            })),
          ]}
          total={<Amount major={end?.balance ?? 0} currency={currency} />}
          onClose={() => onWhy('')}
        />
      )}
      {opened && (
        <BehindMonth
          key={why}
          month={opened}
          name={monthRow(language, opened.year, opened.month, {}).name}
          currency={currency}
          onClose={() => onWhy('')}
        />
      )}
      <Section name={t('forecast.margin')} title={t('forecast.question')}>
        <div className="grid grid-cols-1 gap-x-9 gap-y-6 xl:grid-cols-2">
          <Chart
            spoken={t('forecast.spokenBalance', {
              balance: amount({ major: end?.balance ?? 0, currency }),
            })}
            unit={money}
            series={lines}
            onChoose={choose}
            rows={[...past, ...ahead]}
          />
          <Chart
            spoken={t('forecast.spoken', {
              in: amount({ major: sum(({ expectedIn }) => expectedIn), currency }),
              out: amount({ major: sum(({ expectedOut }) => expectedOut), currency }),
            })}
            unit={money}
            series={series}
            onChoose={choose}
            rows={[...past, ...ahead]}
          />
        </div>
        <div className="mt-4">
          <FiguresTable
            caption={t('forecast.table')}
            head={t('followUp.of.month')}
            columns={[
              { key: 'actual', head: t('forecast.column.actual') },
              { key: 'expectedIn', head: t('forecast.column.expectedIn') },
              { key: 'expectedOut', head: t('forecast.column.expectedOut') },
              { key: 'balance', head: t('forecast.column.balance') },
            ]}
            rows={months.map((one) => {
              const { id, name, current = false } = monthRow(language, one.year, one.month, {})
              return {
                id,
                current,
                head: (
                  <button
                    type="button"
                    className="link cursor-pointer border-0 bg-transparent p-0 text-start first-letter:uppercase"
                    aria-expanded={why === id}
                    onClick={() => toggle(id)}
                  >
                    {name}
                  </button>
                ),
                cells: {
                  actual: (
                    <Value value={one.actualIn - one.actualOut} unit={money} symbol={false} />
                  ),
                  expectedIn: <Value value={one.expectedIn} unit={money} symbol={false} />,
                  expectedOut: <Value value={-one.expectedOut} unit={money} symbol={false} />,
                  balance: (
                    <span className={one.balance < 0 ? 'text-negative' : undefined}>
                      <Value value={one.balance} unit={money} symbol={false} />
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

/** The screen that shows the record behind an expected amount. */
function linkOf({ kind, id }: Behind): string {
  if (kind === 'bill' || kind === 'draft') return paths.bill.to({ id })
  if (kind === 'charge') return paths.charges.to({}, { open: id })
  if (kind === 'scheduled') return paths.scheduled.to({}, { open: id })
  return kind === 'unbilled' || kind === 'contract'
    ? paths.contract.to({ id })
    : paths.transactions.to({}, { open: id })
}

/** What is expected in a month, the earliest first. */
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
  return (
    <WhyBand
      title={t('forecast.behind', { month: name })}
      rule={t('forecast.rule.month')}
      facts={facts}
      total={
        <Amount major={month.expectedIn - month.expectedOut} currency={currency} sign="always" />
      }
      onClose={onClose}
    />
  )
}

/**
 * How near turnover is to the limits of the law, and when it would cross them. Those of other
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
