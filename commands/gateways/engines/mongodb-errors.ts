/**
 * Shared by all MongoDB adapters of every layer: the database of an address, and the meaning of the
 * driver's errors. Errors are recognised by name and code, so that the domain needs no driver.
 */

/**
 * The database that a MongoDB address names; `carnet` when it names none.
 *
 * The default is not written into the address: there it would also name the database of the
 * credentials.
 */
export const databaseNamed = (address: string): string =>
  decodeURIComponent(/^[^:]+:\/\/[^/]+\/([^?]+)/.exec(address)?.[1] ?? 'carnet')

/** The error code of a duplicate in a unique index. */
export const DUPLICATE = 11_000

/** Error names, subclasses included. @source lib/error.js and lib/cmap/errors.js of mongodb 7.8 */
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
/**
 * @source MongoDB's error_codes.yml: shutting down, stepping down, not the primary, out of time.
 */
const AWAY: ReadonlySet<unknown> = new Set([
  6, 7, 50, 64, 89, 91, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436,
])
/** Node's socket errors that mongodb 7.8 passes on when a server dies between two calls. */
const SOCKET =
  /^(?:EPIPE|ECONN[A-Z]+|ETIMEDOUT|ERR_STREAM_(?:DESTROYED|WRITE_AFTER_END|PREMATURE_CLOSE))$/

type Answer = Error & { readonly errorResponse: unknown; readonly code?: unknown }
/** The driver keeps the server's answer. Codes of other errors have another meaning. */
const isAnswer = (error: unknown): error is Answer =>
  error instanceof Error && 'errorResponse' in error

export const isDuplicate = (error: unknown): boolean => isAnswer(error) && error.code === DUPLICATE

/** True when the server is away or cannot serve for now; false for an error of the call itself. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (UNREACHABLE.has(error.name)) return true
  // mongodb 7.8 hides a bulk write's underlying error in its answer.
  if (isAnswer(error) && (AWAY.has(error.code) || isAway(error.errorResponse))) return true
  return (
    ('code' in error && typeof error.code === 'string' && SOCKET.test(error.code)) ||
    isAway(error.cause)
  )
}
