import { keepPreviousData } from '@tanstack/react-query'
import { prospectingRoutes } from '#contract/prospecting.routes.ts'
import { call, callPage } from '#web/kernel/data/client.ts'

/** The lists of jobs, in the order of their tabs. */
export const JOB_VIEWS = ['suggested', 'saved', 'applied', 'all', 'created'] as const
export type JobView = (typeof JOB_VIEWS)[number]

export type JobsAsked = { readonly view: JobView; readonly threshold: string; readonly q: string }

const input = ({ view, threshold, q }: JobsAsked) => ({
  view,
  limit: '100',
  ...(threshold !== '' && view === 'suggested' && { threshold }),
  ...(q !== '' && { q }),
})

/** Jobs of a view. The second word is a collection: its changes make the query read again. */
export const jobsQuery = (asked: JobsAsked) => ({
  queryKey: ['prospecting', 'job', 'list', asked] as const,
  queryFn: () => callPage(prospectingRoutes.jobs, { query: input(asked) }),
  placeholderData: keepPreviousData,
})

/** How many jobs each view has, and how the sources were read. */
export const jobCountsQuery = (threshold: string) => ({
  queryKey: ['prospecting', 'job', 'counts', threshold] as const,
  queryFn: () => call(prospectingRoutes.jobCounts, { query: threshold === '' ? {} : { threshold } }),
  placeholderData: keepPreviousData,
})
