import { z } from 'zod'
import { CV_ITEMS } from '../cv-items.ts'
import { CV_SECTIONS, ITEM_NAMES } from '../cv.values.ts'
import {
  type CvReading,
  IMPORT_SECTIONS,
  type ImportedField,
  type ImportSection,
} from '../import.values.ts'
import { folded } from './cv-headings.ts'
import { periodIn } from './cv-periods.ts'
import { apartFromSkills } from './spoken-languages.ts'
import { saying } from './listed-fields.ts'
import { employmentIn } from './text/read-missions.ts'

type Values = ImportedField['values']
/** The person is read by rules alone: an account's facts are no model's matter. */
type ModelSection = Exclude<ImportSection, 'person'>
const MODEL_SECTIONS = ['head', ...CV_SECTIONS] as const

/** Most fields of an answer: a CV of 40 pages has fewer. */
const MOST_FIELDS = 300
const Claim = z.object({
  section: z.enum(MODEL_SECTIONS),
  values: z.record(z.string().max(64), z.union([z.string().max(10_000), z.number(), z.boolean()])),
  evidence: z.string().min(1).max(10_000),
})
type Claim = z.output<typeof Claim>
/** One field that is none does not spoil the others. */
const Answer = z.object({ fields: z.array(Claim.nullable().catch(null)).max(MOST_FIELDS) })

/** Fields that a model may fill, by section. The user fills an item's other fields. */
export const MODEL_FIELDS: Readonly<Record<ModelSection, readonly string[]>> = {
  head: ['title', 'summary'],
  mission: [
    'projectName',
    'client',
    'employmentType',
    'location',
    'isPresentMission',
    'startYear',
    'startMonth',
    'endYear',
    'endMonth',
    'tasks',
    'technicalEnvironment',
  ],
  skill: ['name', 'type', 'level'],
  certification: ['title', 'organism', 'startYear', 'startMonth', 'link'],
  training: ['title', 'organism', 'year', 'month', 'hours'],
  language: ['name', 'level'],
  study: ['diploma', 'institute', 'from', 'to'],
  interest: ['name'],
}

/** Years with the month that stands beside them. */
const YEAR_OF: Readonly<Record<string, string>> = {
  startMonth: 'startYear',
  endMonth: 'endYear',
  month: 'year',
}

/** Words of the text in order, each with the number of its line. */
type Words = { readonly words: readonly string[]; readonly lines: readonly number[] }
const wordsOf = (text: string): readonly string[] => folded(text).split(' ').filter(Boolean)
function wordsAt(rows: readonly string[]): Words {
  const found = rows.flatMap((row, line) => wordsOf(row).map((word) => ({ word, line })))
  return { words: found.map(({ word }) => word), lines: found.map(({ line }) => line) }
}

/**
 * Numbers of the lines in which a passage stands word for word; none where the text does not say
 * it.
 */
function linesOf(evidence: string, { words, lines }: Words): readonly number[] {
  const wanted = wordsOf(evidence)
  const [first] = wanted
  if (first === undefined) return []
  for (let at = words.indexOf(first); at >= 0; at = words.indexOf(first, at + 1))
    if (wanted.every((word, index) => words[at + index] === word))
      return [...new Set(lines.slice(at, at + wanted.length))]
  return []
}

/** Whether the lines say a value: nothing that a model adds is proposed. */
function isSaid(name: string, value: unknown, values: Values, rows: readonly string[]): boolean {
  const pageWords = new Set(rows.flatMap(wordsOf))
  if (name === 'link') return typeof value === 'string' && rows.some((row) => row.includes(value))
  // A kind is no claim about the person: the list of skills is sorted by it.
  if (name === 'type') return true
  if (name === 'employmentType') return employmentIn(rows).type === value
  if (name === 'isPresentMission')
    return value === true && rows.some((row) => periodIn(row)?.to === null)
  // A level needs words beside the name, which say it.
  if (name === 'level') return pageWords.size > wordsOf(String(values['name'])).length
  const year = YEAR_OF[name]
  if (year !== undefined)
    return rows.some((row) => {
      const period = periodIn(row)
      return [period?.from, period?.to].some(
        (one) => one?.month === value && one?.year === values[year],
      )
    })
  return wordsOf(String(value)).every((word) => pageWords.has(word))
}

