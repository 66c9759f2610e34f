import { CV_SECTIONS } from './cv.values.ts'

/**
 * Where imported words go: the sections of a CV, and `head` for its title and summary. `person` is
 * the name, phone and address of the account.
 */
export const IMPORT_SECTIONS = ['person', 'head', ...CV_SECTIONS] as const
export type ImportSection = (typeof IMPORT_SECTIONS)[number]

/** Values of `person`: facts of the account and of its address. */
export const PERSON_FIELDS = [
  'firstName',
  'lastName',
  'phone',
  'street',
  'postalCode',
  'city',
  'country',
] as const
export type PersonField = (typeof PERSON_FIELDS)[number]

export const IMPORT_STATES = ['analyzing', 'review', 'saving', 'saved', 'failed'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** From this confidence on a proposal is kept unless the user refuses it. */
export const SURE = 0.75

/** One proposed item, and the words of the file that it rests on. */
export type ImportedField = {
  readonly id: string
  readonly section: ImportSection
  /** Values by field. `organism` is a name; saving finds or adds the organism. */
  readonly values: Readonly<Record<string, unknown>>
  /** Lines of the file's text, as they stand there. */
  readonly evidence: string
  /** 0 to 1. */
  readonly confidence: number
  /** Numbers of those lines, from 0. */
  readonly lines: readonly number[]
}

/** Content of a file, and the lines of it that no section takes. */
export type CvReading = {
  readonly text: string
  readonly fields: readonly ImportedField[]
  readonly unplaced: readonly string[]
  /** The file names its fields, so that no model need read it. */
  readonly isListed?: boolean
  /**
   * The model that was asked, and why rules read instead; empty when it answered. Absent when none
   * was asked.
   */
  readonly model?: { readonly name: string; readonly failure: string }
}

/** Reader of a file's fields: the model where the server has one, or rules. */
export const IMPORT_READERS = ['assistant', 'rules'] as const
export type ImportReader = (typeof IMPORT_READERS)[number]

/** Largest file. @unit bytes */
export const IMPORT_MAX_BYTES = 10_000_000

/** The most files of one user that are read, or wait to be. */
export const MOST_IMPORTS = 4
