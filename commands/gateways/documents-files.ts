import { hash, randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
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

  const fileOf = (sha256: string) => join(root, sha256.slice(0, 2), sha256)

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

  async function stored(sha256: string): Promise<{ bytes: Uint8Array; mediaType: string } | null> {
    const file = fileOf(sha256)
    const bytes = await readOrNull(file)
    if (!bytes) return null
    if (hash('sha256', bytes, 'hex') !== sha256) throw new DocumentDamaged(`${file} no longer holds the bytes it is named after. Restore it from a backup.`)
    const mediaType = await readOrNull(`${file}.type`)
    if (!mediaType) throw new DocumentDamaged(`${file}.type is missing. Restore it from a backup.`)
    return { bytes, mediaType: mediaType.toString() }
  }

  return {
    async keep(bytes, mediaType) {
      const sha256 = hash('sha256', bytes, 'hex')
      const there = await stored(sha256).catch((error: unknown) => {
        if (error instanceof DocumentDamaged) return null // the right bytes are at hand: they mend it
        throw error
      })
      const file = fileOf(sha256)
      const directory = dirname(file)
      if (!there) {
        await mkdir(directory, { recursive: true })
        await write(`${file}.type`, mediaType)
        await write(file, bytes)
      }
      // Also when it was there: whoever put it there a moment ago may not have come this far.
      await syncDirectory(directory)
      await syncDirectory(root)
      return sha256
    },
    read: async (sha256) => (SHA256.test(sha256) ? stored(sha256) : null),
    async names() {
      const directories = (await readdir(root)).filter((name) => /^[0-9a-f]{2}$/.test(name))
      const files = await Promise.all(directories.map((directory) => readdir(join(root, directory))))
      return files.flat().filter((name) => SHA256.test(name))
    },
  }
}
