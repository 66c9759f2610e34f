import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Position } from '#domain/kernel/event.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import type { Projector } from '#projections/kernel/catch-up.ts'

const PAGE = 500
const REST_MS = 1_000

/**
 * Wakes the groups of projections that new events concern, at once. After a rest it wakes every
 * group, so that all checkpoints advance. One reader per process saves the queue a job for every
 * group at every command.
 *
 * @param restMs how long after an event all groups are woken
 * @returns ends it
 */
export function followLog({
  store,
  projector,
  ring,
  log,
  restMs = REST_MS,
}: {
  readonly store: EventStore
  readonly projector: Pick<Projector, 'groups' | 'groupsOf'>
  readonly ring: (group: string) => void
  readonly log: Log
  readonly restMs?: number
}): () => void {
  const { groups } = projector
  const ringAll = (): void => {
    for (const group of groups) ring(group)
  }
  if (groups.length === 1) return store.watch(ringAll)

  let rest: NodeJS.Timeout | null = null
  let reading = false
  let grown = false
  let ended = false
  /** Null while the last position is unknown. */
  let seen: Position | null = null

  async function read(): Promise<void> {
    if (seen === null) {
      seen = await store.head()
      ringAll()
    }
    for (let atHead = false; !atHead && !ended; ) {
      const slice = await store.readAll(seen, { limit: PAGE })
      seen = slice.next
      atHead = slice.atHead
      for (const group of projector.groupsOf(new Set(slice.events.map(({ type }) => type))))
        ring(group)
    }
  }

  async function follow(): Promise<void> {
    if (reading) return
    reading = true
    while (grown && !ended) {
      grown = false
      await read().catch((error: unknown) => {
        log.warn({ err: error }, 'New events could not be looked at: every projection is rung')
        seen = null
        ringAll()
      })
    }
    reading = false
  }

  const unwatch = store.watch(() => {
    grown = true
    void follow()
    rest ??= setTimeout(() => {
      rest = null
      ringAll()
    }, restMs).unref()
  })
  return () => {
    ended = true
    if (rest) clearTimeout(rest)
    unwatch()
  }
}
