import { chmodSync, existsSync } from 'node:fs'

/**
 * Nobody else on this machine reads what this process writes, nor what an earlier version left open under `dataDir`. A folder that
 * is another user's is theirs to close.
 */
export function keepFilesPrivate(dataDir: string): void {
  process.umask(0o077)
  if (!existsSync(dataDir)) return
  try {
    chmodSync(dataDir, 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error // node says so
  }
}
