import { useQuery } from '@tanstack/react-query'
import {
  ChevronLeft,
  ChevronRight,
  History as HistoryIcon,
  Lock,
  Plus,
  ReceiptText,
} from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  isIn,
  isOffered,
  offerFor,
  useBillable,
  useMonthNames,
} from '#web/billing/billable.queries.ts'
import { timesheetRoutes, type TimesheetMonth } from '#contract/timesheets/timesheets.contract.ts'
import { MonthButton } from '#web/billing/month-button.tsx'
import { useBillMonth } from '#web/billing/use-bill-month.ts'
import { useAction } from '#web/kernel/ui/actions.tsx'
import { IconButton, LinkButton } from '#web/kernel/ui/button.tsx'
import { monthContractsQuery, namedContractsQuery } from '#web/projects/projects.queries.ts'
import { dayText, today as todayHere } from '#web/kernel/words/formats.ts'
import { useUnsavedGuard } from '#web/kernel/form/guard.tsx'
import { PastBand, usePast } from '#web/kernel/history/past.tsx'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { Folio, Note, PageHead, Row as SheetRow } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { notifyInfo } from '#web/kernel/data/toasts.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import type { Blocked } from './grid-acts.ts'
import { type GridHandle, MonthGrid } from './month-grid.tsx'
import { keepLines, linesKept, useMonth } from './month.queries.ts'
import type { MonthState } from './month-store.ts'
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
import {
  cellsOf,
  daysOf,
  isMonthFilled,
  linesBeside,
  rowsOf,
  sumsOf,
  withApproved,
} from './month.ts'
import { MonthApprovals } from './month-approvals.tsx'
import { StateLine } from './state-line.tsx'
import { StuckNote } from './stuck-note.tsx'
import { useRowWords } from './row-words.ts'
import { WeekList } from './week-list.tsx'

const MonthHistory = lazy(async () => ({
  default: (await import('./month-history.tsx')).MonthHistory,
}))
const MonthDialog = lazy(async () => ({
  default: (await import('#web/billing/month-dialog.tsx')).MonthDialog,
}))

