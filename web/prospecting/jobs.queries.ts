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
 * Conditions of a list, as in the address; empty texts narrow nothing. `criteria` is the id of a
 * set.
 */
export type JobFilter = Readonly<Record<'q' | 'mode' | 'contract' | 'age' | 'criteria', string>>
export const NO_JOB_FILTER: JobFilter = { q: '', mode: '', contract: '', age: '', criteria: '' }

/** `from` is where a page begins; empty for the first one. */
export type JobsInput = JobFilter & {
  readonly view: JobView
  readonly threshold: string
  readonly from: string
}

/** An address may name anything. */
const oneOf = <T extends string>(values: readonly T[], text: string): T | undefined =>
  values.find((value) => value === text)

const queryOf = ({
  view,
  threshold,
  q,
  mode: modeText,
  contract,
  age,
  criteria,
  from,
}: JobsInput) => {
  const [mode, contractType] = [oneOf(WORK_MODES, modeText), oneOf(CONTRACT_TYPES, contract)]
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
export const jobsQuery = (input: JobsInput) => ({
  queryKey: ['prospecting', 'job', 'list', input] as const,
  queryFn: () => callPage(prospectingRoutes.jobs, { query: queryOf(input) }),
  placeholderData: keepPreviousData,
})

/** Number of jobs in each view, and the state of the sources. */
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
