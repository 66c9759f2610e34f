import type { JobHuntCommands } from '#commands/prospecting/job-hunts.ts'
import { type DueJobHunt, dueJobHunts } from '#projections/prospecting/job-hunts.ts'
import type { Tool } from '#commands/operations/processes.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import { type HasEnded, nextWithAccess } from '#projections/ended-access.ts'
import { LATER, type Reactor } from '#workers/kernel/reactor.ts'
import type { IsPaused } from '#workers/operations/process-reactors.ts'

const SCRAPER = 'job-scraper'

/** Searches mostly wait for other sites. */
const AT_ONCE = 4

/** Searches for the jobs of each user once a night, also after a night on which no process ran. */
export const scrapeJobs = (
  commands: Pick<JobHuntCommands, 'round'>,
  isPaused: IsPaused,
  hasEnded: HasEnded,
): Reactor<DueJobHunt> => ({
  projection: dueJobHunts,
  atOnce: AT_ONCE,
  because: 'schedule',
  perform: async ({ owner }, meta, signal) =>
    (await isPaused(SCRAPER)) || (await hasEnded(owner)) ? LATER : commands.round(meta, signal),
})

/**
 * The same by hand, in the command center, for every user whose jobs are searched by themselves.
 */
export function jobScraper({
  commands,
  readModels,
  clock,
  hasEnded,
}: {
  readonly commands: Pick<JobHuntCommands, 'runAll'>
  readonly readModels: ReadModels
  readonly clock: Clock
  readonly hasEnded: HasEnded
}): Tool {
  return {
    name: SCRAPER,
    everyMs: 0,
    keptDays: null,
    async nextRun() {
      return nextWithAccess(await readModels.of(dueJobHunts), hasEnded, clock.now())
    },
    run: (order) => commands.runAll(order, hasEnded),
  }
}
