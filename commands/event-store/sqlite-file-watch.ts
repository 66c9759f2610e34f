import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** SQLite's header, which holds the number of pages and a counter of changes. @unit bytes */
const HEADER = 100

/** Code of the refusal of a log whose file is not the one that was opened. */
export const LOG_REPLACED = 'LOG_REPLACED'

type Sight = {
  readonly device: number
  readonly inode: number
  readonly size: number
  readonly changedAt: bigint
}

const sightOf = (file: string): Sight | null => {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (stat === undefined) return null
  const { dev, ino, size, mtimeNs } = stat
  return { device: Number(dev), inode: Number(ino), size: Number(size), changedAt: mtimeNs }
}

function headerOf(file: string): Buffer {
  const handle = openSync(file, 'r')
  try {
    const header = Buffer.alloc(HEADER)
    readSync(handle, header, 0, HEADER, 0)
    return header
  } finally {
    closeSync(handle)
  }
}

/**
 * Notices a log that another program moved, replaced or shortened. This is its only writer. Writes
 * to a file without its name would be acknowledged and lost. Costs two looks at the directory.
 */
export function watchLogFile(file: string): {
  /** Notes the files as the own write left them. */
  note(): void
  /** @returns the change since then, in words; null without one */
  change(): string | null
} {
  const wal = `${file}-wal`
  let log = sightOf(file)
  let header = headerOf(file)
  let journal = sightOf(wal)

  function changeOf(before: Sight | null, name: string, now: Sight | null): string | null {
    if (before === null) return null
    if (now === null) return `${name} was moved or removed`
    if (now.device !== before.device || now.inode !== before.inode)
      return `another file was put in the place of ${name}`
    return now.size < before.size ? `${name} became shorter` : null
  }

  return {
    note() {
      const now = sightOf(file)
      // The file itself changes at a checkpoint alone.
      if (now?.changedAt !== log?.changedAt) header = headerOf(file)
      log = now
      journal = sightOf(wal)
    },
    change() {
      const now = sightOf(file)
      const found = changeOf(log, file, now) ?? changeOf(journal, wal, sightOf(wal))
      if (found !== null || now?.changedAt === log?.changedAt) return found
      // A touched file has another time and the same contents.
      return headerOf(file).equals(header) ? null : `another program wrote to ${file}`
    },
  }
}
