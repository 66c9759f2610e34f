import { z } from 'zod'
import { CV_SECTIONS, CV_TEMPLATES, CV_TEXT_SIZES, HEAD_TRANSLATED } from '#domain/cv/cv.values.ts'
import { IMPORT_READERS, IMPORT_SECTIONS, IMPORT_STATES } from '#domain/cv/import.values.ts'
import { CV_LANGUAGES } from '#domain/cv/cv-languages.values.ts'
import { DayTime } from '#domain/kernel/records/fields.ts'
import { PALETTE_SIZE } from '#domain/kernel/palette.values.ts'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import * as endpoints from './cv.routes.ts'
import { readBack } from '#contract/kernel/read-back.ts'
import { AnsweredDay, audit, Id, routes, Time, Written } from '#contract/kernel/route.ts'

const own = z.object({ userId: z.string().max(64) })
const CvId = z.union([z.literal(endpoints.MAIN_CV), Id])
const one = own.extend({ id: CvId })
const ofVersion = one.extend({ number: z.coerce.number().int().min(1).max(100_000) })

const Section = z.enum(CV_SECTIONS)
const Template = z.enum(CV_TEMPLATES)
const CvLanguage = z.enum(CV_LANGUAGES)
const Accent = z.int().min(1).max(PALETTE_SIZE)
/** Values of an item's record, by field. They are checked against the record's own rules. */
const ItemValues = z.record(z.string().max(64), z.unknown())

const Entry = z.strictObject({
  section: Section,
  id: Id,
  hidden: z.boolean(),
  wording: ItemValues,
})
/** Most items of one CV. */
const MOST_ENTRIES = 1_000

const SectionPlace = z.strictObject({ section: Section, hidden: z.boolean() })
const HeadTranslation = z.strictObject({
  language: CvLanguage,
  field: z.enum(HEAD_TRANSLATED),
  text: lines(2_000),
})

const head = {
  name: oneLine(200),
  title: oneLine(200),
  summary: lines(2_000),
  availableFrom: DayTime,
  language: CvLanguage,
  template: Template,
  accent: Accent,
  withPhoto: z.boolean(),
  textSize: z.enum(CV_TEXT_SIZES),
  links: lines(1_000),
  translations: z.array(HeadTranslation).max(CV_LANGUAGES.length * HEAD_TRANSLATED.length),
  sections: z.array(SectionPlace).max(CV_SECTIONS.length),
  entries: z.array(Entry).max(MOST_ENTRIES),
}
export const CvChanges = z.strictObject(head).partial()

const AnsweredVersion = z.object({
  number: z.int(),
  name: z.string(),
  at: Time,
  /** The version that this one brought back; 0 for none. */
  restores: z.int(),
  sent: z.array(z.object({ to: z.string(), on: AnsweredDay })),
})

/** A CV as it is answered. The main one is `main`, also before its first change. */
const Cv = z.object({
  ...audit,
  ...head,
  name: z.string(),
  title: z.string(),
  summary: z.string(),
  availableFrom: AnsweredDay,
  entries: z.array(
    z.object({ section: Section, id: z.string(), hidden: z.boolean(), wording: ItemValues }),
  ),
  versions: z.array(AnsweredVersion),
})
export type Cv = z.output<typeof Cv>

/** What a version shows, item by item. */
const CvVersionContent = z.object({
  number: z.int(),
  title: z.string(),
  summary: z.string(),
  availableFrom: AnsweredDay,
  links: z.string(),
  language: CvLanguage,
  template: Template,
  accent: Accent,
  textSize: head.textSize,
  withPhoto: z.boolean(),
  /** The sections that it shows, in their order. */
  sections: z.array(Section),
  items: z.array(z.object({ section: Section, id: z.string(), values: ItemValues })),
})
export type CvVersionContent = z.output<typeof CvVersionContent>

