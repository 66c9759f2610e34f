import type { CvReading, ImportedField, ImportSection } from '../import.values.ts'
import { Address } from '#domain/kernel/address.ts'
import { Phone } from '#domain/kernel/records/fields.ts'
import { beginningOf, oneLine } from '#domain/kernel/texts.ts'
import { folded } from './cv-headings.ts'
import { periodIn } from './cv-periods.ts'
import { apartFromSkills } from './spoken-languages.ts'

type Values = ImportedField['values']
/** One thing of a file that names its fields: what it becomes, and the words it is shown with. */
export type Listed = {
  readonly section: ImportSection
  /** Null where no section takes it. */
  readonly values: Values | null
  readonly told: string
}

/** Without fields that say nothing: empty texts, zeros, false. */
export const saying = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== '' && value !== 0 && value !== false && value !== undefined,
    ),
  )

/** Sections whose entries are their name alone: a second one of it says nothing. */
const isNamed = (section: ImportSection): boolean =>
  section === 'skill' || section === 'language' || section === 'interest'

/** Facts of the person, by the rules of the account and of its address. */
export const PersonFacts = Address.extend({
  firstName: oneLine(100),
  lastName: oneLine(100),
  phone: Phone,
}).partial()

/** Facts that the account takes; null for none. A phone may be a word, a name a whole paragraph. */
function ofPerson(values: Values): Values | null {
  const taken = Object.entries(values).filter(
    ([name, value]) => PersonFacts.safeParse({ [name]: value }).success,
  )
  return taken.length === 0 ? null : Object.fromEntries(taken)
}

/** The head of a CV, as long as it takes it; a link is taken whole. */
export function headValues({
  title = '',
  summary = '',
  links = [],
}: {
  readonly title?: string
  readonly summary?: string
  readonly links?: readonly string[]
}): Values {
  let left = LINKS_MAX
  return saying({
    title: beginningOf(title.replaceAll(/\s+/g, ' ').trim(), 200),
    summary: beginningOf(summary, 2_000),
    links: links.filter((link) => (left -= link.length + 1) >= 0).join('\n'),
  })
}
/** The longest links with a line's end after each. @unit letters */
const LINKS_MAX = 1_000

/** The reading of a file that names its fields: nothing is guessed, so that all of it is sure. */
export function listedReading(listed: readonly Listed[]): CvReading {
  const rows: string[] = []
  const fields: ImportedField[] = []
  const unplaced: string[] = []
  const names = new Set<string>()
  for (const one of listed) {
    const { told } = one
    const { section, values: said } =
      one.values === null ? one : apartFromSkills({ section: one.section, values: one.values })
    const values = section === 'person' && said !== null ? ofPerson(said) : said
    if (values !== null && isNamed(section)) {
      const name = `${section} ${folded(String(values['name']))}`
      if (names.has(name)) continue
      names.add(name)
    }
    const start = rows.length
    const own = told.split('\n')
    rows.push(...own, '')
    if (values === null) unplaced.push(own.join(' '))
    else
      fields.push({
        id: `f${fields.length + 1}`,
        section,
        values,
        evidence: told,
        confidence: 0.95,
        lines: own.map((_, index) => start + index),
      })
  }
  return { text: rows.join('\n').trimEnd(), fields, unplaced, isListed: true }
}

/** A moment as formats write it: `2020-03-15`, `Mar 2020`, « mars 2020 ». */
export function writtenMoment(text: string): { readonly year: number; readonly month: number } {
  const year = Number(/(?:19|20)\d{2}/.exec(text)?.[0] ?? 0)
  const numbered = Number(/^\d{4}-(\d{1,2})/.exec(text)?.[1] ?? 0)
  const month = numbered || (periodIn(text)?.from.month ?? 0)
  return { year, month: year === 0 || month > 12 ? 0 : month }
}

/** The period of a mission; one with a start and no end goes on. */
export function writtenPeriod(start: string, end: string): Values {
  const [from, to] = [writtenMoment(start), writtenMoment(end)]
  return saying({
    startYear: from.year,
    startMonth: from.month,
    ...(from.year > 0 && to.year === 0
      ? { isPresentMission: true }
      : { endYear: to.year, endMonth: to.month }),
  })
}
