import { MongoBulkWriteError, MongoServerError } from 'mongodb'
import { DatabaseUnavailable } from '#domain/kernel/ports/event-store.ts'
import { DUPLICATE, isAway } from '#commands/gateways/engines/mongodb-errors.ts'

/** NamespaceNotFound. The tests' stand-in gives the message without the code. */
const UNKNOWN_COLLECTION = 26
export const isUnknownCollection = (error: unknown): boolean =>
  error instanceof MongoServerError &&
  (error.code === UNKNOWN_COLLECTION || error.message === 'ns not found')

/**
 * @returns indexes in the batch of inserts that another process did first; null when the batch
 * failed for another reason
 */
export function lostInserts(error: unknown): readonly number[] | null {
  if (!(error instanceof MongoBulkWriteError)) return null
  const failed = [error.writeErrors].flat()
  return failed.length > 0 && failed.every(({ code }) => code === DUPLICATE)
    ? failed.map(({ index }) => index)
    : null
}

class Deadline extends Error {
  override readonly name = 'Deadline'
}

async function deadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      work,
      new Promise<never>(
        (_, reject) =>
          (timer = setTimeout(() => reject(new Deadline(`No answer within ${ms} ms`)), ms)),
      ),
    ])
  } finally {
    clearTimeout(timer)
  }
}

/** A server that did not answer is not called for this long. */
const REST_MS = 500

/**
 * Time limits of a batch of writes, and of a call that reads every document, as multiples of a
 * call's.
 */
const TIMES = { call: 1, batch: 3, whole: 24 } as const

/**
 * Runs a call on the server. @throws DatabaseUnavailable when the server is away, not the driver's
 * error
 */
export type WhileAvailable = <T>(work: () => Promise<T>, size?: keyof typeof TIMES) => Promise<T>

/**
 * While a server is away, one call at a time finds out whether it is back. Others are refused
 * without waiting.
 *
 * The deadline is our own. mongodb 7.8 never answers a call on a connection whose end it missed,
 * whatever its timeouts.
 *
 * @param timeout for a call, in ms
 */
export function whileAvailableWithin(timeout: number): WhileAvailable {
  let away = false
  let asking = false
  let restsUntil = 0
  return async (work, size = 'call') => {
    if (away && (asking || performance.now() < restsUntil))
      throw new DatabaseUnavailable('MongoDB does not answer')
    const asks = away
    if (asks) asking = true
    try {
      const result = await deadline(work(), timeout * TIMES[size])
      away = false
      return result
    } catch (error) {
      if (!(error instanceof Deadline || isAway(error))) {
        if (error instanceof MongoServerError) away = false
        throw error
      }
      away = true
      restsUntil = performance.now() + REST_MS
      throw new DatabaseUnavailable('MongoDB does not answer', { cause: error })
    } finally {
      if (asks) asking = false
    }
  }
}
