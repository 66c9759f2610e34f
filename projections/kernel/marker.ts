import type { Clock } from '#domain/kernel/ports/clock.ts'
import { type Position, type RecordedEvent, START } from '#domain/kernel/event.ts'
import type { Sharing } from '#domain/kernel/ports/read-store.ts'

/** A note a second is enough to recognize a log, and costs a command nothing. */
const EVERY_MS = 1_000

/** Notes the newest event that this process folded into read models of several processes. */
export function createMarker({
  marks,
  clock,
}: {
  readonly marks: Sharing['marks'] | null
  readonly clock: Clock
}) {
  let newest: RecordedEvent | null = null
  let noted: { readonly position: Position; readonly at: number } | null = null
  return {
    saw(event: RecordedEvent | undefined): void {
      if (event !== undefined && event.position > (newest?.position ?? START)) newest = event
    },
    async keep(): Promise<void> {
      const now = clock.now()
      if (marks === null || newest === null || newest.position === noted?.position) return
      if (noted !== null && Math.abs(now - noted.at) < EVERY_MS) return
      const { id: eventId, position, stream, revision } = newest
      noted = { position, at: now }
      await marks.note({ eventId, position, stream, revision })
    },
  }
}
