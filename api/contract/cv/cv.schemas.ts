import { z } from 'zod'
import { CV_SECTIONS, CV_TEMPLATES, CV_TEXT_SIZES, HEAD_TRANSLATED } from '#domain/cv/cv.values.ts'
import { IMPORT_SECTIONS, IMPORT_STATES } from '#domain/cv/import.values.ts'
import { CV_LANGUAGES } from '#domain/cv/cv-languages.values.ts'
import { DayTime } from '#domain/kernel/records/fields.ts'
import { PALETTE_SIZE } from '#domain/kernel/palette.values.ts'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import { AnsweredDay, Time } from '#contract/kernel/times.schemas.ts'
import { audit } from '#contract/kernel/answers.schemas.ts'
import { Id } from '#contract/kernel/inputs.schemas.ts'

export const Section = z.enum(CV_SECTIONS)
export const Template = z.enum(CV_TEMPLATES)
export const CvLanguage = z.enum(CV_LANGUAGES)
const Accent = z.int().min(1).max(PALETTE_SIZE)
/** Values of an item's record, by field. They are checked against the record's own rules. */
export const ItemValues = z.record(z.string().max(64), z.unknown())

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

export const head = {
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
export const Cv = z.object({
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

/** A version that is kept of a CV; empty for one without a name. */
export const CvVersionName = z.strictObject({ name: oneLine(200).default('') })
/** To whom a version was sent, and on which day. */
export const CvSending = z.strictObject({ to: oneLine(200).min(1), on: DayTime.default(0) })

/** Content of a version, item by item. */
export const CvVersionContent = z.object({
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

export const ImportSection = z.enum(IMPORT_SECTIONS)

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

export const CvImport = z.object({
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
