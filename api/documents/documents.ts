import { keptDocument } from '#commands/gateways/documents/documents.ts'
import type { DocumentCommands } from '#commands/documents/documents.ts'
import { documentRefusal } from '#domain/documents/document.ts'
import { hasPreview, MAX_FILES } from '#domain/documents/media-types.values.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { type DocumentDoc, documents, documentsOf } from '#projections/documents/documents.ts'
import { documentUses, fileHolders } from '#projections/documents/document-uses.queries.ts'
import type { ReadModel, Reads } from '#projections/kernel/read-models.ts'
import { UPLOAD_LIMITS, documentRoutes } from '#contract/documents/documents.contract.ts'
import type { Api, BinaryReply } from '../kernel/api.ts'
import { auditFields, written } from '../kernel/audit-fields.ts'
import { listHeaders } from '../kernel/lists.ts'
import { bytesSent, filesOf } from '../kernel/multipart.ts'
import { uploadsUnderWay } from '../kernel/uploads-under-way.ts'

/**
 * A shown file runs no script, loads nothing from the network and cannot be framed by another page.
 */
const SHOWN_POLICY =
  "sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** Uploaded files: their owner sends, lists, downloads, views and removes them. */
export function documentApi(
  api: Api,
  commands: DocumentCommands,
  underWay = uploadsUnderWay(),
): void {
  const store = api.deps.documents
  const reads = { documents }
  const holders: Reads = Object.fromEntries(
    fileHolders.map(({ entity, projection }) => [entity, projection]),
  )

  async function found(
    model: ReadModel<DocumentDoc>,
    owner: string,
    id: string,
  ): Promise<DocumentDoc> {
    const doc = await model.get(id)
    if (doc === null || doc.owner !== owner) throw refusal('NOT_FOUND')
    return doc
  }

  async function contentOf(
    doc: DocumentDoc,
    disposition: 'inline' | 'attachment',
  ): Promise<BinaryReply> {
    const { bytes } = await keptDocument(store, doc.sha256)
    // The document's own type: the same bytes may have been kept first with another type.
    return { bytes, mediaType: doc.mediaType, fileName: doc.name, disposition }
  }

  api.serve(documentRoutes.upload, {}, ({ caller, meta, request }) =>
    underWay.within(caller.userId, bytesSent(request), async (came) => {
      const files = filesOf(request, UPLOAD_LIMITS, () =>
        documentRefusal('TOO_MANY_FILES', { max: MAX_FILES }),
      )
      const uploaded = await commands.upload(files, meta())
      came(uploaded.reduce((sum, { file }) => sum + file.bytes, 0))
      return uploaded.map((result) => {
        const { file } = result
        return {
          ...written(result),
          name: file.name,
          type: file.mediaType,
          bytes: file.bytes,
          sha256: file.sha256,
        }
      })
    }),
  )

  api.serve(
    documentRoutes.list,
    { reads: { ...holders, documents } },
    async ({ read, owner, query, reply }) => {
      const page = await documentsOf(read.documents, owner, query)
      listHeaders(reply, page)
      const ids = page.items.map(({ _id }) => _id)
      const uses = await documentUses(
        (projection) => api.deps.readModels.of(projection),
        owner,
        ids,
      )
      return page.items.map((doc) => ({
        ...auditFields(doc),
        name: doc.name,
        type: doc.mediaType,
        bytes: doc.bytes,
        sha256: doc.sha256,
        usedBy: (uses.get(doc._id) ?? []).map(({ entity, id }) => ({ entity, id })),
      }))
    },
  )

  api.serve(documentRoutes.download, { reads }, async ({ read, owner, params, reply }) => {
    const doc = await found(read.documents, owner, params.id)
    reply.header('x-content-type-options', 'nosniff')
    return contentOf(doc, 'attachment')
  })

  api.serve(documentRoutes.preview, { reads }, async ({ read, owner, params, reply }) => {
    const doc = await found(read.documents, owner, params.id)
    if (!hasPreview(doc.mediaType)) throw documentRefusal('PREVIEW_UNAVAILABLE', { name: doc.name })
    reply
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', SHOWN_POLICY)
    return contentOf(doc, 'inline')
  })

  api.serve(documentRoutes.remove, {}, async ({ params, meta }) =>
    written(await commands.remove(params.id, meta())),
  )
}
