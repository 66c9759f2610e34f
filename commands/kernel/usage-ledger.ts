import { isPublic } from '#domain/kernel/decider.ts'
import { type Position, START } from '#domain/kernel/event.ts'
import { type EventStore, writtenIn } from '#domain/kernel/ports/event-store.ts'
import { FRESH_START } from '#domain/kernel/fresh-start.ts'
import { NO_USAGE, type Usage } from '#domain/subscription/budgets.ts'
import { timeSlices } from './time-slices.ts'
import { type Counted, readCounted, writeCounted } from './usage-file.ts'

const PAGE = 500
/** A start's first requests come before the count. @unit milliseconds */
const BEGIN_MS = 3_000

/** Events that are counted again at most after a process was killed. */
const WRITE_EVERY = 10_000

/**
 * Counts what each user keeps in the log. It reads the log once in the background, without
 * decrypting it, and then what is added. Until it has read all, users have less than they keep. It
 * begins with the first write, or some seconds after the start. A file keeps the count between
 * starts.
 */
export type UsageLedger = {
  of(owner: string): Usage
  /** Resolves once everything that the log holds now is counted. */
  counted(): Promise<void>
  stop(): Promise<void>
}

export function usageLedger(
  store: Pick<EventStore, 'readAll' | 'readStream' | 'watch' | 'personal'>,
  onFailed: (error: unknown) => void,
  file?: string,
): UsageLedger {
  const written = writtenIn(store)
  const usages = new Map<string, Usage>()
  const guests = new Set<string>()
  let after: Position | null = null
  /** The last event that is counted, and how many were since the file was written. */
  let mark: Counted['mark'] | null = null
  let since = 0
  let isStopped = false
  let reading: Promise<void> | null = null

  /** @returns where the count goes on */
  async function begun(): Promise<Position> {
    const counted = file === undefined ? null : await readCounted(file, written)
    if (counted === null) return START
    for (const owner of counted.guests) guests.add(owner)
    for (const [owner, usage] of Object.entries(counted.usages)) usages.set(owner, usage)
    return counted.mark.position
  }

  async function write(): Promise<void> {
    if (file === undefined || mark === null || since === 0) return
    since = 0
    await writeCounted(file, { mark, guests: [...guests], usages: Object.fromEntries(usages) })
  }

  async function read(): Promise<void> {
    const turn = timeSlices()
    after ??= await begun()
    for (;;) {
      const { events, next, atHead } = await written.readAll(after, { limit: PAGE })
      for (const { id, type, data, meta, stream, revision, position } of events) {
        const { owner, actor } = meta
        await turn()
        mark = { eventId: id, position, stream, revision }
        since++
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
      if (!atHead && !isStopped) continue
      if (since >= WRITE_EVERY) await write()
      return
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
    async stop() {
      isStopped = true
      clearTimeout(waiting)
      stopWatching()
      await reading
      await write()
    },
  }
}
