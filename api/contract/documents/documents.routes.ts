import { MAX_FILE_BYTES, MAX_FILES } from '#domain/documents/media-types.values.ts'
import type { DocumentSchemas } from './documents.schemas.ts'
import { endpoints, type Multipart } from '#contract/kernel/endpoint.ts'

export const UPLOAD_LIMITS: Multipart = { files: MAX_FILES, fileBytes: MAX_FILE_BYTES }

export const documentRoutes = endpoints<DocumentSchemas>({
  upload: {
    method: 'POST',
    path: '/document/:userId',
    summary:
      'Uploads files: all of them or none. PDF, PNG, JPEG, WebP, HEIC, DOCX, XLSX, CSV and TXT, by their content.',
    access: 'signed-in',
    multipart: UPLOAD_LIMITS,
    closedToGuests: true,
  },
  list: {
    method: 'GET',
    path: '/document/:userId/all',
    summary: 'Uploaded files, the newest first',
    access: 'signed-in',
    csv: true,
  },
  download: {
    method: 'GET',
    path: '/document/:userId/:id',
    summary: 'The content of a file, to be saved',
    access: 'signed-in',
    kind: 'binary',
  },
  preview: {
    method: 'GET',
    path: '/document/:userId/:id/preview',
    summary: 'The content of a PDF or a picture, to be shown',
    access: 'signed-in',
    kind: 'binary',
  },
  remove: {
    method: 'DELETE',
    path: '/document/:userId/:id',
    summary: 'Removes a file that nothing names',
    access: 'signed-in',
  },
})
