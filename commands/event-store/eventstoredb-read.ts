import {
  type AllStreamResolvedEvent,
  type ResolvedEvent,
  StreamNotFoundError,
  type StreamingRead,
} from '@eventstore/db-client'
import { setTimeout as pause } from 'node:timers/promises'
import { StoreUnavailable } from '#domain/kernel/event-store.ts'
import { Silence, fateOf, messageOf } from './eventstoredb-errors.ts'
import type { Stored } from './eventstoredb-event.ts'

/** What the client's reads have in common: they know neither a deadline nor a second try. */
type Reading = StreamingRead<ResolvedEvent> | StreamingRead<AllStreamResolvedEvent>

/** Tries in a row that bring nothing. */
const TRIES = 3
const PAUSE_MS = 40

export type WholeRead = {
  /** Opens the read behind what is there; null when that was all. */
  readonly begin: (there: readonly Stored[]) => Reading | null
  /** Whether the event lies behind what is there. */
  readonly isNew: (event: Stored, there: readonly Stored[]) => boolean
  /** For how long a read may bring nothing. @unit ms */
  readonly stall: number
  readonly isClosed: () => boolean
}

/**
 * Everything one read brings, in its order. A read that breaks off or falls silent is begun again behind what it brought.
 *
 * @throws StreamNotFoundError · StoreUnavailable
 */
export async function readWhole({ begin, isNew, stall, isClosed }: WholeRead): Promise<readonly Stored[]> {
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
      // A silent server is given one more try, not two: each costs the caller the whole stall.
      if (fateOf(error) === 'refused' || failed >= (error instanceof Silence ? TRIES - 1 : TRIES))
        throw new StoreUnavailable(`EventStoreDB does not answer: ${messageOf(error)}`, { cause: error })
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
      reading.cancel().catch(() => {}) // it never got as far as a call
    }, stall)
    reading.on('data', ({ event }: { event?: Stored }) => {
      timer.refresh()
      if (event && !over) onEvent(event)
    })
    // Kept for good: an error that comes after the end would have no listener and end the process.
    reading.on('error', (error) => finish(() => reject(error)))
    reading.on('end', () => finish(resolve))
  })
}
