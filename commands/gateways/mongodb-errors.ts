/**
 * What everybody who keeps something in MongoDB agrees on, in whatever layer: which database an address names, and what an error of
 * the driver says, told by its name and code. The domain needs no driver for it.
 */

/**
 * The database that a MongoDB address names; `carnet` when it names none.
 *
 * It is not written into the address: there it would say where the credentials are kept, too.
 */
export const databaseNamed = (address: string): string =>
  decodeURIComponent(/^[^:]+:\/\/[^/]+\/([^?]+)/.exec(address)?.[1] ?? 'carnet')

/** What a unique index says of a second one. */
export const DUPLICATE = 11_000

/** Names, those of subclasses too. @source lib/error.js and lib/cmap/errors.js of mongodb 7.8 */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoServerSelectionError',
  'MongoOperationTimeoutError',
  'MongoWaitQueueTimeoutError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoNotConnectedError',
])
/** @source MongoDB's error_codes.yml: shutting down, stepping down, not the primary, out of time. */
const AWAY: ReadonlySet<unknown> = new Set([
  6, 7, 50, 64, 89, 91, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436,
])
/** mongodb 7.8 lets these through as Node threw them when a server dies between two calls. */
const SOCKET = /^(?:EPIPE|ECONN[A-Z]+|ETIMEDOUT|ERR_STREAM_(?:DESTROYED|WRITE_AFTER_END|PREMATURE_CLOSE))$/

type Answer = Error & { readonly errorResponse: unknown; readonly code?: unknown }
/** The driver keeps what the server said; other errors have codes of their own, which mean something else. */
const isAnswer = (error: unknown): error is Answer => error instanceof Error && 'errorResponse' in error

export const isDuplicate = (error: unknown): boolean => isAnswer(error) && error.code === DUPLICATE

/** The server is not there, or says that it cannot serve for now; false for what it says about the call itself. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (UNREACHABLE.has(error.name)) return true
  // mongodb 7.8 hides what ended a bulk write from below in its answer.
  if (isAnswer(error) && (AWAY.has(error.code) || isAway(error.errorResponse))) return true
  return ('code' in error && typeof error.code === 'string' && SOCKET.test(error.code)) || isAway(error.cause)
}
