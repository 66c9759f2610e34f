import { queryOptions } from '@tanstack/react-query'
import { personalProfileRoutes, professionalInfoRoutes } from '#contract/profile.routes.ts'
import { call } from '#web/kernel/data/client.ts'

/**
 * Professional profiles, the oldest first. Every key starts with `profile`, so that one word reads all of them again.
 */
export const infosQuery = () =>
  queryOptions({
    queryKey: ['profile', 'professionalInfo', 'all'],
    queryFn: () => call(professionalInfoRoutes.list),
  })
/** What blocks a bill of a profile, now or at an instant. */
export const readinessQuery = (id: string, at?: number) =>
  queryOptions({
    queryKey: ['profile', 'professionalInfo', 'readiness', id, at ?? 'now'],
    queryFn: () => call(professionalInfoRoutes.readiness, { params: { id }, query: at === undefined ? {} : { at } }),
  })
/** The user's own personal profile, null before it is first written. */
export const personalQuery = () =>
  queryOptions({
    queryKey: ['profile', 'profile', 'mine'],
    queryFn: async () => (await call(personalProfileRoutes.list))[0] ?? null,
  })
