import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import { withoutSecrets } from '#domain/kernel/without-secrets.ts'
import type { LogBook, LogDetails, LogEntry, LogLine } from '#domain/operations/log-book.ts'
import type { LogEntries } from './log-entries.ts'

/** A line that is repeated within this time is counted, not written again. */
const FOLD_MS = 60_000
const FLUSH_MS = 250
/** Lines in one write to the store. */
const BATCH = 500
/**
 * Lines kept in memory while the store is away. Further lines are dropped, and their number is
 * logged.
 */
const WAITING = 10_000
/** Recent lines that a repetition is compared with. */
const REMEMBERED = 1_000
const LONGEST = 300

type Kept = { entry: Omit<LogEntry, 'id'>; id: string | null }

const scrubbed = (details: LogDetails): LogDetails =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutSecrets(value).slice(0, LONGEST) : value,
    ]),
  )

/**
 * The technical log over a store. Lines are scrubbed, folded and kept in memory for a quarter of a
 * second, then written together. A store that is away costs the caller nothing.
 */
export function openLogBook({
  entries,
  clock,
  log,
  flushMs = FLUSH_MS,
}: {
  readonly entries: LogEntries
  readonly clock: Clock
  readonly log: Log
  readonly flushMs?: number
}): LogBook {
  const recent = new Map<string, Kept>()
  let waiting: Kept[] = []
  let changed = new Set<Kept>()
  let lost = 0
  let isAway = false
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<unknown> = Promise.resolve()

  function take({
    level,
    source,
    message,
    details = {},
    correlationId = '',
    durationMs,
    alone,
  }: LogLine): void {
    const at = clock.now()
    const cleanDetails = scrubbed(details)
    const key = JSON.stringify([
      level,
      source,
      message,
      cleanDetails,
      ...(alone ? [correlationId] : []),
    ])
    const same = recent.get(key)
    // Compared in both directions, in case the clock was set back: a line an hour later is not a
    // repetition.
    if (same && Math.abs(at - same.entry.at) < FOLD_MS) {
      const longest =
        durationMs === undefined
          ? same.entry.durationMs
          : Math.max(durationMs, same.entry.durationMs ?? 0)
      same.entry = {
        ...same.entry,
        repeated: same.entry.repeated + 1,
        lastAt: at,
        durationMs: longest,
      }
      if (same.id !== null) changed.add(same)
      return
    }
    if (waiting.length >= WAITING) {
      lost++
      return
    }
    const entry: Kept = {
      id: null,
      entry: {
        at,
        level,
        source,
        message,
        details: cleanDetails,
        correlationId,
        durationMs: durationMs ?? null,
        repeated: 1,
        lastAt: at,
      },
    }
    waiting.push(entry)
    recent.delete(key)
    recent.set(key, entry)
    const oldest = recent.size > REMEMBERED ? recent.keys().next().value : undefined
    if (oldest !== undefined) recent.delete(oldest)
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      const written = batch.map(({ entry }) => entry)
      const ids = await entries.add(written)
      waiting = waiting.slice(batch.length)
      batch.forEach((entry, i) => {
        entry.id = ids[i] ?? null
        if (entry.entry !== written[i]) changed.add(entry) // repeated during the write
      })
    }
    if (changed.size > 0) {
      const repeated = [...changed]
      changed = new Set()
      await entries.repeat(
        repeated.flatMap(({ id, entry: { repeated: times, lastAt, durationMs } }) =>
          id === null ? [] : [{ id, repeated: times, lastAt, durationMs }],
        ),
      )
    }
    if (lost > 0) {
      log.warn({ lines: lost }, 'Lines of the technical log were lost while its store was away')
      lost = 0
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const mine = writing.then(writeAll).then(
      () => void (isAway = false),
      (error: unknown) => {
        if (!isAway)
          log.warn({ err: error }, 'The technical log cannot be written; lines wait in memory')
        isAway = true
      },
    )
    writing = mine
    return mine
  }

  return {
    write(line) {
      try {
        take(line)
        timer ??= setTimeout(() => void flush(), flushMs).unref()
      } catch (error) {
        log.warn({ err: error }, 'A line of the technical log could not be taken')
      }
    },
    async find(filter, options) {
      await flush()
      return entries.find(filter, options)
    },
    async count(filter) {
      await flush()
      return entries.count(filter)
    },
    async older(before) {
      await flush()
      return entries.older(before)
    },
    clean: (before) => entries.clean(before),
    ping: () => entries.ping(),
    flush,
    async close() {
      await flush()
      await entries.close()
    },
  }
}
