import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon, Pencil } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { PROJECT_FILTERS } from '#contract/kernel/list-filters.ts'
import { filtersQuery } from '#web/kernel/list/filter-address.ts'
import { projectRoutes } from '#contract/projects/projects.contract.ts'
import type { Project, ProjectSummary } from '#contract/projects/projects.schemas.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { ListScreen } from '#web/kernel/list/list-screen.tsx'
import { serverSort, useListAddress } from '#web/kernel/list/use-list-address.ts'
import { useOpened } from '#web/kernel/list/use-opened.ts'
import { numberText } from '#web/kernel/words/formats.ts'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { paths } from '#web/screens.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import type { Column } from '#web/kernel/table/columns.ts'
import { callPage } from '#web/kernel/data/client.ts'
import { usePage } from '#web/kernel/data/pages.ts'
import { contractActs } from './contract-acts.ts'
import { contractQuery, contractSummaryQuery } from './projects.queries.ts'
import { DaysMeter, EndText, groupOf, GROUPS, nameOf, PriceText } from './project-words.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const ContractPanel = late(async () => (await import('./project-panel.tsx')).ContractPanel)

const TABS = ['all', 'active', 'toRenew', 'expired', 'archived'] as const
type Tab = (typeof TABS)[number]

/** Columns → the server's names of their order. */
const SORTS = { client: 'client', days: 'consumedDays', end: 'end', price: 'priceHT' } as const

/** Contracts, running ones first; a row opens its panel. */
export function ProjectsScreen() {
  const { t } = useTranslation(['projects', 'kernel'])
  const { can, profileId } = useSession()
  const address = useListAddress({ views: TABS, viewWord: 'tab', filters: PROJECT_FILTERS })
  const { view, asked: q, place } = address
  const found = { ...(q && { q }), ...filtersQuery(address.conditions) }
  const filters = { ...found, ...(view !== 'all' && { state: view }) }
  const query = { ...filters, sort: serverSort(place.sort, SORTS, 'state') }
  const list = usePage(
    ['projects', 'project', 'page', profileId, query],
    (at) => callPage(projectRoutes.list, { params: { profileId }, query: { ...query, ...at } }),
    { ...place, enabled: profileId !== '' },
  )
  const summary = useQuery(contractSummaryQuery(profileId, found)).data
  const opened = useOpened(list.data?.rows, (id) => contractQuery(profileId, id))
  const mayAdd = can('perm_contract_add')

  const columns = useContractColumns()
  const counts = (one: Tab) =>
    summary &&
    (one === 'all'
      ? GROUPS.reduce((sum, group) => sum + summary.states[group], 0)
      : summary.states[one])
  if (profileId === '')
    return (
      <NoProfile
        page={t('project.title')}
        title={t('noProfile.title')}
        body={t('noProfile.body')}
      />
    )
  return (
    <div style={{ '--row': '56px' } as React.CSSProperties}>
      <ListScreen
        title={t('project.title')}
        address={address}
        page={list}
        isEmpty={summary && summary.count === 0}
        sub={summary && <StateLine {...summary.profile} />}
        csv={
          <CsvButton
            route={projectRoutes.list}
            input={{ params: { profileId }, query: filters }}
            fileName="contracts"
          />
        }
        add={
          mayAdd
            ? { id: 'contracts.new', label: t('project.new'), to: paths.contract.to({ id: 'new' }) }
            : null
        }
        tabs={{
          label: t('tabs'),
          of: TABS.map((one) => ({ view: one, label: t(`tab.${one}`), count: counts(one) })),
        }}
        search={{ label: t('search') }}
        filters={{ entity: 'project', fields: PROJECT_FILTERS }}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => [row.client, nameOf(row)].filter(Boolean).join(', ')}
        // In another order the groups are scattered.
        groupBy={
          place.sort !== ''
            ? undefined
            : (row) => {
                const group = groupOf(row)
                const count = t('project.count', { count: summary?.states[group] ?? 0 })
                return {
                  key: group,
                  name: t(`group.${group}`),
                  longName: t(`group.${group}`),
                  text: count,
                  total: count,
                }
              }
        }
        empty={{ title: t('empty.title'), body: t('empty.body'), sample: <Sample /> }}
        phone={(row) => ({
          title: row.isBillable ? row.client || nameOf(row) : t('internal'),
          end: <EndText contract={row} />,
          status: (
            <span className="block truncate text-sm text-ink-muted">
              <bdi>{nameOf(row)}</bdi>
            </span>
          ),
          note: <DaysNote contract={row} />,
        })}
        actions={(row) => [
          ...(contractActs(row, { can }).edit === null
            ? [
                {
                  label: t('kernel:action.edit'),
                  icon: Pencil,
                  to: paths.contract.to({ id: row.id }),
                },
              ]
            : []),
          {
            label: t('kernel:action.history'),
            icon: HistoryIcon,
            to: paths.contract.to({ id: row.id }),
          },
        ]}
        removed="project"
      />
      {opened.row && (
        <ContractPanel
          key={opened.row.id}
          contract={opened.row}
          all={list.data?.rows ?? []}
          onOpen={opened.openRow}
          onClose={opened.closeRow}
        />
      )}
    </div>
  )
}

