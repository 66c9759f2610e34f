import { AccessDeniedError, ErrorType, NotLeaderError, isCommandError } from '@eventstore/db-client'

/** A read brought nothing for longer than the stall. */
export class Silence extends Error {
  override readonly name = 'Silence'
}

/**
 * Meaning of a client's error for its append. `refused`: a retry is of no use. `unsent`: it was not
 * written, a retry may help. `unknown`: it may have been written.
 */
export type Fate = 'refused' | 'unsent' | 'unknown'

/**
 * gRPC status codes that a retry does not change: INVALID_ARGUMENT, PERMISSION_DENIED,
 * RESOURCE_EXHAUSTED (too large), UNIMPLEMENTED, UNAUTHENTICATED.
 */
const REFUSING = new Set([3, 7, 8, 12, 16])
const REFUSALS = new Set<ErrorType>([
  ErrorType.ACCESS_DENIED,
  ErrorType.STREAM_DELETED,
  ErrorType.INVALID_ARGUMENT,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.MISSING_REQUIRED_METADATA_PROPERTY,
  ErrorType.UNSUPPORTED,
])
/**
 * Messages for an append that was not written. Sources: grpc-js for an unsent call, the client for
 * a cluster without a member, the server for a refusal.
 */
const UNSENT =
  /No connection established|Channel (closed|has been shut down)|Name resolution failed|Failed to discover|Server Is (Not Ready|Too Busy|Busy)/i

export function fateOf(error: unknown): Fate {
  if (error instanceof NotLeaderError) return 'unsent'
  if (isCommand(error) && (REFUSALS.has(error.type) || REFUSING.has(error.code ?? -1)))
    return 'refused'
  return UNSENT.test(messageOf(error)) ? 'unsent' : 'unknown'
}

export const messageOf = (error: unknown): string =>
  error instanceof AccessDeniedError
    ? 'access denied'
    : error instanceof Error
      ? error.message || error.name
      : String(error)

const isCommand = (error: unknown): error is Error & { type: ErrorType; code?: number } =>
  error instanceof Error && isCommandError(error)
