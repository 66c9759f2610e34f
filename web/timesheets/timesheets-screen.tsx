import { ChevronLeft, ChevronRight, History as HistoryIcon, Lock, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timesheetRoutes } from '#contract/timesheets/timesheets.contract.ts'
import { billableQuery } from '#web/billing/billable.queries.ts'
import { MonthButton } from '#web/billing/month-button.tsx'
import { Afterwards } from '#web/kernel/ui/afterwards.tsx'
import { IconButton, LinkButton } from '#web/kernel/ui/button.tsx'
import { dayText, today as todayHere } from '#web/kernel/words/formats.ts'
import { useNarrow } from '#web/kernel/ui/narrow.ts'
import { PastBand } from '#web/kernel/history/past.tsx'
import type { ReadFirst } from '#web/kernel/shell/first-page.ts'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { Folio, Note, PageHead, Row as SheetRow } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { notifyInfo } from '#web/kernel/data/toasts.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import type { Blocked } from './day-acts.ts'
import { monthContractsQuery } from '#web/projects/projects.queries.ts'
import { monthQuery } from './month.queries.ts'
import { MonthGrid } from './month-grid.tsx'
import { MonthPdf } from './month-pdf.tsx'
import { MonthSummary } from './month-summary.tsx'
import {
  firstDay,
  monthKey,
  monthOfDay,
  monthsOn,
  parseMonth,
  type YearMonth,
} from '#web/kernel/words/year-month.ts'
import { AddLine, AddLineMenu } from './add-line.tsx'
import { CopyMenu } from './copy-menu.tsx'
import { KeyLine } from './key-line.tsx'
import { FilledOffer } from './filled-offer.tsx'
import { MonthApprovals } from './month-approvals.tsx'
import { StateLine } from './state-line.tsx'
import { StuckNote } from './stuck-note.tsx'
import { useRowWords } from './row-words.ts'
import type { GridHandle } from './use-grid-state.ts'
import {
  type MonthBill,
  type MonthPageState,
  type OpenMonth,
  useMonthBill,
  useMonthState,
} from './use-month-state.ts'
import { WeekList } from './week-list.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const MonthHistory = late(async () => (await import('./month-history.tsx')).MonthHistory)
const MonthDialog = late(async () => (await import('#web/billing/month-dialog.tsx')).MonthDialog)

export const readFirst: ReadFirst = (queries, { profileId, can }) => {
  const at = monthOfDay(todayHere())
  return [
    queries.prefetchQuery(monthQuery(profileId, at)),
    queries.prefetchQuery(billableQuery(profileId)),
    ...(can('perm_contract_menu')
      ? [queries.prefetchQuery(monthContractsQuery(profileId, at))]
      : []),
  ]
}

/** The month grid. Its month is in the address: `?month=2026-11`. */
export function TimesheetsScreen() {
  const { t } = useTranslation('timesheets')
  const { profileId } = useSession()
  const today = todayHere()
  const now = monthOfDay(today)
  const [{ month }, setUrl] = useUrlState({ month: monthKey(now), at: '' })
  const at = parseMonth(month) ?? now
  if (profileId === '')
    return (
      <NoProfile
        page={t('timesheet.title')}
        title={t('noProfile.title')}
        body={t('noProfile.body')}
      />
    )
  return (
    <MonthPage
      key={profileId}
      profileId={profileId}
      at={at}
      today={today}
      onMonth={(to) => setUrl({ month: monthKey(to), at: '' })}
    />
  )
}

function MonthPage({
  profileId,
  at,
  today,
  onMonth,
}: {
  profileId: string
  at: YearMonth
  today: number
  onMonth: (to: YearMonth) => void
}) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const [{ project }, setUrl] = useUrlState({ project: '' })
  const month = useMonthState(profileId, at, { today, project, onMonth })
  const bill = useMonthBill(profileId, month)
  const [standing, setStanding] = useState<number | null>(null)
  useEffect(() => setStanding(null), [month.name])
  const { open, contracts } = month
  return (
    <>
      <MonthHead {...{ profileId, at, month, bill, standing, onMonth }} />
      {month.guard}
      {month.error ? (
        <ErrorState error={month.error} onRetry={month.reload} />
      ) : !open ? (
        <Skeleton lines={6} label={t('grid.caption', { month: words.month(firstDay(at)) })} />
      ) : contracts?.length === 0 && open.state.cells.size === 0 ? (
        <NoContract />
      ) : (
        <MonthSheet
          {...{ month, open, bill, project, onMonth }}
          onDay={setStanding}
          onProjectShown={() => setUrl({ project: '' })}
        />
      )}
      {bill.isChoosing && <MonthDialog profileId={profileId} start={at} onClose={bill.close} />}
    </>
  )
}

