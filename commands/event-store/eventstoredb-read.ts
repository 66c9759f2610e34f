import {
  type AllStreamResolvedEvent,
  type ResolvedEvent,
  StreamNotFoundError,
  type StreamingRead,
} from '@eventstore/db-client'
import { setTimeout as pause } from 'node:timers/promises'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { Silence, fateOf, messageOf } from './eventstoredb-errors.ts'
import type { Stored } from './eventstoredb-event.ts'

/** The client's reads. They have neither a deadline nor retries of their own. */
type Reading = StreamingRead<ResolvedEvent> | StreamingRead<AllStreamResolvedEvent>

/** Consecutive tries without any event. */
const TRIES = 3
const PAUSE_MS = 40

export type WholeRead = {
  /** Opens the read behind the events received so far; null when they were all. */
  readonly begin: (there: readonly Stored[]) => Reading | null
  /** Whether the event comes after those received so far. */
  readonly isNew: (event: Stored, there: readonly Stored[]) => boolean
  /** Longest time that a read may bring nothing. @unit ms */
  readonly stall: number
  readonly isClosed: () => boolean
}

/**
 * All events of one read, in order. A read that breaks off or stalls is started again behind its
 * last event.
 *
 * @throws StreamNotFoundError · StoreUnavailable
 */
export async function readWhole({
  begin,
  isNew,
  stall,
  isClosed,
}: WholeRead): Promise<readonly Stored[]> {
  const there: Stored[] = []
  for (let failed = 0; ; ) {
    if (isClosed()) throw new StoreUnavailable('The event store is closed.')
    const before = there.length
    try {
      const reading = begin(there)
      if (reading)
        await drain(reading, stall, (event) => {
          if (isNew(event, there)) there.push(event)
        })
      return there
    } catch (error) {
      if (error instanceof StreamNotFoundError) throw error
      failed = there.length > before ? 0 : failed + 1
      // A silent server gets one retry instead of two: each costs the caller the whole stall.
      if (fateOf(error) === 'refused' || failed >= (error instanceof Silence ? TRIES - 1 : TRIES))
        throw new StoreUnavailable(`EventStoreDB does not answer: ${messageOf(error)}`, {
          cause: error,
        })
      await pause(PAUSE_MS * 2 ** failed)
    }
  }
}

function drain(reading: Reading, stall: number, onEvent: (event: Stored) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let over = false
    const finish = (then: () => void) => {
      if (over) return
      over = true
      clearTimeout(timer)
      then()
    }
    const timer = setTimeout(() => {
      finish(() => reject(new Silence(`nothing came for ${stall} ms`)))
      reading.cancel().catch(() => {}) // the call was never sent
    }, stall)
    reading.on('data', ({ event }: { event?: Stored }) => {
      timer.refresh()
      if (event && !over) onEvent(event)
    })
    // The listener stays: a later error without a listener would end the process.
    reading.on('error', (error) => finish(() => reject(error)))
    reading.on('end', () => finish(resolve))
  })
}
