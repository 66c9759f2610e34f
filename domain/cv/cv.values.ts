import type { CvLanguage } from './cv-languages.values.ts'

/**
 * Kinds of item, in the order in which a CV shows them unless another is chosen. Each is a record
 * of this name.
 */
export const CV_SECTIONS = [
  'mission',
  'skill',
  'certification',
  'training',
  'language',
  'study',
  'interest',
] as const
export type CvSection = (typeof CV_SECTIONS)[number]

/** Four characters: sober as a letter, a coloured margin, dates on a line, dense for machines. */
export const CV_TEMPLATES = ['sober', 'margin', 'timeline', 'dense'] as const
export type CvTemplate = (typeof CV_TEMPLATES)[number]

/** Size of a paper's words. */
export const CV_TEXT_SIZES = ['small', 'usual', 'large'] as const
export type CvTextSize = (typeof CV_TEXT_SIZES)[number]

/** A section's place on the paper; a hidden one stays in the editor. */
export type CvSectionPlace = { readonly section: CvSection; readonly hidden: boolean }

/** Every section once: those that are placed in their order, then the others in the usual one. */
export function placedSections(placed: readonly CvSectionPlace[]): readonly CvSectionPlace[] {
  const alreadyPlaced = new Set(placed.map(({ section }) => section))
  const own = placed.filter(
    ({ section }, at) => placed.findIndex((one) => one.section === section) === at,
  )
  return [
    ...own,
    ...CV_SECTIONS.filter((section) => !alreadyPlaced.has(section)).map((section) => ({
      section,
      hidden: false,
    })),
  ]
}

/** The sections that a paper shows, in their order. */
export const shownSections = (placed: readonly CvSectionPlace[]): readonly CvSection[] =>
  placedSections(placed).flatMap(({ section, hidden }) => (hidden ? [] : [section]))

type Values = Readonly<Record<string, unknown>>

/** One item of a section, as its record holds it on the wire. */
export type CvItem = { readonly section: CvSection; readonly id: string; readonly values: Values }

/** A variant's choices for an item: its place, its visibility, and words of its own. */
export type CvEntry = {
  readonly section: CvSection
  readonly id: string
  readonly hidden: boolean
  /**
   * Values that differ from the item's, by field; all of them for an item that was removed since.
   */
  readonly wording: Values
}

/** A row of an item's translations. */
type Translation = { readonly language: string; readonly field: string; readonly text: string }

/** The words of a CV's head that differ from language to language. */
export const HEAD_TRANSLATED = ['title', 'summary'] as const
export type HeadTranslation = {
  readonly language: CvLanguage
  readonly field: (typeof HEAD_TRANSLATED)[number]
  readonly text: string
}
type HeadWords = {
  readonly title: string
  readonly summary: string
  readonly language: CvLanguage
  readonly translations: readonly HeadTranslation[]
}

/**
 * The head of a CV in a language: its translations in place of its own words.
 *
 * @returns `missing`, the fields that have words but none in this language
 */
export function headInLanguage(head: HeadWords, language: CvLanguage) {
  const wordsOf = (field: HeadTranslation['field']): string =>
    head.translations.find((row) => row.language === language && row.field === field)?.text ?? ''
  const isOwn = language === head.language
  return {
    title: (isOwn ? '' : wordsOf('title')) || head.title,
    summary: (isOwn ? '' : wordsOf('summary')) || head.summary,
    missing: isOwn
      ? []
      : HEAD_TRANSLATED.filter((field) => head[field] !== '' && wordsOf(field) === ''),
  }
}

const numberAt = (values: Values, ...names: readonly string[]): number =>
  names
    .map((name) => values[name])
    .find((value): value is number => typeof value === 'number' && value > 0) ?? 0

/**
 * The newest first: what goes on, then by end, then by start. Items without dates keep their order.
 */
