import { crc32 } from 'node:zlib'

/** A file of an archive, in full. */
export type ZipFile = { readonly name: string; readonly bytes: Uint8Array }

const FILE = 0x04034b50
const ENTRY = 0x02014b50
const END = 0x06054b50
/** Names are UTF-8. */
const UTF8 = 0x0800
const VERSION = 20
/** Midnight of 1 January 1980, the format's first day: the same files give the same bytes. */
const FIRST_DAY = 0x0021

/** Fields that an archive says of a file twice: before it, and in its directory. */
function told({ name, bytes }: ZipFile): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(UTF8, 2)
  // Method 0: PDFs are compressed already.
  fields.writeUInt16LE(FIRST_DAY, 8)
  fields.writeUInt32LE(crc32(bytes), 10)
  fields.writeUInt32LE(bytes.length, 14)
  fields.writeUInt32LE(bytes.length, 18)
  fields.writeUInt16LE(Buffer.byteLength(name), 22)
  return fields
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/**
 * A ZIP archive, written while its files are read. At most 65,535 files and 4 GiB, the limits of the plain format.
 *
 * @source PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16
 */
export async function* zipOf(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const file of files) {
    const fields = told(file)
    const name = Buffer.from(file.name)
    yield Buffer.concat([number(FILE), fields, name])
    yield Buffer.from(file.bytes)
    // Made by version 2.0; no comment, first disk, no attributes.
    const more = Buffer.alloc(14)
    more.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([number(ENTRY), Buffer.from([VERSION, 0]), fields, more, name]))
    offset += 30 + name.length + file.bytes.length
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  yield Buffer.concat([...directory, number(END), end])
}
