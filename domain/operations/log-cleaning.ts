import type { Decider } from '#domain/kernel/decider.ts'
import { logLines } from './log-book.ts'

/** The one stream of the technical log's cleanings. */
export const CLEANINGS = 'log'

type LogCleaned = {
  readonly type: 'LogCleaned'
  /**
   * Entries older than `before` (epoch milliseconds) were removed; the event log itself is never
   * cleaned.
   */
  readonly data: {
    readonly before: number
    readonly removed: number
    readonly retentionDays: number
  }
}

/**
 * Removed entries cannot be shown any more; that they were removed, when and by whom, is a fact.
 */
export const logCleaningDecider: Decider<
  { readonly type: 'TellCleaning' } & LogCleaned['data'],
  LogCleaned,
  { readonly lastAt: number }
> = {
  category: 'logCleaning',
  initial: { lastAt: 0 },
  decide: ({ before, removed, retentionDays }) =>
    removed === 0 ? [] : [{ type: 'LogCleaned', data: { before, removed, retentionDays } }],
  evolve: (_, { data }) => ({ lastAt: data.before }),
}

export const cleaningLine = logLines('LogCleaner', { LOG_CLEANED: 'Info' })
