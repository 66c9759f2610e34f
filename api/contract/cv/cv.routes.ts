import type { CvSchemas } from './cv.schemas.ts'
import { IMPORT_MAX_BYTES } from '#domain/cv/import.values.ts'
import { endpoints, type Multipart } from '#contract/kernel/endpoint.ts'

const see = { permission: 'perm_cv_menu' } as const
const print = { permission: 'perm_cv_print' } as const

/** The user's main CV is `main`; a variant has an id of its own. */
export const MAIN_CV = 'main'

export const IMPORT_LIMITS: Multipart = { files: 1, fileBytes: IMPORT_MAX_BYTES }

export const cvRoutes = endpoints<CvSchemas>({
  list: {
    method: 'GET',
    path: '/cv/:userId/all',
    summary: 'The main CV and its variants, each with its kept versions',
    access: see,
  },
  add: {
    method: 'POST',
    path: '/cv/:userId',
    summary: 'Duplicates a CV as a variant for an offer',
    access: see,
  },
  change: {
    method: 'PUT',
    path: '/cv/:userId',
    summary: 'Changes the head, the look, the choice, order or wording of a CV',
    access: see,
  },
  remove: { method: 'DELETE', path: '/cv/:userId/:id', summary: 'Removes a variant', access: see },
  keep: {
    method: 'POST',
    path: '/cv/:userId/:id/version',
    summary: 'Keeps a CV as it stands, as a version',
    access: see,
  },
  version: {
    method: 'GET',
    path: '/cv/:userId/:id/version/:number',
    summary: 'What a kept version shows',
    access: see,
  },
  restore: {
    method: 'POST',
    path: '/cv/:userId/:id/version/:number/restore',
    summary: 'Brings a version back, which makes a new one',
    access: see,
  },
  sent: {
    method: 'POST',
    path: '/cv/:userId/:id/version/:number/sent',
    summary: 'Notes to whom a version was sent',
    access: see,
  },
  pdf: {
    method: 'GET',
    path: '/cv/:userId/pdf',
    summary:
      'A CV as a PDF, A4: template, language, accent, and which CV or version; all may be left out',
    access: print,
    kind: 'binary',
    heavy: true,
  },
  preview: {
    method: 'POST',
    path: '/cv/:userId/preview',
    summary: 'The PDF of a CV with changes that are not saved yet; nothing is kept',
    access: see,
    kind: 'binary',
    perMinute: 600,
    withoutPlan: true,
  },
  jsonResume: {
    method: 'GET',
    path: '/cv/:userId/resume.json',
    summary: 'A CV in the open format JSON Resume',
    access: print,
    kind: 'binary',
  },
  reader: {
    method: 'GET',
    path: '/cv/:userId/reader',
    summary: 'The language model that proposes the fields of an import; empty where rules do',
    access: see,
  },
  startImport: {
    method: 'POST',
    path: '/cv/:userId/import',
    summary:
      'Reads a CV: PDF, DOCX, JSON Resume, LinkedIn’s archive or text; answers an import to review',
    access: see,
    multipart: IMPORT_LIMITS,
    heavy: true,
    closedToGuests: true,
  },
  import: {
    method: 'GET',
    path: '/cv/:userId/import/:id',
    summary:
      'An import: its state, the text that was read, proposed fields, and what found no place',
    access: see,
    perMinute: 600,
  },
  saveImport: {
    method: 'PUT',
    path: '/cv/:userId/import/:id',
    summary:
      'Saves the accepted fields of an import; a value that is given replaces the proposed ones',
    access: see,
  },
  cancelImport: {
    method: 'DELETE',
    path: '/cv/:userId/import/:id',
    summary: 'Drops an import; nothing of it is kept',
    access: see,
  },
})
