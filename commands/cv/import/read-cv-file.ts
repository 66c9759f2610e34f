import type { CvReading } from '#domain/cv/import.values.ts'
import { unescaped } from '#domain/cv/import/html-text.ts'
import { readCvText } from '#domain/cv/import/read-cv-text.ts'
import { readEuropass } from '#domain/cv/import/read-europass.ts'
import { readJsonResume } from '#domain/cv/import/read-json-resume.ts'
import { LINKEDIN_TABLES, type NamedRow, readLinkedin } from '#domain/cv/import/read-linkedin.ts'
import { namedRows } from './named-rows.ts'
import { docxText } from './docx-text.ts'
import { odtText } from './odt-text.ts'
import { rtfText } from './rtf-text.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { XmlTooDeep } from '#commands/kernel/xml-depth.ts'
import { xmlTree } from '#commands/kernel/xml-tree.ts'
import { zipEntries } from './zip-entries.ts'

/** A CV of 40 dense pages has half of it. @unit letters */
const MOST_LETTERS = 200_000
/** Largest size of an archive's tables together. @unit bytes */
const MOST_TABLES = 10_000_000

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

/**
 * Text without what a record's text refuses: control characters, direction marks, halves of a pair.
 */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    // PDFs may write Arabic by the form that each letter takes in its word.
    .replaceAll(/[\uFB50-\uFDFF\uFE70-\uFEFC]/g, (form) => form.normalize('NFKC'))
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u2028\u2029\v\f]/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu, '')
    .replaceAll('\u00A0', ' ')

function read(text: string): CvReading {
  const cleaned = plain(text)
  if (cleaned.length > MOST_LETTERS) throw new UnreadableFile('IMPORT_TOO_LONG')
  if (cleaned.trim() === '') throw new UnreadableFile('IMPORT_EMPTY')
  return readCvText(cleaned)
}

/**
 * The text of a file: UTF-8, UTF-16 with its mark, or what editors on Windows call ANSI.
 *
 * @returns null for other bytes
 */
function decoded(bytes: Buffer): string | null {
  const isWide = startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)
  if (isWide) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  // Files of programs hold bytes that no text has.
  if (bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32))) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes)
    return /\S\s+\S/.test(text) ? text : null
  }
}

/** Cells as they were typed: some archives write `R&amp;D`. */
const withoutEntities = (row: NamedRow): NamedRow =>
  Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, unescaped(cell)]))

async function readArchive(archive: Buffer): Promise<CvReading> {
  const tableOf = (name: string): string => (name.split('/').at(-1) ?? '').replace(/\.csv$/i, '')
  const names = (name: string): boolean =>
    /\.csv$/i.test(name) && LINKEDIN_TABLES.includes(tableOf(name))
  const tables = zipEntries(archive, names, MOST_TABLES)
  if (tables.size === 0) return read((await odtText(archive)) ?? (await docxText(archive)))
  const named = [...tables].map(async ([name, bytes]) => {
    const rows = await namedRows(plain(bytes.toString('utf8')))
    return [tableOf(name), rows.map(withoutEntities)] as const
  })
  const reading = readLinkedin(Object.fromEntries(await Promise.all(named)))
  if (reading === null) throw new UnreadableFile('IMPORT_EMPTY')
  return reading
}

/**
 * A CV's file by its content: PDF, DOCX, ODT, RTF, LinkedIn's archive, Europass, JSON Resume,
 * Reactive Resume or text.
 *
 * @throws UnreadableFile
 */
export async function readCvFile(bytes: Buffer): Promise<CvReading> {
  try {
    return await readByContent(bytes)
  } catch (error) {
    throw error instanceof XmlTooDeep ? new UnreadableFile('IMPORT_TOO_HEAVY') : error
  }
}

async function readByContent(bytes: Buffer): Promise<CvReading> {
  if (bytes.length === 0) throw new UnreadableFile('IMPORT_EMPTY')
  // PDF readers accept bytes before the header.
  if (bytes.subarray(0, 1024).includes('%PDF-'))
    return read(await (await import('./pdf-text.ts')).pdfText(new Uint8Array(bytes)))
  if (startsWith(bytes, 0x50, 0x4b)) return readArchive(bytes)
  // Office encrypts a document in a container of the old format, which an old Word document is too.
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new UnreadableFile(
      bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
        ? 'IMPORT_ENCRYPTED'
        : 'IMPORT_TYPE_UNSUPPORTED',
    )
  if (bytes.subarray(0, 6).equals(Buffer.from('{\\rtf1'))) return read(rtfText(bytes))
  const text = decoded(bytes)
  if (text !== null && /^\s*<\?xml\b/i.test(text)) {
    const root = await xmlTree(text)
    const reading = root === null ? null : readEuropass(root)
    if (reading !== null && reading.text.length <= MOST_LETTERS) return reading
    throw new UnreadableFile(reading === null ? 'IMPORT_TYPE_UNSUPPORTED' : 'IMPORT_TOO_LONG')
  }
  // Pages of the web would be read with their tags.
  if (text === null || /^\s*<(?:!doctype|html)\b/i.test(text))
    throw new UnreadableFile('IMPORT_TYPE_UNSUPPORTED')
  if (/^\s*[{[]/.test(text)) {
    const reading = readJsonResume(plain(text))
    if (reading !== null && reading.text.length <= MOST_LETTERS) return reading
    throw new UnreadableFile(reading === null ? 'IMPORT_TYPE_UNSUPPORTED' : 'IMPORT_TOO_LONG')
  }
  return read(text)
}
