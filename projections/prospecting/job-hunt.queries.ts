import { Language } from '#domain/cv/language.record.ts'
import { Mission } from '#domain/cv/mission.record.ts'
import { Skill } from '#domain/cv/skill.record.ts'
import type { Stored } from '#domain/kernel/records/record.ts'
import { JobSource } from '#domain/prospecting/job-source.record.ts'
import type { Posting } from '#domain/prospecting/job.ts'
import type { DigestJob } from '#domain/prospecting/job-digest.ts'
import type { Suggestion } from '#domain/prospecting/job-hunt.ts'
import {
  ageOf,
  type Match,
  matcherOf,
  type Matcher,
  type Wanted,
} from '#domain/prospecting/matching.ts'
import { Publication } from '#domain/prospecting/publication.record.ts'
import { SearchCriteria } from '#domain/prospecting/search-criteria.record.ts'
import type { JobSearch, OldJobs, OpenJob } from '#commands/facts.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { type RecordDoc, recordsOf } from '#projections/records.ts'
import { jobHunts } from './job-hunts.ts'
import { jobReadings, jobs, type JobDoc, type JobReadingDoc } from './jobs.ts'

/** Search of a user, its places, and the facts of both. */
export const jobHuntReads = {
  jobs,
  jobReadings,
  jobHunts,
  searchCriteria: recordsOf(SearchCriteria),
  jobSources: recordsOf(JobSource),
  publications: recordsOf(Publication),
  skills: recordsOf(Skill),
  languages: recordsOf(Language),
  missions: recordsOf(Mission),
}
type Hunt = Read<typeof jobHuntReads>

/** A set of criteria, with what of the CV belongs to it. */
type WantedBy = {
  readonly id: string
  readonly name: string
  /** @unit points of a hundred */
  readonly threshold: number
  readonly automatic: boolean
  readonly wanted: Wanted
}

const textsOf = (values: readonly unknown[]): readonly string[] =>
  values.filter((value): value is string => typeof value === 'string')

type Criteria = Stored<typeof SearchCriteria>
/** The most years of a band such as `3-5`; null without a band, so that the CV's years count. */
const yearsOf = (band: string): number | null => (band === '' ? null : Number(band.split('-')[1]))
/** The id of criteria that are not saved yet. */
const TYPED = 'typed'

/**
 * The criteria of a user, each with the skills, languages and years of the CV. Without criteria,
 * the CV alone.
 */
async function wantedBy(
  read: Hunt,
  owner: string,
  now: number,
  typed: Criteria | null = null,
): Promise<readonly WantedBy[]> {
  const own = { filter: { where: { owner } } }
  const [hunt, criteria, skills, languages, missions] = await Promise.all([
    read.jobHunts.get(owner),
    read.searchCriteria.find(own),
    read.skills.find(own),
    read.languages.find(own),
    read.missions.find(own),
  ])
  const hidden = hunt?.hidden ?? []
  const names = (docs: typeof skills.items) => textsOf(docs.map(({ values }) => values['name']))
  const firstYear = Math.min(
    ...missions.items.map(({ values }) => Number(values['startYear']) || Infinity),
  )
  const cv = {
    skills: names(skills.items),
    languages: names(languages.items),
    years: Number.isFinite(firstYear) ? Math.max(0, new Date(now).getUTCFullYear() - firstYear) : 0,
  }
  const all = [
    // as its projection kept it
    ...criteria.items.map((doc) => ({ id: doc._id, values: doc.values as Criteria })),
    ...(typed === null ? [] : [{ id: TYPED, values: typed }]),
  ].map(
    ({ id, values }): WantedBy => ({
      id,
      name: values.name,
      threshold: values.matchThreshold / 100,
      automatic: values.automaticSearch,
      wanted: {
        titles: values.titles,
        skills: [...values.skills, ...cv.skills],
        locations: values.locations,
        radius: Number(values.radius),
        modes: values.workModes,
        contractTypes: values.contractTypes,
        rate: values.TjmHT,
        languages: [...values.languages, ...cv.languages],
        sectors: values.sectors,
        years: yearsOf(values.experience) ?? cv.years,
        jobAge: Number(values.jobAge),
        hiddenCompanies: [...values.hiddenCompanies, ...hidden],
      },
    }),
  )
  if (all.length > 0) return all
  const none = {
    titles: [],
    locations: [],
    radius: 0,
    modes: [],
    contractTypes: [],
    rate: 0,
    sectors: [],
  }
  const wanted = { ...none, ...cv, hiddenCompanies: hidden, jobAge: 365 }
  return [{ id: '', name: '', threshold: 0, automatic: false, wanted }]
}

export type Compared = { readonly by: WantedBy; readonly matcher: Matcher }
/** The match of a job with one set of criteria. */
type MatchOf = (doc: JobDoc, one: Compared, now: number) => Match
const matchAnew: MatchOf = ({ posting }, { matcher }, now) => matcher.match(posting, now)

/** The most jobs that are compared at once. */
const COMPARED = 10_000

