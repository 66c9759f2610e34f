import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import { Chart } from '#web/kernel/charts/chart.tsx'
import { FiguresTable } from '#web/kernel/charts/figures-table.tsx'
import { monthRow, passedOf } from '#web/kernel/charts/month-row.ts'
import { type Series, type Unit, Value } from '#web/kernel/charts/series.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { Figures } from '#web/kernel/ui/figures.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { useAmountText } from '#web/kernel/ui/values.tsx'
import { WhyBand, WhyFigure } from '#web/kernel/ui/why.tsx'
import { thisYear } from '#web/kernel/words/formats.ts'
import { paths } from '#web/screens.ts'
import { exactSum } from './exact-sum.ts'
import { FollowUpHead, type Tax } from './follow-up-head.tsx'
import { movementsQuery, paidOfYearQuery } from './turnover.queries.ts'

type Sums = {
  readonly amount: number
  readonly amountTTC: number
  readonly vat: number
  readonly count: number
}

/** Payments in and out, by month of a year, and by year. */
export function MovementsView({ profileId }: { profileId: string }) {
  const { t } = useTranslation('finance')
  const [url, set] = useUrlState({ tax: 'TTC', by: 'month', year: '', why: '' })
  const tax: Tax = url.tax === 'HT' ? 'HT' : 'TTC'
  const byYear = url.by === 'year'
  const statistic = useQuery(movementsQuery(profileId))
  if (statistic.isPending) return <Skeleton lines={8} />
  if (statistic.isError) return <ErrorState error={statistic.error} onRetry={statistic.refetch} />
  const years = Object.keys(statistic.data)
    .map(Number)
    .sort((a, b) => b - a)
  const year = /^20\d\d$/.test(url.year)
    ? Number(url.year)
    : (years.find((one) => one <= thisYear()) ?? years[0] ?? 0)
  const ofYear = statistic.data[String(year)]
  if (years.length === 0)
    return (
      <EmptyState
        title={t('followUp.movements.empty.title')}
        body={t('followUp.movements.empty.body')}
      />
    )
  return (
    <>
      <FollowUpHead
        tax={tax}
        onTax={(one) => set({ tax: one })}
        by={byYear ? 'year' : 'month'}
        periods={['month', 'year']}
        onBy={(one) => set({ by: one, why: '' })}
        years={years}
        year={year}
        onYear={(one) => set({ year: String(one), why: '' })}
        csv={
          byYear ? (
            <CsvButton
              route={financeRoutes.statisticYears}
              input={{ params: { profileId } }}
              fileName={t('followUp.movements.file')}
            />
          ) : (
            <CsvButton
              route={financeRoutes.statisticMonths}
              input={{ params: { profileId, year } }}
              fileName={`${t('followUp.movements.file')}-${year}`}
            />
          )
        }
      />
      {byYear ? (
        <Movements
          profileId={profileId}
          currency={Object.values(statistic.data)[0]?.currency ?? 'EUR'}
          name={t('followUp.everyYear')}
          tax={tax}
          why={url.why}
          onWhy={(why) => set({ why })}
          places={years.toReversed().map((one) => ({
            id: String(one),
            short: String(one),
            name: String(one),
            ...runningYear(one),
            incomes: statistic.data[String(one)]?.incomes,
            outcomes: statistic.data[String(one)]?.outcomes,
          }))}
        />
      ) : (
        <MonthsOf
          profileId={profileId}
          year={year}
          tax={tax}
          of={ofYear}
          why={url.why}
          onWhy={(why) => set({ why })}
        />
      )}
    </>
  )
}

/** The share of this year that has passed; nothing for another year. */
function runningYear(year: number): Pick<Place, 'passed'> {
  const passed = passedOf(Date.UTC(year, 0, 1), Date.UTC(year, 11, 31))
  return passed === undefined ? {} : { passed }
}

type YearOfMovements = {
  readonly currency: string
  readonly months: readonly {
    readonly month: number
    readonly incomes: Sums
    readonly outcomes: Sums
  }[]
}

function MonthsOf({
  of,
  year,
  ...rest
}: {
  profileId: string
  year: number
  tax: Tax
  of: YearOfMovements | undefined
  why: string
  onWhy: (why: string) => void
}) {
  const { language } = usePreferences()
  return (
    <Movements
      {...rest}
      year={year}
      currency={of?.currency ?? 'EUR'}
      name={String(year)}
      places={(of?.months ?? []).map(({ month, incomes, outcomes }) => ({
        ...monthRow(language, year, month, {}),
        incomes,
        outcomes,
      }))}
    />
  )
}

type Place = {
  readonly id: string
  readonly short: string
  readonly name: string
  readonly current?: boolean
  readonly passed?: number
  readonly incomes: Sums | undefined
  readonly outcomes: Sums | undefined
}

const SIDES = ['incomes', 'outcomes'] as const
const KEYS = [...SIDES, 'balance'] as const
type Key = (typeof KEYS)[number]

/** The sums of each place with or without VAT, and of all places. */
function movementsOf(places: readonly Place[], tax: Tax) {
  const of = (sums: Sums | undefined) => sums?.[tax === 'HT' ? 'amount' : 'amountTTC'] ?? 0
  const rows = places.map((place) => {
    const [incomes, outcomes] = [of(place.incomes), of(place.outcomes)]
    return { ...place, values: { incomes, outcomes: -outcomes, balance: incomes - outcomes } }
  })
  const total = {
    incomes: exactSum(rows, ({ values }) => values.incomes),
    outcomes: exactSum(rows, ({ values }) => values.outcomes),
    balance: exactSum(rows, ({ values }) => values.balance),
  }
  return { rows, total }
}

