import { type EventStore, writtenIn } from '#domain/kernel/ports/event-store.ts'
import { linkOf, type Link, verifyStream } from './verify.ts'

/** Streams whose verification is remembered. */
const KEPT_STREAMS = 1_000
/**
 * After this time a stream is verified whole again: a change on the disk is found then, if not
 * before.
 */
const KEPT_MS = 600_000
const PAGE = 1_000

type Verified = { readonly upTo: Link; readonly until: number }

/**
 * Verifies streams, and remembers the last verified event. Each further page of a history verifies
 * that event again and the later ones. A damaged stream is never remembered.
 *
 * @param milliseconds a clock that never goes back
 */
export function createVerifiedStreams(store: EventStore, milliseconds = () => performance.now()) {
  /** The stream that was asked for longest ago is first. */
  const streams = new Map<string, Verified>()

  return async (stream: string): Promise<boolean> => {
    const verified = streams.get(stream)
    streams.delete(stream)
    const isFresh = verified !== undefined && verified.until > milliseconds()
    let upTo = isFresh ? verified.upTo : null
    const until = isFresh ? verified.until : milliseconds() + KEPT_MS
    for (let isRead = false; !isRead; ) {
      const from = upTo === null ? 0 : upTo.revision
      const { events } = await writtenIn(store).readStream(stream, { from, limit: PAGE })
      const [first] = events
      if (upTo !== null && first?.meta.hash !== upTo.hash) return false
      const before =
        upTo === null || first === undefined
          ? undefined
          : { ...upTo, hash: first.meta.prevHash, revision: from - 1 }
      if (verifyStream(events, before).length > 0) return false
      const last = events.at(-1)
      if (last !== undefined) upTo = linkOf(last)
      isRead = events.length < PAGE
    }
    if (upTo === null) return true
    const [oldest] = streams.keys()
    if (streams.size >= KEPT_STREAMS && oldest !== undefined) streams.delete(oldest)
    streams.set(stream, { upTo, until })
    return true
  }
}