/** Sets of criteria whose matches are kept at once: those of the users who go through jobs now. */
const KEPT_SETS = 16

/**
 * Earlier matches, while job, criteria and the job's age are the same. Each key of a triage reads
 * the suggestions again. New matches of all of them would take half a second of the server.
 */
export function keptMatches(): MatchOf {
  const sets = new Map<string, Map<string, { readonly version: number; readonly match: Match }>>()
  const keys = new WeakMap<Compared, string>()
  return (doc, one, now) => {
    const key = keys.get(one) ?? `${doc.owner} ${JSON.stringify(one.by.wanted)}`
    keys.set(one, key)
    const set =
      sets.get(key) ?? new Map<string, { readonly version: number; readonly match: Match }>()
    const cached = set.get(doc._id)
    if (cached?.version === doc.version && cached.match.age === ageOf(doc.posting, now))
      return cached.match
    if (!sets.has(key)) {
      const [oldest] = sets.keys()
      if (sets.size >= KEPT_SETS && oldest !== undefined) sets.delete(oldest)
      sets.set(key, set)
    }
    const match = matchAnew(doc, one, now)
    // Jobs that have gone since are among them.
    if (set.size > 2 * COMPARED) set.clear()
    set.set(doc._id, { version: doc.version, match })
    return match
  }
}
type Scored = { readonly doc: JobDoc; readonly match: Match; readonly by: WantedBy }

/** The sets of criteria of a user, or one of them, each with its matcher. */
export async function comparedBy(
  read: Hunt,
  owner: string,
  criteriaId: string | undefined,
  now: number,
): Promise<readonly Compared[]> {
  const all = await wantedBy(read, owner, now)
  const chosen = criteriaId === undefined ? all : all.filter(({ id }) => id === criteriaId)
  return chosen.map((by) => ({ by, matcher: matcherOf(by.wanted) }))
}

/** The best match of a job with one of the sets of criteria. */
function bestMatch(
  doc: JobDoc,
  all: readonly Compared[],
  now: number,
  matchOf: MatchOf = matchAnew,
): { readonly match: Match; readonly by: WantedBy } | null {
  const matches = all.map((one) => ({ by: one.by, match: matchOf(doc, one, now) }))
  return matches.reduce<(typeof matches)[number] | null>(
    (top, one) => (top === null || one.match.score > top.match.score ? one : top),
    null,
  )
}

/** Open jobs with which the user has done nothing yet, the newest first. */
const undecidedJobs = async (read: Hunt, owner: string): Promise<readonly JobDoc[]> => {
  const filter = { where: { owner, decided: false } }
  return (await read.jobs.find({ filter, sort: [['day', -1]], limit: COMPARED })).items
}

/** Undecided jobs that no criterion excludes, the best first. */
export async function suggestedJobs(
  read: Hunt,
  owner: string,
  all: readonly Compared[],
  now: number,
  matchOf: MatchOf = matchAnew,
): Promise<readonly Scored[]> {
  const scored = (await undecidedJobs(read, owner)).flatMap((doc): Scored[] => {
    if (doc.posting.closesAt > 0 && doc.posting.closesAt < now) return []
    const wanted = all.filter(({ matcher }) => !matcher.excludes(doc.posting, now))
    const best = bestMatch(doc, wanted, now, matchOf)
    return best === null ? [] : [{ doc, ...best }]
  })
  return scored.toSorted((a, b) => b.match.score - a.match.score || b.doc.day - a.doc.day)
}

/** Number of present jobs that unsaved criteria find. */
export async function foundBy(
  read: Hunt,
  owner: string,
  typed: Criteria,
  now: number,
): Promise<{ readonly found: number; readonly of: number }> {
  const wanted = (await wantedBy(read, owner, now, typed)).filter(({ id }) => id === TYPED)
  const compared = wanted.map((by) => ({ by, matcher: matcherOf(by.wanted) }))
  const scored = await suggestedJobs(read, owner, compared, now)
  return {
    found: scored.filter(({ match, by }) => match.score >= by.threshold).length,
    of: await read.jobs.count({ where: { owner, decided: false } }),
  }
}

/** Jobs above the threshold of their criteria that were never suggested before, the best first. */
export async function newSuggestions(
  read: Hunt,
  owner: string,
  { automatic, now }: { readonly automatic: boolean; readonly now: number },
) {
  const all = (await comparedBy(read, owner, undefined, now)).filter(
    ({ by }) => !automatic || by.automatic,
  )
  return (await suggestedJobs(read, owner, all, now))
    .filter(({ doc, match, by }) => !doc.suggested && match.score >= by.threshold)
    .map(({ doc, match, by }) => ({ id: doc._id, score: match.score, criteriaId: by.id }))
}

