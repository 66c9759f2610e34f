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
 * Replaces a file whole: after a crash it has the old text or the new one. Several processes may do
 * it at once.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const fresh = `${file}.${randomUUID()}.new`
  try {
    const handle = await open(fresh, 'w')
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(fresh, file)
  } catch (error) {
    // A full disk would get one more file at each attempt.
    await rm(fresh, { force: true })
    throw error
  }
}
