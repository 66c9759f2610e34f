import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Check,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  Copy,
  History as HistoryIcon,
  Lock,
  Plus,
  ReceiptText,
  TriangleAlert,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimesheetMonth } from '#contract/timesheets.schemas.ts'
import { offerFor, useBillable, useMonthNames } from '#web/billing/billable.queries.ts'
import { MonthButton } from '#web/billing/month-button.tsx'
import { useAction } from '#web/kernel/shell/actions.tsx'
import { Button, IconButton, Kbd, LinkButton } from '#web/kernel/ui/button.tsx'
import { contractsQuery } from '#web/projects/projects.queries.ts'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { dayText, today as todayHere } from '#web/kernel/words/formats.ts'
import { useUnsavedGuard } from '#web/kernel/form/guard.tsx'
import { PastBand, usePast } from '#web/kernel/history/past.tsx'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { Folio, Note, PageHead, Row as SheetRow } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { useProblemText } from '#web/kernel/words/problem-text.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { notifyInfo } from '#web/kernel/ui/toasts.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Instant } from '#web/kernel/ui/values.tsx'
import type { Blocked } from './grid-acts.ts'
import { type GridHandle, MonthGrid } from './month-grid.tsx'
import { keepLines, linesKept, monthQuery, useMonth } from './month.queries.ts'
import type { MonthState, MonthStore } from './month-store.ts'
import { MonthSummary } from './month-summary.tsx'
import { firstDay, monthKey, monthOfDay, monthsOn, parseMonth, type YearMonth } from '#web/kernel/words/year-month.ts'
import {
  cellsOf,
  copiedMonth,
  copiedWeek,
  daysOf,
  linesOf,
  otherLines,
  rowsOf,
  type Sums,
  sumsOf,
  weekOf,
} from './month.ts'
import { useRowWords } from './row-words.ts'
import { WeekList } from './week-list.tsx'

