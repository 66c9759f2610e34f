import { chmodSync, existsSync } from 'node:fs'

/**
 * Makes files of this process readable by its own user only. Readable files of an earlier version
 * under `dataDir` are closed too. A folder of another user is left unchanged.
 */
export function keepFilesPrivate(dataDir: string): void {
  process.umask(0o077)
  if (!existsSync(dataDir)) return
  try {
    chmodSync(dataDir, 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error // Node's file errors have this type
  }
}
