import type { DocumentEvent, FileFacts } from '#domain/documents/document.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { defineProjection } from '#projections/kernel/projection.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import type { Stamp } from '#projections/kernel/stamp.ts'

/** One document an uploaded file; gone when the file is removed. */
export type DocumentDoc = Doc & Stamp & FileFacts

export const documents = defineProjection<DocumentEvent, DocumentDoc>({
  name: 'documents',
  version: 1,
  on: {
    DocumentUploaded: (_, { data, meta, stamp }, key) => ({
      _id: key,
      owner: meta.owner,
      ...data,
      ...stamp,
    }),
    DocumentRemoved: () => null,
    DocumentReleased: () => null,
  },
  indexes: [{ fields: ['owner', 'creationDate'] }],
})

/** A user's files, the newest first. */
export async function documentsOf(
  documents: ReadModel<DocumentDoc>,
  owner: string,
  {
    limit,
    cursor,
    q = '',
  }: {
    readonly limit: number
    readonly cursor?: string | undefined
    readonly q?: string | undefined
  },
) {
  return documents.find({
    filter: { where: { owner }, ...(q === '' ? {} : { search: { fields: ['name'], text: q } }) },
    sort: [['creationDate', -1]],
    counted: true,
    limit,
    ...(cursor === undefined ? {} : { cursor }),
  })
}

const HELD = { by: ['owner'], of: ['bytes'] } as const
/** Number of a user's files, and their size together. */
export async function storedFilesOf(documents: ReadModel<DocumentDoc>, owner: string) {
  const [sums] = await documents.sum({ where: { owner } }, HELD)
  return { files: sums?.count ?? 0, bytes: sums?.sums.bytes ?? 0 }
}
