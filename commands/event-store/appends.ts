import type { StreamAppend } from '#domain/kernel/ports/event-store.ts'

/** @throws RangeError when there is nothing to append, or a stream is named twice */
export function assertAppends(appends: readonly StreamAppend[]): void {
  for (const { stream, events } of appends)
    if (events.length === 0) throw new RangeError(`Nothing to append to ${stream}`)
  if (appends.length === 0) throw new RangeError('Nothing to append')
  if (appends.length > 1 && new Set(appends.map(({ stream }) => stream)).size < appends.length)
    throw new RangeError('An append names a stream twice')
}
