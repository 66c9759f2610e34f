import { randomUUID } from 'node:crypto'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { SHARED } from '#domain/kernel/entity.ts'
import type { Clock } from '#domain/kernel/clock.ts'
import type { LogBook } from '#domain/operations/log-book.ts'
import { CLEANINGS, cleaningLine, logCleaningDecider } from '#domain/operations/log-cleaning.ts'

const DAY_MS = 86_400_000

export type Cleaned = { readonly before: number; readonly removed: number; readonly kept: number }

/** Removes old entries of the technical log, as the configuration says. The event log is not touched. */
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
  const limit = () => clock.now() - retentionDays * DAY_MS

  /** @param meta the actor, and the cause */
  async function clean(meta: Pick<CommandMeta, 'commandId' | 'actor' | 'cause' | 'correlationId'>): Promise<Cleaned> {
    const since = performance.now()
    const before = limit()
    const removed = await book.clean(before)
    const { kept } = await book.older(before)
    const told = { type: 'TellCleaning', before, removed, retentionDays } as const
    await handler.run(logCleaningDecider, CLEANINGS, told, { ...meta, owner: SHARED })
    if (removed > 0)
      book.write(
        cleaningLine('LOG_CLEANED', {
          details: { removed, kept, days: retentionDays },
          durationMs: Math.round(performance.now() - since),
          ...(meta.correlationId !== undefined && { correlationId: meta.correlationId }),
        }),
      )
    return { before, removed, kept }
  }

  return {
    clean,
    /** What a cleaning would remove now. */
    async preview(): Promise<Cleaned> {
      const before = limit()
      const { older, kept } = await book.older(before)
      return { before, removed: older, kept }
    },
    /** Cleans unless a cleaning removed lines within the last day. */
    async cleanDaily(): Promise<void> {
      const last = await handler.load(logCleaningDecider, CLEANINGS, SHARED)
      const lastAt = last?.events.at(-1)?.meta.occurredAt ?? 0
      if (Math.abs(clock.now() - lastAt) < DAY_MS) return
      try {
        await clean({ commandId: randomUUID(), actor: { kind: 'process', id: 'log-cleaner' }, cause: 'schedule' })
      } catch (error) {
        book.write(cleaningLine('LOG_CLEANING_FAILED'))
        throw error
      }
    },
  }
}
export type LogCleaner = ReturnType<typeof logCleaner>
