import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarSearch, CalendarSync, Check, ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LAYERS, type Scope } from '#contract/planning/planning.values.ts'
import type { EventOccurrence, Layer } from '#contract/planning/planning.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { RemovedLink } from '#web/kernel/history/removed-link.tsx'
import { useAction } from '#web/kernel/ui/actions.tsx'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { useNarrow } from '#web/kernel/ui/narrow.ts'
import { Folio, PageHead, Row } from '#web/kernel/ui/page.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { notifyInfo } from '#web/kernel/data/toasts.ts'
import { today } from '#web/kernel/words/formats.ts'
import { localeOf } from '#web/kernel/words/languages.ts'
import { instantAt } from '#web/kernel/words/time-zone.ts'
import { Agenda, DayStrip } from './agenda.tsx'
import type { Drawn } from './calendar-grid.tsx'
import { DayBands } from './day-bands.tsx'
import { useEventWords } from './event-words.ts'
import { MonthStrip } from './month-strip.tsx'
import {
  DAY_MS,
  daysIn,
  mondayOf,
  periodOf,
  stepped,
  VIEWS,
  type View,
  weekNumber,
} from './period.ts'
import { eventQuery, eventsQuery, freeDayQuery, isoDay, layersQuery } from './planning.queries.ts'
import './screen.css'
import { ScopeDialog } from './scope-dialog.tsx'
import { daysOf, keyOf } from './shown-days.ts'
import { useEventWrites } from './use-event-writes.ts'

const CalendarGrid = lazy(async () => ({
  default: (await import('./calendar-grid.tsx')).CalendarGrid,
}))
const EventDialog = lazy(async () => ({
  default: (await import('./event-dialog.tsx')).EventDialog,
}))
const CalendarExchange = lazy(async () => ({
  default: (await import('./calendar-exchange.tsx')).CalendarExchange,
}))
const EventPanel = lazy(async () => ({ default: (await import('./event-panel.tsx')).EventPanel }))

const isView = (text: string): text is View => VIEWS.some((view) => view === text)
type Editing = { readonly row?: EventOccurrence; readonly drawn: Drawn; readonly scope: Scope }
type Moving = { readonly row: EventOccurrence; readonly to: Drawn; readonly back: () => void }

/** Nine to ten of a day. */
const morningOf = (day: number): Drawn => ({
  start: instantAt(day, 540),
  end: instantAt(day, 600),
  allDay: false,
})

/**
 * The event of an address, when the days shown do not have it. An address with a start names an
 * occurrence.
 */
function useOpenedElsewhere({
  open,
  isMissing,
}: {
  open: string
  isMissing: boolean
}): EventOccurrence | undefined {
  const [id = '', start] = open.split('@')
  const found = useQuery({
    ...eventQuery(id),
    enabled: isMissing && id !== '' && start === undefined,
  })
  return isMissing && id !== '' && start === undefined ? found.data : undefined
}

