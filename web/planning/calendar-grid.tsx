import FullCalendar, {
  type CalendarOptions,
  type CalendarRef,
  type EventApi,
} from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import timeGrid from '@fullcalendar/react/timegrid'
import '@fullcalendar/react/skeleton.css'
import clsx from 'clsx'
import { Repeat, X } from 'lucide-react'
import { memo, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DatedFact, EventOccurrence } from '#contract/planning/planning.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { directionOf, localeOf } from '#web/kernel/words/languages.ts'
import { timeZone, wallClock } from '#web/kernel/words/time-zone.ts'
import { DAY_MS, HOUR_MS } from '#contract/kernel/time.values.ts'
import './calendar.css'
import { useEventWords } from './event-words.ts'
import type { Period, View } from './period.ts'
import { isoDay } from './planning.queries.ts'
import { keyOf } from './shown-days.ts'

// Objects made at each render would make FullCalendar announce its dates each time.
const PLUGINS = [dayGrid, timeGrid, interaction]
const HOURS = { hour: '2-digit', minute: '2-digit', hour12: false } as const
/** Constants of all views: steps of time, and the classes of the product's look. */
const LOOK: CalendarOptions = {
  firstDay: 1,
  headerToolbar: false,
  height: 'auto',
  nowIndicator: true,
  allDaySlot: true,
  slotHeaderFormat: HOURS,
  slotDuration: '00:30:00',
  snapDuration: '00:15:00',
  selectMirror: true,
  longPressDelay: 400,
  // A quarter of an hour is still met by a hand. @unit pixels
  eventMinHeight: 24,
  popoverCloseClass: 'icon-btn',
  moreLinkText: (count: number) => `+${count}`,
  popoverCloseContent: <X size={16} />,
  eventClass: (info) =>
    clsx(
      'ev',
      info.event.id.startsWith('fact') && 'ev-fact',
      info.isSelected && 'ev-picked',
      info.isMirror && 'ev-moving',
    ),
  // Handle that makes an event longer. Without a class FullCalendar has none.
  columnEventAfterClass: (info) => (info.isEndResizable ? 'ev-grip ev-grip-end' : ''),
  rowEventAfterClass: (info) => (info.isEndResizable ? 'ev-grip ev-grip-side' : ''),
  viewClass: 'cal-view',
  dayHeaderClass: 'cal-head',
  dayHeaderInnerClass: 'cal-head-in',
  dayCellClass: (info) => clsx('cal-cell', info.isToday && 'is-today', info.isOther && 'is-other'),
  dayCellTopClass: 'cal-number',
  dayLaneClass: (info) =>
    clsx('cal-lane', info.isToday && 'is-today', [0, 6].includes(info.dow) && 'is-off'),
  slotLaneClass: (info) => clsx('cal-slot', info.isMinor && 'is-minor'),
  slotHeaderClass: 'cal-hour',
  slotHeaderInnerClass: 'cal-hour-in',
  allDayHeaderClass: 'cal-hour',
  allDayHeaderInnerClass: 'cal-hour-in',
  allDayDividerClass: 'cal-rule',
  nowIndicatorLineClass: 'cal-nowline',
  highlightClass: 'cal-drawn',
  moreLinkClass: 'cal-more',
  popoverClass: 'cal-popover',
}
/** Events side by side in a day; a sign tells how many more there are, and opens them. */
const SIDE_BY_SIDE = { day: 8, week: 3, month: 3 } as const
const VIEW_NAMES = { day: 'timeGridDay', week: 'timeGridWeek', month: 'dayGridMonth' } as const

/** A stretch of time that the user drew or moved to. @unit epoch milliseconds */
export type Drawn = { readonly start: number; readonly end: number; readonly allDay: boolean }

type GridProps = {
  readonly view: Exclude<View, 'list'>
  readonly day: number
  readonly period: Period
  readonly events: readonly EventOccurrence[]
  /** Facts of a month, whose bands have no room above the days. */
  readonly facts: readonly DatedFact[]
  readonly opened: string
  readonly mayAdd: boolean
  readonly mayMove: boolean
  readonly onOpen: (occurrence: EventOccurrence) => void
  readonly onDraw: (drawn: Drawn) => void
  /** @param back takes the move back on screen */
  readonly onMove: (occurrence: EventOccurrence, to: Drawn, back: () => void) => void
}

/** Seven to nine in the evening, or as far as the events reach. */
function hoursOf(events: readonly EventOccurrence[]): {
  readonly from: number
  readonly to: number
} {
  let [from, to] = [7, 21]
  for (const { start, end, allDay } of events) {
    if (allDay) continue
    const [begin, over] = [wallClock(start), wallClock(end)]
    from = Math.min(from, Math.floor(begin.minutes / 60))
    to = begin.day === over.day ? Math.max(to, Math.ceil(over.minutes / 60)) : 24
    // The night of the next day is shown too.
    if (begin.day < over.day && over.minutes > 0) from = 0
  }
  return { from, to }
}
const occurrenceOf = ({ extendedProps }: EventApi): EventOccurrence | undefined =>
  extendedProps['one'] as EventOccurrence | undefined // as it was given; a fact has none
