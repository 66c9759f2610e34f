import { get, post, put, del, type Multipart } from '#contract/kernel/contract.ts'
import { MAIN_CV } from '#contract/cv/cv.values.ts'
import {
  Section,
  Template,
  CvLanguage,
  ItemValues,
  head,
  CvChanges,
  Cv,
  CvSending,
  CvVersionContent,
  CvVersionName,
  ImportSection,
  CvImport,
} from './cv.schemas.ts'
import { IMPORT_MAX_BYTES, IMPORT_READERS } from '#domain/cv/import.values.ts'
import { z } from 'zod'
import { PALETTE_SIZE } from '#domain/kernel/palette.values.ts'
import { readBack } from '#contract/kernel/read-back.ts'
import { Written } from '#contract/kernel/answers.schemas.ts'
import { Id, VersionOrNone } from '#contract/kernel/inputs.schemas.ts'

const see = { permission: 'perm_cv_menu' } as const
const print = { permission: 'perm_cv_print' } as const

export const IMPORT_LIMITS: Multipart = { files: 1, fileBytes: IMPORT_MAX_BYTES }

const own = z.object({ userId: z.string().max(64) })
const CvId = z.union([z.literal(MAIN_CV), Id])
const one = own.extend({ id: CvId })
const ofVersion = one.extend({ number: z.coerce.number().int().min(1).max(100_000) })

/** An empty choice of an address is none. */
const orOwn = <T extends z.ZodType>(choice: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), choice.optional())

/** Choices of a paper; what is left out is the CV's own. */
const Paper = z.object({
  cv: CvId.default(MAIN_CV),
  template: orOwn(Template),
  language: orOwn(CvLanguage),
  accent: z.coerce.number().int().min(1).max(PALETTE_SIZE).optional(),
  /** A kept version instead of the present state. */
  number: z.coerce.number().int().min(1).max(100_000).optional(),
})

/** Most fields of one save. */
const MOST_ACCEPTED = 1_000

export const cvRoutes = {
  list: get('/cv/:userId/all', {
    summary: 'The main CV and its variants, each with its kept versions',
    access: see,
    params: own,
    reply: z.array(Cv),
  }),
  add: post('/cv/:userId', {
    summary: 'Duplicates a CV as a variant for an offer',
    access: see,
    params: own,
    body: CvChanges.extend({
      id: Id.optional(),
      from: CvId.default(MAIN_CV),
      name: head.name.min(1),
    }),
    reply: Written,
  }),
  change: put('/cv/:userId', {
    summary: 'Changes the head, the look, the choice, order or wording of a CV',
    access: see,
    params: own,
    // The main CV is answered with version 0 before its first change.
    body: readBack(CvChanges.extend({ id: CvId, version: VersionOrNone }), Cv),
    reply: Written,
  }),
  remove: del('/cv/:userId/:id', {
    summary: 'Removes a variant',
    access: see,
    params: own.extend({ id: Id }),
    reply: Written,
  }),
  keep: post('/cv/:userId/:id/version', {
    summary: 'Keeps a CV as it stands, as a version',
    access: see,
    params: one,
    body: CvVersionName,
    reply: Written,
  }),
  version: get('/cv/:userId/:id/version/:number', {
    summary: 'What a kept version shows',
    access: see,
    params: ofVersion,
    reply: CvVersionContent,
  }),
  restore: post('/cv/:userId/:id/version/:number/restore', {
    summary: 'Brings a version back, which makes a new one',
    access: see,
    params: ofVersion,
    reply: Written,
  }),
  sent: post('/cv/:userId/:id/version/:number/sent', {
    summary: 'Notes to whom a version was sent',
    access: see,
    params: ofVersion,
    body: CvSending,
    reply: Written,
  }),
  pdf: get('/cv/:userId/pdf', {
    summary:
      'A CV as a PDF, A4: template, language, accent, and which CV or version; all may be left out',
    access: print,
    kind: 'binary',
    heavy: true,
    params: own,
    query: Paper,
    reply: z.undefined(),
  }),
  preview: post('/cv/:userId/preview', {
    summary: 'The PDF of a CV with changes that are not saved yet; nothing is kept',
    access: see,
    kind: 'binary',
    heavy: 'preview',
    perMinute: 600,
    withoutPlan: true,
    params: own,
    body: z.strictObject({
      cv: CvId.default(MAIN_CV),
      changes: CvChanges.default({}),
      paper: z.strictObject({ language: CvLanguage.optional() }).default({}),
      /** The item in the editor, as it would be saved. */
      item: z.strictObject({ section: Section, id: Id, values: ItemValues }).optional(),
    }),
    reply: z.undefined(),
  }),
  jsonResume: get('/cv/:userId/resume.json', {
    summary: 'A CV in the open format JSON Resume',
    access: print,
    kind: 'binary',
    params: own,
    query: Paper.pick({ cv: true, language: true }),
    reply: z.undefined(),
  }),
  reader: get('/cv/:userId/reader', {
    summary: 'The language model that proposes the fields of an import; empty where rules do',
    access: see,
    params: own,
    reply: z.object({ model: z.string() }),
  }),
  startImport: post('/cv/:userId/import', {
    summary:
      'Reads a CV: PDF, DOCX, ODT, RTF, JSON Resume, Reactive Resume, Europass, LinkedIn’s archive or text; ' +
      'answers an import to review',
    access: see,
    multipart: IMPORT_LIMITS,
    heavy: true,
    closedToGuests: true,
    params: own,
    query: z.object({ by: z.enum(IMPORT_READERS).default('assistant') }),
    reply: CvImport,
  }),
  import: get('/cv/:userId/import/:id', {
    summary:
      'An import: its state, the text that was read, proposed fields, and what found no place',
    access: see,
    perMinute: 600,
    params: own.extend({ id: Id }),
    reply: CvImport,
  }),
  saveImport: put('/cv/:userId/import/:id', {
    summary:
      'Saves the accepted fields of an import; a value that is given replaces the proposed ones',
    access: see,
    params: own.extend({ id: Id }),
    body: z.strictObject({
      accept: z
        .array(
          z.strictObject({
            id: z.string().min(1).max(40),
            /**
             * For text that found no place: where the user puts it. Its id is any that no field
             * has.
             */
            section: ImportSection.optional(),
            /**
             * All values of the item, as the user corrected them; the proposed ones when absent.
             */
            values: ItemValues.optional(),
          }),
        )
        .max(MOST_ACCEPTED),
    }),
    reply: CvImport,
  }),
  cancelImport: del('/cv/:userId/import/:id', {
    summary: 'Drops an import; nothing of it is kept',
    access: see,
    params: own.extend({ id: Id }),
    reply: z.object({ id: z.string() }),
  }),
}
