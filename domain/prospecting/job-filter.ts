import { DAY_MS } from '#domain/kernel/time.ts'
import type { Posting } from './job.ts'
import { foldedWords, synonymsOf } from './job-words.ts'
import { placeIn, townsNear } from './places.ts'

/** Conditions that narrow a list of jobs, named as a set of criteria names them. What is absent narrows nothing. */
export type JobFilter = {
  readonly q?: string | undefined
  readonly titles?: readonly string[] | undefined
  readonly skills?: readonly string[] | undefined
  readonly languages?: readonly string[] | undefined
  readonly locations?: readonly string[] | undefined
  /** Around the locations. @unit kilometres */
  readonly radius?: number | undefined
  readonly workModes?: readonly string[] | undefined
  readonly contractTypes?: readonly string[] | undefined
  readonly sectors?: readonly string[] | undefined
  /** A band such as `3-5`. @unit years */
  readonly experience?: string | undefined
  /** Published so long ago at most. @unit days */
  readonly jobAge?: number | undefined
}

/** As in a set of criteria that says nothing else. @unit kilometres */
const USUAL_RADIUS = 25

/** The years that a band holds: its end belongs to the next one. */
export function yearsIn(band: string): { readonly from: number; readonly before: number } {
  const [from = 0, before = 0] = band.split('-').map(Number)
  return { from, before }
}

/** The oldest day of publication. @unit epoch milliseconds */
export const oldestDay = (jobAge: number, now: number): number => now - jobAge * DAY_MS

/** Towns of the gazetteer around the locations, and the locations that it does not know. */
export function wantedPlaces({ locations = [], radius = USUAL_RADIUS }: JobFilter) {
  const known = locations.flatMap((location) => placeIn(location) ?? [])
  return {
    towns: [...new Set(known.flatMap((place) => townsNear(place, radius).map(({ name }) => name)))],
    unknown: locations.filter((location) => placeIn(location) === null).map(foldedWords),
  }
}

const isIn = (allowed: readonly string[] | undefined, value: string): boolean =>
  allowed === undefined || allowed.length === 0 || allowed.includes(value)

/** What is kept of a description's words. @unit characters */
const TERMS_MAX = 1500

/** What a job is found by, folded once, so that thousands of jobs are looked through at once. */
export type JobWords = {
  /** The town of the gazetteer that its location names; empty for none. */
  readonly town: string
  /** Its title and company. */
  readonly named: string
  readonly place: string
  /** All its words, each once. */
  readonly terms: string
}

export const jobWords = (posting: Posting): JobWords => ({
  town: placeIn(posting.location)?.name ?? '',
  named: foldedWords(`${posting.title} ${posting.company}`),
  place: foldedWords(posting.location),
  terms: jobTerms(posting),
})

function jobTerms({ title, company, skills, languages, description }: Posting): string {
  const head = foldedWords([title, company, ...skills, ...languages].join(' '))
  const known = new Set(head.split(' '))
  const words = new Set(foldedWords(description).split(' ')).difference(known)
  return `${head}${[...words].join(' ').slice(0, TERMS_MAX)} `
}

/**
 * Whether a folded text names one of the terms or a synonym of it, in all its words. One expression looks for every
 * term of a single word at once, which takes a third of the time of one search each. A folded word has letters,
 * digits, `+`, `#` and `.`.
 */
function namesOne(terms: readonly string[] = []): (text: string) => boolean {
  if (terms.length === 0) return () => true
  const wanted = terms.flatMap((term) => synonymsOf(term).map((synonym) => synonym.trim().split(' ')))
  const single = wanted.flatMap((words) => (words.length === 1 ? words : []))
  const several = wanted.filter((words) => words.length > 1).map((words) => words.map(foldedWords))
  const one =
    single.length === 0
      ? null
      : new RegExp(` (?:${single.map((word) => word.replaceAll(/[.+]/g, String.raw`\$&`)).join('|')}) `)
  return (text) => one?.test(text) === true || several.some((words) => words.every((word) => text.includes(word)))
}

/** A job as a list keeps it. `day`: when it was published, else found. */
export type Listed = JobWords & { readonly posting: Posting; readonly day: number }

/** A filter prepared once for many jobs. */
export function jobFilter(filter: JobFilter): (job: Listed, now: number) => boolean {
  const { workModes, contractTypes, sectors, experience, jobAge } = filter
  const asked = foldedWords(filter.q ?? '')
    .trim()
    .split(' ')
  const namesTitle = namesOne(filter.titles)
  const namesSkill = namesOne(filter.skills)
  const namesLanguage = namesOne(filter.languages)
  const { towns, unknown } = wantedPlaces(filter)
  const anywhere = towns.length === 0 && unknown.length === 0
  const isNear = ({ town, place }: Listed): boolean =>
    towns.includes(town) || unknown.some((wanted) => place.includes(wanted))
  const isOfBand = ({ years }: Posting): boolean => {
    if (experience === undefined) return true
    const { from, before } = yearsIn(experience)
    return years >= from && years < before
  }
  return (job, now) => {
    const { posting, day, named, place, terms } = job
    return (
      isIn(workModes, posting.mode) &&
      isIn(contractTypes, posting.contractType) &&
      isIn(sectors, posting.sector ?? '') &&
      isOfBand(posting) &&
      (jobAge === undefined || day >= oldestDay(jobAge, now)) &&
      (anywhere || isNear(job)) &&
      asked.every((word) => named.includes(word) || place.includes(word)) &&
      namesTitle(named) &&
      namesLanguage(terms) &&
      namesSkill(terms)
    )
  }
}