function drawnOf({ start, end, allDay }: Pick<EventApi, 'start' | 'end' | 'allDay'>): Drawn {
  const from = start?.getTime() ?? 0
  return { start: from, end: end?.getTime() ?? from + (allDay ? DAY_MS : HOUR_MS), allDay }
}
const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00:00`

const eventInput = (one: EventOccurrence, editable: boolean) => ({
  id: keyOf(one),
  title: one.title,
  start: one.allDay ? isoDay(one.start) : new Date(one.start).toISOString(),
  end: one.allDay ? isoDay(one.end) : new Date(one.end).toISOString(),
  allDay: one.allDay,
  editable,
  extendedProps: { one },
})

/** An event's title and hours. It has no hook: a month draws hundreds. */
function EventText({
  one,
  start,
  end,
  isMonth,
  label,
  clock,
}: {
  one: EventOccurrence
  /** Where it is, or would be. */
  start: number
  end: number
  isMonth: boolean
  /** Label of a series' sign. */
  label: string
  clock: (at: number) => string
}) {
  const isShort = isMonth || end - start <= 1_800_000
  return (
    <>
      {isShort && !isMonth ? (
        // A cut text is cut at its own end, whichever way the page runs.
        <span className="ev-title ev-short" dir="auto">
          {one.title}
        </span>
      ) : (
        <span className="ev-title">{one.title}</span>
      )}
      {!one.allDay && (
        <small>
          <bdi dir="ltr">{isShort ? clock(start) : `${clock(start)} – ${clock(end)}`}</bdi>
          {one.recurring && <Repeat size={11} aria-label={label} />}
        </small>
      )}
    </>
  )
}

/**
 * Marks the opened event on its element: an option of FullCalendar would make every event be drawn
 * again.
 */
function useOpenedMark(key: string) {
  const elements = useRef(new Map<string, HTMLElement>())
  const opened = useRef('')
  useEffect(() => {
    elements.current.get(opened.current)?.removeAttribute('data-open')
    elements.current.get(key)?.setAttribute('data-open', '')
    opened.current = key
  }, [key])
  return { opened, elements }
}

/**
 * Days and hours, drawn by FullCalendar in the look of the product. All its input stays the same
 * while nothing changed. A new function alone would make it draw each event again.
 */
export const CalendarGrid = memo(function CalendarGrid({
  view,
  day,
  period,
  events,
  facts,
  opened,
  mayAdd,
  mayMove,
  onOpen,
  onDraw,
  onMove,
}: GridProps) {
  const { t } = useTranslation(['planning', 'kernel'])
  const { language } = usePreferences()
  const words = useEventWords()
  const calendar = useRef<CalendarRef>(null)
  useEffect(() => {
    // FullCalendar renders synchronously, which React does not allow within an effect.
    queueMicrotask(() => {
      const api = calendar.current?.getApi()
      if (api?.view.type !== VIEW_NAMES[view]) api?.changeView(VIEW_NAMES[view], isoDay(day))
      else api.gotoDate(isoDay(day))
    })
  }, [view, day])
  const hours = useMemo(() => hoursOf(events), [events])
  const shown = useMemo(
    () => [
      ...events.map((one) => eventInput(one, mayMove)),
      ...(view === 'month'
        ? facts.map((fact, index) => ({
            id: `fact ${index}`,
            title: words.fact(fact),
            start: isoDay(fact.day),
            allDay: true,
            editable: false,
            // A fact of a month leads nowhere.
            interactive: false,
          }))
        : []),
    ],
    [events, facts, view, mayMove, words],
  )
  const { opened: marked, elements } = useOpenedMark(opened)
  const options = useMemo((): CalendarOptions => {
    const isMonth = view === 'month'
    const moved = ({ event, revert }: { event: EventApi; revert: () => void }) => {
      const one = occurrenceOf(event)
      if (one) onMove(one, drawnOf(event), revert)
    }
    return {
      ...LOOK,
      locale: localeOf(language),
      direction: directionOf(language),
      dayHeaders: isMonth,
      allDayHeaderContent: t('allDayShort'),
      slotMinTime: hourText(hours.from),
      slotMaxTime: hourText(hours.to),
      dayMaxEvents: isMonth ? 5 : false,
      eventMaxStack: SIDE_BY_SIDE[view],
      editable: mayMove,
      selectable: mayAdd,
      eventsHint: t('layer.events'),
      timedText: t('layer.events'),
      closeHint: t('kernel:action.close'),
      moreLinkHint: (count: number) => t('more', { count }),
      eventContent: (info) => {
        const one = occurrenceOf(info.event)
        if (!one) return <span className="ev-title">{info.event.title}</span>
        // An event that is being moved or made longer shows where it would be.
        const { start, end } = info.isMirror ? drawnOf(info.event) : one
        const label = t('recurring')
        return <EventText {...{ one, start, end, isMonth, label }} clock={words.clock} />
      },
      eventDidMount: ({ el, event, isMirror }) => {
        const one = occurrenceOf(event)
        if (!one) return
        el.style.setProperty('--c', `var(--swatch-${one.color})`)
        if (isMirror) return
        elements.current.set(event.id, el)
        el.toggleAttribute('data-open', event.id === marked.current)
      },
      eventWillUnmount: ({ el, event }) => {
        if (elements.current.get(event.id) === el) elements.current.delete(event.id)
      },
      eventClick: ({ event }) => {
        const one = occurrenceOf(event)
        if (one) onOpen(one)
      },
      select: (info) => {
        // Clears the drag selection, which would cover the new event.
        calendar.current?.getApi().unselect()
        onDraw(drawnOf(info))
      },
      eventDrop: moved,
      eventResize: moved,
    }
  }, [
    view,
    language,
    hours.from,
    hours.to,
    mayAdd,
    mayMove,
    words,
    t,
    onOpen,
    onDraw,
    onMove,
    marked,
    elements,
  ])
  return (
    <div className="cal-grid" data-view={view} dir={directionOf(language)}>
      <FullCalendar
        ref={calendar}
        plugins={PLUGINS}
        initialView={VIEW_NAMES[view]}
        initialDate={isoDay(period.from === day ? day : Math.max(day, period.from))}
        timeZone={timeZone()}
        events={shown}
        {...options}
      />
    </div>
  )
})
