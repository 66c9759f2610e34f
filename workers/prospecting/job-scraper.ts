import type { JobHuntCommands } from '#commands/prospecting/job-hunts.ts'
import { type DueJobHunt, dueJobHunts } from '#projections/prospecting/job-hunts.ts'
import type { Reactor } from '#workers/kernel/reactor.ts'

/** Searches mostly wait for other sites. */
const AT_ONCE = 4

/** Searches for the jobs of each user once a night, also after a night on which no process ran. */
export const scrapeJobs = (commands: Pick<JobHuntCommands, 'round'>): Reactor<DueJobHunt> => ({
  projection: dueJobHunts,
  atOnce: AT_ONCE,
  because: 'schedule',
  perform: (_, meta, signal) => commands.round(meta, signal),
})
