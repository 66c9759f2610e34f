import type { ProcessCommands, Tool } from '#commands/operations/processes.ts'
import type { LogCleaner } from '#commands/operations/clean-log.ts'
import type { ProcessName } from '#domain/operations/process.values.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import { processes, type RequestedRun, requestedRuns } from '#projections/operations/processes.ts'
import { LATER, type Reactor } from '#workers/kernel/reactor.ts'
import { DAY_MS } from '#domain/kernel/time.ts'

/** Whether an administrator holds a tool's schedule back. */
export type IsPaused = (name: ProcessName) => Promise<boolean>

export const isPausedIn =
  (readModels: Pick<ReadModels, 'of'>): IsPaused =>
  async (name) =>
    (await (await readModels.of(processes)).get(name)) !== null

/**
 * Makes the runs that were asked for in the command center, or by the schedule; tools run side by
 * side.
 */
export const makeRuns = (commands: Pick<ProcessCommands, 'make'>): Reactor<RequestedRun> => ({
  projection: requestedRuns,
  atOnce: 4,
  async perform({ _id: runId, process: name, dryRun, options, correlationId }, meta, signal) {
    const order = { name, runId, dryRun, options }
    const by = { ...meta, actor: { kind: 'process', id: name } as const, correlationId }
    return (await commands.make(order, by, signal)) ? undefined : LATER
  },
})

/** Removes old lines of the technical log, each day. */
export const logCleanerTool = (cleaner: LogCleaner): Tool => ({
  name: 'log-cleaner',
  everyMs: DAY_MS,
  keptDays: cleaner.retentionDays,
  async run({ dryRun, options, meta }) {
    const days = options.days ?? cleaner.retentionDays
    const { removed, kept } = dryRun
      ? await cleaner.preview(days)
      : await cleaner.clean(meta('clean'), days)
    return { removed, kept }
  },
})
