import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem, pageBegunAt, sawPosition } from './client.ts'
import { STREAM_PATH } from '#contract/kernel/stream.ts'
import { listen } from './event-stream.ts'

type Change = { readonly collection: string; readonly position: string }

const CHANNEL = 'carnet.changes'
/** @unit milliseconds */
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/**
 * After a change, those that follow are heard together: a reset or an import makes hundreds. @unit
 * milliseconds
 */
const TOGETHER_MS = 250

/**
 * Reads again what another tab, a worker or another user changed. A query listens to a collection
 * by holding its name in its key (`['billing', 'bill', …]`).
 *
 * One tab of the browser holds the stream and passes on its messages. Over HTTP/1.1 a browser opens
 * six connections to a site. Streams in seven tabs would leave none to answer. When that tab
 * closes, the next one takes over.
 */
export async function followChanges(queries: QueryClient, signal: AbortSignal): Promise<void> {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
  const changed = new Set<unknown>()
  let rest: ReturnType<typeof setTimeout> | undefined
  function readAgain(): void {
    rest = undefined
    if (changed.size === 0) return
    const collections = new Set(changed)
    changed.clear()
    rest = setTimeout(readAgain, TOGETHER_MS)
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey.some((part) => collections.has(part)),
    })
  }
  const hear = (change: Change) => {
    sawPosition(change.position)
    changed.add(change.collection)
    if (rest === undefined) readAgain()
  }
  if (channel) channel.onmessage = ({ data }: MessageEvent<Change>) => hear(data)
  const publish = (change: Change) => {
    hear(change)
    channel?.postMessage(change)
  }
  const missed = () => void queries.invalidateQueries()
  try {
    // A tab that cannot talk to the others opens a stream of its own.
    if (!channel || !('locks' in navigator)) return await readStream(publish, missed, signal)
    const first = await navigator.locks.request(
      CHANNEL,
      { ifAvailable: true },
      async (lock) => lock && (await readStream(publish, missed, signal), true),
    )
    if (first) return
    await navigator.locks.request(CHANNEL, { signal }, () => {
      // Changes may have been lost between the end of the other tab and our own stream.
      missed()
      return readStream(publish, missed, signal)
    })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    clearTimeout(rest)
    channel?.close()
  }
}

/**
 * Reconnects after a failure, with growing pauses; `onGap` is called when changes may have been
 * missed in between.
 */
async function readStream(
  onChange: (change: Change) => void,
  onGap: () => void,
  signal: AbortSignal,
): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  for (let times = 0; !signal.aborted; times++) {
    try {
      await listen(
        STREAM_PATH,
        times === 0 ? { since: pageBegunAt() } : {},
        (data) => {
          waitMs = FIRST_WAIT_MS
          const change = data as (Partial<Change> & { readonly missed?: true }) | null // an event of the stream
          if (change?.missed) onGap()
          if (change?.collection)
            onChange({ collection: change.collection, position: change.position ?? '' })
        },
        signal,
        () => times > 0 && onGap(),
      )
    } catch (error) {
      if (
        signal.aborted ||
        (error instanceof ApiProblem && (error.status === 401 || error.status === 403))
      )
        return
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }
}
