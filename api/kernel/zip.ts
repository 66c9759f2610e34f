import { Readable } from 'node:stream'
import { constants } from 'node:zlib'
import type ZipStream from 'zip-stream'

/**
 * A file of an archive: its bytes, stored as they are, or its parts, compressed while they are
 * made.
 */
export type ZipFile = { readonly name: string } & (
  | { readonly bytes: Uint8Array }
  | { readonly parts: AsyncIterable<string | Uint8Array> }
)

/** The format's first day: the same files give the same bytes. */
const FIRST_DAY = new Date(Date.UTC(1980, 0, 1))

/** Appends a file. Resolves when the archive takes the next one, or its reader has gone. */
function append(zip: ZipStream, file: ZipFile): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const isStored = 'bytes' in file
  const source = isStored ? Buffer.from(file.bytes) : Readable.from(file.parts)
  zip.once('close', resolve)
  // Bytes are stored: PDFs and pictures are compressed already.
  zip.entry(source, { name: file.name, date: FIRST_DAY, store: isStored }, (error) => {
    if (error) reject(error)
    else if (zip.writableNeedDrain) zip.once('drain', resolve)
    else resolve()
  })
  return promise.finally(() => {
    zip.off('close', resolve).off('drain', resolve)
    if (source instanceof Readable) source.destroy()
  })
}

async function write(zip: ZipStream, files: AsyncIterable<ZipFile>): Promise<void> {
  for await (const file of files) {
    await append(zip, file)
    if (zip.destroyed) return
  }
  zip.finalize()
}

/**
 * A ZIP archive, written while its files are read. An archive of over 4 GiB or 65,535 files is
 * ZIP64.
 */
export async function* zipOf(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const { default: Archive } = await import('zip-stream')
  const zip = new Archive({ zlib: { level: constants.Z_DEFAULT_COMPRESSION } })
  write(zip, files).catch((error: unknown) => zip.destroy(error as Error)) // a Node stream's error
  yield* zip
}
