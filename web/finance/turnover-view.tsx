import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import type { TurnoverPeriod } from '#contract/finance/finance.schemas.ts'
import { Chart } from '#web/kernel/charts/chart.tsx'
import { FiguresTable } from '#web/kernel/charts/figures-table.tsx'
import { monthRow, passedOf } from '#web/kernel/charts/month-row.ts'
import { type ChartRow, type Series, type Unit, Value } from '#web/kernel/charts/series.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { Figures } from '#web/kernel/ui/figures.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { None, Percent, useAmountText } from '#web/kernel/ui/values.tsx'
import { WhyFigure } from '#web/kernel/ui/why.tsx'
import { thisYear, today } from '#web/kernel/words/formats.ts'
import { paths } from '#web/screens.ts'
import { exactSum } from './exact-sum.ts'
import { FollowUpHead, type Tax } from './follow-up-head.tsx'
import { figuresOf, TurnoverFacts } from './turnover-facts.tsx'
import { type Basis, type By, periodsQuery, turnoverClientsQuery } from './turnover.queries.ts'
import { WhyHead } from './why-head.tsx'

const chosen = <V extends string>(text: string, values: readonly V[], otherwise: V): V =>
  values.find((value) => value === text) ?? otherwise

type Figures = ReturnType<typeof figuresOf>
const FIGURES = ['ht', 'tva', 'ttc', 'value', 'before'] as const
const totalOf = (rows: readonly Figures[]): Figures =>
  Object.fromEntries(
    FIGURES.map((field) => [field, exactSum(rows, (row) => row[field])]),
  ) as Figures // entries forget keys
/** Growth in percent; null without anything before. */
const growthOf = ({ value, before }: Figures): number | null =>
  before > 0 ? Math.round((value / before - 1) * 1000) / 10 : null

/** Turnover by month, quarter or year, beside the year before, and by client and contract. */
export function TurnoverView({ profileId }: { profileId: string }) {
  const { t } = useTranslation('finance')
  const [url, set] = useUrlState({ basis: 'receipts', tax: 'HT', by: 'month', year: '', why: '' })
  const basis = chosen<Basis>(url.basis, ['receipts', 'invoiced'], 'receipts')
  const tax = chosen<Tax>(url.tax, ['HT', 'TTC'], 'HT')
  const by = chosen<By>(url.by, ['month', 'quarter', 'year'], 'month')
  const all = useQuery(periodsQuery(profileId, 'year', thisYear()))
  const years = (all.data ?? []).map(({ year }) => year).toSorted((a, b) => b - a)
  const year = /^20\d\d$/.test(url.year)
    ? Number(url.year)
    : (years.find((one) => one <= thisYear()) ?? thisYear())
  const periods = useQuery({ ...periodsQuery(profileId, by, year), enabled: by !== 'year' })
  const shown = by === 'year' ? all : periods

  if (all.isPending || shown.isPending) return <Skeleton lines={8} />
  if (all.isError) return <ErrorState error={all.error} onRetry={all.refetch} />
  if (shown.isError) return <ErrorState error={shown.error} onRetry={shown.refetch} />
  if (all.data.length === 0)
    return (
      <EmptyState
        title={t('followUp.turnover.empty.title')}
        body={t('followUp.turnover.empty.body')}
      />
    )
  return (
    <>
      <FollowUpHead
        tax={tax}
        onTax={(one) => set({ tax: one })}
        by={by}
        periods={['month', 'quarter', 'year']}
        onBy={(one) => set({ by: one, why: '' })}
        years={years}
        year={year}
        onYear={(one) => set({ year: String(one), why: '' })}
        csv={
          <CsvButton
            route={financeRoutes.periods}
            input={{ params: { profileId }, query: { by, year } }}
            fileName={`${t('followUp.turnover.file')}-${by === 'year' ? years.join('-') : year}`}
          />
        }
      >
        <Segments
          label={t('followUp.basis')}
          options={(['receipts', 'invoiced'] as const).map((one) => ({
            value: one,
            label: t(`followUp.${one}`),
          }))}
          value={basis}
          onChange={(one) => set({ basis: one, why: '' })}
        />
      </FollowUpHead>
      <Periods
        periods={shown.data}
        by={by}
        year={year}
        basis={basis}
        tax={tax}
        why={url.why}
        onWhy={(one) => set({ why: one })}
      />
      {by !== 'year' && <Clients profileId={profileId} year={year} basis={basis} tax={tax} />}
    </>
  )
}

type PeriodsOf = {
  periods: readonly TurnoverPeriod[]
  by: By
  year: number
  basis: Basis
  tax: Tax
  why: string
  onWhy: (why: string) => void
}

