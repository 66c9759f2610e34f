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

/** The words by which a job is found, each once and folded, so that thousands of jobs are looked through at once. */
export function jobTerms({ title, company, skills, languages, description }: Posting): string {
  const head = foldedWords([title, company, ...skills, ...languages].join(' '))
  const known = new Set(head.split(' '))
  const words = new Set(foldedWords(description).split(' ')).difference(known)
  return `${head}${[...words].join(' ').slice(0, TERMS_MAX)} `
}

/** The synonyms of each term, in words. */
type Wanted = readonly (readonly string[])[]
const wantedWords = (terms: readonly string[] = []): Wanted =>
  terms.flatMap((term) => synonymsOf(term).map((synonym) => synonym.trim().split(' ').map(foldedWords)))
const namesOne = (wanted: Wanted, text: () => string): boolean => {
  if (wanted.length === 0) return true
  const folded = text()
  return wanted.some((words) => words.every((word) => folded.includes(word)))
}

const holdsWords = (text: string, q: string): boolean =>
  foldedWords(q)
    .trim()
    .split(' ')
    .every((word) => text.includes(word))

/** A job as a list keeps it. `day`: when it was published, else found. */
export type Listed = { readonly posting: Posting; readonly day: number; readonly terms: string }

/** A filter prepared once for many jobs. */
export function jobFilter(filter: JobFilter): (job: Listed, now: number) => boolean {
  const { q = '', workModes, contractTypes, sectors, experience, jobAge } = filter
  const titles = wantedWords(filter.titles)
  const skills = wantedWords(filter.skills)
  const languages = wantedWords(filter.languages)
  const { towns, unknown } = wantedPlaces(filter)
  const anywhere = towns.length === 0 && unknown.length === 0
  const isNear = ({ location }: Posting): boolean => {
    const town = placeIn(location)
    if (town !== null && towns.includes(town.name)) return true
    const folded = foldedWords(location)
    return unknown.some((place) => folded.includes(place))
  }
  const isOfBand = ({ years }: Posting): boolean => {
    if (experience === undefined) return true
    const { from, before } = yearsIn(experience)
    return years >= from && years < before
  }
  return ({ posting, day, terms }, now) =>
    isIn(workModes, posting.mode) &&
    isIn(contractTypes, posting.contractType) &&
    isIn(sectors, posting.sector ?? '') &&
    isOfBand(posting) &&
    (jobAge === undefined || day >= oldestDay(jobAge, now)) &&
    (anywhere || isNear(posting)) &&
    (q === '' || holdsWords(foldedWords(`${posting.title} ${posting.company} ${posting.location}`), q)) &&
    namesOne(titles, () => foldedWords(`${posting.title} ${posting.company}`)) &&
    namesOne(languages, () => terms) &&
    namesOne(skills, () => terms)
}
