import type { DocumentEvent, FileFacts } from '#domain/documents/document.ts'
import { isPublic } from '#domain/kernel/decider.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { defineProjection } from '#projections/kernel/projection.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import type { Stamp } from '#projections/kernel/stamp.ts'

/** One document an uploaded file; gone when the file is removed. */
export type DocumentDoc = Doc &
  Stamp &
  FileFacts & {
    /** `public`: a stranger sent it, with an application. */
    readonly from: 'user' | 'public'
  }

export const documents = defineProjection<DocumentEvent, DocumentDoc>({
  name: 'documents',
  version: 2,
  on: {
    DocumentUploaded: (_, { data, meta, stamp }, key) => ({
      _id: key,
      owner: meta.owner,
      ...data,
      from: isPublic(meta.actor) ? 'public' : 'user',
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

const HELD = { by: ['owner', 'from'], of: ['bytes'] } as const

type StoredFiles = { readonly files: number; readonly bytes: number }
/** Number and size of a user's own files, and of those that strangers sent to the user. */
export async function storedFilesOf(
  documents: ReadModel<DocumentDoc>,
  owner: string,
): Promise<{ readonly own: StoredFiles; readonly received: StoredFiles }> {
  const groups = await documents.sum({ where: { owner } }, HELD)
  const filesFrom = (from: DocumentDoc['from']): StoredFiles => {
    const group = groups.find(({ key }) => key.from === from)
    return { files: group?.count ?? 0, bytes: group?.sums.bytes ?? 0 }
  }
  return { own: filesFrom('user'), received: filesFrom('public') }
}