const NONE: ReadonlyMap<string, never> = new Map<string, never>()

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
  const { can } = useSession()
  const words = useRowWords()
  const { language } = usePreferences()
  const { query, store, state: live } = useMonth(profileId, at)
  const running = useQuery(monthContractsQuery(profileId, at))
  const grid = useRef<GridHandle>(null)
  const name = monthKey(at)
  const [asked, setAsked] = useState(() => linesKept(profileId, name))
  const [standing, setStanding] = useState<number | null>(null)
  const [billing, setBilling] = useState(false)
  const [{ history, project }, showHistory] = useUrlState({ history: '', project: '' })
  const wanted = useRef('')
  const id = `${profileId}.${name}`
  const past = usePast('timesheet', id)
  const isPast = past.at !== undefined
  // The server tells apart what is new, changed and cleared.
  const mayWrite =
    !isPast &&
    (can('perm_timesheet_add') || can('perm_timesheet_update') || can('perm_timesheet_delete'))
  // A past state of the month, in the same grid, read-only.
  const state: MonthState = isPast
    ? {
        ...live,
        ready: live.ready && !past.pending,
        cells: cellsOf((past.record?.['activities'] ?? []) as TimesheetMonth['activities']),
        states: NONE,
        refusals: NONE,
      }
    : live
  useEffect(() => {
    setAsked(linesKept(profileId, name))
    setStanding(null)
  }, [profileId, name])
  // Lines whose contracts do not run in the month: those with days, and those that were added.
  const others = linesBeside(running.data ?? [], state.cells, [...asked, project])
  const named = useQuery(namedContractsQuery(profileId, running.data ? others : []))
  const isKnown = running.data !== undefined && (others.length === 0 || named.data !== undefined)
  const contracts = isKnown ? [...running.data, ...(named.data ?? [])] : undefined

  const stuck = live.problem !== null || live.refusals.size > 0
  const guard = useUnsavedGuard({
    dirty: stuck,
    save: async () => {
      await store.retry()
      return store.getState().pending === 0
    },
  })
  useClosingGuard(live.pending > 0 && !stuck)
  useEffect(() => {
    const again = () => void store.retry()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [store])

  const { approvals = [] } = query.data ?? {}
  const approved = new Set(
    approvals.flatMap(({ projectId, status }) => (status === 'approved' ? [projectId] : [])),
  )
  const rows =
    contracts && state.ready
      ? withApproved(rowsOf(contracts, at, state.cells, asked), approved)
      : undefined
  const days = query.data && daysOf(at, query.data, today, running.data ?? [])
  const sums = rows && days ? sumsOf(rows, days, state.cells) : undefined
  // A new line gets the focus once it is rendered.
  useEffect(() => {
    if (wanted.current && rows?.some(({ key }) => key === wanted.current)) {
      grid.current?.focusRow(wanted.current)
      wanted.current = ''
    }
  })
  const ask = (lines: readonly string[]) => {
    const all = [...new Set([...asked, ...lines])]
    setAsked(all)
    keepLines(profileId, name, all)
  }
  const addLine = (line: string) => {
    wanted.current = line
    ask([line])
  }
  // A day entry that was begun elsewhere names its contract.
  useEffect(() => {
    if (project === '' || rows === undefined) return
    if (rows.some(({ key }) => key === project)) wanted.current = project
    else if (contracts?.some(({ id: contract }) => contract === project)) addLine(project)
    showHistory({ project: '' })
  })
  const onBlocked = (why: Blocked) => {
    const { editableFrom = 0, editableTo = 0 } = query.data ?? {}
    notifyInfo(
      t(`blocked.${why}`),
      why === 'window'
        ? {
            detail: t('blocked.windowDates', {
              from: dayText(language, editableFrom, 'long'),
              to: dayText(language, editableTo, 'long'),
            }),
          }
        : {},
    )
  }
  // The shown month if it has days to bill, else the last one that has.
  const billable = useBillable(profileId)
  const offer = offerFor(billable.data ?? [], { at })
  const mayBill = can('perm_billing_add') && offer !== null && !isPast
  const names = useMonthNames()
  const draft = useBillMonth(profileId)
  // One contract in the month: its draft is made at once. Of several, one chooses.
  const bill = () => {
    const [only, ...others] = (billable.data ?? []).filter(
      (row) => offer && isIn(offer)(row) && isOffered(row),
    )
    if (only && others.length === 0) draft.run(only)
    else setBilling(true)
  }
  const isFilled = Boolean(rows && days && isMonthFilled(rows, days, state.cells)) && !isPast
  const isOfferedBelow = isFilled && mayBill && isIn(at)(offer)
  useAction(
    mayBill
      ? {
          id: 'timesheets.bill',
          label: names.bill(offer),
          icon: ReceiptText,
          keys: 'f',
          run: bill,
        }
      : null,
  )

  const title = words.month(firstDay(at))
  const error = query.error ?? running.error ?? named.error
  return (
    <>
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
                onClick={() => showHistory({ history: history === '1' ? '' : '1' })}
              />
              <CsvButton
                variant="icon"
                route={timesheetRoutes.days}
                input={{ params: { profileId, year: at.year, month: at.month } }}
                fileName={`timesheet-${monthKey(at)}`}
                label={t('exportMonth')}
              />
              <MonthPdf profileId={profileId} at={at} rows={rows ?? []} />
            </span>
          </span>
        }
        margin={
          <span className="max-md:hidden">
            <Folio day={String(at.month).padStart(2, '0')} month={at.year} />
          </span>
        }
        sub={sums && days && <StateLine sums={sums} />}
        actions={
          <>
            {mayWrite && rows && days && (
              <CopyMenu
                profileId={profileId}
                at={at}
                days={days}
                rows={rows}
                state={state}
                store={store}
                standing={standing}
                onLines={ask}
              />
            )}
            {mayBill && !isOfferedBelow && (
              <MonthButton
                variant={
                  offer && isIn(at)(offer) && sums && sums.unfilled > 0 ? 'plain' : 'primary'
                }
                offer={offer}
                pending={draft.pending}
                onClick={bill}
              />
            )}
          </>
        }
      />
      {guard}
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => Promise.all([query, running, named].map((one) => one.refetch()))}
        />
      ) : !rows || !days || !sums ? (
        <Skeleton lines={6} label={t('grid.caption', { month: title })} />
      ) : contracts?.length === 0 && state.cells.size === 0 ? (
        <NoContract />
      ) : (
        <>
          {days.every((day) => day.closed) && (
            <SheetRow className="pb-4">
              <Note tone="plain" icon={<Lock size={16} strokeWidth={1.7} aria-hidden="true" />}>
                {t('blocked.month', {
                  from: dayText(language, query.data?.editableFrom ?? 0, 'long'),
                  to: dayText(language, query.data?.editableTo ?? 0, 'long'),
                })}
              </Note>
            </SheetRow>
          )}
          {past.at !== undefined && (
            <PastBand at={past.at} onReturn={() => past.setAt(undefined)} />
          )}
          {!isPast && (
            <SheetRow className="border-t border-line max-md:!hidden">
              <KeyLine state={state} />
            </SheetRow>
          )}
          <div className="max-md:hidden">
            <MonthGrid
              key={name}
              ref={grid}
              caption={t('grid.caption', { month: title })}
              rows={rows}
              days={days}
              state={state}
              store={store}
              mayWrite={mayWrite}
              onBlocked={onBlocked}
              onDay={setStanding}
              onMonth={(step) => onMonth(monthsOn(at, step))}
              foot={
                mayWrite && (
                  <AddLine span={days.length + 3}>
                    <AddLineMenu profileId={profileId} rows={rows} onAdd={addLine} />
                  </AddLine>
                )
              }
            />
          </div>
          <WeekList
            key={`week ${name}`}
            rows={rows}
            days={days}
            state={state}
            store={store}
            sums={sums}
            mayWrite={mayWrite}
            onBlocked={onBlocked}
            addLine={
              <AddLineMenu profileId={profileId} rows={rows} onAdd={(line) => ask([line])} />
            }
          />
          {/* Below the days: above them it would push them from under the hand that types. */}
          {stuck && !isPast && (
            <StuckNote state={state} store={store} onShow={(key) => grid.current?.focusCell(key)} />
          )}
          {isOfferedBelow && <FilledOffer offer={offer} pending={draft.pending} onBill={bill} />}
          {history === '1' && (
            <Suspense fallback={null}>
              <MonthHistory
                key={name}
                id={id}
                profileId={profileId}
                contracts={contracts ?? []}
                at={past.at}
                onAt={past.setAt}
                onClose={() => {
                  past.setAt(undefined)
                  showHistory({ history: '' })
                }}
              />
            </Suspense>
          )}
          {!isPast && (
            <MonthApprovals
              key={`approvals ${name}`}
              {...{ profileId, at, rows, days, approvals }}
              cells={state.cells}
              isSaving={live.pending > 0}
            />
          )}
          <MonthSummary sums={sums} at={offer ?? at} billable={isPast ? null : billable.data} />
        </>
      )}
      {billing && (
        <Suspense fallback={null}>
          <MonthDialog profileId={profileId} start={at} onClose={() => setBilling(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Asks before the tab closes with unsent input. */
function useClosingGuard(pending: boolean) {
  useEffect(() => {
    if (!pending) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [pending])
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
