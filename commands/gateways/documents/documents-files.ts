import { createHash, hash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, rmSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncToDisk, writeWhole } from '#commands/kernel/durable.ts'
import { DocumentDamaged, type Documents } from './documents.ts'
import { receiveFile } from './received-file.ts'

const SHA256 = /^[0-9a-f]{64}$/

const missing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
/** Errors of one place of the disk: other documents can be read. */
const UNREADABLE = /^(?:EISDIR|ENOTDIR|EIO|EACCES|EPERM|ELOOP)$/
const readOrNull = async (file: string): Promise<Buffer | null> => {
  try {
    return await readFile(file)
  } catch (error) {
    if (missing(error)) return null
    if (error instanceof Error && 'code' in error && UNREADABLE.test(String(error.code)))
      throw new DocumentDamaged(
        `${file} cannot be read: ${error.message}. Restore it from a backup.`,
        { cause: error },
      )
    throw error
  }
}

const fileIn = (root: string, sha256: string) => join(root, sha256.slice(0, 2), sha256)

const PDF = 'application/pdf'
const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(5, bytes.length)).toString() === '%PDF-'

/** A PDF says so itself; others have their type beside them. Null when it is missing. */
async function mediaTypeOf(file: string, bytes: Uint8Array): Promise<string | null> {
  // Most documents are PDFs without such a file, and an error costs as much as a read.
  const type = existsSync(`${file}.type`) ? await readOrNull(`${file}.type`) : null
  return type?.toString() ?? (isPdf(bytes) ? PDF : null)
}

async function stored(
  root: string,
  sha256: string,
): Promise<{ bytes: Uint8Array; mediaType: string } | null> {
  const file = fileIn(root, sha256)
  const bytes = await readOrNull(file)
  if (!bytes) return null
  if (hash('sha256', bytes, 'hex') !== sha256)
    throw new DocumentDamaged(
      `${file} no longer holds the bytes it is named after. Restore it from a backup.`,
    )
  const mediaType = await mediaTypeOf(file, bytes)
  if (mediaType === null)
    throw new DocumentDamaged(`${file}.type is missing. Restore it from a backup.`)
  return { bytes, mediaType }
}

/** Whether the stored bytes still match their hash, read in chunks. */
async function isSound(root: string, sha256: string): Promise<boolean> {
  const file = fileIn(root, sha256)
  if (!existsSync(file)) return false
  const digest = createHash('sha256')
  let head: Uint8Array | null = null
  try {
    for await (const chunk of createReadStream(file)) {
      const bytes = chunk as Buffer // a stream without an encoding
      head ??= bytes
      digest.update(bytes)
    }
  } catch (error) {
    if (missing(error)) return false
    throw error
  }
  return (
    digest.digest('hex') === sha256 && (await mediaTypeOf(file, head ?? new Uint8Array())) !== null
  )
}

const entries = async (directory: string): Promise<readonly string[]> => {
  try {
    return await readdir(directory)
  } catch (error) {
    // A file in the place of a folder holds no document.
    if (missing(error) || Object(error).code === 'ENOTDIR') return []
    throw error
  }
}

/** The documents of a data directory, read-only, while another process may write to it. */
export function readFileDocuments(dataDir: string): Pick<Documents, 'read' | 'names'> {
  const root = join(dataDir, 'documents')
  return {
    read: async (sha256) => (SHA256.test(sha256) ? stored(root, sha256) : null),
    async names() {
      const directories = (await entries(root)).filter((name) => /^[0-9a-f]{2}$/.test(name))
      const files = await Promise.all(
        directories.map((directory) => entries(join(root, directory))),
      )
      return files.flat().filter((name) => SHA256.test(name))
    },
  }
}

/**
 * Documents as files: `<dataDir>/documents/ab/abcdef…` holds the bytes, `abcdef….type` beside it
 * the media type, unless it is a PDF. A name appears only once its content is on the disk, the type
 * before the bytes. A visible document is therefore complete.
 */
export function openFileDocuments(dataDir: string): Documents {
  const root = join(dataDir, 'documents')
  const incoming = join(root, 'incoming')
  // partial files of a crash were never acknowledged
  rmSync(incoming, { recursive: true, force: true })
  mkdirSync(incoming, { recursive: true })
  /** Directories whose own names are on the disk. */
  const durable = new Set<string>()

  const write = (file: string, content: Uint8Array | string): Promise<void> =>
    writeWhole(file, content, join(incoming, randomUUID()))

  /**
   * Writes the bytes when the document is missing or damaged.
   *
   * @param mediaType null for a PDF, which needs no file for its type
   */
  async function keep(
    sha256: string,
    mediaType: string | null,
    writeTo: (file: string) => Promise<void>,
  ): Promise<void> {
    const file = fileIn(root, sha256)
    const directory = dirname(file)
    if (!(await isSound(root, sha256))) {
      await mkdir(directory, { recursive: true })
      if (mediaType !== null) await write(`${file}.type`, mediaType)
      await writeTo(file)
    }
    // Also for an existing document: the process that wrote it may not have synced the directory
    // yet.
    await syncToDisk(directory)
    if (durable.has(directory)) return
    await syncToDisk(root)
    durable.add(directory)
  }

  /** A second name for the same bytes where the file system supports links, else a copy. */
  async function shareAs(received: string, file: string): Promise<void> {
    const temporary = join(incoming, randomUUID())
    await link(received, temporary).catch(async () => {
      await copyFile(received, temporary)
      await syncToDisk(temporary)
    })
    await rename(temporary, file)
    // POSIX: renaming a file to another name of the same file does nothing and leaves both names.
    await rm(temporary, { force: true })
  }

  return {
    async keep(bytes, mediaType) {
      const sha256 = hash('sha256', bytes, 'hex')
      const type = mediaType === PDF && isPdf(bytes) ? null : mediaType
      await keep(sha256, type, (file) => write(file, bytes))
      return sha256
    },
    async receive(stream, { maxBytes }) {
      const received = await receiveFile(incoming, stream, maxBytes)
      return {
        ...received,
        keep: (mediaType) =>
          keep(received.sha256, mediaType, (file) => shareAs(received.file, file)),
        discard: () => rm(received.file, { force: true }),
      }
    },
    async remove(sha256) {
      if (!SHA256.test(sha256)) return
      const file = fileIn(root, sha256)
      const directory = dirname(file)
      // The bytes first: bytes without a type would be a damaged document.
      await rm(file, { force: true })
      await rm(`${file}.type`, { force: true })
      if ((await entries(root)).includes(basename(directory))) await syncToDisk(directory)
    },
    ...readFileDocuments(dataDir),
  }
}