/** An empty choice of an address is none. */
const orOwn = <T extends z.ZodType>(choice: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), choice.optional())

/** Choices of a paper; what is left out is the CV's own. */
const Paper = z.object({
  cv: CvId.default(endpoints.MAIN_CV),
  template: orOwn(Template),
  language: orOwn(CvLanguage),
  accent: z.coerce.number().int().min(1).max(PALETTE_SIZE).optional(),
  /** A kept version instead of the present state. */
  number: z.coerce.number().int().min(1).max(100_000).optional(),
})

const ImportSection = z.enum(IMPORT_SECTIONS)

/** A proposed item with the words that it rests on. `known`: the CV has it already. */
const ImportField = z.object({
  id: z.string(),
  section: ImportSection,
  values: ItemValues,
  evidence: z.string(),
  confidence: z.number(),
  /** Numbers of the lines of `text` that `evidence` holds. */
  lines: z.array(z.int()),
  known: z.boolean(),
})
export type ImportField = z.output<typeof ImportField>

const CvImport = z.object({
  id: z.string(),
  /** The file's name. */
  name: z.string(),
  state: z.enum(IMPORT_STATES),
  /** Why it failed, and its sentence; both empty in other states. */
  failure: z.string(),
  message: z.string(),
  text: z.string(),
  fields: z.array(ImportField),
  unplaced: z.array(z.string()),
  /** The language model that proposed fields; empty where rules did. */
  model: z.string(),
  /** Code of why rules read although a model was asked; empty otherwise. */
  modelFailure: z.string(),
  /** Items that were saved. */
  saved: z.int(),
  /** The last write of a save; reads may wait for it. */
  position: z.string(),
})
export type CvImport = z.output<typeof CvImport>

/** Most fields of one save. */
const MOST_ACCEPTED = 1_000

const cvSchemas = {
  list: { params: own, reply: z.array(Cv) },
  add: {
    params: own,
    body: CvChanges.extend({
      id: Id.optional(),
      from: CvId.default(endpoints.MAIN_CV),
      name: head.name.min(1),
    }),
    reply: Written,
  },
  change: {
    params: own,
    // The main CV is answered with version 0 before its first change.
    body: readBack(CvChanges.extend({ id: CvId, version: z.int().min(0).optional() }), Cv),
    reply: Written,
  },
  remove: { params: own.extend({ id: Id }), reply: Written },
  keep: { params: one, body: z.strictObject({ name: oneLine(200).default('') }), reply: Written },
  version: { params: ofVersion, reply: CvVersionContent },
  restore: { params: ofVersion, reply: Written },
  sent: {
    params: ofVersion,
    body: z.strictObject({ to: oneLine(200).min(1), on: DayTime.default(0) }),
    reply: Written,
  },
  pdf: { params: own, query: Paper, reply: z.undefined() },
  preview: {
    params: own,
    body: z.strictObject({
      cv: CvId.default(endpoints.MAIN_CV),
      changes: CvChanges.default({}),
      paper: z.strictObject({ language: CvLanguage.optional() }).default({}),
      /** The item in the editor, as it would be saved. */
      item: z.strictObject({ section: Section, id: Id, values: ItemValues }).optional(),
    }),
    reply: z.undefined(),
  },
  jsonResume: {
    params: own,
    query: Paper.pick({ cv: true, language: true }),
    reply: z.undefined(),
  },
  reader: { params: own, reply: z.object({ model: z.string() }) },
  startImport: {
    params: own,
    query: z.object({ by: z.enum(IMPORT_READERS).default('assistant') }),
    reply: CvImport,
  },
  import: { params: own.extend({ id: Id }), reply: CvImport },
  saveImport: {
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
  },
  cancelImport: { params: own.extend({ id: Id }), reply: z.object({ id: z.string() }) },
}
export type CvSchemas = typeof cvSchemas
export const cvRoutes = routes(endpoints.cvRoutes, cvSchemas)