/** Path `/admin/planning/calendar`. View, day and opened event are in the address. */
export function CalendarScreen() {
  const { t } = useTranslation(['planning', 'kernel'])
  const { language } = usePreferences()
  const { can, profileId } = useSession()
  const queries = useQueryClient()
  const words = useEventWords()
  const now = today()
  const [url, setUrl] = useUrlState({
    view: 'week',
    day: isoDay(now),
    open: '',
    new: '',
    hidden: '',
    exchange: '',
  })
  const view = isView(url.view) ? url.view : 'week'
  const asked = Date.parse(`${url.day}T00:00:00Z`)
  const day = Number.isNaN(asked) ? now : asked
  const period = useMemo(() => periodOf(view, day), [view, day])
  const hidden = useMemo(() => new Set(url.hidden.split(',').filter(Boolean)), [url.hidden])
  const events = useQuery(eventsQuery(period))
  const layers = useQuery(layersQuery(period, profileId, language))
  const [editing, setEditing] = useState<Editing | null>(null)
  const [moving, setMoving] = useState<Moving | null>(null)
  const { move } = useEventWrites()
  const mayAdd = can('perm_events_add')
  const mayMove = can('perm_events_update')

  const isNarrow = useNarrow()
  const shown = useMemo(
    () => (hidden.has('events') ? [] : (events.data ?? [])),
    [events.data, hidden],
  )
  const facts = useMemo(
    () => (layers.data ?? []).filter(({ layer }) => !hidden.has(layer)),
    [layers.data, hidden],
  )
  const opened = (events.data ?? []).find((one) => keyOf(one) === url.open || one.id === url.open)
  const elsewhere = useOpenedElsewhere({
    open: url.open,
    isMissing: events.isSuccess && !events.isPlaceholderData && !opened,
  })
  useEffect(() => {
    if (elsewhere) setUrl({ day: isoDay(daysOf(elsewhere)[0] ?? now), open: keyOf(elsewhere) })
  })
  /** A day that was chosen in the strip: it is led to once it is drawn. */
  const sought = useRef(0)
  useEffect(() => {
    if (sought.current === day)
      document.querySelector(`#day-${day}`)?.scrollIntoView({ block: 'start' })
    sought.current = 0
  }, [day])
  const isAdding = url.new === '1' && mayAdd
  const begin = (drawn: Drawn) => setEditing({ drawn, scope: 'all' })
  const go = (to: number) => setUrl({ day: isoDay(to) })
  const close = () => {
    setEditing(null)
    setUrl({ new: '' })
  }
  const toNextFreeDay = async () => {
    const found = await queries.fetchQuery(freeDayQuery(profileId))
    if (found.day === 0) return notifyInfo(t('freeDay.none'))
    notifyInfo(t('freeDay.found', { day: words.fullDay(found.day) }))
    go(found.day)
  }
  const toggle = (layer: string) => {
    const next = new Set(hidden)
    if (!next.delete(layer)) next.add(layer)
    setUrl({ hidden: [...next].join(',') })
  }
  const moved = ({ row, to, back }: Moving, scope: Scope) => {
    const body = {
      id: row.id,
      version: row.version,
      occurrence: row.start,
      scope,
      start: to.start,
      end: to.end,
    }
    move.mutate({ body }, { onError: back })
  }

  useAction(
    mayAdd
      ? {
          id: 'calendar.new',
          label: t('dialog.add'),
          icon: Plus,
          keys: 'n',
          run: () => begin(morningOf(day)),
        }
      : null,
  )
  useAction({
    id: 'calendar.today',
    label: t('today'),
    keys: 't',
    hidden: true,
    run: () => go(now),
  })
  useAction({
    id: 'calendar.free',
    label: t('freeDay.act'),
    icon: CalendarSearch,
    keys: 'l',
    run: () => void toNextFreeDay(),
  })
  const acts = useRef({ begin, moved, setUrl })
  useEffect(() => {
    acts.current = { begin, moved, setUrl }
  })
  const onGrid = useMemo(
    () => ({
      onOpen: (one: EventOccurrence) => acts.current.setUrl({ open: keyOf(one) }, 'push'),
      onDraw: (drawn: Drawn) => acts.current.begin(drawn),
      onMove: (row: EventOccurrence, to: Drawn, back: () => void) =>
        row.recurring ? setMoving({ row, to, back }) : acts.current.moved({ row, to, back }, 'all'),
    }),
    [],
  )
  const [before, after] =
    language === 'ar'
      ? (['ArrowRight', 'ArrowLeft'] as const)
      : (['ArrowLeft', 'ArrowRight'] as const)
  useAction({
    id: 'calendar.before',
    label: t('previous'),
    keys: before,
    hidden: true,
    run: () => go(stepped(view, day, -1)),
  })
  useAction({
    id: 'calendar.after',
    label: t('next'),
    keys: after,
    hidden: true,
    run: () => go(stepped(view, day, 1)),
  })

  const range = new Intl.DateTimeFormat(localeOf(language), {
    ...(view === 'month' ? {} : { day: 'numeric' }),
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const heading =
    view === 'month' ? range.format(day) : range.formatRange(period.from, period.to - DAY_MS)
  const at = Date.now()
  const past = shown.filter(({ end }) => end <= at).length
  const days = daysIn(period)
  const week = daysIn(periodOf('week', day))
  const agendaDays = view === 'week' ? week : days
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
                onClick={() => go(stepped(view, day, -1))}
              />
              <Button onClick={() => go(now)}>{t('today')}</Button>
              <IconButton
                icon={ChevronRight}
                points
                size={18}
                label={t('next')}
                onClick={() => go(stepped(view, day, 1))}
              />
            </span>
            <Segments
              label={t('view.title')}
              className="max-md:!hidden"
              value={view}
              onChange={(to) => setUrl({ view: to })}
              options={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
            />
            {mayAdd && (
              <Button variant="primary" icon={Plus} onClick={() => begin(morningOf(day))}>
                {t('dialog.add')}
              </Button>
            )}
          </>
        }
      />
      <Row margin={<span className="max-md:hidden">{t('month')}</span>} className="pb-2">
        <div className="flex items-center gap-2 max-md:flex-wrap">
          <MonthStrip day={day} now={now} onMonth={go} />
          <span className="ms-auto flex shrink-0">
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
      <Row margin={<span className="max-md:hidden">{t('layers')}</span>} className="pb-4">
        <fieldset className="chip-buttons" aria-label={t('layers')}>
          {(['events', ...LAYERS] as const).map((layer) => (
            <button
              key={layer}
              type="button"
              className="chip-button"
              aria-pressed={!hidden.has(layer)}
              onClick={() => toggle(layer)}
            >
              <Check size={15} strokeWidth={1.7} aria-hidden="true" />
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
      {events.error ? (
        <ErrorState error={events.error} onRetry={() => events.refetch()} />
      ) : !events.data ? (
        <Skeleton lines={8} label={heading} />
      ) : isNarrow ? (
        <div className="px-[calc(var(--marge)+12px)] pb-6">
          <DayStrip
            days={week}
            events={shown}
            chosen={day}
            onDay={(to) => {
              sought.current = to
              go(to)
            }}
          />
          <Agenda
            days={agendaDays}
            {...(day >= now && agendaDays.includes(now) && { from: now, onPast: go })}
            events={shown}
            facts={facts}
            onOpen={(one) => setUrl({ open: keyOf(one) }, 'push')}
          />
        </div>
      ) : view === 'list' ? (
        <Row>
          <Agenda
            days={days}
            events={shown}
            facts={facts}
            onOpen={(one) => setUrl({ open: keyOf(one) }, 'push')}
          />
        </Row>
      ) : (
        <>
          {view !== 'month' && (
            <DayBands
              days={days}
              facts={facts}
              layers={LAYERS.filter((layer: Layer) => !hidden.has(layer))}
            />
          )}
          <Suspense fallback={<Skeleton lines={8} label={heading} />}>
            <CalendarGrid
              view={view}
              day={view === 'week' ? mondayOf(day) : day}
              period={period}
              events={shown}
              facts={facts}
              opened={url.open}
              mayAdd={mayAdd}
              mayMove={mayMove}
              {...onGrid}
            />
          </Suspense>
        </>
      )}
      {events.data && <RemovedLink entity="calendarEvent" />}
      <Suspense fallback={null}>
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
            {...(editing?.row && { row: editing.row })}
            drawn={editing?.drawn ?? morningOf(day)}
            scope={editing?.scope ?? 'all'}
            onClose={() => {
              if (editing?.row) setUrl({ open: '' })
              close()
            }}
          />
        )}
      </Suspense>
      {moving && (
        <ScopeDialog
          row={moving.row}
          onCancel={() => {
            moving.back()
            setMoving(null)
          }}
          onChoose={(scope) => {
            moved(moving, scope)
            setMoving(null)
          }}
        />
      )}
    </>
  )
}
