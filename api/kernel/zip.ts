import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/**
 * A file of an archive: its bytes, stored as they are, or its parts, compressed while they are
 * made.
 */
export type ZipFile = { readonly name: string } & (
  | { readonly bytes: Uint8Array }
  | { readonly parts: AsyncIterable<string | Uint8Array> }
)

const FILE = 0x04034b50
const ENTRY = 0x02014b50
const END = 0x06054b50
/** Stands behind a file whose length was not known before it. */
const DESCRIPTOR = 0x08074b50
/** Names are UTF-8. */
const UTF8 = 0x0800
/** Sum and lengths stand behind the file. */
const LATER = 0x0008
const DEFLATED = 8
/** The largest length that the plain format can tell. */
const MOST = 0xffffffff
const VERSION = 20
/** Midnight of 1 January 1980, the format's first day: the same files give the same bytes. */
const FIRST_DAY = 0x0021

/** @unit `packed` and `length` in bytes: in the archive, and of the file itself */
type Sizes = { readonly sum: number; readonly packed: number; readonly length: number }
const UNKNOWN: Sizes = { sum: 0, packed: 0, length: 0 }

const sizesOf = ({ sum, packed, length }: Sizes): Buffer =>
  Buffer.concat([number(sum), number(packed), number(length)])

/** Fields that an archive says of a file twice: before it, and in its directory. */
function told({ name, ...content }: ZipFile, sizes: Sizes): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE('parts' in content ? UTF8 | LATER : UTF8, 2)
  // Bytes are stored: PDFs and pictures are compressed already.
  fields.writeUInt16LE('parts' in content ? DEFLATED : 0, 4)
  fields.writeUInt16LE(FIRST_DAY, 8)
  sizesOf(sizes).copy(fields, 10)
  fields.writeUInt16LE(Buffer.byteLength(name), 22)
  return fields
}

/** Compresses the parts of a file. @returns its sizes */
async function* packed(parts: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer, Sizes> {
  let [sum, length, size] = [0, 0, 0]
  async function* counted() {
    for await (const part of parts) {
      const bytes = Buffer.from(part)
      sum = crc32(bytes, sum)
      length += bytes.length
      yield bytes
    }
  }
  const source = Readable.from(counted(), { objectMode: false })
  const deflate = createDeflateRaw()
  source.once('error', (error) => deflate.destroy(error))
  for await (const chunk of source.pipe(deflate) as AsyncIterable<Buffer>) {
    size += chunk.length
    yield chunk
  }
  return { sum, packed: size, length }
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/**
 * A ZIP archive, written while its files are read. At most 65,535 files and 4 GiB, the limits of
 * the plain format.
 *
 * @source PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.9, 4.3.12 and 4.3.16
 * @throws RangeError beyond these limits
 */
export async function* zipOf(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const file of files) {
    const name = Buffer.from(file.name)
    let sizes = UNKNOWN
    let behind = 0
    if ('bytes' in file) {
      const { length } = file.bytes
      sizes = { sum: crc32(file.bytes), packed: length, length }
      yield Buffer.concat([number(FILE), told(file, sizes), name])
      yield Buffer.from(file.bytes)
    } else {
      yield Buffer.concat([number(FILE), told(file, UNKNOWN), name])
      sizes = yield* packed(file.parts)
      const descriptor = Buffer.concat([number(DESCRIPTOR), sizesOf(sizes)])
      behind = descriptor.length
      yield descriptor
    }
    if (sizes.length > MOST || offset > MOST || directory.length === 0xffff)
      throw new RangeError('The archive is larger than the plain ZIP format holds')
    // Made by version 2.0; no comment, first disk, no attributes.
    const more = Buffer.alloc(14)
    more.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([number(ENTRY), Buffer.from([VERSION, 0]), told(file, sizes), more, name]),
    )
    offset += 30 + name.length + sizes.packed + behind
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  yield Buffer.concat([...directory, number(END), end])
}