/** The figures of each period, their total, and what they are compared with. */
function turnoverOf({ periods, by, year, basis, tax }: PeriodsOf) {
  const rows = periods.map((period) => ({
    period,
    id: String(period.from),
    ...figuresOf(period, basis, tax),
  }))
  const total = totalOf(rows)
  const last = rows.at(-1)
  const now = today()
  if (by === 'year')
    return {
      rows,
      total,
      /** The year whose year before is compared. */
      compared: last?.period.year ?? year,
      before: last?.before ?? 0,
      growth: growthOf(last ?? total),
    }
  // The year before is compared up to today, period by period.
  const passed = totalOf(rows.filter(({ period }) => period.to <= now))
  return { rows, total, compared: year, before: total.before, growth: growthOf(passed) }
}
type Turnover = ReturnType<typeof turnoverOf>

function usePeriodName(by: By) {
  const { t } = useTranslation('finance')
  const { language } = usePreferences()
  return (period: TurnoverPeriod): Pick<ChartRow, 'short' | 'name' | 'current' | 'passed'> => {
    if (by === 'month') return monthRow(language, period.year, period.period, {})
    const passed = passedOf(period.from, period.to)
    const running = passed !== undefined && { current: true, passed }
    if (by === 'year') return { short: String(period.year), name: String(period.year), ...running }
    return {
      short: t('followUp.quarterShort', { number: period.period }),
      name: t(`vatScreen.quarter.q${period.period as 1 | 2 | 3 | 4}`, { year: period.year }), // a quarter has no other number
      ...running,
    }
  }
}

function Periods(props: PeriodsOf) {
  const { by, year, basis, tax, why, onWhy, periods } = props
  const { t } = useTranslation('finance')
  const amount = useAmountText()
  const nameOf = usePeriodName(by)
  const turnover = turnoverOf(props)
  const { rows, total } = turnover
  const currency = periods[0]?.currency ?? 'EUR'
  const money: Unit = { kind: 'money', currency }
  const basisName = t(`followUp.long.${basis}.${tax}`)
  const beforeName = by === 'year' ? t('followUp.yearBefore') : String(year - 1)
  const series: readonly Series<'before' | 'value'>[] = [
    ...(total.before === 0
      ? []
      : ([{ key: 'before', label: beforeName, tone: 5, look: 'solid' }] as const)),
    { key: 'value', label: basisName, tone: 1, look: 'solid' },
  ]
  const value = (major: number) => <Value value={major} unit={money} symbol={false} />
  const cells = (figures: Figures) => ({
    ht: value(figures.ht),
    tva: value(figures.tva),
    ttc: value(figures.ttc),
    before: value(figures.before),
    growth: <Growth percent={growthOf(figures)} />,
  })
  return (
    <>
      <PeriodFigures {...props} turnover={turnover} money={money} />
      <PeriodFacts {...props} turnover={turnover} money={money} />
      <Section name={t('followUp.turnover.margin')} title={t(`followUp.turnover.by.${by}`)}>
        <Chart
          spoken={t('followUp.turnover.spoken', {
            name: basisName,
            amount: amount({ major: total.value, currency }),
          })}
          unit={money}
          series={series}
          onChoose={onWhy}
          rows={rows.map(({ period, id, value: now, before }) => ({
            ...nameOf(period),
            id,
            values: { value: now, before },
          }))}
        />
        <div className="mt-4">
          <FiguresTable
            caption={t('followUp.turnover.table', { name: t(`followUp.${basis}`) })}
            head={t(`followUp.of.${by}`)}
            columns={[
              { key: 'ht', head: t('followUp.HT') },
              { key: 'tva', head: t('followUp.tva') },
              { key: 'ttc', head: t('followUp.TTC') },
              { key: 'before', head: t('followUp.beforeOf', { tax: t(`followUp.${tax}`) }) },
              { key: 'growth', head: t('followUp.growthShort') },
            ]}
            rows={rows.map((row) => {
              const { name, current = false } = nameOf(row.period)
              const isOpen = why === row.id
              return {
                id: row.id,
                current,
                head: (
                  <WhyHead open={isOpen} onClick={() => onWhy(isOpen ? '' : row.id)}>
                    {name}
                  </WhyHead>
                ),
                cells: cells(row),
              }
            })}
            total={{ head: t('followUp.total'), cells: cells(total) }}
          />
        </div>
      </Section>
    </>
  )
}

/** Turnover, that of the year before, growth and VAT. */
function PeriodFigures({
  by,
  year,
  basis,
  tax,
  why,
  onWhy,
  turnover: { total, compared, before, growth },
  money,
}: PeriodsOf & { turnover: Turnover; money: Unit }) {
  const { t } = useTranslation('finance')
  const isByYear = by === 'year'
  const figure = (key: 'all' | 'before' | 'vat', label: string, value: number, note: string) => ({
    label,
    value: (
      <WhyFigure open={why === key} label={label} onClick={() => onWhy(why === key ? '' : key)}>
        <Value value={value} unit={money} />
      </WhyFigure>
    ),
    note,
  })
  return (
    <Figures
      name={isByYear ? t('followUp.everyYear') : String(year)}
      items={[
        figure('all', t(`followUp.long.${basis}.${tax}`), total.value, t(`followUp.note.${basis}`)),
        figure(
          'before',
          isByYear ? t('followUp.yearBefore') : t('followUp.allOf', { year: year - 1 }),
          before,
          isByYear ? String(compared - 1) : t('followUp.wholeYear'),
        ),
        {
          label: t('followUp.growth'),
          value: <Growth percent={growth} />,
          note: t(isByYear ? 'followUp.growthYear' : 'followUp.growthNote'),
        },
        figure('vat', t('followUp.vat'), total.tva, t('followUp.vatNote')),
      ]}
    />
  )
}