/** The values that the lines say and that the item's record takes. */
function checkedValues({ section, values }: Claim, rows: readonly string[]): Values {
  const own = Object.entries(saying(values)).filter(
    ([name, value]) => MODEL_FIELDS[section].includes(name) && isSaid(name, value, values, rows),
  )
  const year = (name: string): boolean =>
    YEAR_OF[name] === undefined || own.some(([other]) => other === YEAR_OF[name])
  return Object.fromEntries(
    own.filter(([name, value]) => year(name) && isTaken(section, name, value)),
  )
}
function isTaken(section: ModelSection, name: string, value: unknown): boolean {
  if (section === 'head' || name === 'organism') return typeof value === 'string'
  return CV_ITEMS[section].Patch.safeParse({ [name]: value }).success
}

/** From all that was claimed, or from what was left of it. */
const CONFIDENCE = { whole: 0.9, part: 0.6 }

/**
 * Proposals of a model for a CV's text. Each field quotes a passage of the text word for word. Each
 * of its values stands in the lines of that passage. All else is left out. Lines that the model
 * passes over stay with the rules.
 *
 * @param byRules the reading of the same text
 * @returns null for an answer that is none
 */
export function readModelAnswer(answer: string, byRules: CvReading): CvReading | null {
  const claims = Answer.safeParse(jsonOf(answer))
  if (!claims.success) return null
  const rows = byRules.text.split('\n')
  const words = wordsAt(rows)
  const proposed = claims.data.fields.flatMap((claim) => {
    if (claim === null) return []
    const lines = linesOf(claim.evidence, words)
    const evidence = lines.map((line) => rows[line] ?? '')
    const { section, values } = apartFromSkills({
      section: claim.section,
      values: checkedValues(claim, evidence),
    })
    const isNamed =
      section === 'head'
        ? Object.keys(values).length > 0
        : values[ITEM_NAMES[section]] !== undefined
    if (!isNamed) return []
    const isWhole = Object.keys(values).length === Object.keys(saying(claim.values)).length
    const confidence = isWhole ? CONFIDENCE.whole : CONFIDENCE.part
    return [{ section, values, evidence: evidence.join('\n'), confidence, lines }]
  })
  const seen = new Set<string>()
  const once = proposed.filter(({ section, values, lines }) => {
    const name =
      section === 'head' ? Object.keys(values).join() : folded(String(values[ITEM_NAMES[section]]))
    const key = `${section} ${name} ${section === 'mission' ? lines.join() : ''}`
    return !seen.has(key) && seen.add(key)
  })
  const read = new Set(once.flatMap(({ lines }) => lines))
  const rest = byRules.fields.filter(
    ({ section, lines }) => section === 'person' || !lines.some((line) => read.has(line)),
  )
  const placed = new Set([...read, ...rest.flatMap(({ lines }) => lines)])
  const placedRows = new Set(
    rows.filter((_, line) => placed.has(line)).map((row) => row.replaceAll('\t', ' ').trim()),
  )
  const ranked = [...once, ...rest].toSorted((a, b) => rankOf(a.section) - rankOf(b.section))
  return {
    text: byRules.text,
    fields: ranked.map((field, index) => ({ ...field, id: `f${index + 1}` })),
    unplaced: [
      ...byRules.unplaced.filter((row) => !placedRows.has(row)),
      ...dropped(byRules, placed, rows),
    ],
  }
}

const rankOf = (section: ImportSection): number => IMPORT_SECTIONS.indexOf(section)

/**
 * Lines on which a rule's field stood whose place a model's field took, and which that field does
 * not hold.
 */
const dropped = (
  { fields }: CvReading,
  placed: ReadonlySet<number>,
  rows: readonly string[],
): readonly string[] =>
  [...new Set(fields.flatMap(({ lines }) => lines))]
    .filter((line) => !placed.has(line))
    .toSorted((a, b) => a - b)
    .map((line) => (rows[line] ?? '').replaceAll('\t', ' ').trim())
    .filter((row) => row !== '')

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
