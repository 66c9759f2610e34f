import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { LogBook } from '#domain/operations/log-book.ts'
import { CLEANINGS, cleaningLine, logCleaningDecider } from '#domain/operations/log-cleaning.ts'
import { DAY_MS } from '#domain/kernel/time.ts'

export type Cleaned = { readonly before: number; readonly removed: number; readonly kept: number }

/**
 * Removes old entries of the technical log, as the configuration says. The event log is not
 * touched.
 */
export function logCleaner({
  book,
  handler,
  clock,
  retentionDays,
}: {
  readonly book: LogBook
  readonly handler: CommandHandler
  readonly clock: Clock
  readonly retentionDays: number
}) {
  const limit = (days: number) => clock.now() - days * DAY_MS

  return {
    retentionDays,
    /** @param meta the actor, and the cause */
    async clean(
      meta: Pick<CommandMeta, 'commandId' | 'actor' | 'cause' | 'correlationId'>,
      days = retentionDays,
    ): Promise<Cleaned> {
      const since = performance.now()
      const before = limit(days)
      const removed = await book.clean(before)
      const { kept } = await book.older(before)
      const cleaning = { type: 'TellCleaning', before, removed, retentionDays: days } as const
      await handler.run(logCleaningDecider, CLEANINGS, cleaning, { ...meta, owner: SHARED })
      // A run that found nothing is told too, as a sign that it took place.
      book.write(
        cleaningLine('LOG_CLEANED', {
          details: { removed, kept, days },
          durationMs: Math.round(performance.now() - since),
          ...(meta.correlationId !== undefined && { correlationId: meta.correlationId }),
        }),
      )
      return { before, removed, kept }
    },
    /** Entries that a cleaning would remove now. */
    async preview(days = retentionDays): Promise<Cleaned> {
      const before = limit(days)
      const { older, kept } = await book.older(before)
      return { before, removed: older, kept }
    },
  }
}
export type LogCleaner = ReturnType<typeof logCleaner>