type MovementsOf = {
  profileId: string
  currency: string
  name: string
  tax: Tax
  places: readonly Place[]
  /** Absent for all years together. */
  year?: number
  why: string
  onWhy: (why: string) => void
}

function Movements(props: MovementsOf) {
  const { currency, name, tax, places, year, why, onWhy } = props
  const { t } = useTranslation('finance')
  const amount = useAmountText()
  const money: Unit = { kind: 'money', currency }
  const { rows, total } = movementsOf(places, tax)
  const names = useNames()
  const series = SIDES.map(
    (key, side): Series<Key> => ({
      key,
      label: names[key],
      tone: side === 0 ? 1 : 2,
      look: 'solid',
      stack: 'money',
    }),
  )
  const value = (major: number) => <Value value={major} unit={money} symbol={false} />
  const cells = ({ incomes, outcomes, balance }: Readonly<Record<Key, number>>) => ({
    incomes: value(incomes),
    outcomes: value(outcomes),
    balance: value(balance),
  })
  return (
    <>
      <Figures
        name={name}
        items={KEYS.map((key) => ({
          label: names[key],
          value: (
            <WhyFigure
              open={why === key}
              label={names[key]}
              onClick={() => onWhy(why === key ? '' : key)}
            >
              <Value value={total[key]} unit={money} />
            </WhyFigure>
          ),
          note:
            key === 'balance'
              ? t('followUp.movements.balanceNote')
              : t('followUp.movements.count', {
                  count: places.reduce((count, place) => count + (place[key]?.count ?? 0), 0),
                }),
        }))}
      />
      <WhyMovements {...props} rows={rows} total={total} />
      <Section name={t('followUp.movements.margin')} title={t('followUp.movements.question')}>
        <Chart
          spoken={t('followUp.movements.spoken', {
            name,
            incomes: amount({ major: total.incomes, currency }),
            outcomes: amount({ major: -total.outcomes, currency }),
          })}
          unit={money}
          series={series}
          rows={rows}
        />
        <div className="mt-4">
          <FiguresTable
            caption={t('followUp.movements.table', { name })}
            head={t(year === undefined ? 'followUp.of.year' : 'followUp.of.month')}
            columns={KEYS.map((key) => ({ key, head: names[key] }))}
            rows={rows.map(({ id, name: head, current = false, values }) => ({
              id,
              current,
              head: <span className="inline-block first-letter:uppercase">{head}</span>,
              cells: cells(values),
            }))}
            total={{ head: t('followUp.total'), cells: cells(total) }}
          />
        </div>
      </Section>
    </>
  )
}

function useNames(): Readonly<Record<Key, string>> {
  const { t } = useTranslation('finance')
  return {
    incomes: t('tab.incomes'),
    outcomes: t('tab.outcomes'),
    balance: t('followUp.movements.balance'),
  }
}

/** Parts of the opened sum: years, both sides of a year, or the transactions of a side. */
function WhyMovements({
  profileId,
  currency,
  name,
  tax,
  year,
  why,
  onWhy,
  rows,
  total,
}: MovementsOf & ReturnType<typeof movementsOf>) {
  const { t } = useTranslation('finance')
  const names = useNames()
  const key = KEYS.find((one) => one === why)
  if (key === undefined) return null
  const money = (value: number) => <Value value={value} unit={{ kind: 'money', currency }} />
  const onClose = () => onWhy('')
  if (year !== undefined && key !== 'balance')
    return (
      <PaidOfYear
        key={key}
        {...{ profileId, year, tax, onClose }}
        side={key}
        total={money(total[key])}
      />
    )
  const parts =
    year === undefined
      ? rows.map(({ id, name: label, values }) => ({ id, label, value: values[key] }))
      : SIDES.map((side) => ({ id: side, label: names[side], value: total[side] }))
  return (
    <WhyBand
      title={t('followUp.why', { name: names[key], period: name })}
      rule={
        year === undefined
          ? t('followUp.rule.movementsOfYears')
          : t('followUp.rule.movements', { year })
      }
      facts={parts.map(({ id, label, value }) => ({ id, day: 0, label, value: money(value) }))}
      total={money(total[key])}
      onClose={onClose}
    />
  )
}

/** The paid transactions of a year that make its incomes or its expenses. */
function PaidOfYear({
  profileId,
  side,
  year,
  tax,
  total,
  onClose,
}: {
  profileId: string
  side: 'incomes' | 'outcomes'
  year: number
  tax: Tax
  total: React.ReactNode
  onClose: () => void
}) {
  const { t } = useTranslation('finance')
  const paid = useQuery(paidOfYearQuery(profileId, side === 'incomes' ? 'in' : 'out', year)).data
  const left = (paid?.total ?? 0) - (paid?.rows.length ?? 0)
  return (
    <WhyBand
      title={t('followUp.why', { name: t(`tab.${side}`), period: year })}
      rule={t('followUp.rule.movements', { year })}
      facts={paid?.rows.map((row) => ({
        id: row.id,
        day: row.paymentDate,
        label: (
          <bdi>
            {row.label || row.client || row.organism || t(`transaction.option.type.${row.type}`)}
          </bdi>
        ),
        note: <bdi>{row.reference}</bdi>,
        to: paths.transactions.to({}, { open: row.id }),
        value: (
          <Value
            value={(row.operation === 'in' ? 1 : -1) * (tax === 'HT' ? row.amount : row.amountTTC)}
            unit={{ kind: 'money', currency: row.currency }}
          />
        ),
      }))}
      total={total}
      more={
        left > 0 && (
          <Link className="link" to={paths.transactions.to({}, { year: String(year), view: side })}>
            {t('followUp.more', { count: left })}
          </Link>
        )
      }
      onClose={onClose}
    />
  )
}
