import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer, useRef, useSyncExternalStore } from 'react'
import { timesheetRoutes, type TimesheetMonth } from '#contract/timesheets/timesheets.contract.ts'
import { BILLABLE } from '#web/billing/billable.queries.ts'
import { call } from '#web/kernel/data/client.ts'
import { telling } from '#web/kernel/data/queries.ts'
import { MonthStore } from './month-store.ts'
import { monthKey, type YearMonth } from '#web/kernel/words/year-month.ts'

/**
 * A profile's month. Changes of timesheets and of mails, which are an `effect`, make the query read
 * again.
 */
export const monthQuery = (profileId: string, { year, month }: YearMonth) => ({
  queryKey: ['timesheets', 'timesheet', profileId, year, month, 'effect'] as const,
  queryFn: () => call(timesheetRoutes.month, { params: { profileId, year, month } }),
  enabled: profileId !== '',
})

/** Contexts that count days: read again when the user opens them. */
const COUNTING = ['projects', 'dashboard', 'billing', 'history']

/**
 * The month, and the store for editing it. A store outlives a change of month, so that no input is
 * lost.
 */
export function useMonth(profileId: string, { year, month }: YearMonth) {
  const queries = useQueryClient()
  const stores = useRef(new Map<string, MonthStore>())
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const query = useQuery(monthQuery(profileId, { year, month }))
  const store = useMemo(() => {
    const at = { year, month }
    const name = `${profileId} ${monthKey(at)}`
    const { queryKey, queryFn } = monthQuery(profileId, at)
    const existing = stores.current.get(name)
    if (existing) return existing
    const made = new MonthStore({
      save: async (activities, version) => {
        const reply = await telling(
          call(timesheetRoutes.record, {
            params: { profileId, ...at },
            body: { activities: [...activities], version },
          }),
        )
        queries.setQueryData(
          queryKey,
          (old: TimesheetMonth | undefined) =>
            old && {
              ...old,
              version: reply.version,
              activities: activities.map(
                (activity) =>
                  ({
                    ...activity,
                    id: '',
                    quantity:
                      activity.quantity ?? (activity.hours ?? 0) / (activity.hoursPerDay ?? 1),
                    projectId: activity.projectId ?? 0,
                    kind: activity.kind ?? 'work',
                  }) as TimesheetMonth['activities'][number],
              ),
            },
        ) // a draft's defaults, completed
        for (const context of COUNTING)
          void queries.invalidateQueries({ queryKey: [context], refetchType: 'none' })
        void queries.invalidateQueries({ queryKey: BILLABLE })
        return reply
      },
      load: queryFn,
      now: Date.now,
    })
    stores.current.set(name, made)
    // A month that is already read is drawn with its days at once.
    const read = queries.getQueryData<TimesheetMonth>(queryKey)
    if (read) made.receive(read)
    // Days of a month that was left may fail later.
    made.subscribe(draw)
    return made
  }, [profileId, year, month, queries])

  useEffect(() => {
    if (query.data) store.receive(query.data)
  }, [store, query.data])
  // Leaving the screen sends values that are still waiting.
  useEffect(() => {
    const all = stores.current
    return () => {
      for (const one of all.values()) void one.flush()
    }
  }, [])

  const state = useSyncExternalStore(store.subscribe, store.getState)
  return { query, store, state, stores: stores.current }
}

/** Lines added by hand without days yet: stored in this browser, by month (its `monthKey`). */
export function storedLines(profileId: string, month: string): readonly string[] {
  try {
    const lines: unknown = JSON.parse(
      localStorage.getItem(lineStorageKey(profileId, month)) ?? '[]',
    )
    return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : []
  } catch {
    return []
  }
}
export function storeLines(profileId: string, month: string, lines: readonly string[]) {
  try {
    localStorage.setItem(lineStorageKey(profileId, month), JSON.stringify(lines))
  } catch {
    // Not stored: it lasts until the page is closed.
  }
}
const lineStorageKey = (profileId: string, month: string) => `carnet.lines.${profileId}.${month}`
