import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { replaceFile } from '#commands/kernel/durable.ts'

/** The master key's file in a data directory, used unless the configuration gives a key. */
export const MASTER_KEY_FILE = 'personal.key'
/** In the data directory: when all keys were last wrapped by a new master key. */
const FILE = 'keys-wrapped.json'
const Wrapped = z.object({
  /** @unit epoch milliseconds */
  at: z.number(),
})

export const noteWrapped = (dataDir: string, at: number): Promise<void> =>
  replaceFile(
    path.join(dataDir, FILE),
    `${JSON.stringify({ at } satisfies z.output<typeof Wrapped>)}\n`,
  )

/**
 * Age of the key that wraps all others. Without a note it is that of the master key's file.
 *
 * @returns null when neither is known. @unit epoch milliseconds
 */
export async function keysWrappedAt(dataDir: string): Promise<number | null> {
  try {
    return Wrapped.parse(JSON.parse(await readFile(path.join(dataDir, FILE), 'utf8'))).at
  } catch {
    const master = path.join(dataDir, MASTER_KEY_FILE)
    return statSync(master, { throwIfNoEntry: false })?.mtimeMs ?? null
  }
}
