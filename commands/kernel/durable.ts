import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/** Once this resolves, a file's content, or the names in a directory, are on the disk. */
export async function syncToDisk(place: string): Promise<void> {
  const handle = await open(place, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Writes a file whole under another name of the same disk, and then renames it. Nothing stays of a
 * write that failed: a full disk would get one more file at each attempt.
 */
export async function writeWhole(
  file: string,
  content: Uint8Array | string,
  fresh: string,
): Promise<void> {
  try {
    const handle = await open(fresh, 'w', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(fresh, file)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

/**
 * Replaces a file whole: after a crash it has the old text or the new one. Several processes may do
 * it at once.
 */
export const replaceFile = (file: string, text: string): Promise<void> =>
  writeWhole(file, text, `${file}.${randomUUID()}.new`)
