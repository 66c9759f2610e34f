import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { EventOccurrence } from '#contract/planning/planning.contract.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { today } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { dayOf, periodOf, viewOf } from './period.ts'
import { eventQuery, eventsQuery, isoDay, layersQuery } from './planning.queries.ts'
import { daysOf, keyOf } from './shown-days.ts'

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

export type CalendarState = ReturnType<typeof useCalendarState>

/** The days that the address names, with the events and facts of the layers that are shown. */
export function useCalendarState() {
  const { language } = usePreferences()
  const { profileId } = useSession()
  const now = today()
  const [url, setUrl] = useUrlState({
    view: 'week',
    day: isoDay(now),
    open: '',
    new: '',
    hidden: '',
    exchange: '',
  })
  const view = viewOf(url.view)
  const day = dayOf(url.day, now)
  const period = useMemo(() => periodOf(view, day), [view, day])
  const hidden = useMemo(() => new Set(url.hidden.split(',').filter(Boolean)), [url.hidden])
  const events = useQuery(eventsQuery(period))
  const layers = useQuery(layersQuery(period, profileId, language))
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
  return {
    now,
    view,
    day,
    period,
    url,
    setUrl,
    events,
    layers,
    shown,
    facts,
    hidden,
    opened,
    go: (to: number) => setUrl({ day: isoDay(to) }),
    toggle: (layer: string) => {
      const next = new Set(hidden)
      if (!next.delete(layer)) next.add(layer)
      setUrl({ hidden: [...next].join(',') })
    },
  }
}
