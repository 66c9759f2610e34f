import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { projectRoutes } from '#contract/projects/projects.contract.ts'
import type { ContractStatistic } from '#contract/projects/projects.schemas.ts'
import { Chart } from '#web/kernel/charts/chart.tsx'
import { FiguresTable } from '#web/kernel/charts/figures-table.tsx'
import { monthRow } from '#web/kernel/charts/month-row.ts'
import { Value, type Series, type Unit } from '#web/kernel/charts/series.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState, useUrlWith } from '#web/kernel/data/url-state.ts'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { Figures, Meter } from '#web/kernel/ui/figures.tsx'
import { PageHead, Section, Tabs } from '#web/kernel/ui/page.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '#web/kernel/ui/states.tsx'
import { Days, Percent } from '#web/kernel/ui/values.tsx'
import { WhyBand, WhyFigure } from '#web/kernel/ui/why.tsx'
import { currencySymbol, percentText } from '#web/kernel/words/formats.ts'
import { paths } from '#web/screens.ts'
import { contractStatisticsQuery } from './projects.queries.ts'

const DAYS: Unit = { kind: 'days' }
const PERCENT: Unit = { kind: 'percent' }
const WHYS = ['daysWorked', 'daysSold', 'daysBilled', 'averageDayRate'] as const
type Why = (typeof WHYS)[number]
const isWhy = (text: string): text is Why => (WHYS as readonly string[]).includes(text)

/**
 * Path `/admin/dashboard/statistics/contracts`: days sold, worked and billed of a year, by month,
 * client, contract.
 */
export function ContractStatisticsScreen() {
  const { t } = useTranslation('projects')
  const { profileId } = useSession()
  const [{ year: chosen }] = useUrlState({ year: '' })
  const urlWith = useUrlWith()
  const statistics = useQuery(contractStatisticsQuery(profileId))
  const title = t('screen.contractStatistics.title')

  if (profileId === '')
    return <NoProfile page={title} title={t('noProfile.title')} body={t('noProfile.body')} />
  if (statistics.isPending) return <PageSkeleton lines={7} label={title} />
  if (statistics.isError)
    return <ErrorState error={statistics.error} onRetry={statistics.refetch} />
  const years = Object.keys(statistics.data).toSorted((a, b) => Number(b) - Number(a))
  const year = statistics.data[chosen] === undefined ? (thisOrLast(years) ?? '') : chosen
  const found = statistics.data[year]
  if (found === undefined)
    return (
      <>
        <PageHead title={title} ruled />
        <EmptyState title={t('statistics.empty.title')} body={t('statistics.empty.body')} />
      </>
    )
  return (
    <>
      <PageHead
        title={title}
        sub={t('statistics.sub')}
        actions={
          <CsvButton
            route={projectRoutes.statisticMonths}
            input={{ params: { profileId, year: Number(year) } }}
            fileName={`${t('statistics.file')}-${year}`}
          />
        }
      />
      <Tabs
        label={t('statistics.year')}
        items={years.map((one) => ({
          label: one,
          to: urlWith({ year: one, why: '' }),
          current: one === year,
        }))}
      />
      <YearOfContracts key={year} year={Number(year)} of={found} />
    </>
  )
}

/** This year, or the last one that has figures: contracts sell days of years to come. */
const thisOrLast = (years: readonly string[]): string | undefined => {
  const now = new Date().getFullYear()
  return years.find((year) => Number(year) <= now) ?? years[0]
}

type YearProps = { readonly year: number; readonly of: ContractStatistic }
type Figure = Omit<ContractStatistic['contracts'][number], 'projectId' | 'contract' | 'client'>

const YearOfContracts = (props: YearProps) => (
  <>
    <YearFigures {...props} />
    <Months {...props} />
    <Clients {...props} />
    <Contracts {...props} />
  </>
)

const moneyOf = ({ currency }: ContractStatistic): Unit => ({ kind: 'money', currency })

/** The figures of the year; each opens its rule and the contracts that make it. */
function YearFigures({ year, of }: YearProps) {
  const { t } = useTranslation('projects')
  const { language } = usePreferences()
  const [{ why }, set] = useUrlState({ why: '' })
  const unitOf = (key: Why) => (key === 'averageDayRate' ? moneyOf(of) : DAYS)
  const notes: Readonly<Record<Why, React.ReactNode>> = {
    daysWorked:
      of.occupation === null
        ? t('statistics.noWorkingDays')
        : t('statistics.occupationOf', {
            percent: percentText(language, of.occupation, 1),
            days: of.workingDays,
          }),
    daysSold: t('statistics.soldNote'),
    daysBilled: <Value value={of.billedHT} unit={moneyOf(of)} />,
    averageDayRate: t('statistics.rateNote'),
  }
  return (
    <>
      <Figures
        name={String(year)}
        items={WHYS.map((key) => ({
          label: t(`statistics.${key}`),
          value: (
            <WhyFigure
              open={why === key}
              label={t(`statistics.${key}`)}
              onClick={() => set({ why: why === key ? '' : key })}
            >
              {key === 'averageDayRate' ? (
                <Value value={of.averageDayRate} unit={moneyOf(of)} />
              ) : (
                <Days value={of[key]} />
              )}
            </WhyFigure>
          ),
          note: notes[key],
        }))}
      />
      {isWhy(why) && (
        <WhyBand
          title={t('statistics.why', { figure: t(`statistics.${why}`), year })}
          rule={t(`statistics.rule.${why}`)}
          facts={of.contracts
            .filter((one) => (one[why] ?? 0) !== 0)
            .map((one) => ({
              id: String(one.projectId || one.client),
              day: 0,
              label: one.contract || one.client,
              note: one.contract ? one.client : t('statistics.withoutContract'),
              to: one.projectId === 0 ? undefined : paths.contract.to({ id: one.projectId }),
              value: <Value value={one[why]} unit={unitOf(why)} />,
            }))}
          total={<Value value={of[why]} unit={unitOf(why)} />}
          onClose={() => set({ why: '' })}
        />
      )}
    </>
  )
}