function newestFirst(a: CvItem, b: CvItem): number {
  const rank = ({ values }: CvItem): number =>
    values['isPresentMission'] === true
      ? Number.MAX_SAFE_INTEGER
      : numberAt(values, 'endYear', 'to', 'year', 'startYear', 'from') * 100 +
        numberAt(values, 'endMonth', 'month', 'startMonth')
  const start = ({ values }: CvItem): number =>
    numberAt(values, 'startYear', 'from') * 100 + numberAt(values, 'startMonth')
  return rank(b) - rank(a) || start(b) - start(a)
}

const DATED: ReadonlySet<CvSection> = new Set<CvSection>([
  'mission',
  'study',
  'certification',
  'training',
])

/** Fields whose absence leaves an item without a name. */
export const ITEM_NAMES: Readonly<Record<CvSection, string>> = {
  mission: 'projectName',
  skill: 'name',
  certification: 'title',
  training: 'title',
  language: 'name',
  study: 'diploma',
  interest: 'name',
}

/** An item's name in the words of a variant; empty when it has none. */
export function itemName({ section, values }: Pick<CvItem, 'section' | 'values'>): string {
  const name = values[ITEM_NAMES[section]]
  return typeof name === 'string' ? name : ''
}

/** An item as a variant has it. */
export type ArrangedItem = CvItem & {
  readonly hidden: boolean
  readonly reworded: readonly string[]
}

/**
 * The items of a section as a variant has them: those that it places, then the others, the newest
 * first. An item that was removed since is shown if the variant has words of its own for it.
 */
export function arranged(
  section: CvSection,
  items: readonly CvItem[],
  entries: readonly CvEntry[],
): readonly ArrangedItem[] {
  const own = new Map(
    items.filter((item) => item.section === section).map((item) => [item.id, item]),
  )
  const entered = entries.filter((entry) => entry.section === section)
  const placed = entered
    .filter(({ id }, at) => entered.findIndex((one) => one.id === id) === at)
    .flatMap(({ id, hidden, wording }): ArrangedItem[] => {
      const values = { ...own.get(id)?.values, ...wording }
      if (itemName({ section, values }) === '') return []
      return [{ section, id, values, hidden, reworded: Object.keys(wording) }]
    })
  const placedIds = new Set(placed.map(({ id }) => id))
  const others = [...own.values()].filter(({ id }) => !placedIds.has(id))
  const ordered = DATED.has(section) ? others.toSorted(newestFirst) : others
  // An item that is added later stands with the newest, before those that were put in order.
  return [...ordered.map((item) => ({ ...item, hidden: false, reworded: [] })), ...placed]
}

/** The items that a variant shows, section by section. */
export const shownItems = (
  items: readonly CvItem[],
  entries: readonly CvEntry[],
): readonly ArrangedItem[] =>
  CV_SECTIONS.flatMap((section) =>
    arranged(section, items, entries).filter(({ hidden }) => !hidden),
  )

const isTranslation = (row: unknown): row is Translation =>
  typeof row === 'object' && row !== null && 'language' in row && 'field' in row && 'text' in row

/**
 * Fields of prose, which differ from language to language; names of people and places are left
 * alone.
 */
export const TRANSLATED: Readonly<Record<CvSection, readonly string[]>> = {
  mission: ['projectName', 'tasks', 'technicalEnvironment'],
  skill: ['name'],
  certification: ['displayTitle'],
  training: ['title'],
  language: ['name'],
  study: ['diploma'],
  interest: ['name'],
}

/**
 * An item in a language: its translations in place of its own words.
 *
 * @param own the language in which the items are written
 * @returns `missing`, the fields that have words but none in this language
 */
export function inLanguage(
  { section, values }: Pick<CvItem, 'section' | 'values'>,
  language: CvLanguage,
  own: CvLanguage,
): { readonly values: Values; readonly missing: readonly string[] } {
  if (language === own) return { values, missing: [] }
  const rows = Array.isArray(values['translations'])
    ? values['translations'].filter(isTranslation)
    : []
  const texts = Object.fromEntries(
    rows
      .filter((row) => row.language === language && row.text !== '')
      .map(({ field, text }) => [field, text]),
  )
  const missing = TRANSLATED[section].filter((field) => {
    const text = values[field]
    return typeof text === 'string' && text !== '' && texts[field] === undefined
  })
  return { values: { ...values, ...texts }, missing }
}
