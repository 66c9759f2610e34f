import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { replaceFile } from './durable.ts'
import { logHolds } from './log-holds.ts'

/** The use of each user, and the last event that is counted in it. */
const Counted = z.object({
  mark: z.object({
    eventId: z.string(),
    position: z.string(),
    stream: z.string(),
    revision: z.number(),
  }),
  guests: z.array(z.string()),
  /** By owner. */
  usages: z.record(
    z.string(),
    z.object({ records: z.number(), events: z.number(), letters: z.number() }),
  ),
})
export type Counted = z.output<typeof Counted>

/** @returns null for a file that is not there, was cut short, or is of another log */
export async function readCounted(
  file: string,
  store: Pick<EventStore, 'readStream'>,
): Promise<Counted | null> {
  try {
    const counted = Counted.parse(JSON.parse(await readFile(file, 'utf8')))
    return (await logHolds(store, counted.mark)) ? counted : null
  } catch {
    return null
  }
}

export const writeCounted = (file: string, counted: Counted): Promise<void> =>
  replaceFile(file, `${JSON.stringify(counted)}\n`)
