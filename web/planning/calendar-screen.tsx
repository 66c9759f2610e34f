import { useQueryClient } from '@tanstack/react-query'
import { CalendarSearch, CalendarSync, Check, ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LAYERS, type Scope } from '#contract/planning/planning.values.ts'
import type { EventOccurrence, Layer } from '#contract/planning/planning.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { RemovedLink } from '#web/kernel/history/removed-link.tsx'
import { keyAction, useAction, useKeyHelp } from '#web/kernel/ui/actions.tsx'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { useNarrow } from '#web/kernel/ui/narrow.ts'
import { Folio, PageHead, Row } from '#web/kernel/ui/page.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { notifyInfo } from '#web/kernel/data/toasts.ts'
import { directionOf, localeOf } from '#web/kernel/words/languages.ts'
import { instantAt } from '#web/kernel/words/time-zone.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'
import { Agenda, DayStrip } from './agenda.tsx'
import type { Drawn } from './calendar-grid.tsx'
import { DayBands } from './day-bands.tsx'
import { useEventKeys } from './event-keys.ts'
import { useEventWords } from './event-words.ts'
import { MonthStrip } from './month-strip.tsx'
import { mondayOf, weekNumber } from '#web/kernel/words/weeks.ts'
import { daysIn, periodOf, stepped, VIEWS } from './period.ts'
import { freeDayQuery } from './planning.queries.ts'
import './screen.css'
import { ScopeDialog } from './scope-dialog.tsx'
import { keyOf } from './shown-days.ts'
import { type CalendarState, useCalendarState } from './use-calendar-state.ts'
import { useEventWrites } from './use-event-writes.ts'
import { late } from '#web/kernel/ui/late.tsx'

const CalendarGrid = late(async () => (await import('./calendar-grid.tsx')).CalendarGrid)
const EventDialog = late(async () => (await import('./event-dialog.tsx')).EventDialog)
const CalendarExchange = late(
  async () => (await import('./calendar-exchange.tsx')).CalendarExchange,
)
const EventPanel = late(async () => (await import('./event-panel.tsx')).EventPanel)

type Editing = { readonly row?: EventOccurrence; readonly drawn: Drawn; readonly scope: Scope }
type Moving = { readonly row: EventOccurrence; readonly to: Drawn; readonly back: () => void }

/** Nine to ten of a day. */
const morningOf = (day: number): Drawn => ({
  start: instantAt(day, 540),
  end: instantAt(day, 600),
  allDay: false,
})

/** Path `/admin/planning/calendar`. View, day and opened event are in the address. */
export function CalendarScreen() {
  const { can } = useSession()
  const calendar = useCalendarState()
  const { day, events, opened, url, setUrl } = calendar
  const [editing, setEditing] = useState<Editing | null>(null)
  const moves = useMoves()
  const mayAdd = can('perm_events_add')
  const isAdding = url.new === '1' && mayAdd
  const begin = (drawn: Drawn) => setEditing({ drawn, scope: 'all' })
  const heading = useHeading(calendar)
  return (
    <>
      <CalendarHead
        calendar={calendar}
        heading={heading}
        onAdd={mayAdd ? () => begin(morningOf(day)) : undefined}
      />
      {events.error ? (
        <ErrorState error={events.error} onRetry={() => events.refetch()} />
      ) : !events.data ? (
        <Skeleton lines={8} label={heading} />
      ) : (
        <CalendarBody
          calendar={calendar}
          heading={heading}
          mayAdd={mayAdd}
          onDraw={begin}
          onMove={moves.move}
        />
      )}
      {events.data && <RemovedLink entity="calendarEvent" />}
      {url.exchange === '1' && <CalendarExchange onClose={() => setUrl({ exchange: '' })} />}
      {opened && !editing && (
        <EventPanel
          key={keyOf(opened)}
          row={opened}
          onClose={() => setUrl({ open: '' })}
          onEdit={(scope) => setEditing({ row: opened, drawn: opened, scope })}
        />
      )}
      {(editing || isAdding) && (
        <EventDialog
          {...(editing?.row && {
            row: opened && keyOf(opened) === keyOf(editing.row) ? opened : editing.row,
          })}
          drawn={editing?.drawn ?? morningOf(day)}
          scope={editing?.scope ?? 'all'}
          onClose={() => {
            setEditing(null)
            setUrl({ new: '', ...(editing?.row && { open: '' }) })
          }}
        />
      )}
      {moves.dialog}
    </>
  )
}

