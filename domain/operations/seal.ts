import { z } from 'zod'

/** The one stream that seals are appended to, each behind the last. */
export const SEALS = 'seal-log'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Revision = z.int().min(0)

/**
 * What the log was at a moment, written into the log itself: a stream that is taken away whole, or its end, is missed by it.
 * Nothing in it names a position, which another store would give anew: it holds in whatever store the log is moved to.
 */
export const Seal = z.object({
  /** How many events it is over: the first so many of the log. */
  events: z.int().min(1),
  /** Running hash over those events in the order of the log, see `rootAfter`. */
  root: Hash,
  /** The last event it is over. */
  last: z.object({ stream: z.string(), revision: Revision }),
  /** Stream, revision and hash of the last event of each stream that grew since the seal before. */
  heads: z.array(z.tuple([z.string(), Revision, Hash])),
})
export type Seal = z.infer<typeof Seal>

export type LogSealed = { readonly type: 'LogSealed'; readonly data: Seal }
export const LOG_SEALED: LogSealed['type'] = 'LogSealed'
