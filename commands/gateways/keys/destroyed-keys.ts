import { existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'

/**
 * Names of destroyed keys, one a line. Added to an older backup, the list destroys those keys there
 * too.
 */
export const DESTROYED_FILE = 'destroyed-keys.txt'

export function destroyedKeysIn(dataDir: string): readonly string[] {
  const file = path.join(dataDir, DESTROYED_FILE)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}

/** Durable when it resolves. Names that are listed already are not added again. */
export async function listDestroyed(dataDir: string, ids: readonly string[]): Promise<void> {
  const listed = new Set(destroyedKeysIn(dataDir))
  const fresh = ids.filter((id) => !listed.has(id))
  if (fresh.length === 0) return
  const handle = await open(path.join(dataDir, DESTROYED_FILE), 'a', 0o600)
  try {
    await handle.writeFile(fresh.map((id) => `${id}\n`).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
}
