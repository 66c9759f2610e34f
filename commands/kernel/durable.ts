import { open } from 'node:fs/promises'

/** Once this resolves, a file's content, or the names in a directory, are on the disk. */
export async function syncToDisk(place: string): Promise<void> {
  const handle = await open(place, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
