import { CircleCheck, CirclePlay, ReceiptText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SCHEDULE_FILTERS } from '#contract/kernel/list-filters.ts'
import type { Schedule } from '#contract/schedules/schedules.contract.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlWith } from '#web/kernel/data/url-state.ts'
import { filtersQuery } from '#web/kernel/list/filter-address.ts'
import { ListScreen } from '#web/kernel/list/list-screen.tsx'
import { useListAddress } from '#web/kernel/list/use-list-address.ts'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import type { Column } from '#web/kernel/table/columns.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { useOpenRow } from '#web/kernel/table/table-state.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { Amount, DayText, None } from '#web/kernel/ui/values.tsx'
import { foldText } from '#web/kernel/words/fold-text.ts'
import {
  amountOf,
  GROUPS,
  groupOf,
  nameOf,
  ScheduleAmount,
  ScheduleStatus,
  signOf,
  useCalculation,
  useRhythm,
} from './schedule-words.tsx'
import { type Listed, useListedSchedules } from './listed-schedules.ts'
import { FAMILIES, type Family } from './schedules.queries.ts'
import { type RunOf, useScheduleActs, useScheduleWrites } from './use-schedule-acts.ts'

const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialog.tsx')).ScheduleDialog,
}))
const SchedulePanel = lazy(async () => ({
  default: (await import('./schedule-panel.tsx')).SchedulePanel,
}))
const RunDialog = lazy(async () => ({ default: (await import('./run-dialog.tsx')).RunDialog }))

const VIEWS = ['all', 'toValidate', 'active', 'late', 'stopped'] as const
type View = (typeof VIEWS)[number]
const IN_VIEW: Readonly<Record<View, (row: Listed) => boolean>> = {
  all: () => true,
  toValidate: (row) => row.toValidate.length > 0,
  active: (row) => row.active && row.state !== 'outdated',
  late: (row) => row.state === 'overdue',
  stopped: (row) => groupOf(row) === 'stopped',
}

/** The day it is listed by: of the payment that waits, else of the next run. */
const nextOf = ({ toValidate, nextRuns, active }: Listed): number =>
  toValidate[0]?.payOn ?? (active ? (nextRuns[0] ?? 0) : 0)

/** What waits first, then what runs, by its next day, then what stopped. */
const inOrder = (rows: readonly Listed[]): readonly Listed[] =>
  rows.toSorted(
    (a, b) => GROUPS.indexOf(groupOf(a)) - GROUPS.indexOf(groupOf(b)) || nextOf(a) - nextOf(b),
  )