/** The documents behind the opened figure or period. */
function PeriodFacts({
  by,
  year,
  basis,
  tax,
  why,
  onWhy,
  turnover: { rows, total, compared, before },
  money,
}: PeriodsOf & { turnover: Turnover; money: Unit }) {
  const { t } = useTranslation('finance')
  const { profileId } = useSession()
  const nameOf = usePeriodName(by)
  const spanOf = () => {
    if (why === 'before')
      return {
        from: Date.UTC(compared - 1, 0, 1),
        to: Date.UTC(compared - 1, 11, 31),
        name: String(compared - 1),
        total: before,
      }
    const [first, last] = [rows[0], rows.at(-1)]
    if (first && last && (why === 'all' || why === 'vat'))
      return {
        from: first.period.from,
        to: last.period.to,
        name: by === 'year' ? t('followUp.everyYear') : String(year),
        total: why === 'vat' ? total.tva : total.value,
      }
    const opened = rows.find(({ id }) => id === why)
    if (!opened) return null
    const { period, value } = opened
    return { from: period.from, to: period.to, name: nameOf(period).name, total: value }
  }
  const span = spanOf()
  if (!span) return null
  return (
    <TurnoverFacts
      key={why}
      profileId={profileId}
      basis={basis}
      part={why === 'vat' ? 'tva' : tax}
      span={span}
      money={money}
      onClose={() => onWhy('')}
    />
  )
}

const Growth = ({ percent }: { percent: number | null }) =>
  percent === null ? <None /> : <Percent value={percent} digits={1} />

/** Turnover of the year by client, and by contract below each. */
function Clients({
  profileId,
  year,
  basis,
  tax,
}: {
  profileId: string
  year: number
  basis: Basis
  tax: Tax
}) {
  const { t } = useTranslation('finance')
  const { can } = useSession()
  const clients = useQuery(turnoverClientsQuery(profileId, year))
  if (clients.isError) return <ErrorState error={clients.error} onRetry={clients.refetch} />
  if (clients.data === undefined) return <Skeleton lines={3} />
  const money: Unit = { kind: 'money', currency: clients.data[0]?.currency ?? 'EUR' }
  const rows = clients.data.map((row) => ({ row, ...figuresOf(row, basis, tax) }))
  const total = totalOf(rows)
  const groups = [...Map.groupBy(rows, ({ row }) => row.clientId || row.client).values()]
  const shareOf = ({ value }: Figures) =>
    total.value > 0 ? <Percent value={(value / total.value) * 100} digits={1} /> : <None />
  const cells = (figures: Figures) => ({
    value: <Value value={figures.value} unit={money} symbol={false} />,
    share: shareOf(figures),
    before: <Value value={figures.before} unit={money} symbol={false} />,
    growth: <Growth percent={growthOf(figures)} />,
  })
  return (
    <Section
      name={t('followUp.clients.margin')}
      title={t('followUp.clients.title', { year })}
      end={
        <CsvButton
          route={financeRoutes.turnoverClients}
          input={{ params: { profileId, year } }}
          fileName={`${t('followUp.clients.file')}-${year}`}
          variant="icon"
          label={t('followUp.clients.export')}
        />
      }
    >
      <FiguresTable
        caption={t('followUp.clients.table', { year })}
        head={t('followUp.clients.head')}
        columns={[
          { key: 'value', head: t(`followUp.${tax}`) },
          { key: 'share', head: t('followUp.clients.share') },
          { key: 'before', head: String(year - 1) },
          { key: 'growth', head: t('followUp.growthShort') },
        ]}
        rows={groups.flatMap((group) => {
          const [{ row }] = group as [(typeof group)[number]] // a group has a row
          return [
            {
              id: `client ${row.clientId || row.client}`,
              head: <bdi className="font-semibold">{row.client || t('followUp.clients.none')}</bdi>,
              cells: cells(totalOf(group)),
            },
            ...group
              .filter((one) => one.row.projectId !== 0)
              .map((one) => ({
                id: String(one.row.projectId),
                head: (
                  <span className="block ps-4 font-normal">
                    {can('perm_contract_menu') && one.row.projectId !== 0 ? (
                      <Link className="link" to={paths.contract.to({ id: one.row.projectId })}>
                        <bdi>{one.row.contract}</bdi>
                      </Link>
                    ) : (
                      <bdi>{one.row.contract}</bdi>
                    )}
                  </span>
                ),
                cells: cells(one),
              })),
          ]
        })}
        total={{ head: t('followUp.total'), cells: { ...cells(total), share: undefined } }}
      />
    </Section>
  )
}
