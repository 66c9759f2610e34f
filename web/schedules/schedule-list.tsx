import { CircleCheck, CirclePlay, ReceiptText } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SCHEDULE_FILTERS } from '#contract/kernel/list-filters.ts'
import type { Schedule } from '#contract/schedules/schedules.contract.ts'
import { type Session, useSession } from '#web/kernel/data/session.tsx'
import { useUrlState, useUrlWith } from '#web/kernel/data/url-state.ts'
import { filtersQuery } from '#web/kernel/list/filter-address.ts'
import { ListScreen } from '#web/kernel/list/list-screen.tsx'
import { useListAddress } from '#web/kernel/list/use-list-address.ts'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import type { Column, Group } from '#web/kernel/table/columns.ts'
import { liveOf } from '#web/kernel/data/queries.ts'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { useOpenRow } from '#web/kernel/table/table-state.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { numberText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { Amount, DayText, None } from '#web/kernel/ui/values.tsx'
import {
  amountOf,
  groupOf,
  nameOf,
  ScheduleAmount,
  ScheduleStatus,
  signOf,
  useCalculation,
  useRhythm,
} from './schedule-words.tsx'
import { type Listed, useListedSchedules } from './listed-schedules.ts'
import { scheduleActs } from './schedule-acts.ts'
import { inView, nextOf, type View, VIEWS } from './schedule-views.ts'
import { FAMILIES, type Family } from './schedules.queries.ts'
import { type RunOf, useScheduleActs, useScheduleWrites } from './use-schedule-acts.ts'
import { late } from '#web/kernel/ui/late.tsx'
import { Awaiting } from '#web/kernel/ui/awaiting.tsx'

const ScheduleDialog = late(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog)
const SchedulePanel = late(async () => (await import('./schedule-panel.tsx')).SchedulePanel)
const RunDialog = late(async () => (await import('./run-dialog.tsx')).RunDialog)

/** The list beside each: what waits of both is one list. */
const OTHER = { charge: 'scheduledTransaction', scheduledTransaction: 'charge' } as const

