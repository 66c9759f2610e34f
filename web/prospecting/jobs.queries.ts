import { keepPreviousData } from '@tanstack/react-query'
import {
  CONTRACT_TYPES,
  JOB_AGES,
  WORK_MODES,
} from '#contract/prospecting/search-criteria.values.ts'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import { call, callPage } from '#web/kernel/data/client.ts'

/** The lists of jobs, in the order of their tabs. */
export const JOB_VIEWS = ['suggested', 'saved', 'applied', 'all', 'created'] as const
export type JobView = (typeof JOB_VIEWS)[number]

/**
 * What narrows a list, as it is in the address; empty texts narrow nothing. `criteria` is the id of
 * a set.
 */
export type JobFilter = Readonly<Record<'q' | 'mode' | 'contract' | 'age' | 'criteria', string>>
export const NO_JOB_FILTER: JobFilter = { q: '', mode: '', contract: '', age: '', criteria: '' }

/** `from` is where a page begins; empty for the first one. */
export type JobsAsked = JobFilter & {
  readonly view: JobView
  readonly threshold: string
  readonly from: string
}

/** An address may name anything. */
const oneOf = <T extends string>(known: readonly T[], asked: string): T | undefined =>
  known.find((one) => one === asked)

const input = ({ view, threshold, q, mode: asked, contract, age, criteria, from }: JobsAsked) => {
  const [mode, contractType] = [oneOf(WORK_MODES, asked), oneOf(CONTRACT_TYPES, contract)]
  const jobAge = oneOf(JOB_AGES, age)
  return {
    view,
    limit: '100',
    ...(threshold !== '' && view === 'suggested' && { threshold }),
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(mode && { mode }),
    ...(contractType && { contractType }),
    ...(jobAge && { jobAge }),
    ...(criteria !== '' && { criteriaId: criteria }),
    ...(from !== '' && { cursor: from }),
  }
}

/** Jobs of a view. The second word is a collection: its changes make the query read again. */
export const jobsQuery = (asked: JobsAsked) => ({
  queryKey: ['prospecting', 'job', 'list', asked] as const,
  queryFn: () => callPage(prospectingRoutes.jobs, { query: input(asked) }),
  placeholderData: keepPreviousData,
})

/** How many jobs each view has, and how the sources were read. */
export const jobCountsQuery = (threshold: string, criteria: string) => ({
  queryKey: ['prospecting', 'job', 'counts', threshold, criteria] as const,
  queryFn: () =>
    call(prospectingRoutes.jobCounts, {
      query: {
        ...(threshold !== '' && { threshold }),
        ...(criteria !== '' && { criteriaId: criteria }),
      },
    }),
  placeholderData: keepPreviousData,
})
