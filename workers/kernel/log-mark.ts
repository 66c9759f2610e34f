import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { replaceFile } from '#commands/kernel/durable.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import type { Mark } from '#domain/kernel/ports/read-store.ts'

/** In a data directory: the newest event of its log, by which an older log is recognized. */
export const LOG_MARK_FILE = 'log-mark.json'
const LogMark = z.object({
  eventId: z.string(),
  position: z.string(),
  stream: z.string(),
  revision: z.number(),
})
const EVERY_MS = 1_000

/** @returns null for a file that is not there or was cut short: the next note mends it */
export async function logMarkIn(dataDir: string): Promise<Mark | null> {
  const file = path.join(dataDir, LOG_MARK_FILE)
  if (!existsSync(file)) return null
  const text = await readFile(file, 'utf8')
  try {
    return LogMark.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/**
 * Notes the newest event, a second after the log has grown.
 *
 * @returns ends it, with a last note
 */
export function keepLogMark({
  store,
  dataDir,
  log,
}: {
  readonly store: Pick<EventStore, 'readAllBackwards' | 'watch'>
  readonly dataDir: string
  readonly log: Log
}): () => Promise<void> {
  let waiting: NodeJS.Timeout | null = null
  async function note(): Promise<void> {
    waiting = null
    try {
      const [newest] = (await store.readAllBackwards(null, { limit: 1 })).events
      if (newest === undefined) return
      const { id: eventId, position, stream, revision } = newest
      const mark: Mark = { eventId, position, stream, revision }
      await replaceFile(path.join(dataDir, LOG_MARK_FILE), `${JSON.stringify(mark)}\n`)
    } catch (error) {
      log.warn({ err: error }, 'The newest event of the log could not be noted')
    }
  }
  const unwatch = store.watch(() => {
    waiting ??= setTimeout(() => void note(), EVERY_MS).unref()
  })
  return async () => {
    unwatch()
    if (waiting) clearTimeout(waiting)
    await note()
  }
}
