import { inflateRawSync } from 'node:zlib'
import { UnreadableFile } from './unreadable-file.ts'

const ENTRY = 0x02014b50
const END = 0x06054b50
const FILE = 0x04034b50
/** A comment may stand behind the end of the directory. @unit bytes */
const LONGEST_END = 22 + 65_535
/** Bit of an entry whose bytes are encrypted. */
const ENCRYPTED = 0x0001
const MOST_ENTRIES = 5_000

/**
 * Files of a ZIP archive, inflated within a limit: a small archive may hold gigabytes.
 *
 * @param wanted names of the files to inflate @param mostBytes of all of them together
 * @throws UnreadableFile when they are encrypted or larger
 * @source PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16
 */
export function zipEntries(
  archive: Buffer,
  wanted: (name: string) => boolean,
  mostBytes: number,
): ReadonlyMap<string, Buffer> {
  const floor = Math.max(0, archive.length - LONGEST_END)
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < floor || archive.readUInt32LE(end) !== END) throw new UnreadableFile('IMPORT_DAMAGED')
  const count = archive.readUInt16LE(end + 10)
  if (count > MOST_ENTRIES) throw new UnreadableFile('IMPORT_TOO_HEAVY')
  const found = new Map<string, Buffer>()
  let left = mostBytes
  let at = archive.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new UnreadableFile('IMPORT_DAMAGED')
    const flags = archive.readUInt16LE(at + 8)
    const method = archive.readUInt16LE(at + 10)
    const packed = archive.readUInt32LE(at + 20)
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const start = archive.readUInt32LE(at + 42)
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
    if (!wanted(name) || name.endsWith('/')) continue
    if ((flags & ENCRYPTED) !== 0) throw new UnreadableFile('IMPORT_ENCRYPTED')
    if (archive.readUInt32LE(start) !== FILE) throw new UnreadableFile('IMPORT_DAMAGED')
    const from = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
    const bytes = inflated(archive.subarray(from, from + packed), method, left)
    left -= bytes.length
    found.set(name, bytes)
  }
  return found
}

function inflated(bytes: Buffer, method: number, most: number): Buffer {
  if (method === 0 && bytes.length <= most) return bytes
  if (method !== 8) throw new UnreadableFile(method === 0 ? 'IMPORT_TOO_HEAVY' : 'IMPORT_DAMAGED')
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, most) })
  } catch (error) {
    const isLarge =
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new UnreadableFile(isLarge ? 'IMPORT_TOO_HEAVY' : 'IMPORT_DAMAGED')
  }
}
