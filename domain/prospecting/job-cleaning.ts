import type { Decider } from '#domain/kernel/decider.ts'

/** The one stream of the cleanings of jobs. */
export const JOB_CLEANINGS = 'jobs'

/** `before`: jobs from before were removed. @unit epoch milliseconds */
type JobsCleaned = {
  readonly type: 'JobsCleaned'
  readonly data: { readonly before: number; readonly removed: number; readonly kept: number }
}

/** The removal of old jobs is a fact, with its time and author. */
export const jobCleaningDecider: Decider<
  { readonly type: 'TellJobCleaning' } & JobsCleaned['data'],
  JobsCleaned,
  { readonly before: number }
> = {
  category: 'jobCleaning',
  initial: { before: 0 },
  decide: ({ before, removed, kept }) =>
    removed === 0 ? [] : [{ type: 'JobsCleaned', data: { before, removed, kept } }],
  evolve: (_, { data }) => ({ before: data.before }),
}
