import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { auditRoutes } from '#contract/history/history.contract.ts'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { usageRoutes } from '#contract/subscription/usage.contract.ts'
import { ownDataRoutes } from '#contract/identity/own-data.contract.ts'
import {
  personalProfileRoutes,
  professionalInfoRoutes,
} from '#contract/profile/profile.contract.ts'
import { call, callPage } from '#web/kernel/data/client.ts'
import { profilesQuery } from '#web/kernel/data/session.tsx'

/**
 * Professional profiles, the oldest first. Every key starts with `profile`, so that one word reads
 * all of them again.
 */
export const infosQuery = () =>
  queryOptions({
    // One answer for the header and for the forms.
    ...profilesQuery(),
    staleTime: 10_000,
  })
/** Blocks of a profile's bills, now or at an instant. */
export const readinessQuery = (id: string, at?: number) =>
  queryOptions({
    queryKey: ['profile', 'professionalInfo', 'readiness', id, at ?? 'now'],
    queryFn: () =>
      call(professionalInfoRoutes.readiness, {
        params: { id },
        query: at === undefined ? {} : { at },
      }),
  })
/** Read again with the user: a deletion may be asked for in another tab. */
export const leavingQuery = () =>
  queryOptions({
    queryKey: ['identity', 'me', 'user', 'leaving'],
    queryFn: () => call(userRoutes.leaving),
  })
/** Asked again each second while one is made. */
export const exportsQuery = () =>
  queryOptions({
    queryKey: ['own-data', 'exports'],
    queryFn: () => call(ownDataRoutes.all),
    refetchInterval: ({ state }) => (state.data?.[0]?.state === 'running' ? 1_000 : false),
  })
/** Space that the user takes, and the plan's limits. */
export const usageQuery = () =>
  queryOptions({
    queryKey: ['own-data', 'usage'],
    queryFn: () => call(usageRoutes.one),
  })
/** The user's own personal profile, null before it is first written. */
export const personalQuery = () =>
  queryOptions({
    queryKey: ['profile', 'profile', 'mine'],
    queryFn: async () => (await call(personalProfileRoutes.list))[0] ?? null,
  })

/** Where the user is signed in. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['identity', 'me', 'sessions'],
    queryFn: () => call(userRoutes.sessions),
  })

/** Records of the user that administrators have opened, the last first. */
export const accessesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['own-data', 'recordAccess'],
    queryFn: ({ pageParam }) =>
      callPage(auditRoutes.accesses, {
        query: { limit: 20, ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })
