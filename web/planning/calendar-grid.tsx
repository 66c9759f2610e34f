import FullCalendar, { type CalendarRef } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import timeGrid from '@fullcalendar/react/timegrid'
import '@fullcalendar/react/skeleton.css'
import clsx from 'clsx'
import { Repeat } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DatedFact, EventOccurrence } from '#contract/planning.schemas.ts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { localeOf } from '#web/kernel/words/languages.ts'
import { timeZone, wallClock } from '#web/kernel/words/time-zone.ts'
import './calendar.css'
import { useEventWords } from './event-words.ts'
import type { Period, View } from './period.ts'
import { isoDay } from './planning.queries.ts'
import { keyOf } from './shown-days.ts'

// Objects made at each render would make FullCalendar announce its dates each time.
const PLUGINS = [dayGrid, timeGrid, interaction]
const HOURS = { hour: '2-digit', minute: '2-digit', hour12: false } as const
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
function hoursOf(events: readonly EventOccurrence[]): { readonly from: number; readonly to: number } {
  let [from, to] = [7, 21]
  for (const { start, end, allDay } of events) {
    if (allDay) continue
    const [begin, over] = [wallClock(start), wallClock(end)]
    from = Math.min(from, Math.floor(begin.minutes / 60))
    to = begin.day === over.day ? Math.max(to, Math.ceil(over.minutes / 60)) : 24
  }
  return { from, to }
}
const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00:00`

/** Days and hours, drawn by FullCalendar in the look of the product. */
export function CalendarGrid({
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
  const { t } = useTranslation('planning')
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
  const byKey = useMemo(() => new Map(events.map((one) => [keyOf(one), one])), [events])
  const shown = useMemo(
    () => [
      ...events.map((one) => ({
        id: keyOf(one),
        title: one.title,
        start: one.allDay ? isoDay(one.start) : new Date(one.start).toISOString(),
        end: one.allDay ? isoDay(one.end) : new Date(one.end).toISOString(),
        allDay: one.allDay,
        editable: mayMove,
      })),
      ...(view === 'month'
        ? facts.map((fact, index) => ({
            id: `fact ${index}`,
            title: words.fact(fact),
            start: isoDay(fact.day),
            allDay: true,
            editable: false,
          }))
        : []),
    ],
    // The words of a language do not change while it stays.
    [events, facts, view, mayMove, language], // oxlint-disable-line react/exhaustive-deps
  )
  const drawnOf = ({ start, end, allDay }: { start: Date | null; end: Date | null; allDay: boolean }): Drawn => {
    const from = start?.getTime() ?? 0
    const until = end?.getTime() ?? from + (allDay ? 86_400_000 : 3_600_000)
    return { start: from, end: until, allDay }
  }
  return (
    <div className="cal-grid" data-view={view} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      <FullCalendar
        ref={calendar}
        plugins={PLUGINS}
        initialView={VIEW_NAMES[view]}
        initialDate={isoDay(period.from === day ? day : Math.max(day, period.from))}
        timeZone={timeZone()}
        locale={localeOf(language)}
        direction={language === 'ar' ? 'rtl' : 'ltr'}
        firstDay={1}
        headerToolbar={false}
        dayHeaders={view === 'month'}
        height="auto"
        nowIndicator
        allDaySlot
        allDayHeaderContent={t('allDayShort')}
        slotMinTime={hourText(hours.from)}
        slotMaxTime={hourText(hours.to)}
        slotHeaderFormat={HOURS}
        slotDuration="00:30:00"
        snapDuration="00:15:00"
        dayMaxEvents={view === 'month' ? 5 : false}
        editable={mayMove}
        selectable={mayAdd}
        selectMirror
        longPressDelay={400}
        events={shown}
        eventInteractive
        eventClass={(info) =>
          clsx('ev', info.event.id === opened && 'ev-open', info.event.id.startsWith('fact') && 'ev-fact')
        }
        eventContent={(info) => {
          const one = byKey.get(info.event.id)
          if (!one) return <span className="ev-title">{info.event.title}</span>
          return (
            <>
              <span className={clsx('ev-title', view !== 'month' && one.end - one.start <= 1_800_000 && 'ev-short')}>
                {one.title}
              </span>
              {!one.allDay && (
                <small>
                  <bdi dir="ltr">
                    {view === 'month' || one.end - one.start <= 1_800_000
                      ? words.clock(one.start)
                      : `${words.clock(one.start)} – ${words.clock(one.end)}`}
                  </bdi>
                  {one.recurring && <Repeat size={11} strokeWidth={1.7} aria-label={t('recurring')} />}
                </small>
              )}
            </>
          )
        }}
        eventDidMount={({ el, event }) => {
          const one = byKey.get(event.id)
          if (one) el.style.setProperty('--c', `var(--swatch-${one.color})`)
        }}
        eventClick={({ event }) => {
          const one = byKey.get(event.id)
          if (one) onOpen(one)
        }}
        select={(info) => onDraw(drawnOf(info))}
        eventDrop={({ event, revert }) => {
          const one = byKey.get(event.id)
          if (one) onMove(one, drawnOf(event), revert)
        }}
        eventResize={({ event, revert }) => {
          const one = byKey.get(event.id)
          if (one) onMove(one, drawnOf(event), revert)
        }}
        viewClass="cal-view"
        dayHeaderClass="cal-head"
        dayCellClass={(info) => clsx('cal-cell', info.isToday && 'is-today', info.isOther && 'is-other')}
        dayCellTopClass="cal-number"
        dayLaneClass={(info) => clsx('cal-lane', info.isToday && 'is-today', [0, 6].includes(info.dow) && 'is-off')}
        slotLaneClass={(info) => clsx('cal-slot', info.isMinor && 'is-minor')}
        slotHeaderClass="cal-hour"
        slotHeaderInnerClass="cal-hour-in"
        allDayHeaderClass="cal-hour"
        allDayHeaderInnerClass="cal-hour-in"
        allDayDividerClass="cal-rule"
        nowIndicatorLineClass="cal-nowline"
        highlightClass="cal-drawn"
        moreLinkClass="cal-more"
        popoverClass="cal-popover"
      />
    </div>
  )
}
