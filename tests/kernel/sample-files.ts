import { crc32 } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'

/** Tiny files, each a real one of its type. */

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
const u16 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((v) => Buffer.from([v & 255, v >> 8])))
const u32 = (value: number): Buffer => {
  const four = Buffer.alloc(4)
  four.writeUInt32LE(value)
  return four
}

/** A zip of texts that are not compressed. @source PKWARE APPNOTE 6.3.10, section 4.3 */
export function zipOf(entries: Readonly<Record<string, string>>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(entries)) {
    const body = Buffer.from(text)
    const sizes = [u32(crc32(body)), u32(body.length), u32(body.length), u16(name.length, 0)]
    const file = Buffer.concat([
      latin('PK\u0003\u0004'),
      u16(20, 0, 0, 0, 0),
      ...sizes,
      latin(name),
      body,
    ])
    directory.push(
      Buffer.concat([
        latin('PK\u0001\u0002'),
        u16(20, 20, 0, 0, 0, 0),
        ...sizes,
        u16(0, 0, 0),
        u32(0),
        u32(at),
        latin(name),
      ]),
    )
    files.push(file)
    at += file.length
  }
  const entriesIn = directory.length
  const listed = Buffer.concat(directory)
  const end = Buffer.concat([
    latin('PK\u0005\u0006'),
    u16(0, 0, entriesIn, entriesIn),
    u32(listed.length),
    u32(at),
    u16(0),
  ])
  return Buffer.concat([...files, listed, end])
}

const picture = (() => {
  const canvas = createCanvas(2, 2)
  canvas.getContext('2d').fillRect(0, 0, 1, 1)
  return canvas
})()

const TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
export const pdf = latin(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)
export const png = picture.toBuffer('image/png')
export const jpeg = picture.toBuffer('image/jpeg')
export const webp = picture.toBuffer('image/webp')
/**
 * The box that says what an ISO media file is, and an empty one of what would be shown. @source
 * ISO/IEC 14496-12, section 4.3
 */
export const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  latin('ftypheic\u0000\u0000\u0000\u0000mif1heic'),
  Buffer.from([0, 0, 0, 8]),
  latin('mdat'),
])
export const docx = zipOf({
  '[Content_Types].xml': TYPES,
  '_rels/.rels': '',
  'word/document.xml': '<w:document/>',
})
export const xlsx = zipOf({
  '[Content_Types].xml': TYPES,
  '_rels/.rels': '',
  'xl/workbook.xml': '<workbook/>',
})
export const csv = Buffer.from('Désignation;Montant\nAudit;650\n')
export const txt = Buffer.from('Une note.\n')
/** The beginning of a program for Windows. */
export const exe = Buffer.concat([latin('MZ\u0090\u0000\u0003\u0000'), Buffer.alloc(200)])