function useContractColumns(): readonly Column<Project>[] {
  const { t } = useTranslation(['projects', 'kernel'])
  return useMemo(
    () => [
      {
        id: 'client',
        head: t('column.client'),
        cell: (row) => <Named contract={row} />,
        sort: (row) => row.client || nameOf(row),
      },
      {
        id: 'days',
        head: t('column.days'),
        cell: (row) => <DaysMeter contract={row} />,
        sort: (row) => row.consumedDays,
        width: 'clamp(168px, 23cqi, 320px)',
        leaves: 'opt-2',
        className: 'pe-6',
      },
      {
        id: 'end',
        head: t('column.end'),
        cell: (row) => <EndText contract={row} />,
        sort: (row) => row.endDate || row.nextRenewal || Number.MAX_SAFE_INTEGER,
        align: 'end',
        width: '138px',
      },
      {
        id: 'price',
        head: t('column.price'),
        cell: (row) => <PriceText contract={row} />,
        sort: (row) => row.priceHT,
        align: 'fig',
        width: '112px',
      },
    ],
    [t],
  )
}

/** Client, then the contract's title. */
function Named({ contract }: { contract: Project }) {
  const { t } = useTranslation(['projects', 'kernel'])
  return (
    <>
      <span className="clip font-medium">
        <bdi>{contract.isBillable ? contract.client || nameOf(contract) : t('internal')}</bdi>
      </span>
      <span className="clip text-xs font-normal text-ink-subtle">
        <bdi>{nameOf(contract)}</bdi>
      </span>
    </>
  )
}

function DaysNote({ contract }: { contract: Project }) {
  const { t } = useTranslation(['projects', 'kernel'])
  const { language } = usePreferences()
  const figure = (value: number) => numberText(language, value)
  return (
    <>
      {contract.isBillable && contract.soldDays > 0
        ? t('days.of', { figure: figure(contract.consumedDays), of: figure(contract.soldDays) })
        : t('days.done', { figure: figure(contract.consumedDays) })}
    </>
  )
}

/** "4 actifs, le prochain finit dans 10 jours". */
function StateLine({ active, endsInDays }: ProjectSummary['profile']) {
  const { t } = useTranslation(['projects', 'kernel'])
  return (
    <>
      {t('state.active', { count: active })}
      {endsInDays !== null && endsInDays >= 0 && t('state.ends', { count: endsInDays })}
    </>
  )
}

function Sample() {
  const { t } = useTranslation(['projects', 'kernel'])
  return (
    <SampleSlips
      slips={[62, 40].map((share) => ({
        title: t('sample.client'),
        note: t('sample.title'),
        end: (
          <span
            className="meter w-[160px] max-md:w-[96px]"
            style={{ '--v': share } as React.CSSProperties}
          >
            <i />
          </span>
        ),
      }))}
    />
  )
}
