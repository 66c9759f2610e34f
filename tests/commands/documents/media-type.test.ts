import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { mediaTypeOf } from '#commands/documents/media-type.ts'
import * as sample from '#tests/kernel/sample-files.ts'

const directory = mkdtempSync(join(tmpdir(), 'carnet-types-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const typeOf = (content: Buffer | string, name: string) => {
  const file = join(directory, 'file')
  writeFileSync(file, content)
  return mediaTypeOf(file, name)
}

const PARTS = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' }

describe('a file that is taken', () => {
  test.each([
    ['a PDF', sample.pdf, 'application/pdf'],
    ['a PNG', sample.png, 'image/png'],
    ['a JPEG', sample.jpeg, 'image/jpeg'],
    ['a WebP', sample.webp, 'image/webp'],
    ['a HEIC', sample.heic, 'image/heic'],
    [
      'a DOCX',
      sample.docx,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['an XLSX', sample.xlsx, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ])('is %s by its content, whatever its name says', async (_, content, type) => {
    expect(await typeOf(content, 'no ending')).toBe(type)
    expect(await typeOf(content, 'letter.txt')).toBe(type)
  })
  test.each([
    ['CSV', sample.csv, 'list.CSV', 'text/csv'],
    ['plain text', sample.txt, 'note.txt', 'text/plain'],
    ['text with a byte order mark', '\uFEFFa;b\n', 'list.csv', 'text/csv'],
    ['text that begins like a bitmap', 'BMW;12000\n', 'cars.csv', 'text/csv'],
    [
      'text whose letters lie on the border of two pieces',
      `${'x'.repeat(65_535)}é${'y'.repeat(70_000)}`,
      'a.txt',
      'text/plain',
    ],
  ])('is %s by its content and its ending', async (_, content, name, type) =>
    expect(await typeOf(content, name)).toBe(type),
  )
})

describe('a file that is refused', () => {
  test.each([
    ['text without an ending', sample.txt, 'note'],
    ['text under the ending of a PDF', sample.txt, 'note.pdf'],
    ['text that is no UTF-8', Buffer.from('d\u00E9j\u00E0', 'latin1'), 'note.txt'],
    ['text that ends in the middle of a letter', Buffer.from('é').subarray(0, 1), 'note.txt'],
    ['text with a null byte', 'a\u0000b', 'note.txt'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'logo.svg'],
    ['SVG under the ending of a text', '\n <svg xmlns="http://www.w3.org/2000/svg"/>', 'logo.txt'],
    ['XML', '<?xml version="1.0"?><svg/>', 'logo.txt'],
    ['HTML', '<!DOCTYPE html><script>alert(1)</script>', 'page.html'],
    ['HTML under the ending of a CSV', '<html><body onload=alert(1)>', 'page.csv'],
    ['a script', '#!/bin/sh\nrm -rf /\n', 'run.txt'],
    ['a program', sample.exe, 'setup.exe'],
    ['a program under the ending of a text', sample.exe, 'setup.txt'],
    ['a zip of other things', sample.zipOf({ 'a.txt': 'a' }), 'letter.docx'],
    ['a zip of both kinds', sample.zipOf({ ...PARTS, 'xl/workbook.xml': '' }), 'letter.docx'],
    [
      'a document with macros',
      sample.zipOf({ ...PARTS, 'word/vbaProject.bin': 'x' }),
      'letter.docx',
    ],
    ['a zip that was cut short', sample.docx.subarray(0, 80), 'letter.docx'],
    ['a picture of another type', 'GIF89a\u0001\u0000\u0001\u0000', 'a.png'],
  ])('is %s', async (_, content, name) => expect(await typeOf(content, name)).toBeNull())
})
