import { useQuery } from '@tanstack/react-query'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import {
  JOB_VIEWS,
  jobCountsQuery,
  jobsQuery,
  type JobView,
  NO_JOB_FILTER,
} from './jobs.queries.ts'

const viewOf = (word: string): JobView => JOB_VIEWS.find((view) => view === word) ?? 'suggested'

export type JobsState = ReturnType<typeof useJobsState>

/** The list of jobs that the address names, and the job that is shown beside it. */
export function useJobsState() {
  const [{ view: word, threshold, open, from, ...filter }, set] = useUrlState({
    view: '',
    threshold: '',
    open: '',
    from: '',
    ...NO_JOB_FILTER,
  })
  const view = viewOf(word)
  const counts = useQuery(jobCountsQuery(threshold, filter.criteria)).data
  const list = useQuery(jobsQuery({ view, threshold, from, ...filter }))
  const isNarrowed = Object.values(filter).some(Boolean)
  const rows = list.data?.rows ?? []
  const chosen = rows.find(({ id }) => id === open) ?? null
  return {
    view,
    threshold,
    filter,
    from,
    set,
    counts,
    list,
    rows,
    isNarrowed,
    /** There is nothing to narrow yet. */
    hasNone: counts?.all === 0 && !isNarrowed,
    /** The job of the address. A phone shows it alone, and the list while there is none. */
    chosen,
    /** The job beside the list: the first one, until another is chosen. */
    shown: chosen ?? rows[0] ?? null,
  }
}
