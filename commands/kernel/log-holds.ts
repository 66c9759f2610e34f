import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Mark } from '#domain/kernel/ports/read-store.ts'

/** Whether the log is the one that a mark was noted of, and has come as far. */
export async function logHolds(
  store: Pick<EventStore, 'readStream'>,
  { stream, revision, eventId, position }: Mark,
): Promise<boolean> {
  const [found] = (await store.readStream(stream, { from: revision, limit: 1 })).events
  return found?.id === eventId && found.position === position
}
