import { keepPreviousData } from '@tanstack/react-query'
import { calendarRoutes, eventRoutes, feedRoutes } from '#contract/planning/planning.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import type { Language } from '#web/kernel/words/languages.ts'
import type { Period } from './period.ts'

const bounds = ({ from, to }: Period) => ({ startDate: isoDay(from), endDate: isoDay(to) })
/** `2026-11-20` of a day's UTC midnight. */
export const isoDay = (day: number): string => new Date(day).toISOString().slice(0, 10)

/**
 * Occurrences of a period. The third word is a collection: its changes make the query read again.
 */
export const eventsQuery = (period: Period) => ({
  queryKey: ['planning', 'events', 'calendarEvent', period] as const,
  queryFn: () => call(eventRoutes.list, { params: bounds(period) }),
  placeholderData: keepPreviousData,
})

/** The occurrence by which an event is shown that no shown day has. */
export const eventQuery = (id: string) => ({
  queryKey: ['planning', 'event', 'calendarEvent', id] as const,
  queryFn: () => call(eventRoutes.one, { params: { id } }),
})

const FACTS = [
  'timesheet',
  'bill',
  'charge',
  'project',
  'board',
  'transaction',
  'vatDeclarations',
] as const
/**
 * Dated facts beside the events, in a language. The collections of the key are those that the facts
 * are read from.
 */
export const layersQuery = (period: Period, profileId: string, language: Language) => ({
  queryKey: ['planning', 'layers', ...FACTS, period, profileId, language] as const,
  queryFn: () =>
    call(calendarRoutes.layers, {
      params: bounds(period),
      query: profileId === '' ? {} : { profileId },
    }),
  placeholderData: keepPreviousData,
})

export const freeDayQuery = (profileId: string) => ({
  queryKey: ['planning', 'freeDay', 'calendarEvent', 'timesheet', profileId] as const,
  queryFn: () => call(calendarRoutes.freeDay, { query: profileId === '' ? {} : { profileId } }),
})

export const feedQuery = () => ({
  queryKey: ['planning', 'feed'] as const,
  queryFn: () => call(feedRoutes.state, {}),
})
