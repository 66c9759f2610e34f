import type { CvImport, ImportField } from '#contract/cv/cv.schemas.ts'
import { type CvSection, type ImportSection, ITEM_NAMES, SURE } from '#contract/cv/cv.values.ts'

export type Values = Readonly<Record<string, unknown>>
export type Verdict = 'keep' | 'drop' | 'open'

/**
 * Decisions so far: verdicts by field and row, corrected values by field, places of unplaced texts.
 */
export type Choices = {
  readonly verdicts: Readonly<Record<string, Verdict>>
  readonly changed: Readonly<Record<string, Values>>
  readonly placed: Readonly<
    Record<string, { readonly section: ImportSection; readonly values: Values }>
  >
}
export const NO_CHOICES: Choices = { verdicts: {}, changed: {}, placed: {} }

/** @unit letters of an item's name at most */
const NAME_LETTERS = 100

/** Values that are one thing to the user are shown and decided together. */
const TOGETHER: readonly (readonly string[])[] = [
  ['startYear', 'startMonth'],
  ['endYear', 'endMonth', 'isPresentMission'],
  ['year', 'month'],
  ['firstName', 'lastName'],
  ['street', 'postalCode', 'city', 'country'],
]
const STUDY_YEARS = ['from', 'to']

const says = (value: unknown): boolean =>
  value !== '' &&
  value !== 0 &&
  value !== false &&
  value !== undefined &&
  value !== null &&
  !Array.isArray(value)

/** Names of the values of each row, in the order of the file. */
export function rowsOf({
  section,
  values,
}: Pick<ImportField, 'section' | 'values'>): readonly (readonly string[])[] {
  const groups = section === 'study' ? [...TOGETHER, STUDY_YEARS] : TOGETHER
  const rows = Object.keys(values)
    .filter((name) => says(values[name]))
    .map(
      (name) =>
        groups.find((group) => group.includes(name))?.filter((one) => says(values[one])) ?? [name],
    )
  return rows.filter((row, index) => rows.findIndex((other) => other[0] === row[0]) === index)
}

export const rowKey = (field: Pick<ImportField, 'id'>, row: readonly string[]): string =>
  `${field.id}.${row[0] ?? ''}`

/** The file's fields as the user corrected them, then those that the user placed. */
export const fieldsOf = (
  { fields }: Pick<CvImport, 'fields'>,
  { changed, placed }: Choices,
): readonly ImportField[] => [
  ...fields.map((field) => ({ ...field, values: { ...(changed[field.id] ?? field.values) } })),
  ...Object.entries(placed).map(([id, { section, values }]) => ({
    id,
    section,
    values: { ...values },
    evidence: '',
    confidence: 1,
    lines: [],
    known: false,
  })),
]

/**
 * Sure values are kept unless the user decides otherwise; values that the CV has already are left.
 */
export function verdictOf(
  field: ImportField,
  row: readonly string[],
  { verdicts, changed }: Choices,
): Verdict {
  const verdict = verdicts[rowKey(field, row)]
  if (verdict !== undefined) return verdict
  if (changed[field.id] !== undefined) return 'keep'
  return field.known ? 'drop' : field.confidence >= SURE ? 'keep' : 'open'
}

/** Fields of the CV's head and of the person are no items of a section. */
export const isItem = <T extends Pick<ImportField, 'section'>>(
  field: T,
): field is T & { readonly section: CvSection } =>
  field.section !== 'head' && field.section !== 'person'

/** An item without its name is none; head and person have none to lose. */
const isNamed = (field: ImportField, choices: Choices): boolean =>
  !isItem(field) || verdictOf(field, [ITEM_NAMES[field.section]], choices) === 'keep'

export type Counts = { readonly kept: number; readonly open: number; readonly dropped: number }

export function countsOf(fields: readonly ImportField[], choices: Choices): Counts {
  const rows = fields.flatMap((field) =>
    rowsOf(field).map((row) => {
      const verdict = verdictOf(field, row, choices)
      return verdict === 'keep' && !isNamed(field, choices) ? 'drop' : verdict
    }),
  )
  const count = (wanted: Verdict) => rows.filter((verdict) => verdict === wanted).length
  return { kept: count('keep'), open: count('open'), dropped: count('drop') }
}

/** Content of a save: the kept values of each item that keeps its name. */
export const acceptedOf = (fields: readonly ImportField[], choices: Choices) =>
  fields.flatMap((field) => {
    const rows = rowsOf(field).filter((row) => verdictOf(field, row, choices) === 'keep')
    if (rows.length === 0 || !isNamed(field, choices)) return []
    const values = Object.fromEntries(rows.flat().map((name) => [name, field.values[name]]))
    return [{ id: field.id, section: field.section, values }]
  })

/** Texts of the file that have no place in the CV yet. */
export const unplacedOf = ({ unplaced }: Pick<CvImport, 'unplaced'>, { placed }: Choices) =>
  unplaced
    .map((text, index) => ({ id: `u${index}`, text }))
    .filter(({ id }) => placed[id] === undefined)

/** All that is sure, and that the CV does not have yet, is kept. */
export const withSure = (fields: readonly ImportField[], choices: Choices): Choices => ({
  ...choices,
  verdicts: {
    ...choices.verdicts,
    ...Object.fromEntries(
      fields
        .filter((field) => field.confidence >= SURE && !field.known)
        .flatMap((field) => rowsOf(field).map((row) => [rowKey(field, row), 'keep' as const])),
    ),
  },
})

/** A text becomes the name of an item of a section. */
export const withPlaced = (
  choices: Choices,
  { id, text }: { readonly id: string; readonly text: string },
  section: CvSection,
): Choices => ({
  ...choices,
  placed: {
    ...choices.placed,
    [id]: { section, values: { [ITEM_NAMES[section]]: text.slice(0, NAME_LETTERS) } },
  },
})

/** A field's values as the user corrected them. */
export function withValues(choices: Choices, id: string, values: Values): Choices {
  const placed = choices.placed[id]
  return placed === undefined
    ? { ...choices, changed: { ...choices.changed, [id]: values } }
    : { ...choices, placed: { ...choices.placed, [id]: { ...placed, values } } }
}

const storeKey = (id: string): string => `carnet.cv-import.${id}`

/** Choices of an import that goes on after a reload. They stay in this tab and end with it. */
export function storedChoices(id: string): Choices {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storeKey(id)) ?? '{}') as Partial<Choices> // as kept
    return { ...NO_CHOICES, ...stored }
  } catch {
    return NO_CHOICES
  }
}
export function storeChoices(id: string, choices: Choices | null): void {
  try {
    if (choices === null) sessionStorage.removeItem(storeKey(id))
    else sessionStorage.setItem(storeKey(id), JSON.stringify(choices))
  } catch {
    // A browser that keeps nothing still lets the user save.
  }
}
