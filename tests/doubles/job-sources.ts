import { FetchFailed } from '#commands/kernel/fetch-text.ts'
import type { JobSources } from '#commands/prospecting/job-sources.ts'

/** Sources of jobs that are all away. */
export const noJobSources: JobSources = {
  publicUrl: 'https://carnet.example',
  franceTravail: null,
  read: async () => {
    throw new FetchFailed('unreachable')
  },
  isGone: async () => {
    throw new FetchFailed('unreachable')
  },
}
