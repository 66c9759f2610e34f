import type { LogCleaner } from '#commands/operations/clean-log.ts'
import { integrityCheck } from '#commands/operations/check-integrity.ts'
import type { DemoReset } from '#commands/operations/demo-reset.ts'
import type { ExternalSealStore } from '#commands/operations/external-seal.ts'
import type { Tool } from '#commands/operations/processes.ts'
import type { Commands } from '#commands/product.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import type { HasEnded } from '#projections/ended-access.ts'
import { transactionPlanner } from './schedules/transaction-planner.ts'
import { demoResetTool } from './operations/demo-reset-tool.ts'
import { logCleanerTool } from './operations/process-reactors.ts'
import { jobScraper } from './prospecting/job-scraper.ts'
import { jobsCleaner } from './prospecting/jobs-cleaner.ts'

/**
 * The tools of the command center, in the order in which it lists them, and the check of the log.
 */
export const tools = ({
  commands: { schedules, jobHunts, jobCleaner },
  cleaner,
  resetDemo,
  isDemo,
  readModels,
  clock,
  store,
  witness,
  hasEnded,
  timeZoneOf,
}: {
  readonly commands: Pick<Commands, 'schedules' | 'jobHunts' | 'jobCleaner'>
  readonly cleaner: LogCleaner
  readonly resetDemo: DemoReset
  readonly isDemo: (owner: string) => Promise<boolean>
  readonly readModels: ReadModels
  readonly clock: Clock
  readonly store: EventStore
  readonly witness: Pick<ExternalSealStore, 'read'>
  readonly hasEnded: HasEnded
  readonly timeZoneOf: (owner: string) => Promise<string>
}): readonly Tool[] => [
  jobScraper({ commands: jobHunts, readModels, clock, hasEnded }),
  transactionPlanner({ commands: schedules, readModels, clock, hasEnded, timeZoneOf }),
  demoResetTool({ reset: resetDemo, isDemo, readModels }),
  logCleanerTool(cleaner),
  jobsCleaner(jobCleaner),
  integrityCheck({ store, witness }),
]