/** Scheduled transactions, or charges: what waits for the user comes first (FI3). */
export function ScheduleList({ family }: { family: Family }) {
  const { t } = useTranslation(['schedules', 'finance', 'kernel'])
  const { profileId, can } = useSession()
  const { routes, group } = FAMILIES[family]
  const address = useListAddress({ views: VIEWS, filters: SCHEDULE_FILTERS })
  const { view, place, asked, conditions } = address
  const { openId, closeRow } = useOpenRow()
  const urlWith = useUrlWith()
  /** The schedule that is changed; `new` for one that is added. */
  const [edited, setEdited] = useState<Listed | 'new' | null>(null)
  const [decided, setDecided] = useState<{
    readonly family: Family
    readonly asked: RunOf
    readonly act: 'validate' | 'skip'
  } | null>(null)
  const onOf = (of: Family) => ({
    onEdit: (row: Schedule) => setEdited({ ...row, family: of }),
    onSkip: (asked: RunOf) => setDecided({ family: of, asked, act: 'skip' }),
    onValidate: (asked: RunOf) => setDecided({ family: of, asked, act: 'validate' }),
  })
  const acts = {
    charge: useScheduleActs('charge', onOf('charge')),
    scheduledTransaction: useScheduleActs('scheduledTransaction', onOf('scheduledTransaction')),
  }
  const writes = {
    charge: useScheduleWrites('charge'),
    scheduledTransaction: useScheduleWrites('scheduledTransaction'),
  }
  const { runDue } = writes[family]
  const list = useListedSchedules(family, profileId, conditions)
  /** All schedules, whatever narrows the list. */
  const { rows: all, waiting } = useListedSchedules(family, profileId)
  const rhythm = useRhythm()
  const calculation = useCalculation()

  if (profileId === '')
    return (
      <NoProfile
        page={t(`${family}.title`)}
        title={t('noProfile.title')}
        body={t('noProfile.body')}
      />
    )
  const sought = foldText(asked)
  const isSought = (row: Listed) => foldText(`${row.label} ${row.organism}`).includes(sought)
  const foundIn = (of: View) =>
    list.rows &&
    inOrder(
      (of === 'toValidate' ? list.waiting : list.rows).filter(
        (row) => isSought(row) && IN_VIEW[of](row),
      ),
    )
  const inView = foundIn(view)
  const from = (place.page - 1) * place.size
  const opened = [...(all ?? []), ...waiting].find(({ id }) => id === openId)
  const currency = all?.[0]?.currency ?? 'EUR'
  const sumOf = (rows: readonly Listed[]) => (
    <Amount
      minor={rows.reduce(
        (sum, row) => sum + Math.round(signOf(row) * (amountOf(row) ?? 0) * 100),
        0,
      )}
      currency={currency}
      sign="always"
    />
  )
  const columns: readonly Column<Listed>[] = [
    {
      id: 'name',
      head: t('column.payee'),
      cell: (row) => (
        <>
          <span className="clip font-medium">
            <bdi>{nameOf(row)}</bdi>
          </span>
          <span className="clip text-xs font-normal text-ink-subtle">
            {row.family !== family && `${t(`${row.family}.title`)} · `}
            <bdi>
              {row.organism === '' ? t(`finance:transaction.option.type.${row.type}`) : row.label}
            </bdi>
          </span>
        </>
      ),
    },
    {
      id: 'rhythm',
      head: t('column.rhythm'),
      cell: (row) => (
        <>
          <span className="clip">{rhythm(row)}</span>
          <span className="clip text-xs text-ink-subtle">{calculation(row)}</span>
        </>
      ),
      leaves: 'opt-2',
    },
    {
      id: 'last',
      head: t('charge.field.lastRun'),
      cell: (row) => <DayText at={row.lastRun} />,
      align: 'end',
      width: '104px',
      leaves: 'opt-1',
      className: 'text-ink-muted',
    },
    {
      id: 'next',
      head: t('column.next'),
      cell: (row) => (nextOf(row) === 0 ? <None /> : <DayText at={nextOf(row)} />),
      align: 'end',
      width: '104px',
    },
    {
      id: 'status',
      head: t('charge.field.state'),
      cell: (row) => <ScheduleStatus row={row} />,
      width: '124px',
      gap: true,
    },
    {
      id: 'amount',
      head: t('charge.field.amount'),
      cell: (row) => (
        <span className={row.active ? 'font-medium' : 'text-ink-muted'}>
          <ScheduleAmount row={row} />
        </span>
      ),
      align: 'fig',
      width: '132px',
    },
  ]
  return (
    <div style={{ '--row': '56px' } as React.CSSProperties}>
      <ListScreen
        title={t(`${family}.title`)}
        address={address}
        page={{
          data: inView && { rows: inView.slice(from, from + place.size), total: inView.length },
          error: list.error,
          refetch: list.refetch,
        }}
        isEmpty={all?.length === 0 && waiting.length === 0}
        sub={
          all &&
          (waiting.length === 0 ? (
            t('sub.none')
          ) : (
            <>
              {t('sub.waiting', { count: waiting.length })} {sumOf(waiting)}
            </>
          ))
        }
        csv={
          <CsvButton
            route={routes.list}
            fileName={family}
            input={{ params: { profileId }, query: filtersQuery(conditions) }}
          />
        }
        acts={
          // The planner runs by itself; a user who sees a run that is late need not wait for it.
          can(`perm_${group}_update`) &&
          all?.some(({ active, state }) => active && state === 'overdue') && (
            <Button icon={CirclePlay} pending={runDue.isPending} onClick={() => runDue.mutate({})}>
              {t('act.runDue')}
            </Button>
          )
        }
        add={
          can(`perm_${group}_add`)
            ? { id: `${family}.new`, label: t(`add.${family}`), onSelect: () => setEdited('new') }
            : null
        }
        tabs={{
          label: t('tab.label'),
          of: VIEWS.map((one) => ({
            view: one,
            label: t(`tab.${one}`),
            count: foundIn(one)?.length,
          })),
        }}
        search={{ label: t('search') }}
        filters={{ entity: family, fields: SCHEDULE_FILTERS, currency }}
        columns={columns}
        rowId={(row) => row.id}
        rowName={nameOf}
        groupBy={(row) => {
          const name = groupOf(row)
          const rows = (inView ?? []).filter((one) => groupOf(one) === name)
          return {
            key: name,
            name: t(`group.${name}`),
            longName: t(`group.${name}`),
            text: (
              <span className="whitespace-nowrap">
                {t(`group.${name}Text`, { count: rows.length })}
              </span>
            ),
            totals: { amount: sumOf(rows) },
          }
        }}
        {...(view === 'toValidate' &&
          can(`perm_${group}_update`) && {
            selection: {
              sum: sumOf,
              actions: (rows: readonly Listed[], clear: () => void) => (
                <Button
                  variant="primary"
                  size="sm"
                  icon={CircleCheck}
                  pending={Object.values(writes).some(({ validate }) => validate.isPending)}
                  onClick={() => {
                    clear()
                    for (const { family, id, toValidate } of rows)
                      for (const { executionId } of toValidate)
                        writes[family].validate.mutate({ params: { id }, body: { executionId } })
                  }}
                >
                  {t('act.validate')}
                </Button>
              ),
            },
          })}
        removed={family}
        done={
          view === 'toValidate' && sought === '' && Object.keys(conditions).length === 0
            ? { title: t('empty.toValidate.title'), body: t('empty.toValidate.body') }
            : undefined
        }
        empty={{
          title: t(`empty.${family}.title`),
          body: t(`empty.${family}.body`),
          sample: (
            <SampleSlips
              slips={[
                {
                  title: t('sample.rent'),
                  note: t('rhythm.month', { count: 1, number: '5' }),
                  end: <Amount minor={-38_400} />,
                },
              ]}
            />
          ),
        }}
        phone={(row) => ({
          title: nameOf(row),
          end: <ScheduleAmount row={row} />,
          status: <ScheduleStatus row={row} />,
          note: rhythm(row),
        })}
        actions={(row) => [
          { label: t('panel.open'), icon: ReceiptText, to: urlWith({ open: row.id }) },
          ...acts[row.family](row),
        ]}
      >
        <Suspense fallback={null}>
          {opened && (
            <SchedulePanel
              key={opened.id}
              family={opened.family}
              row={opened}
              onClose={closeRow}
              {...onOf(opened.family)}
            />
          )}
          {edited !== null && (
            <ScheduleDialog
              family={edited === 'new' ? family : edited.family}
              {...(edited !== 'new' && { row: edited })}
              profileId={profileId}
              currency={edited === 'new' ? currency : edited.currency}
              onClose={() => setEdited(null)}
            />
          )}
          {decided && <RunDialog {...decided} onClose={() => setDecided(null)} />}
        </Suspense>
      </ListScreen>
    </div>
  )
}
