import { type FileHandle, open } from 'node:fs/promises'
import { endingOf } from '#domain/documents/file-name.ts'
import type { MediaType } from '#domain/documents/media-types.values.ts'

const DOCX: MediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const XLSX: MediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Types by their name in file-type 22.3. Both kinds of HEIF picture are named HEIC; an animated PNG
 * is a PNG.
 */
const BINARY: Readonly<Record<string, MediaType>> = {
  'application/pdf': 'application/pdf',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/jpeg': 'image/jpeg',
  'image/webp': 'image/webp',
  'image/heic': 'image/heic',
  'image/heif': 'image/heic',
}
const TEXT: Readonly<Record<string, MediaType>> = { '.csv': 'text/csv', '.txt': 'text/plain' }

/**
 * The type of a file by its content. For plain text the name's ending decides, since CSV has no
 * signature.
 *
 * @returns null for an unsupported type
 */
export async function mediaTypeOf(file: string, name: string): Promise<MediaType | null> {
  const handle = await open(file)
  try {
    if (await isZip(handle)) return await officeType(handle)
    // Loaded with the first file: a start need not wait for a hundred formats.
    const { fileTypeFromFile } = await import('file-type')
    const detected = await fileTypeFromFile(file)
    const binary = detected === undefined ? undefined : BINARY[detected.mime]
    if (binary !== undefined) return binary
    // Two letters at the beginning of a text may look like another type: "BM" is a bitmap's.
    const textual = TEXT[endingOf(name)]
    return textual !== undefined && (await isPlainText(handle)) ? textual : null
  } finally {
    await handle.close()
  }
}

async function read(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

/** Markup and scripts, which a program might run: refused under any name. */
const ACTIVE = /^[\uFEFF\s]*(?:<(?:\?xml|!doctype|html|head|body|script|svg|iframe)|#!)/i
/**
 * Characters that no text holds: a null byte, and control characters but tabulator, line feed, form
 * feed and carriage return.
 */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u0008\u000B\u000E-\u001F]/
const PIECE = 65_536

/** Whether the whole file is readable UTF-8 text. */
async function isPlainText(handle: FileHandle): Promise<boolean> {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    for (
      let at = 0, piece = await read(handle, 0, PIECE);
      ;
      piece = await read(handle, at, PIECE)
    ) {
      const text = utf8.decode(piece, { stream: piece.length > 0 })
      if (CONTROL.test(text) || (at === 0 && ACTIVE.test(text))) return false
      if (piece.length === 0) return true
      at += piece.length
    }
  } catch {
    return false
  }
}

const isZip = async (handle: FileHandle): Promise<boolean> =>
  (await read(handle, 0, 4)).toString('latin1') === 'PK\u0003\u0004'

/** A zip's end record: its own size, and the longest comment behind it. */
const END_SIZE = 22
const END_REACH = END_SIZE + 65_535
/** Largest directory of a zip that is read. @unit bytes */
const DIRECTORY_MAX = 1_000_000

/**
 * Names of a zip's entries, from its directory; none when it has no sound one. @source PKWARE
 * APPNOTE 6.3.10, sections 4.3.12 and 4.3.16
 */
async function entryNames(handle: FileHandle): Promise<ReadonlySet<string>> {
  const { size } = await handle.stat()
  const tail = await read(handle, Math.max(0, size - END_REACH), END_REACH)
  const end = tail.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end < 0 || end + END_SIZE > tail.length) return new Set()
  const [length, at] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (length > DIRECTORY_MAX || at + length > size) return new Set()
  const directory = await read(handle, at, length)
  const names = new Set<string>()
  for (let entry = 0; entry + 46 <= directory.length; ) {
    if (directory.toString('latin1', entry, entry + 4) !== 'PK\u0001\u0002') return new Set()
    const nameLength = directory.readUInt16LE(entry + 28)
    names.add(directory.toString('utf8', entry + 46, entry + 46 + nameLength))
    entry +=
      46 + nameLength + directory.readUInt16LE(entry + 30) + directory.readUInt16LE(entry + 32)
  }
  return names
}

/**
 * A document of an office suite without macros. @source ECMA-376, part 2: a package names its parts
 * in [Content_Types].xml
 */
async function officeType(handle: FileHandle): Promise<MediaType | null> {
  const names = await entryNames(handle)
  const [isWord, isSheet] = [names.has('word/document.xml'), names.has('xl/workbook.xml')]
  const isActive = [...names].some((name) => name.endsWith('vbaProject.bin'))
  if (!names.has('[Content_Types].xml') || isActive || isWord === isSheet) return null
  return isWord ? DOCX : XLSX
}