/** The columns of a year's tables, and a row's cells for them. */
function useFigureColumns(of: ContractStatistic) {
  const { t } = useTranslation('projects')
  const money = moneyOf(of)
  const series: readonly Series<'daysSold' | 'daysWorked' | 'daysBilled'>[] = [
    { key: 'daysSold', label: t('statistics.daysSold'), tone: 5, look: 'hatched' },
    { key: 'daysWorked', label: t('statistics.daysWorked'), tone: 1, look: 'solid' },
    { key: 'daysBilled', label: t('statistics.daysBilled'), tone: 3, look: 'solid' },
  ]
  return {
    series,
    columns: [
      ...series.map(({ key, label }) => ({ key, head: label })),
      { key: 'averageDayRate', head: t('statistics.averageDayRate') },
      {
        key: 'billedHT',
        head: t('statistics.billedHT', { currency: currencySymbol(of.currency) }),
      },
    ],
    cellsOf: (figures: Figure) => ({
      daysSold: <Value value={figures.daysSold} unit={DAYS} />,
      daysWorked: <Value value={figures.daysWorked} unit={DAYS} />,
      daysBilled: <Value value={figures.daysBilled} unit={DAYS} />,
      averageDayRate: <Value value={figures.averageDayRate} unit={money} symbol={false} />,
      billedHT: <Value value={figures.billedHT} unit={money} symbol={false} />,
    }),
  }
}

function Months({ year, of }: YearProps) {
  const { t } = useTranslation('projects')
  const { language } = usePreferences()
  const { series, columns, cellsOf } = useFigureColumns(of)
  return (
    <Section name={t('statistics.months')} title={t('statistics.monthsTitle')}>
      <Chart
        spoken={t('statistics.spoken', { year })}
        unit={DAYS}
        series={series}
        rows={of.months.map(({ month, daysSold, daysWorked, daysBilled }) =>
          monthRow(language, year, month, { daysSold, daysWorked, daysBilled }),
        )}
      />
      <div className="mt-4">
        <FiguresTable
          caption={t('statistics.tableMonths', { year })}
          head={t('statistics.month')}
          columns={[...columns, { key: 'occupation', head: t('statistics.occupation') }]}
          rows={of.months.map((month) => {
            const { id, name, current = false } = monthRow(language, year, month.month, {})
            return {
              id,
              head: <span className="inline-block first-letter:uppercase">{name}</span>,
              current,
              cells: {
                ...cellsOf(month),
                occupation: <Value value={month.occupation} unit={PERCENT} />,
              },
            }
          })}
          total={{
            head: t('statistics.total', { year }),
            cells: { ...cellsOf(of), occupation: <Value value={of.occupation} unit={PERCENT} /> },
          }}
        />
      </div>
    </Section>
  )
}

function Clients({ of }: YearProps) {
  const { t } = useTranslation('projects')
  return (
    <Section name={t('statistics.clients')} title={t('statistics.clientsTitle')}>
      <ul>
        {of.clients.map(({ clientId, client, share, daysWorked }) => (
          <li
            key={clientId || client}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 py-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_120px_72px]"
          >
            <bdi className="truncate font-medium">{client || t('statistics.noClient')}</bdi>
            <span className="max-md:order-3 max-md:col-span-2">
              <Meter
                done={Math.max(0, share)}
                planned={100}
                label={t('statistics.shareOf', { client })}
              />
            </span>
            <span className="text-end text-ink-muted max-md:hidden">
              <Days value={daysWorked} />
            </span>
            <span className="text-end font-medium">
              <Percent value={share} digits={1} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Contracts({ year, of }: YearProps) {
  const { t } = useTranslation('projects')
  const { profileId } = useSession()
  const { columns, cellsOf } = useFigureColumns(of)
  const nameOf = ({ projectId, contract, client }: ContractStatistic['contracts'][number]) =>
    projectId === 0 ? (
      <span>
        <bdi>{client}</bdi>{' '}
        <span className="text-ink-subtle">{t('statistics.withoutContract')}</span>
      </span>
    ) : (
      <Link className="link" to={paths.contract.to({ id: projectId })}>
        <bdi>{contract}</bdi>
      </Link>
    )
  return (
    <Section
      name={t('statistics.contracts')}
      title={t('statistics.contractsTitle')}
      end={
        <CsvButton
          route={projectRoutes.statisticContracts}
          input={{ params: { profileId, year } }}
          fileName={`${t('statistics.fileContracts')}-${year}`}
          variant="icon"
          label={t('statistics.exportContracts')}
        />
      }
    >
      <FiguresTable
        caption={t('statistics.tableContracts', { year })}
        head={t('statistics.contract')}
        columns={columns}
        rows={of.contracts.map((one) => ({
          id: String(one.projectId || one.client),
          head: nameOf(one),
          cells: cellsOf(one),
        }))}
        total={{ head: t('statistics.total', { year }), cells: cellsOf(of) }}
      />
    </Section>
  )
}
