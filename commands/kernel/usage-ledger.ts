import { isPublic } from '#domain/kernel/decider.ts'
import { START } from '#domain/kernel/event.ts'
import { type EventStore, writtenIn } from '#domain/kernel/ports/event-store.ts'
import { FRESH_START } from '#domain/kernel/fresh-start.ts'
import { NO_USAGE, type Usage } from '#domain/subscription/budgets.ts'
import { timeSlices } from './time-slices.ts'

const PAGE = 500
/** A start's first requests come before the count. @unit milliseconds */
const BEGIN_MS = 3_000

/**
 * Counts what each user keeps in the log. It reads the log once in the background, without
 * decrypting it, and then what is added. Until it has read all, users have less than they keep. It
 * begins with the first write, or some seconds after the start.
 */
export type UsageLedger = {
  of(owner: string): Usage
  /** Resolves once everything that the log holds now is counted. */
  counted(): Promise<void>
  stop(): void
}

export function usageLedger(
  store: Pick<EventStore, 'readAll' | 'watch' | 'personal'>,
  onFailed: (error: unknown) => void,
): UsageLedger {
  const written = writtenIn(store)
  const usages = new Map<string, Usage>()
  const guests = new Set<string>()
  let after = START
  let isStopped = false
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    const turn = timeSlices()
    for (;;) {
      const { events, next, atHead } = await written.readAll(after, { limit: PAGE })
      for (const { type, data, meta, revision } of events) {
        const { owner, actor } = meta
        await turn()
        // A stranger's application is not the user's doing.
        if (isPublic(actor)) continue
        if (type === 'UserRegistered' && 'isGuest' in Object(data)) guests.add(owner)
        // A demo begins again with nothing; a guest's does not, or the guest would have no limit.
        const before =
          type === FRESH_START && !guests.has(owner) ? NO_USAGE : (usages.get(owner) ?? NO_USAGE)
        usages.set(owner, {
          records: before.records + (revision === 0 ? 1 : 0),
          events: before.events + 1,
          letters:
            before.letters +
            (JSON.stringify(data)?.length ?? 0) +
            (meta.personal?.data?.value.length ?? 0) +
            (meta.personal?.aside?.value.length ?? 0),
        })
      }
      after = next
      if (atHead || isStopped) return
    }
  }
  const begin = (): Promise<void> =>
    (reading ??= read().finally(() => {
      reading = null
    }))
  const beginAside = () => void begin().catch(onFailed)
  const stopWatching = store.watch(beginAside)
  const waiting = setTimeout(beginAside, BEGIN_MS).unref()
  return {
    of: (owner) => usages.get(owner) ?? NO_USAGE,
    async counted() {
      await reading
      await begin()
    },
    stop() {
      isStopped = true
      clearTimeout(waiting)
      stopWatching()
    },
  }
}
