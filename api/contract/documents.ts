import { z } from 'zod'
import { MAX_FILE_BYTES, MAX_FILES } from '#domain/documents/media-types.values.ts'
import { audit, Id, ListQuery, type Multipart, route, Written } from './route.ts'

const own = z.object({ userId: z.string().max(64) })
const one = own.extend({ id: Id })

const file = {
  name: z.string(),
  /** MIME type, by the content. */
  type: z.string(),
  bytes: z.int(),
  /** SHA-256 of the content, hexadecimal. */
  sha256: z.string(),
}

/** An uploaded file, and what names it: while there is one, the file is not removed. */
const Document = z.object({
  ...audit,
  ...file,
  usedBy: z.array(z.object({ entity: z.string(), id: z.string() })),
})

export const UPLOAD_LIMITS: Multipart = { files: MAX_FILES, fileBytes: MAX_FILE_BYTES }

export const documentRoutes = {
  upload: route({
    method: 'POST',
    path: '/document/:userId',
    summary:
      'Uploads files: all of them or none. PDF, PNG, JPEG, WebP, HEIC, DOCX, XLSX, CSV and TXT, by their content.',
    access: 'signed-in',
    params: own,
    reply: z.array(Written.extend(file)),
    multipart: UPLOAD_LIMITS,
  }),
  list: route({
    method: 'GET',
    path: '/document/:userId/all',
    summary: 'Uploaded files, the newest first',
    access: 'signed-in',
    params: own,
    query: ListQuery.omit({ sort: true }),
    reply: z.array(Document),
  }),
  download: route({
    method: 'GET',
    path: '/document/:userId/:id',
    summary: 'The content of a file, to be saved',
    access: 'signed-in',
    params: one,
    reply: z.undefined(),
    kind: 'binary',
  }),
  preview: route({
    method: 'GET',
    path: '/document/:userId/:id/preview',
    summary: 'The content of a PDF or a picture, to be shown',
    access: 'signed-in',
    params: one,
    reply: z.undefined(),
    kind: 'binary',
  }),
  remove: route({
    method: 'DELETE',
    path: '/document/:userId/:id',
    summary: 'Removes a file that nothing names',
    access: 'signed-in',
    params: one,
    reply: Written,
  }),
}