/** The month's name, the way to others, its papers and its acts. */
function MonthHead({
  profileId,
  at,
  month: { open, acts, addLines },
  bill: { act },
  standing,
  onMonth,
}: {
  profileId: string
  at: YearMonth
  month: MonthPageState
  bill: MonthBill
  standing: number | null
  onMonth: (to: YearMonth) => void
}) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const [{ history }, setUrl] = useUrlState({ history: '' })
  const title = words.month(firstDay(at))
  return (
    <PageHead
      title={`${t('timesheet.title')}, ${title}`}
      heading={
        <span className="flex flex-wrap items-center gap-x-3">
          {title}
          <span className="flex">
            <IconButton
              icon={ChevronLeft}
              points
              size={18}
              label={t('nav.previous')}
              onClick={() => onMonth(monthsOn(at, -1))}
            />
            <IconButton
              icon={ChevronRight}
              points
              size={18}
              label={t('nav.next')}
              onClick={() => onMonth(monthsOn(at, 1))}
            />
            <IconButton
              icon={HistoryIcon}
              label={t('history.title')}
              aria-pressed={history === '1'}
              onClick={() => setUrl({ history: history === '1' ? '' : '1' })}
            />
            <CsvButton
              variant="icon"
              route={timesheetRoutes.days}
              input={{ params: { profileId, year: at.year, month: at.month } }}
              fileName={`timesheet-${monthKey(at)}`}
              label={t('exportMonth')}
            />
            <MonthPdf profileId={profileId} at={at} rows={open?.rows ?? []} />
          </span>
        </span>
      }
      margin={
        <span className="max-md:hidden">
          <Folio day={String(at.month).padStart(2, '0')} month={at.year} />
        </span>
      }
      sub={open && <StateLine sums={open.sums} />}
      actions={
        <>
          {acts.write && open && <CopyMenu month={open} standing={standing} onLines={addLines} />}
          {act && act.place !== 'below' && (
            <MonthButton
              variant={act.place}
              offer={act.offer}
              pending={act.pending}
              onClick={act.run}
            />
          )}
        </>
      }
    />
  )
}

/** The days, as a grid or week by week, and below them their saving, approvals and sums. */
function MonthSheet({
  month,
  open,
  bill: { act },
  project,
  onProjectShown,
  onDay,
  onMonth,
}: {
  month: MonthPageState
  open: OpenMonth
  bill: MonthBill
  /** A day entry that was begun elsewhere names its contract; else ''. */
  project: string
  onProjectShown: () => void
  onDay: (at: number) => void
  onMonth: (to: YearMonth) => void
}) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const { language } = usePreferences()
  const [{ history }, setUrl] = useUrlState({ history: '' })
  const grid = useRef<GridHandle>(null)
  const isNarrow = useNarrow()
  const wanted = useRef('')
  const { name, past, isPast, live, store, contracts, addLines } = month
  const { profileId, at, rows, days, sums, state } = open
  // A new line gets the focus once it is rendered.
  useEffect(() => {
    if (wanted.current && rows.some(({ key }) => key === wanted.current)) {
      grid.current?.focusRow(wanted.current)
      wanted.current = ''
    }
  })
  const addLine = (line: string) => {
    wanted.current = line
    addLines([line])
  }
  useEffect(() => {
    if (project === '') return
    if (rows.some(({ key }) => key === project)) wanted.current = project
    else if (contracts?.some(({ id }) => id === project)) addLine(project)
    onProjectShown()
  })
  const { editableFrom = 0, editableTo = 0 } = month.period ?? {}
  const dates = {
    from: dayText(language, editableFrom, 'long'),
    to: dayText(language, editableTo, 'long'),
  }
  const onBlocked = (why: Blocked) =>
    notifyInfo(
      t(`blocked.${why}`),
      why === 'window' ? { detail: t('blocked.windowDates', dates) } : {},
    )
  return (
    <>
      {days.every((day) => day.closed) && (
        <SheetRow className="pb-4">
          <Note tone="plain" icon={<Lock size={16} />}>
            {t('blocked.month', dates)}
          </Note>
        </SheetRow>
      )}
      {past.at !== undefined && <PastBand at={past.at} onReturn={() => past.setAt(undefined)} />}
      {!isPast && (
        <SheetRow className="border-t border-line max-md:!hidden">
          <KeyLine state={state} rows={rows} />
        </SheetRow>
      )}
      {!isNarrow && (
        <div className="max-md:hidden">
          <MonthGrid
            key={name}
            ref={grid}
            month={open}
            caption={t('grid.caption', { month: words.month(firstDay(at)) })}
            onBlocked={onBlocked}
            onDay={onDay}
            onMonth={(step) => onMonth(monthsOn(at, step))}
            foot={
              open.mayWrite && (
                <AddLine span={days.length + 2}>
                  <AddLineMenu profileId={profileId} rows={rows} onAdd={addLine} />
                </AddLine>
              )
            }
          />
        </div>
      )}
      <WeekList
        key={`week ${name}`}
        month={open}
        onBlocked={onBlocked}
        addLine={
          <AddLineMenu profileId={profileId} rows={rows} onAdd={(line) => addLines([line])} />
        }
      />
      {/* Below the days: above them it would push them from under the hand that types. */}
      {month.isStuck && !isPast && (
        <StuckNote state={state} store={store} onShow={(key) => grid.current?.focusCell(key)} />
      )}
      {act?.place === 'below' && (
        <FilledOffer offer={act.offer} pending={act.pending} onBill={act.run} />
      )}
      {history === '1' && (
        <MonthHistory
          key={name}
          id={month.id}
          profileId={profileId}
          contracts={contracts ?? []}
          at={past.at}
          onAt={past.setAt}
          onClose={() => {
            past.setAt(undefined)
            setUrl({ history: '' })
          }}
        />
      )}
      <Afterwards>
        {!isPast && (
          <MonthApprovals
            key={`approvals ${name}`}
            month={open}
            approvals={month.approvals}
            isSaving={live.pending > 0}
          />
        )}
        <MonthSummary
          sums={sums}
          at={month.offer ?? at}
          billable={isPast ? null : month.billable}
        />
      </Afterwards>
    </>
  )
}

function NoContract() {
  const { t } = useTranslation('timesheets')
  const { can } = useSession()
  return (
    <EmptyState
      title={t('empty.title')}
      body={t('empty.body')}
      action={
        can('perm_contract_add') && (
          <LinkButton variant="primary" icon={Plus} to={paths.contract.to({ id: 'new' })}>
            {t('line.newContract')}
          </LinkButton>
        )
      }
    />
  )
}
