import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, type Writable, pipeline as joined } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { syncToDisk } from '#commands/kernel/durable.ts'

/** Text is written in pieces of about this size. @unit characters */
const PIECE = 262_144
const NEWLINE = 0x0a
/** First bytes of every gzip file. */
const GZIP = [0x1f, 0x8b]

export type ArchiveWriter = {
  write(line: string): Promise<void>
  /** SHA-256 of every byte written so far, hexadecimal. */
  digest(): string
  /** Makes the file durable, then gives it its name. */
  finish(): Promise<void>
  /** Removes the unfinished file. */
  discard(): Promise<void>
}

/**
 * A file that gets its name once it is complete; gzipped when the name ends in `.gz`. It holds
 * password hashes, so only its owner may read it.
 *
 * @throws Error when there is a file of that name already
 */
export function writeArchive(file: string): ArchiveWriter {
  if (existsSync(file))
    throw new Error(`${file} is there already. Choose another name, or remove it first.`)
  const partial = `${file}.part`
  const target = createWriteStream(partial, { mode: 0o600 })
  const zip = file.endsWith('.gz') ? createGzip() : null
  const into: Writable = zip ?? target
  const written = zip ? pipeline(zip, target) : finished(target)
  written.catch(() => {}) // the next write or `finish` reports the error
  const hash = createHash('sha256')
  let piece: string[] = []
  let length = 0

  async function flush(): Promise<void> {
    const text = piece.join('')
    piece = []
    length = 0
    if (text === '') return
    if (!into.write(text)) await Promise.race([once(into, 'drain'), written])
  }

  return {
    async write(line) {
      hash.update(line)
      piece.push(line)
      length += line.length
      if (length >= PIECE) await flush()
    },
    digest: () => hash.copy().digest('hex'),
    async finish() {
      await flush()
      into.end()
      await written
      await syncToDisk(partial)
      await rename(partial, file)
      await syncToDisk(path.dirname(file))
    },
    async discard() {
      into.destroy()
      target.destroy()
      await written.catch(() => {})
      await rm(partial, { force: true })
    },
  }
}

export type ArchiveLine = {
  /** From 1. */
  readonly number: number
  readonly text: string
  /** SHA-256 over every byte before this line, hexadecimal. */
  readonly digestBefore: () => string
}

/** A file that ends too early, or begins like gzip and is not. */
export class ArchiveCut extends Error {
  override readonly name = 'ArchiveCut'
  readonly line: number
  constructor(line: number, detail: string) {
    super(detail)
    this.line = line
  }
}

/** The lines of a file, gzipped or not. @throws ArchiveCut · the file system's error */
export async function* readLines(file: string): AsyncGenerator<ArchiveLine> {
  const hash = createHash('sha256')
  let number = 0
  let rest: Buffer[] = []
  try {
    for await (const chunk of await bytesOf(file)) {
      const bytes = chunk as Buffer // the stream has no encoding, so chunks are Buffers
      let from = 0
      for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
        const line = Buffer.concat([...rest, bytes.subarray(from, at)])
        yield {
          number: ++number,
          text: line.toString('utf8'),
          digestBefore: () => hash.copy().digest('hex'),
        }
        hash.update(line).update('\n')
        rest = []
        from = at + 1
      }
      rest.push(bytes.subarray(from))
    }
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      typeof error.code === 'string' &&
      error.code.startsWith('Z_')
    )
      throw new ArchiveCut(number + 1, 'the gzip file is damaged, or ends here')
    throw error
  }
  if (rest.some(({ length }) => length > 0))
    throw new ArchiveCut(number + 1, 'the file ends in the middle of it')
}

async function bytesOf(file: string): Promise<Readable> {
  const handle = await open(file, 'r')
  let zipped: boolean
  try {
    if ((await handle.stat()).isDirectory())
      throw new Error(`${file} is a folder. Name the file that npm run export wrote.`)
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    zipped = GZIP.every((byte, i) => buffer[i] === byte)
  } finally {
    await handle.close()
  }
  const source = createReadStream(file, { highWaterMark: PIECE })
  // The callback is left empty: an error of the source reaches the reader too.
  return zipped ? joined(source, createGunzip(), () => {}) : source
}