const MonthHistory = lazy(async () => ({ default: (await import('./month-history.tsx')).MonthHistory }))
const MonthDialog = lazy(async () => ({ default: (await import('#web/billing/month-dialog.tsx')).MonthDialog }))

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
    return <NoProfile page={t('timesheet.title')} title={t('noProfile.title')} body={t('noProfile.body')} />
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
  const contracts = useQuery(contractsQuery(profileId))
  const grid = useRef<GridHandle>(null)
  const name = monthKey(at)
  const [asked, setAsked] = useState(() => linesKept(profileId, name))
  const [standing, setStanding] = useState<number | null>(null)
  const [billing, setBilling] = useState(false)
  const [{ history }, showHistory] = useUrlState({ history: '' })
  const wanted = useRef('')
  const id = `${profileId}.${name}`
  const past = usePast('timesheet', id)
  const isPast = past.at !== undefined
  const mayWrite = can('perm_timesheet_update') && !isPast
  // The month as it was, in the same grid, where nothing can be typed.
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

  const stuck = live.problem !== null || live.refusals.size > 0
  const guard = useUnsavedGuard({
    dirty: stuck,
    save: async () => {
      await store.retry()
      return store.getState().pending === 0
    },
  })
  useClosingGuard(live.pending > 0 && !stuck)

  const rows = contracts.data && state.ready ? rowsOf(contracts.data, at, state.cells, asked) : undefined
  const days = query.data && daysOf(at, query.data, today, contracts.data ?? [])
  const sums = rows && days ? sumsOf(rows, days, state.cells) : undefined
  // A line just added gets the focus once it is drawn.
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
  // The month one looks at when it has days to bill, else the last one that has.
  const billable = useBillable(profileId)
  const offer = offerFor(billable.data ?? [], { at })
  const mayBill = can('perm_billing_add') && offer !== null
  const names = useMonthNames()
  useAction(
    mayBill
      ? {
          id: 'timesheets.bill',
          label: names.bill(offer),
          icon: ReceiptText,
          keys: 'f',
          run: () => setBilling(true),
        }
      : null,
  )

  const title = words.month(firstDay(at))
  const error = query.error ?? contracts.error
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
            {mayBill && <MonthButton variant="primary" offer={offer} onClick={() => setBilling(true)} />}
          </>
        }
      />
      {guard}
      {error ? (
        <ErrorState error={error} onRetry={() => Promise.all([query.refetch(), contracts.refetch()])} />
      ) : !rows || !days || !sums ? (
        <Skeleton lines={6} label={t('grid.caption', { month: title })} />
      ) : contracts.data?.length === 0 && state.cells.size === 0 ? (
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
          {past.at !== undefined && <PastBand at={past.at} onReturn={() => past.setAt(undefined)} />}
          {stuck && !isPast && <Stuck state={state} store={store} onShow={(key) => grid.current?.focusCell(key)} />}
          <SheetRow className="border-t border-line max-md:!hidden">
            <KeyLine state={state} />
          </SheetRow>
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
                    <AddLineMenu contracts={contracts.data ?? []} rows={rows} onAdd={addLine} />
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
            addLine={<AddLineMenu contracts={contracts.data ?? []} rows={rows} onAdd={(line) => ask([line])} />}
          />
          <MonthSummary sums={sums} at={offer ?? at} billable={billable.data} />
        </>
      )}
      {history === '1' && (
        <Suspense fallback={null}>
          <MonthHistory
            key={name}
            id={id}
            contracts={contracts.data ?? []}
            at={past.at}
            onAt={past.setAt}
            onClose={() => {
              past.setAt(undefined)
              showHistory({ history: '' })
            }}
          />
        </Suspense>
      )}
      {billing && (
        <Suspense fallback={null}>
          <MonthDialog profileId={profileId} start={at} onClose={() => setBilling(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Closing the tab within the moment before typing is sent asks first. */
function useClosingGuard(pending: boolean) {
  useEffect(() => {
    if (!pending) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [pending])
}

/** "13 jours saisis sur 20 ouvrés. Il manque aujourd’hui." */
function StateLine({ sums }: { sums: Sums }) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const [only] = sums.missing
  const missing =
    sums.missing.length === 1 && only?.isToday
      ? t('state.missingToday')
      : sums.unfilled > 0
        ? t('state.missing', { count: sums.unfilled, figure: words.figure(sums.unfilled) })
        : ''
  if (sums.exceeded > 0)
    return (
      <output className="inline-flex flex-wrap items-center gap-x-1.5 text-warning">
        <TriangleAlert size={15} strokeWidth={1.7} aria-hidden="true" />
        <strong className="font-semibold">{t('state.exceededTitle')}</strong>
        {t('state.exceeded', {
          figure: words.figure(sums.recorded),
          of: sums.workingDays,
          over: words.days(sums.exceeded),
        })}
      </output>
    )
  return (
    <>
      {t('state.recorded', { count: sums.recorded, figure: words.figure(sums.recorded), of: sums.workingDays })}{' '}
      {missing}
    </>
  )
}

function KeyLine({ state }: { state: MonthState }) {
  const { t } = useTranslation('timesheets')
  const { t: key } = useTranslation('kernel')
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 py-2.5 text-xs text-ink-muted">
      <Hint keys={['←', '→', '↑', '↓']}>{t('keys.move')}</Hint>
      <Hint keys={['1']}>{t('keys.whole')}</Hint>
      <Hint keys={['5']}>{t('keys.half')}</Hint>
      <Hint keys={['0']}>{t('keys.none')}</Hint>
      <Hint keys={['H']}>{t('keys.off')}</Hint>
      <Hint keys={[key('key.shift')]}>{t('keys.fill')}</Hint>
      <Hint keys={[key('key.escape')]}>{t('keys.cancel')}</Hint>
      <span className="ms-auto inline-flex items-center gap-1.5 font-medium" aria-live="polite">
        {state.phase === 'saving' ? (
          t('save.saving')
        ) : state.savedAt > 0 && !state.problem && state.refusals.size === 0 ? (
          <span className="inline-flex items-center gap-1.5 text-positive">
            <Check size={14} strokeWidth={1.7} aria-hidden="true" />
            <span>
              {t('save.saved')} <Instant at={state.savedAt} style="time" />
            </span>
          </span>
        ) : null}
      </span>
    </div>
  )
}

const Hint = ({ keys, children }: { keys: readonly string[]; children: ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    <bdi dir="ltr" className="inline-flex gap-1">
      {keys.map((one) => (
        <Kbd key={one}>{one}</Kbd>
      ))}
    </bdi>
    <span>{children}</span>
  </span>
)

/** What could not be saved, why, and the way to each cell. */
function Stuck({ state, store, onShow }: { state: MonthState; store: MonthStore; onShow: (key: string) => void }) {
  const { t } = useTranslation(['timesheets', 'kernel'])
  const words = useRowWords()
  const text = useProblemText()
  return (
    <SheetRow className="pb-4">
      <div role="alert">
        <Note
          tone="negative"
          icon={<CircleAlert size={16} strokeWidth={1.7} aria-hidden="true" className="text-negative" />}
        >
          <p className="font-semibold">
            {t('save.failed', { count: state.problem ? state.pending : state.refusals.size })}
          </p>
          {state.problem && <p>{text(state.problem)}</p>}
          <ul>
            {[...state.refusals].map(([key, message]) => (
              <li key={key}>
                {message}{' '}
                <button type="button" className="link max-md:hidden" onClick={() => onShow(key)}>
                  {t('save.show', { day: words.day(Number(key.split('.')[0])) })}
                </button>
              </li>
            ))}
          </ul>
          <p className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" onClick={() => void store.retry()}>
              {t('kernel:action.retry')}
            </Button>
            <Button
              size="sm"
              variant="quiet"
              onClick={() => store.discard(state.problem ? undefined : [...state.refusals.keys()])}
            >
              {t('save.discard')}
            </Button>
          </p>
        </Note>
      </div>
    </SheetRow>
  )
}

type CopyProps = {
  profileId: string
  at: YearMonth
  days: ReturnType<typeof daysOf>
  rows: ReturnType<typeof rowsOf>
  state: MonthState
  store: MonthStore
  standing: number | null
  onLines: (lines: readonly string[]) => void
}

/** Last month or last week, the lines alone or with their days. What is already there stays. */
function CopyMenu({ profileId, at, days, rows, state, store, standing, onLines }: CopyProps) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const queries = useQueryClient()
  const before = monthsOn(at, -1)
  const { language } = usePreferences()
  const week = weekOf(days, standing)
  const copy = async (what: 'month' | 'week', how: 'lines' | 'days') => {
    const last = cellsOf((await queries.fetchQuery(monthQuery(profileId, before))).activities)
    const source = what === 'month' ? last : new Map([...last, ...state.cells])
    const copied =
      what === 'month' ? copiedMonth(last, days, rows, state.cells) : copiedWeek(source, week, rows, state.cells)
    if (how === 'days') {
      store.set(copied)
      const total = copied.reduce((sum, { quantity }) => sum + quantity, 0)
      return notifyInfo(total > 0 ? t('copy.done', { count: total, figure: words.figure(total) }) : t('copy.nothing'))
    }
    const lines =
      what === 'month'
        ? linesOf(last)
        : linesOf(
            new Map([...source].filter(([key]) => week.some((day) => key.startsWith(`${day.at - 7 * 86_400_000}.`)))),
          )
    const fresh = lines.filter((line) => !rows.some(({ key }) => key === line))
    onLines(fresh)
    notifyInfo(fresh.length > 0 ? t('copy.lines', { count: fresh.length }) : t('copy.noLines'))
  }
  const entry = (what: 'month' | 'week', how: 'lines' | 'days') => ({
    label: t(`copy.${how === 'lines' ? 'linesOnly' : 'linesAndDays'}`),
    onSelect: () => void copy(what, how),
  })
  return (
    <DropMenu
      className="btn max-md:!hidden"
      label={t('copy.of', { month: words.monthName(firstDay(before)) })}
      entries={[
        { heading: words.month(firstDay(before)) },
        entry('month', 'days'),
        entry('month', 'lines'),
        'line',
        { heading: t('copy.weekBefore', { day: dayText(language, week[0]?.at ?? 0) }) },
        entry('week', 'days'),
        entry('week', 'lines'),
      ]}
    >
      <Copy size={16} strokeWidth={1.7} aria-hidden="true" />
      {t('copy.of', { month: words.monthName(firstDay(before)) })}
    </DropMenu>
  )
}

/** The grid's last line: another one. */
function AddLine({ span, children }: { span: number; children: ReactNode }) {
  return (
    <tr>
      <td className="mg nohover">
        <Plus size={15} strokeWidth={1.7} aria-hidden="true" className="inline text-accent" />
      </td>
      <td className="c1 nohover" colSpan={span}>
        {children}
      </td>
    </tr>
  )
}

/** Contracts and kinds of absence that have no line yet. */
function AddLineMenu({
  contracts,
  rows,
  onAdd,
}: {
  contracts: Parameters<typeof otherLines>[0]
  rows: Parameters<typeof otherLines>[1]
  onAdd: (line: string) => void
}) {
  const { t } = useTranslation('timesheets')
  const { can } = useSession()
  const other = otherLines(contracts, rows)
  return (
    <DropMenu
      className="rounded-sm font-medium text-accent"
      label={t('line.add')}
      anchor="bottom start"
      entries={[
        ...other.contracts.map((contract) => ({
          label: contract.client || contract.title || contract.ref,
          hint: contract.title || contract.ref,
          onSelect: () => onAdd(contract.id),
        })),
        ...(other.contracts.length > 0 ? (['line'] as const) : []),
        ...other.kinds.map((kind) => ({ label: t(`timesheet.option.kind.${kind}`), onSelect: () => onAdd(kind) })),
        ...(can('perm_contract_add')
          ? (['line', { label: t('line.newContract'), icon: Plus, to: paths.contract.to({ id: 'new' }) }] as const)
          : []),
      ]}
    >
      {t('line.add')}
    </DropMenu>
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