/** Moves an event; of a series the reach of the move is chosen first. */
function useMoves() {
  const { move } = useEventWrites()
  const [moving, setMoving] = useState<Moving | null>(null)
  const write = ({ row, to, back }: Moving, scope: Scope) => {
    const { id, version, start: occurrence } = row
    const body = { id, version, occurrence, scope, start: to.start, end: to.end }
    move.mutate({ body }, { onError: back })
  }
  return {
    move: (moved: Moving) => (moved.row.recurring ? setMoving(moved) : write(moved, 'all')),
    dialog: moving && (
      <ScopeDialog
        row={moving.row}
        onCancel={() => {
          moving.back()
          setMoving(null)
        }}
        onChoose={(scope) => {
          write(moving, scope)
          setMoving(null)
        }}
      />
    ),
  }
}

/** `novembre 2026`, `16 – 22 novembre 2026`. */
function useHeading({ view, day, period }: CalendarState): string {
  const { language } = usePreferences()
  const range = new Intl.DateTimeFormat(localeOf(language), {
    ...(view === 'month' ? {} : { day: 'numeric' }),
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return view === 'month' ? range.format(day) : range.formatRange(period.from, period.to - DAY_MS)
}

/** The period and the way to others, its acts, and the layers that are shown. */
function CalendarHead({
  calendar,
  heading,
  onAdd,
}: {
  calendar: CalendarState
  heading: string
  onAdd: (() => void) | undefined
}) {
  const { t } = useTranslation(['planning', 'kernel'])
  const { language } = usePreferences()
  const { now, view, day, events, layers, shown, hidden, go, setUrl, toggle } = calendar
  const toNextFreeDay = useNextFreeDay(go)
  const step = (by: 1 | -1) => go(stepped(view, day, by))
  useAction(
    onAdd
      ? { id: 'calendar.new', label: t('dialog.add'), icon: Plus, keys: 'n', run: onAdd }
      : null,
  )
  useAction(keyAction('calendar.today', t('today'), 't', () => go(now)))
  useAction({
    id: 'calendar.free',
    label: t('freeDay.act'),
    icon: CalendarSearch,
    keys: 'l',
    run: () => void toNextFreeDay(),
  })
  const [before, after] =
    directionOf(language) === 'rtl'
      ? (['ArrowRight', 'ArrowLeft'] as const)
      : (['ArrowLeft', 'ArrowRight'] as const)
  useAction(keyAction('calendar.before', t('previous'), before, () => step(-1)))
  useAction(keyAction('calendar.after', t('next'), after, () => step(1)))
  const at = Date.now()
  const past = shown.filter(({ end }) => end <= at).length
  return (
    <>
      <PageHead
        title={`${t('calendarEvent.title')}, ${heading}`}
        heading={<span className="inline-block first-letter:uppercase">{heading}</span>}
        margin={
          <span className="max-md:hidden">
            <Folio day={weekNumber(day)} month={t('week')} />
          </span>
        }
        sub={
          events.data &&
          [t('past', { count: past }), t('toCome', { count: shown.length - past })].join(', ')
        }
        actions={
          <>
            <span className="flex items-center">
              <IconButton
                icon={ChevronLeft}
                points
                size={18}
                label={t('previous')}
                onClick={() => step(-1)}
              />
              <Button onClick={() => go(now)}>{t('today')}</Button>
              <IconButton
                icon={ChevronRight}
                points
                size={18}
                label={t('next')}
                onClick={() => step(1)}
              />
            </span>
            <Segments
              label={t('view.title')}
              className="max-md:!hidden"
              value={view}
              onChange={(to) => setUrl({ view: to })}
              options={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
            />
            {onAdd && (
              <Button variant="primary" icon={Plus} onClick={onAdd}>
                {t('dialog.add')}
              </Button>
            )}
          </>
        }
      />
      <Row
        margin={<span className="max-md:hidden">{t('month')}</span>}
        className="pb-2 print:hidden"
      >
        <div className="flex items-center gap-2 max-md:flex-wrap">
          <MonthStrip day={day} now={now} onMonth={go} />
          <span className="ms-auto flex flex-wrap justify-end md:shrink-0">
            <Button variant="quiet" icon={CalendarSearch} onClick={() => void toNextFreeDay()}>
              {t('freeDay.act')}
            </Button>
            <Button
              variant="quiet"
              icon={CalendarSync}
              onClick={() => setUrl({ exchange: '1' }, 'push')}
            >
              {t('exchange.act')}
            </Button>
          </span>
        </div>
      </Row>
      <Row
        margin={<span className="max-md:hidden">{t('layers')}</span>}
        className="pb-4 print:hidden"
      >
        <fieldset className="chip-buttons" aria-label={t('layers')}>
          {(['events', ...LAYERS] as const).map((layer) => (
            <button
              key={layer}
              type="button"
              className="chip-button"
              aria-pressed={!hidden.has(layer)}
              onClick={() => toggle(layer)}
            >
              <Check size={15} />
              {t(`layer.${layer}`)}
              <span className="tab-count">
                {layer === 'events'
                  ? (events.data?.length ?? 0)
                  : (layers.data?.filter((fact) => fact.layer === layer).length ?? 0)}
              </span>
            </button>
          ))}
        </fieldset>
      </Row>
    </>
  )
}

/** Leads to the next free day. */
function useNextFreeDay(go: (day: number) => void) {
  const { t } = useTranslation('planning')
  const { profileId } = useSession()
  const queries = useQueryClient()
  const words = useEventWords()
  return async () => {
    const { day } = await queries.fetchQuery(freeDayQuery(profileId))
    if (day === 0) return notifyInfo(t('freeDay.none'))
    notifyInfo(t('freeDay.found', { day: words.fullDay(day) }))
    go(day)
  }
}

/** The days: as an agenda on a phone or in the list, else as a grid. */
function CalendarBody({
  calendar: { now, view, day, period, shown, facts, hidden, url, go, setUrl },
  heading,
  mayAdd,
  onDraw,
  onMove,
}: {
  calendar: CalendarState
  heading: string
  mayAdd: boolean
  onDraw: (drawn: Drawn) => void
  onMove: (moved: Moving) => void
}) {
  const { can } = useSession()
  const isNarrow = useNarrow()
  const seek = useSoughtDay(day, go)
  const acts = useRef({ onDraw, onMove, setUrl })
  useEffect(() => {
    acts.current = { onDraw, onMove, setUrl }
  })
  // The same functions at each render: new ones would make the grid draw each event again.
  const onGrid = useMemo(
    () => ({
      onOpen: (one: EventOccurrence) => acts.current.setUrl({ open: keyOf(one) }, 'push'),
      onDraw: (drawn: Drawn) => acts.current.onDraw(drawn),
      onMove: (row: EventOccurrence, to: Drawn, back: () => void) =>
        acts.current.onMove({ row, to, back }),
    }),
    [],
  )
  const days = daysIn(period)
  if (isNarrow) {
    const week = daysIn(periodOf('week', day))
    const agendaDays = view === 'week' ? week : days
    return (
      <div className="px-[calc(var(--marge)+12px)] pb-6">
        <DayStrip days={week} events={shown} chosen={day} onDay={seek} />
        <Agenda
          days={agendaDays}
          {...(day >= now && agendaDays.includes(now) && { from: now, onPast: go })}
          events={shown}
          facts={facts}
          onOpen={onGrid.onOpen}
        />
      </div>
    )
  }
  if (view === 'list')
    return (
      <Row>
        <Agenda days={days} events={shown} facts={facts} onOpen={onGrid.onOpen} />
      </Row>
    )
  return (
    <CalendarThings>
      {view !== 'month' && (
        <DayBands
          days={days}
          facts={facts}
          layers={LAYERS.filter((layer: Layer) => !hidden.has(layer))}
        />
      )}
      <CalendarGrid
        view={view}
        day={view === 'week' ? mondayOf(day) : day}
        period={period}
        events={shown}
        facts={facts}
        opened={url.open}
        mayAdd={mayAdd}
        mayMove={can('perm_events_update')}
        {...onGrid}
        waiting={<Skeleton lines={8} label={heading} />}
      />
    </CalendarThings>
  )
}

/** Grid and bands as one tab stop, whose arrows are listed under `?`. */
function CalendarThings({ children }: { children: ReactNode }) {
  const { t } = useTranslation('planning')
  useKeyHelp([
    { label: t('keys.days'), keys: ['ArrowLeft', 'ArrowRight'] },
    { label: t('keys.events'), keys: ['ArrowUp', 'ArrowDown'] },
    { label: t('keys.open'), keys: ['Enter'] },
  ])
  return <div {...useEventKeys()}>{children}</div>
}

/** A day that was chosen in the strip: it is led to once it is drawn. */
function useSoughtDay(day: number, go: (day: number) => void) {
  const sought = useRef(0)
  useEffect(() => {
    if (sought.current === day)
      document.querySelector(`#day-${day}`)?.scrollIntoView({ block: 'start' })
    sought.current = 0
  }, [day])
  return (to: number) => {
    sought.current = to
    go(to)
  }
}