/** The suggested jobs of criteria that ask for a mail about them, the best first. */
export async function digestedJobs(
  read: Pick<Hunt, 'jobs' | 'searchCriteria'>,
  owner: string,
  suggested: readonly Suggestion[],
): Promise<readonly DigestJob[]> {
  const { items } = await read.searchCriteria.find({
    filter: { where: { owner, 'values.digest': true } },
  })
  const asking = new Set(items.map(({ _id }) => _id))
  const wanted = suggested.filter(({ criteriaId }) => asking.has(criteriaId))
  const docs = await read.jobs.load(wanted.map(({ id }) => id))
  return wanted.flatMap(({ id, score }) => {
    const posting = docs.get(id)?.posting
    return posting === undefined
      ? []
      : [{ id, title: posting.title, company: posting.company, location: posting.location, score }]
  })
}

/** A user's jobs that are not closed, the newest first. */
export async function openJobs(jobModel: Hunt['jobs'], owner: string): Promise<readonly OpenJob[]> {
  const { items } = await jobModel.find({
    filter: { where: { owner, closed: false } },
    sort: [['day', -1]],
  })
  return items.map(({ _id: id, posting: { postedAt }, origins, saved, applied, suggested }) => ({
    id,
    postedAt,
    origins,
    watched: saved || applied || suggested,
  }))
}

/** Published jobs of all users that one search reads. */
const PUBLISHED_MAX = 2000

/** Jobs that other users publish here. */
async function publishedByOthers(read: Hunt, owner: string) {
  const { items } = await read.publications.find({
    filter: { where: { 'values.status': 'published', owner: { $ne: owner } } },
    limit: PUBLISHED_MAX,
  })
  return items.map((doc) => ({ id: doc._id, owner: doc.owner, posting: postingOf(doc) }))
}

/** A publication as a posting. */
export function postingOf(doc: RecordDoc): Posting {
  const values = doc.values as Stored<typeof Publication> // as its projection kept it
  return {
    title: values.title,
    company: values.company,
    location: values.location,
    mode: values.workLocationType,
    contractType: values.contractType,
    rate: {
      min: values.budget,
      max: values.budget,
      per: values.budgetPeriod,
      currency: values.currency,
    },
    ...(values.sector !== '' && { sector: values.sector }),
    skills: values.skills,
    languages: [],
    years: Number(/^\d+/.exec(values.experienceLevel)?.[0] ?? 0),
    description: values.description.slice(0, 8000),
    postedAt: values.datePosted,
    closesAt: 0,
  }
}

/**
 * Reads of one search of a user, and its purpose. @param service the public employment service,
 * where it is asked
 */
export async function jobSearchOf(
  read: Hunt,
  owner: string,
  service: { readonly key: string; readonly name: string } | null,
  now: number,
): Promise<JobSearch> {
  const [wanted, own, reading, published] = await Promise.all([
    wantedBy(read, owner, now),
    sourcesOf(read, owner),
    service === null ? null : read.jobReadings.get(service.key),
    publishedByOthers(read, owner),
  ])
  const readingOf = (doc: JobReadingDoc | null): JobSearch['sources'][number]['known'] => ({
    etag: doc?.etag ?? '',
    lastModified: doc?.lastModified ?? '',
    failures: doc?.failures ?? 0,
    triedAt: doc?.triedAt ?? 0,
    readAt: doc?.readAt ?? 0,
  })
  return {
    sources: [
      ...own.map(({ id, name, url, reading: doc }) => ({
        key: id,
        name,
        url,
        known: readingOf(doc),
      })),
      ...(service === null ? [] : [{ ...service, url: null, known: readingOf(reading) }]),
    ],
    questions: wanted
      .filter(({ id }) => id !== '')
      .map((by) => ({ words: [...by.wanted.titles, ...by.wanted.skills], days: by.wanted.jobAge })),
    published,
  }
}

/** The most old jobs that one turn of a cleaning removes. */
const CLEANED_AT_ONCE = 500

/** Jobs from before an instant that no user saved or applied for, and how many are kept. */
export async function oldJobs(jobModel: Hunt['jobs'], before: number): Promise<OldJobs> {
  const old = (more: Readonly<Record<string, boolean>>) => ({
    where: { ...more, day: { $lt: before } },
  })
  const [page, saved, applied] = await Promise.all([
    jobModel.find({
      filter: old({ saved: false, applied: false }),
      sort: [['day', 1]],
      limit: CLEANED_AT_ONCE,
      counted: true,
    }),
    jobModel.count(old({ saved: true })),
    jobModel.count(old({ saved: false, applied: true })),
  ])
  return {
    jobs: page.items.map(({ _id, owner }) => ({ id: _id, owner })),
    count: page.total ?? page.items.length,
    kept: saved + applied,
  }
}

export type ReadableSource = {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly reading: JobReadingDoc | null
}

/** The user's sources, each with how it was read last. */
export async function sourcesOf(read: Hunt, owner: string): Promise<readonly ReadableSource[]> {
  const [{ items }, readings] = await Promise.all([
    read.jobSources.find({ filter: { where: { owner } } }),
    read.jobReadings.find({ filter: { where: { owner } } }),
  ])
  const readingBySource = new Map(readings.items.map((doc) => [doc._id, doc]))
  return items.map(({ _id, values }) => ({
    id: _id,
    name: String(values['name']),
    url: String(values['url']),
    reading: readingBySource.get(_id) ?? null,
  }))
}
