import { type QueryFunctionContext, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { NextStep } from '#contract/dashboard/dashboard.contract.ts'
import { dashboardQuery } from '#web/kernel/data/dashboard-query.ts'
import type { ScreenName } from '#web/screens.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useSettled } from '#web/kernel/data/settled.tsx'

/** The screen where each step is done. */
const PLACE: Readonly<Record<NextStep['kind'], ScreenName>> = {
  setup: 'profiles',
  lateBill: 'bills',
  refund: 'bills',
  deposit: 'quotes',
  draft: 'bills',
  chargeToValidate: 'charges',
  scheduledToValidate: 'scheduled',
  declaration: 'declarations',
  unbilledDays: 'bills',
  unfilledDays: 'timesheets',
  lateRates: 'legalRates',
}

/** As long as an answer of the dashboard is news for the menu. @unit milliseconds */
const FRESH_MS = 5_000
const silently = { staleTime: FRESH_MS, meta: { refusal: 'silent' as const } }

/** The menu and the dashboard ask one question: together they send one request. */
const nextStepsQuery = (profileId: string) => ({
  queryKey: ['waiting', profileId, 'bill', 'quote', 'charge', 'scheduledTransaction'],
  queryFn: ({ client }: QueryFunctionContext) =>
    client.fetchQuery({ ...dashboardQuery(profileId), ...silently }),
  ...silently,
})

/** Work of today, the most pressing first. */
export function useNextSteps(): readonly NextStep[] {
  const { can, profileId } = useSession()
  const enabled = profileId !== '' && can('perm_dashboard_menu')
  return useQuery({ ...nextStepsQuery(profileId), enabled }).data?.next ?? []
}

/**
 * Number of steps behind each menu entry. Read again when a bill or a schedule changes and when the
 * user navigates, not at each typed cell.
 */
export function useWaiting(): Partial<Record<ScreenName, number>> {
  const { can, profileId } = useSession()
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const { data } = useQuery({
    ...nextStepsQuery(profileId),
    enabled: useSettled() && profileId !== '' && can('perm_dashboard_menu'),
    select: ({ next }) => Map.groupBy(next, ({ kind }) => PLACE[kind]),
  })
  const readAt = useRef(pathname)
  useEffect(() => {
    if (readAt.current === pathname) return
    readAt.current = pathname
    void queries.invalidateQueries({ queryKey: ['waiting'] })
  }, [queries, pathname])
  // All gaps of a set-up count as one.
  return Object.fromEntries(
    [...(data ?? [])].map(([place, steps]) => [place, place === 'profiles' ? 1 : steps.length]),
  )
}
