import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { jobDecider } from '#domain/prospecting/job.ts'
import { JOB_CLEANINGS, jobCleaningDecider } from '#domain/prospecting/job-cleaning.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { JOBS_KEPT_MS } from '#domain/prospecting/job-hunt.ts'

export type CleanedJobs = {
  readonly before: number
  readonly removed: number
  readonly kept: number
}

/** Removes old jobs of all users, and never one that its user saved or applied for. */
export function jobCleaner({
  handler,
  facts,
  clock,
}: {
  readonly handler: CommandHandler
  readonly facts: Pick<Facts, 'oldJobs'>
  readonly clock: Clock
}) {
  const limit = (days = JOBS_KEPT_MS / DAY_MS) => clock.now() - days * DAY_MS

  /** @param meta the actor, and the cause */
  async function clean(
    meta: Pick<CommandMeta, 'commandId' | 'actor' | 'cause' | 'correlationId'>,
    { days, signal }: { readonly days?: number | undefined; readonly signal?: AbortSignal } = {},
  ): Promise<CleanedJobs> {
    const before = limit(days)
    let removed = 0
    let old = await facts.oldJobs(before)
    while (old.jobs.length > 0) {
      for (const { id, owner } of old.jobs) {
        signal?.throwIfAborted()
        await handler.run(
          jobDecider,
          id,
          { type: 'CleanJob' },
          { ...meta, owner, commandId: derivedUuid(meta.commandId, id) },
        )
        removed += 1
      }
      const rest = await facts.oldJobs(before)
      // A job that its user saved meanwhile is kept, so that the rest may stay as it is.
      if (rest.count >= old.count) break
      old = rest
    }
    const { kept } = old
    await handler.run(
      jobCleaningDecider,
      JOB_CLEANINGS,
      { type: 'TellJobCleaning', before, removed, kept },
      { ...meta, owner: SHARED },
    )
    return { before, removed, kept }
  }

  return {
    clean,
    /** Jobs that a cleaning would remove now. */
    async preview(days?: number): Promise<CleanedJobs> {
      const before = limit(days)
      const { count, kept } = await facts.oldJobs(before)
      return { before, removed: count, kept }
    },
  }
}
