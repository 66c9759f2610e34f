import { describe, expect, test } from 'vitest'
import { documentDecider, documentEntity, type DocumentEvent } from '#domain/documents/document.ts'
import { fileName, plainName } from '#domain/documents/file-name.ts'
import { hasPreview, MAX_FILE_BYTES, MEDIA_TYPES } from '#domain/documents/media-types.values.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const given = specification(documentDecider)
const file = {
  name: 'diplôme.pdf',
  mediaType: 'application/pdf',
  bytes: 1200,
  sha256: 'a'.repeat(64),
}
const uploaded: DocumentEvent = { type: 'DocumentUploaded', data: file }
const removed: DocumentEvent = { type: 'DocumentRemoved', data: {} }
const released: DocumentEvent = { type: 'DocumentReleased', data: {} }
const upload = { type: 'Upload', ...file } as const

describe('an uploaded file', () => {
  test('is what it was sent as', () => given().when(upload).yields(uploaded))
  test('is uploaded once, under one id', () => {
    given(uploaded).when(upload).yields()
    given(uploaded)
      .when({ ...upload, sha256: 'b'.repeat(64) })
      .refuses('ID_ALREADY_USED')
    given(uploaded, removed).when(upload).refuses('ID_ALREADY_USED')
  })
  test('holds a byte at least', () => {
    given()
      .when({ ...upload, bytes: 1 })
      .yields({ type: 'DocumentUploaded', data: { ...file, bytes: 1 } })
    given()
      .when({ ...upload, bytes: 0 })
      .refuses('FILE_EMPTY', { name: 'diplôme.pdf' })
  })
  test('holds ten million bytes at most', () => {
    given()
      .when({ ...upload, bytes: MAX_FILE_BYTES })
      .yields({ type: 'DocumentUploaded', data: { ...file, bytes: MAX_FILE_BYTES } })
    given()
      .when({ ...upload, bytes: MAX_FILE_BYTES + 1 })
      .refuses('FILE_TOO_LARGE', { name: 'diplôme.pdf', maxMegabytes: 10 })
  })
  test('is of a type that is taken', () =>
    given()
      .when({ ...upload, mediaType: 'image/svg+xml' })
      .refuses('FILE_TYPE_UNSUPPORTED'))
  test('has a name as `fileName` gives it', () =>
    given()
      .when({ ...upload, name: '../diplôme.pdf' })
      .refuses('FIELD_INVALID'))
  test('is removed once, and what was never there is not', () => {
    given(uploaded).when({ type: 'Remove' }).yields(removed)
    given(uploaded, removed).when({ type: 'Remove' }).yields()
    given().when({ type: 'Remove' }).refuses('NOT_FOUND')
  })
  test('lets its bytes go once, after it was removed', () => {
    given(uploaded, removed).when({ type: 'Release' }).yields(released)
    given(uploaded, removed, released).when({ type: 'Release' }).yields()
    given(uploaded).when({ type: 'Release' }).refuses('CONFLICT')
    given().when({ type: 'Release' }).refuses('NOT_FOUND')
  })
  test('is told by its history until it is removed', () => {
    expect(documentEntity.view(given(uploaded).state())).toEqual({
      name: 'diplôme.pdf',
      type: 'application/pdf',
      bytes: 1200,
      sha256: 'a'.repeat(64),
    })
    expect(documentEntity.view(given(uploaded, removed).state())).toBeNull()
  })
  test('is shown when it is a PDF or a picture that every browser knows', () =>
    expect(MEDIA_TYPES.filter(hasPreview)).toEqual([
      'application/pdf',
      'image/png',
      'image/jpeg',
      'image/webp',
    ]))
})

describe('the name of a file', () => {
  test.each([
    ['diplôme 2024.pdf', 'diplôme 2024.pdf'],
    ['SCAN.PDF', 'SCAN.PDF'],
    ['شهادة.pdf', 'شهادة.pdf'],
    ['/etc/passwd.pdf', 'passwd.pdf'],
    ['..\\..\\Desktop\\cv.pdf', 'cv.pdf'],
    ['two\r\nlines.pdf', 'twolines.pdf'],
    ['a\u0000b.pdf', 'ab.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe.pdf'],
    ['setup.exe', 'setup.exe.pdf'],
    ['photo.jpg', 'photo.jpg.pdf'],
    ['  spaced   out .pdf', 'spaced out.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['...', 'document.pdf'],
    ['', 'document.pdf'],
    ['half \uD83D.pdf', 'half.pdf'],
  ])('%j of a PDF is %j', (sent, kept) => {
    expect(fileName(sent, 'application/pdf')).toBe(kept)
    expect(fileName(kept, 'application/pdf')).toBe(kept)
  })
  test('keeps another usual ending of its type', () =>
    expect(fileName('a.jpeg', 'image/jpeg')).toBe('a.jpeg'))
  test('has 200 characters at most, its ending among them', () => {
    expect(fileName(`${'x'.repeat(196)}.pdf`, 'application/pdf')).toBe(`${'x'.repeat(196)}.pdf`)
    expect(fileName(`${'x'.repeat(500)}.pdf`, 'application/pdf')).toBe(`${'x'.repeat(196)}.pdf`)
    expect(fileName(`${'x'.repeat(195)}😀`, 'application/pdf')).toBe(`${'x'.repeat(195)}.pdf`)
    expect(plainName('y'.repeat(300))).toHaveLength(200)
  })
})
