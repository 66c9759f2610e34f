import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { replaceFile } from '#commands/kernel/durable.ts'

/** In the data directory: when it was last copied whole. */
const FILE = 'last-backup.json'
const LastBackup = z.object({
  /** @unit epoch milliseconds */
  at: z.number(),
  events: z.number(),
})

export const noteBackup = (dataDir: string, backup: z.output<typeof LastBackup>): Promise<void> =>
  replaceFile(path.join(dataDir, FILE), `${JSON.stringify(backup)}\n`)

/** Time of the last backup; null when none was made, or none is known. @unit epoch milliseconds */
export async function lastBackupAt(dataDir: string): Promise<number | null> {
  try {
    return LastBackup.parse(JSON.parse(await readFile(path.join(dataDir, FILE), 'utf8'))).at
  } catch {
    return null
  }
}
