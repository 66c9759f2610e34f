import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/kernel/time.ts'
import { type DocumentDoc, documents, storedFilesOf } from '#projections/documents/documents.ts'
import { removedDocuments } from '#projections/documents/removed-documents.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '../kernel/projection-spec.ts'

const file = {
  name: 'diplôme.pdf',
  mediaType: 'application/pdf',
  bytes: 1200,
  sha256: 'a'.repeat(64),
}
const uploaded = recorded('document-D1', 'DocumentUploaded', file)
const removed = recorded('document-D1', 'DocumentRemoved', {}, { occurredAt: 5_000 })
const released = recorded('document-D1', 'DocumentReleased', {})

describe('an uploaded file', () => {
  const given = spec(documents)
  test('is listed with its owner, and who sent it when', () =>
    given(uploaded).gives({
      _id: 'D1',
      owner: 'user-1',
      ...file,
      from: 'user',
      version: 1,
      createdBy: 'Anna Exemple',
    }))
  test('is not listed once it is removed, nor when its bytes are gone', () => {
    given(uploaded, removed).gives()
    given(uploaded, removed, released).gives()
  })
})

describe('the bytes of a removed file', () => {
  const given = spec(removedDocuments)
  test('are to be let go a day after the removal', () => {
    given(uploaded).gives()
    given(uploaded, removed).gives({ _id: 'D1', owner: 'user-1', dueAt: 5_000 + DAY_MS })
  })
  test('are let go once', () => given(uploaded, removed, released).gives())
})

test('what a user’s files hold together is theirs alone', async () => {
  const kept = sqliteReadStore().collection<DocumentDoc>('documents')
  const doc = (id: string, owner: string, bytes: number, from: DocumentDoc['from'] = 'user') => ({
    id,
    ifPos: null,
    doc: {
      ...file,
      _id: id,
      owner,
      bytes,
      from,
      version: 1,
      creationDate: 1,
      lastModificationDate: 1,
      createdBy: 'Anna',
      modifiedBy: 'Anna',
      _pos: '00000000000000000001',
    },
  })
  await kept.apply([
    doc('D1', 'user-1', 1200),
    doc('D2', 'user-1', 300),
    doc('D3', 'user-2', 7),
    doc('D4', 'user-1', 9, 'public'),
  ])
  expect(await storedFilesOf(kept, 'user-1')).toEqual({
    own: { files: 2, bytes: 1500 },
    received: { files: 1, bytes: 9 },
  })
  expect((await storedFilesOf(kept, 'user-9')).own).toEqual({ files: 0, bytes: 0 })
})
