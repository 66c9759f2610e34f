import { expect, test } from 'vitest'
import { type ZipFile, zipOf } from '#api/kernel/zip.ts'
import { MAX_FILE_BYTES, STORAGE } from '#domain/documents/media-types.values.ts'
import { ENDS, lengthAndEnd, zip64End } from './zip64-end.ts'

test('all that a user may store is one archive, beyond the plain format’s 4 GiB', async () => {
  const bytes = Buffer.alloc(MAX_FILE_BYTES)
  const count = STORAGE.bytes / MAX_FILE_BYTES
  async function* stored(): AsyncGenerator<ZipFile> {
    for (let n = 0; n < count; n++) yield { name: `files/${n}.pdf`, bytes }
  }
  const { length, last } = await lengthAndEnd(zipOf(stored()))
  const end = zip64End(last)
  expect(end.files).toBe(count)
  expect(end.directoryAt).toBeGreaterThan(STORAGE.bytes)
  expect(end.directoryAt + end.directoryBytes).toBe(end.recordAt)
  expect(end.recordAt + ENDS).toBe(length)
}, 120_000)
