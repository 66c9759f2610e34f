import { hash, randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncToDisk } from '#commands/kernel/durable.ts'
import { DocumentDamaged, type Documents } from './documents.ts'

const SHA256 = /^[0-9a-f]{64}$/

const missing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const readOrNull = async (file: string): Promise<Buffer | null> => {
  try {
    return await readFile(file)
  } catch (error) {
    if (missing(error)) return null
    throw error
  }
}

const fileIn = (root: string, sha256: string) => join(root, sha256.slice(0, 2), sha256)

async function stored(root: string, sha256: string): Promise<{ bytes: Uint8Array; mediaType: string } | null> {
  const file = fileIn(root, sha256)
  const bytes = await readOrNull(file)
  if (!bytes) return null
  if (hash('sha256', bytes, 'hex') !== sha256)
    throw new DocumentDamaged(`${file} no longer holds the bytes it is named after. Restore it from a backup.`)
  const mediaType = await readOrNull(`${file}.type`)
  if (!mediaType) throw new DocumentDamaged(`${file}.type is missing. Restore it from a backup.`)
  return { bytes, mediaType: mediaType.toString() }
}

const entries = async (directory: string): Promise<readonly string[]> => {
  try {
    return await readdir(directory)
  } catch (error) {
    if (missing(error)) return []
    throw error
  }
}

/** What is kept under a data directory, to look at beside the process that keeps it. */
export function readFileDocuments(dataDir: string): Pick<Documents, 'read' | 'names'> {
  const root = join(dataDir, 'documents')
  return {
    read: async (sha256) => (SHA256.test(sha256) ? stored(root, sha256) : null),
    async names() {
      const directories = (await entries(root)).filter((name) => /^[0-9a-f]{2}$/.test(name))
      const files = await Promise.all(directories.map((directory) => entries(join(root, directory))))
      return files.flat().filter((name) => SHA256.test(name))
    },
  }
}

/**
 * Documents as files: `<dataDir>/documents/ab/abcdef…` holds the bytes, `abcdef….type` beside it the media type. A name appears only
 * once its content is on the disk, the type before the bytes, so that a document which can be seen is whole.
 */
export function openFileDocuments(dataDir: string): Documents {
  const root = join(dataDir, 'documents')
  const incoming = join(root, 'incoming')
  rmSync(incoming, { recursive: true, force: true }) // what a crash left half-written was never acknowledged
  mkdirSync(incoming, { recursive: true })

  async function write(file: string, content: Uint8Array | string): Promise<void> {
    const temporary = join(incoming, randomUUID())
    const handle = await open(temporary, 'wx')
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  }

  return {
    async keep(bytes, mediaType) {
      const sha256 = hash('sha256', bytes, 'hex')
      const there = await stored(root, sha256).catch((error: unknown) => {
        if (error instanceof DocumentDamaged) return null // the right bytes are at hand: they mend it
        throw error
      })
      const file = fileIn(root, sha256)
      const directory = dirname(file)
      if (!there) {
        await mkdir(directory, { recursive: true })
        await write(`${file}.type`, mediaType)
        await write(file, bytes)
      }
      // Also when it was there: whoever put it there a moment ago may not have come this far.
      await syncToDisk(directory)
      await syncToDisk(root)
      return sha256
    },
    async remove(sha256) {
      if (!SHA256.test(sha256)) return
      const file = fileIn(root, sha256)
      const directory = dirname(file)
      // The bytes first: a document without its type would be damaged.
      await rm(file, { force: true })
      await rm(`${file}.type`, { force: true })
      if ((await entries(root)).includes(basename(directory))) await syncToDisk(directory)
    },
    ...readFileDocuments(dataDir),
  }
}
