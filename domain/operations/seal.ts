import { z } from 'zod'

/** The one stream of all seals. */
export const SEALS = 'seal-log'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Revision = z.int().min(0)

/**
 * The state of the log at a moment, written into the log itself. It reveals that a whole stream, or
 * a stream's end, was removed. It holds no position, since another store gives other positions: a
 * seal stays valid when the log is moved.
 */
export const Seal = z.object({
  /** Number of events it covers: the first ones of the log. */
  events: z.int().min(1),
  /** Running hash over those events in the order of the log, see `rootAfter`. */
  root: Hash,
  /** The last event it covers. */
  last: z.object({ stream: z.string(), revision: Revision }),
  /**
   * Stream, revision and hash of the last event of each stream that grew since the previous seal.
   */
  heads: z.array(z.tuple([z.string(), Revision, Hash])),
})
export type Seal = z.infer<typeof Seal>

export type LogSealed = { readonly type: 'LogSealed'; readonly data: Seal }
export const LOG_SEALED: LogSealed['type'] = 'LogSealed'
