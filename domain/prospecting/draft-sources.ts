import { type CvItem, type CvSection, inLanguage, ITEM_NAMES } from '#domain/cv/cv.values.ts'
import type { CvLanguage } from '#domain/cv/cv-languages.values.ts'
import type { DayOrNone } from '#domain/kernel/time.ts'
import { isOfTheJob } from './draft-harm.ts'
import type { DraftSource } from './message-draft.ts'

/** The job or offer that a message answers. All of it was written by others. */
export type DraftSubject = {
  readonly about: 'job' | 'offer'
  readonly title: string
  readonly company: string
  readonly skills: readonly string[]
  readonly text: string
}

/** Items of the user's CV that a message may use. */
export type DraftCv = {
  readonly title: string
  readonly summary: string
  readonly availableFrom: DayOrNone
  /** The language in which the items are written. */
  readonly language: CvLanguage
  /** Items of the main CV, in its order. */
  readonly items: readonly CvItem[]
}

/**
 * A source, together with the words of the item's own language, by which a sentence is compared as
 * well.
 */
export type Candidate = DraftSource & { readonly words: string }

/** The most items of each section, and sentences of a job, that a message is made from. */
const MOST: Readonly<Record<CvSection | 'job', number>> = {
  mission: 10,
  skill: 25,
  certification: 6,
  training: 5,
  language: 6,
  study: 4,
  interest: 0,
  job: 40,
}
const SOURCE_MAX = 400

/** Fields of an item that tell of it, after its name. */
const TOLD: Readonly<Record<CvSection, readonly string[]>> = {
  mission: ['client', 'tasks', 'technicalEnvironment'],
  skill: [],
  certification: ['displayTitle', 'from', 'organism'],
  training: ['organism'],
  language: [],
  study: ['institute', 'organism'],
  interest: [],
}
const YEARS = ['startYear', 'endYear', 'from', 'to', 'year'] as const

/**
 * A text without what is not seen: control and format characters, direction marks and zero widths.
 * Markup and the marks of Markdown go too.
 */
export const plainText = (text: string): string =>
  text
    .replaceAll(/<[^>]{0,500}>/g, ' ')
    .replaceAll(/\[([^\]]{0,300})\]\([^)]{0,500}\)/g, '$1')
    .replaceAll(/^\s*#+\s/gm, ' ')
    .replaceAll(/[*_`>|~]+/g, ' ')
    .replaceAll(/[^\P{C}\n]/gu, ' ')
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim()

const oneLineOf = (text: string, max = SOURCE_MAX): string =>
  plainText(text).replaceAll(/\s+/g, ' ').slice(0, max)

function itemText({ section, values }: Pick<CvItem, 'section' | 'values'>): string {
  const years = YEARS.map((field) => values[field]).filter(
    (year) => typeof year === 'number' && year > 0,
  )
  const parts = [ITEM_NAMES[section], ...TOLD[section]].map((field) => values[field])
  return oneLineOf(
    [...parts.filter((part) => typeof part === 'string' && part !== ''), ...years].join(', '),
  )
}

/** Sentences and lines of a job's text. */
const sentencesOf = (text: string): readonly string[] =>
  plainText(text)
    .split(/\n+|(?<=[.!?؟…])\s+/)
    .map((sentence) => oneLineOf(sentence))
    .filter((sentence) => sentence.length > 2)

/** Numbered sources of a message in a language: the CV first, then the job with its title. */
export function draftSources(
  cv: DraftCv,
  subject: DraftSubject,
  language: CvLanguage,
): readonly Candidate[] {
  const head = oneLineOf([cv.title, cv.summary, cv.availableFrom].filter(Boolean).join('. '))
  const counts = new Map<CvSection, number>()
  const items = cv.items.flatMap((item) => {
    const count = (counts.get(item.section) ?? 0) + 1
    counts.set(item.section, count)
    if (count > MOST[item.section]) return []
    const text = itemText({
      section: item.section,
      values: inLanguage(item, language, cv.language).values,
    })
    return text === ''
      ? []
      : [{ of: 'cv', section: item.section, id: item.id, text, words: itemText(item) } as const]
  })
  const titled = [subject.title, subject.company].filter(Boolean).join(', ')
  const job = [titled, ...sentencesOf(subject.text), ...subject.skills]
    .map((text) => oneLineOf(text))
    .filter((text) => text !== '' && isOfTheJob(text))
    .slice(0, MOST.job)
    .map((text) => ({ of: 'job', section: '', id: '', text, words: '' }) as const)
  const own =
    head === '' ? [] : [{ of: 'cv', section: 'head', id: '', text: head, words: '' } as const]
  return [...own, ...items, ...job].map((source, i) => ({ ...source, number: i + 1 }))
}
