import { open } from 'node:fs/promises'

/** Whatever was written to a file, or which names a directory holds, is on the disk once this resolves. */
export async function syncToDisk(place: string): Promise<void> {
  const handle = await open(place, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
