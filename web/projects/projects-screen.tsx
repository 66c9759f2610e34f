import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon, Pencil, Plus } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { projectRoutes } from '#contract/projects.routes.ts'
import type { Project, ProjectSummary } from '#contract/projects.schemas.ts'
import { useAction } from '#web/kernel/shell/actions.tsx'
import { LinkButton } from '#web/kernel/ui/button.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { numberText } from '#web/kernel/words/formats.ts'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { PageHead, Tabs } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import type { Column } from '#web/kernel/table/columns.ts'
import { RemovedLink } from '#web/kernel/history/removed-link.tsx'
import { DataTable } from '#web/kernel/table/table.tsx'
import { useOpenRow, useTableState } from '#web/kernel/table/table-state.ts'
import { callPage } from '#web/kernel/data/client.ts'
import { usePage } from '#web/kernel/data/pages.ts'
import { useUrlState, useUrlWith } from '#web/kernel/data/url-state.ts'
import { contractQuery, contractSummaryQuery } from './projects.queries.ts'
import { DaysMeter, EndText, groupOf, GROUPS, nameOf, PriceText } from './project-words.tsx'

const ContractPanel = lazy(async () => ({ default: (await import('./project-panel.tsx')).ContractPanel }))

const TABS = ['all', 'active', 'expired', 'archived'] as const
type Tab = (typeof TABS)[number]
const isTab = (text: string): text is Tab => (TABS as readonly string[]).includes(text)

/** Columns → the server's names of their order; without one, active contracts first. */
const SORTS: Readonly<Record<string, string>> = { client: 'client', days: 'consumedDays', end: 'end', price: 'priceHT' }
const serverSort = (sort: string): string => {
  const name = SORTS[sort.replace(/^-/, '')]
  return name === undefined ? 'state' : sort.startsWith('-') ? `-${name}` : name
}

/** Contracts, running ones first; a row opens its panel. */
export function ProjectsScreen() {
  const { t } = useTranslation(['projects', 'kernel'])
  const { can, profileId } = useSession()
  const navigate = useNavigate()
  const [{ tab: asked, q }, setUrl] = useUrlState({ tab: 'all', q: '', page: '' })
  const tab: Tab = isTab(asked) ? asked : 'all'
  const withUrl = useUrlWith()
  const sought = useDeferredValue(q.trim())
  const { openId, openRow, closeRow } = useOpenRow()
  const place = useTableState('')
  const filters = { ...(sought && { q: sought }), ...(tab !== 'all' && { state: tab }) }
  const query = { ...filters, sort: serverSort(place.sort) }
  const list = usePage(
    ['projects', 'project', 'page', profileId, query],
    (at) => callPage(projectRoutes.list, { params: { profileId }, query: { ...query, ...at } }),
    { ...place, enabled: profileId !== '' },
  )
  const summary = useQuery(contractSummaryQuery(profileId, sought ? { q: sought } : {})).data
  const mayAdd = can('perm_contract_add') && profileId !== ''
  const create = () => void navigate(paths.contract.to({ id: 'new' }))
  useAction(mayAdd ? { id: 'contracts.new', label: t('project.new'), icon: Plus, keys: 'n', run: create } : null)

  const columns = useMemo(
    (): readonly Column<Project>[] => [
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
        width: '23%',
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
  const counts = (one: Tab) =>
    summary && (one === 'all' ? GROUPS.reduce((sum, group) => sum + summary.states[group], 0) : summary.states[one])
  const rows = list.data?.rows
  // Without any contract there is nothing to search or export: only "add" is shown.
  const none = summary?.count === 0
  const onPage = rows?.find((row) => row.id === openId)
  const isElsewhere = openId !== '' && rows !== undefined && !onPage
  const elsewhere = useQuery({ ...contractQuery(profileId, openId), enabled: isElsewhere })
  const open = onPage ?? (openId === '' ? undefined : elsewhere.data)

  if (profileId === '')
    return <NoProfile page={t('project.title')} title={t('noProfile.title')} body={t('noProfile.body')} />
  return (
    <>
      <PageHead
        title={t('project.title')}
        {...(none ? { ruled: true } : { sub: summary && <StateLine {...summary.profile} /> })}
        actions={
          !none && (
            <>
              <CsvButton
                route={projectRoutes.list}
                input={{ params: { profileId }, query: filters }}
                fileName="contracts"
              />
              {mayAdd && (
                <LinkButton variant="primary" icon={Plus} to={paths.contract.to({ id: 'new' })}>
                  {t('project.new')}
                </LinkButton>
              )}
            </>
          )
        }
      />
      {!none && (
        <Tabs
          label={t('tabs')}
          items={TABS.map((one) => ({
            to: withUrl({ tab: one === 'all' ? '' : one, page: '' }),
            label: t(`tab.${one}`),
            ...(summary && { count: counts(one) ?? 0 }),
            current: one === tab,
          }))}
          end={<SearchBox value={q} onChange={(to) => setUrl({ q: to, page: '' })} label={t('search')} />}
        />
      )}
      <div style={{ '--row': '56px' } as React.CSSProperties}>
        <DataTable
          caption={t('project.title')}
          columns={columns}
          source={{ kind: 'paged', rows, total: list.data?.total ?? 0 }}
          error={list.error}
          onRetry={list.refetch}
          rowId={(row) => row.id}
          rowName={(row) => [row.client, nameOf(row)].filter(Boolean).join(', ')}
          defaultSort=""
          // In another order the groups are scattered.
          groupBy={
            place.sort !== ''
              ? undefined
              : (row) => {
                  const group = groupOf(row)
                  const count = summary?.states[group] ?? 0
                  return {
                    key: group,
                    name: t(`group.${group}`),
                    longName: t(`group.${group}`),
                    text: t('project.count', { count }),
                    total: t('project.count', { count }),
                  }
                }
          }
          empty={{
            title: t('empty.title'),
            body: t('empty.body'),
            action: mayAdd && (
              <LinkButton variant="primary" icon={Plus} to={paths.contract.to({ id: 'new' })}>
                {t('project.new')}
              </LinkButton>
            ),
            ...(mayAdd && { actionKey: 'N' }),
            sample: <Sample />,
          }}
          onClearFilters={(q || tab !== 'all') && !none ? () => setUrl({ q: '', tab: 'all', page: '' }) : undefined}
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
            ...(can('perm_contract_update')
              ? [{ label: t('kernel:action.edit'), icon: Pencil, to: paths.contract.to({ id: row.id }) }]
              : []),
            { label: t('kernel:action.history'), icon: HistoryIcon, to: paths.contract.to({ id: row.id }) },
          ]}
        />
        <RemovedLink entity="project" />
      </div>
      {open && (
        <Suspense fallback={null}>
          <ContractPanel key={open.id} contract={open} all={rows ?? []} onOpen={openRow} onClose={closeRow} />
        </Suspense>
      )}
    </>
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
  const figure = (value: number) => numberText(language, value, { digits: 1 })
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
          <span className="meter w-[160px] max-md:w-[96px]" style={{ '--v': share } as React.CSSProperties}>
            <i />
          </span>
        ),
      }))}
    />
  )
}