/** Scheduled transactions, or charges: what waits for the user comes first (FI3). */
export function ScheduleList({ family }: { family: Family }) {
  const { t } = useTranslation(['schedules', 'finance', 'kernel'])
  const { profileId, can } = useSession()
  const { routes, group } = FAMILIES[family]
  const address = useListAddress({ views: VIEWS, filters: SCHEDULE_FILTERS })
  const { view, place, conditions } = address
  const search = address.asked
  const { openId, closeRow } = useOpenRow()
  const urlWith = useUrlWith()
  const [begun, begin] = useState<Begun | null>(null)
  const onOf = (of: Family) => ({
    onEdit: (row: Schedule) => begin({ edited: { ...row, family: of } }),
    onSkip: (run: RunOf) => begin({ decided: { family: of, ...run, act: 'skip' } }),
    onValidate: (run: RunOf) => begin({ decided: { family: of, ...run, act: 'validate' } }),
  })
  const acts = {
    charge: useScheduleActs('charge', onOf('charge')),
    scheduledTransaction: useScheduleActs('scheduledTransaction', onOf('scheduledTransaction')),
  }
  const list = useListedSchedules(family, profileId, conditions)
  /** All schedules, whatever narrows the list. */
  const { rows: all, waiting } = useListedSchedules(family, profileId)
  const rhythm = useRhythm()
  const columns = useColumns(family)
  const groupWith = useGroups()

  if (profileId === '')
    return (
      <NoProfile
        page={t(`${family}.title`)}
        title={t('noProfile.title')}
        body={t('noProfile.body')}
      />
    )
  const { rows } = list
  const rowsIn = (of: View) => rows && inView(of, { rows, waiting: list.waiting }, search)
  const found = rowsIn(view)
  const from = (place.page - 1) * place.size
  const opened = [...(all ?? []), ...waiting].find(({ id }) => id === openId)
  const currency = all?.[0]?.currency ?? 'EUR'
  return (
    <div style={{ '--row': '56px' } as React.CSSProperties}>
      <ListScreen
        title={t(`${family}.title`)}
        address={address}
        page={{
          data: found && { rows: found.slice(from, from + place.size), total: found.length },
          error: list.error,
          refetch: list.refetch,
        }}
        isEmpty={all?.length === 0 && waiting.length === 0}
        sub={all && <Waiting family={family} rows={waiting} />}
        csv={
          <CsvButton
            route={routes.list}
            fileName={family}
            input={{ params: { profileId }, query: filtersQuery(conditions) }}
          />
        }
        acts={<RunDue family={family} rows={all ?? []} />}
        add={
          can(`perm_${group}_add`)
            ? {
                id: `${family}.new`,
                label: t(`add.${family}`),
                onSelect: () => begin({ edited: 'new' }),
              }
            : null
        }
        tabs={{
          label: t('tab.label'),
          of: VIEWS.map((one) => ({
            view: one,
            label: t(`tab.${one}`),
            count: rowsIn(one)?.length,
          })),
        }}
        search={{ label: t('search') }}
        filters={{ entity: family, fields: SCHEDULE_FILTERS, currency }}
        columns={columns}
        rowId={(row) => row.id}
        rowName={nameOf}
        groupBy={(row) => groupWith(row, found ?? [])}
        {...(view === 'toValidate' &&
          can(`perm_${group}_update`) && {
            selection: {
              sum: (chosen: readonly Listed[]) => <Sum rows={chosen} />,
              actions: (chosen: readonly Listed[], clear: () => void) => (
                <ValidateChosen chosen={chosen} onDone={clear} />
              ),
            },
          })}
        removed={family}
        done={
          view === 'toValidate' && search === '' && Object.keys(conditions).length === 0
            ? { title: t('empty.toValidate.title'), body: t('empty.toValidate.body') }
            : undefined
        }
        empty={{
          title: t(`empty.${family}.title`),
          body: t(`empty.${family}.body`),
          sample: <Sample />,
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
        <Awaiting>
          {opened && (
            <SchedulePanel
              key={opened.id}
              family={opened.family}
              row={opened}
              onClose={closeRow}
              {...onOf(opened.family)}
            />
          )}
          <Dialogs
            begun={begun}
            opened={opened}
            rows={[...(all ?? []), ...waiting]}
            added={{ family, currency }}
            onClose={() => begin(null)}
          />
        </Awaiting>
      </ListScreen>
    </div>
  )
}

/** Runs to validate and their sum, and how many of them stand in the other list. */
function Waiting({ family, rows }: { family: Family; rows: readonly Listed[] }) {
  const { t } = useTranslation('schedules')
  const { language } = usePreferences()
  const elsewhere = rows.filter((row) => row.family !== family).length
  if (rows.length === 0) return t('sub.none')
  return (
    <>
      {t('sub.waiting', { count: rows.length })} <Sum rows={rows} />
      {elsewhere > 0 &&
        t('sub.elsewhere', {
          figure: numberText(language, elsewhere),
          list: t(`${OTHER[family]}.title`),
        })}
    </>
  )
}

/** A dialog: a schedule that is changed, `new` for one that is added, or a run that is decided. */
type Begun =
  | { readonly edited: Listed | 'new' }
  | { readonly decided: ComponentProps<typeof RunDialog>['decided'] }

/** The dialog that an act of the address begins on the opened schedule. */
function begunBy(doing: string, row: Listed | undefined, can: Session['can']): Begun | null {
  if (!row || (doing !== 'edit' && doing !== 'validate' && doing !== 'skip')) return null
  const [run] = row.toValidate
  if (scheduleActs(row.family, row, can)[doing] !== 'available') return null
  if (doing === 'edit') return { edited: row }
  return run ? { decided: { family: row.family, row, run, act: doing } } : null
}

/** The dialog that was begun here or by the address. */
function Dialogs({
  begun,
  opened,
  rows,
  added,
  onClose,
}: {
  begun: Begun | null
  opened: Listed | undefined
  rows: readonly Listed[]
  /** Family and currency of a new schedule. */
  added: { readonly family: Family; readonly currency: string }
  onClose: () => void
}) {
  const { profileId, can } = useSession()
  const [{ do: doing }, setDoing] = useUrlState({ do: '' })
  const shown = begun ?? begunBy(doing, opened, can)
  const close = () => {
    onClose()
    if (doing !== '') setDoing({ do: '' })
  }
  if (shown === null) return null
  if ('decided' in shown) return <RunDialog decided={shown.decided} onClose={close} />
  const { edited } = shown
  return (
    <ScheduleDialog
      {...(edited === 'new' ? added : ofRow(liveOf(edited, rows)))}
      profileId={profileId}
      onClose={close}
    />
  )
}

/** The amounts of schedules of one currency, incomes less expenses. */
const Sum = ({ rows }: { rows: readonly Listed[] }) => (
  <Amount
    minor={rows.reduce((sum, row) => sum + Math.round(signOf(row) * (amountOf(row) ?? 0) * 100), 0)}
    currency={rows[0]?.currency ?? 'EUR'}
    sign="always"
  />
)

/** The planner runs by itself; a user who sees a run that is late need not wait for it. */
function RunDue({ family, rows }: { family: Family; rows: readonly Listed[] }) {
  const { t } = useTranslation('schedules')
  const { can } = useSession()
  const { runDue } = useScheduleWrites(family)
  if (rows.every((row) => scheduleActs(family, row, can).runDue !== 'available')) return null
  return (
    <Button icon={CirclePlay} pending={runDue.isPending} onClick={() => runDue.mutate({})}>
      {t('act.runDue')}
    </Button>
  )
}

/** Validates every run that waits of the chosen schedules. */
function ValidateChosen({ chosen, onDone }: { chosen: readonly Listed[]; onDone: () => void }) {
  const { t } = useTranslation('schedules')
  const writes = {
    charge: useScheduleWrites('charge'),
    scheduledTransaction: useScheduleWrites('scheduledTransaction'),
  }
  return (
    <Button
      variant="primary"
      size="sm"
      icon={CircleCheck}
      pending={Object.values(writes).some(({ validate }) => validate.isPending)}
      onClick={() => {
        onDone()
        for (const { family, id, toValidate } of chosen)
          for (const { executionId } of toValidate)
            writes[family].validate.mutate({ params: { id }, body: { executionId } })
      }}
    >
      {t('act.validate')}
    </Button>
  )
}

function useColumns(family: Family): readonly Column<Listed>[] {
  const { t } = useTranslation(['schedules', 'finance'])
  const rhythm = useRhythm()
  const calculation = useCalculation()
  return [
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
      names: true,
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
      names: true,
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
      width: '144px',
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
}

/** The group of a row, with its count and sum among the rows of the view. */
function useGroups() {
  const { t } = useTranslation('schedules')
  return (row: Listed, rows: readonly Listed[]): Group => {
    const key = groupOf(row)
    const ofGroup = rows.filter((one) => groupOf(one) === key)
    const text = t(`group.${key}Text`, { count: ofGroup.length })
    return {
      key,
      name: t(`group.${key}`),
      longName: t(`group.${key}`),
      text: <span className="whitespace-nowrap">{text}</span>,
      totals: { amount: <Sum rows={ofGroup} /> },
    }
  }
}

/** The dialog's properties for a schedule of the list. */
const ofRow = (row: Listed) => ({ family: row.family, currency: row.currency, row })

function Sample() {
  const { t } = useTranslation('schedules')
  return (
    <SampleSlips
      slips={[
        {
          title: t('sample.rent'),
          note: t('rhythm.month', { count: 1, number: '5' }),
          end: <Amount minor={-38_400} />,
        },
      ]}
    />
  )
}
