import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { ReadStore } from '#domain/kernel/ports/read-store.ts'

/** The log lacks an event that shared read models were made from. */
export class AnotherLog extends Error {
  override readonly name = 'AnotherLog'
}

/**
 * Compares the log with the newest event that shared read models were made from. An older log would
 * give numbers of bills a second time.
 *
 * @throws AnotherLog · errors of the stores
 */
export async function assertSameLog(
  store: Pick<EventStore, 'readStream'>,
  { sharing }: Pick<ReadStore, 'sharing'>,
): Promise<void> {
  const mark = (await sharing?.marks.read()) ?? null
  if (mark === null) return
  const { stream, revision, eventId, position } = mark
  const [found] = (await store.readStream(stream, { from: revision, limit: 1 })).events
  if (found?.id === eventId && found.position === position) return
  throw new AnotherLog(
    `The log is older than its read models, or another one: they were made from event ${eventId} ` +
      `of ${stream} at position ${BigInt(position)}, which the log does not hold there. ` +
      'Numbers of bills would be given a second time. Restore the newer log. ' +
      'Without one, `npm run rebuild -- all` makes the read models from this log: ' +
      'events behind its end are lost then.',
  )
}
