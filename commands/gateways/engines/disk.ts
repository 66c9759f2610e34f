import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'

/** Between two looks at the free space. A look takes some microseconds. */
const LOOK_MS = 5_000

/** Free space where the data directory lies. */
export type Disk = {
  /** Bytes that the product may still write, of the last look; Infinity before the first. */
  readonly free: () => number
  /** Whether writing has to stop, so that reading and sign-in go on. */
  readonly isFull: () => boolean
  readonly health: () => Promise<{
    readonly name: string
    readonly ok: boolean
    readonly detail: string
  }>
  readonly close: () => void
}

/**
 * @param reserve bytes that stay free for sign-in, journals and the technical log
 * @param freeOf bytes that are free at a path; the file system's unless a test answers
 */
export async function watchDisk(
  dataDir: string,
  reserve: number,
  freeOf: (path: string) => Promise<number> = freeAt,
): Promise<Disk> {
  let free = Number.POSITIVE_INFINITY
  const look = async () => {
    free = await freeOf(dataDir).catch(() => Number.POSITIVE_INFINITY)
  }
  await look()
  const looking = setInterval(() => void look(), LOOK_MS).unref()
  const isFull = () => free < reserve
  return {
    free: () => free,
    isFull,
    async health() {
      await look()
      const detail = `${Math.floor(free / 1_048_576)} MiB free in ${dataDir}`
      return { name: 'disk', ok: !isFull(), detail: isFull() ? `${detail}: too little` : detail }
    },
    close: () => clearInterval(looking),
  }
}

/** A disk with fewer names for files counts as full, for soon it takes no new file. */
const FEWEST_NAMES = 100

/** Room of a file system. Some, as Btrfs, count no names of files. */
export const roomOf = ({
  bavail,
  bsize,
  files,
  ffree,
}: Pick<StatsFs, 'bavail' | 'bsize' | 'files' | 'ffree'>): number =>
  files > 0 && ffree < FEWEST_NAMES ? 0 : bavail * bsize

/** The directory may not be there yet: its parent's file system then counts. */
async function freeAt(place: string): Promise<number> {
  try {
    return roomOf(await statfs(place))
  } catch (error) {
    const parent = path.dirname(path.resolve(place))
    if (parent === path.resolve(place)) throw error
    return freeAt(parent)
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])
const HANDLES = new Set(['EMFILE', 'ENFILE'])
const UNWRITABLE =
  /^(?:EROFS|EACCES|EPERM|EIO|SQLITE_READONLY\w*|SQLITE_CANTOPEN\w*|SQLITE_IOERR\w*)$/

/**
 * The refusal's code of an error that the disk caused; null for any other error. The disk's error
 * may be the cause of another one.
 */
export function diskFaultOf(
  error: unknown,
): 'DISK_FULL' | 'DISK_UNWRITABLE' | 'FILES_EXHAUSTED' | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : ''
    if (FULL.has(code)) return 'DISK_FULL'
    if (HANDLES.has(code)) return 'FILES_EXHAUSTED'
    if (UNWRITABLE.test(code)) return 'DISK_UNWRITABLE'
  }
  return null
}
