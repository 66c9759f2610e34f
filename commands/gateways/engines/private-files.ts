import { chmodSync, existsSync } from 'node:fs'

/**
 * Makes files of this process readable by its own user only. Readable files of an earlier version
 * under `dataDir` are closed too. A folder of another user, or of a read-only disk, stays as it is.
 */
export function keepFilesPrivate(dataDir: string | null): void {
  process.umask(0o077)
  if (dataDir === null || !existsSync(dataDir)) return
  try {
    chmodSync(dataDir, 0o700)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException // Node's file errors have this type
    if (code !== 'EPERM' && code !== 'EROFS') throw error
  }
}
