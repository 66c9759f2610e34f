import { get, post, del, type Multipart } from '#contract/kernel/contract.ts'
import { MAX_FILE_BYTES, MAX_FILES } from '#domain/documents/media-types.values.ts'
import { z } from 'zod'
import { audit, Written } from '#contract/kernel/answers.schemas.ts'
import { Id } from '#contract/kernel/inputs.schemas.ts'
import { ListQuery } from '#contract/kernel/lists.schemas.ts'

export const UPLOAD_LIMITS: Multipart = { files: MAX_FILES, fileBytes: MAX_FILE_BYTES }

const own = z.object({ userId: z.string().max(64) })
const one = own.extend({ id: Id })

const file = {
  name: z.string(),
  /** MIME type, detected in the content. */
  type: z.string(),
  bytes: z.int(),
  /** SHA-256 of the content, hexadecimal. */
  sha256: z.string(),
}

/** An uploaded file and its uses: a used file cannot be removed. */
const Document = z.object({
  ...audit,
  ...file,
  usedBy: z.array(z.object({ entity: z.string(), id: z.string() })),
})

export const documentRoutes = {
  upload: post('/document/:userId', {
    summary:
      'Uploads files: all of them or none. PDF, PNG, JPEG, WebP, HEIC, DOCX, XLSX, CSV and TXT, by their content.',
    access: 'signed-in',
    multipart: UPLOAD_LIMITS,
    closedToGuests: true,
    params: own,
    reply: z.array(Written.extend(file)),
  }),
  list: get('/document/:userId/all', {
    summary: 'Uploaded files, the newest first',
    access: 'signed-in',
    csv: true,
    params: own,
    query: ListQuery,
    reply: z.array(Document),
  }),
  download: get('/document/:userId/:id', {
    summary: 'The content of a file, to be saved',
    access: 'signed-in',
    kind: 'binary',
    params: one,
    reply: z.undefined(),
  }),
  preview: get('/document/:userId/:id/preview', {
    summary: 'The content of a PDF or a picture, to be shown',
    access: 'signed-in',
    kind: 'binary',
    params: one,
    reply: z.undefined(),
  }),
  remove: del('/document/:userId/:id', {
    summary: 'Removes a file that nothing names',
    access: 'signed-in',
    params: one,
    reply: Written,
  }),
}
