import { Language } from '#domain/cv/language.record.ts'
import { Mission } from '#domain/cv/mission.record.ts'
import { Skill } from '#domain/cv/skill.record.ts'
import type { Stored } from '#domain/kernel/record.ts'
import { JobSource } from '#domain/prospecting/job-source.record.ts'
import type { Wanted } from '#domain/prospecting/matching.ts'
import { Publication } from '#domain/prospecting/publication.record.ts'
import { SearchCriteria } from '#domain/prospecting/search-criteria.record.ts'
import type { Read } from '../kernel/read-models.ts'
import { recordsOf } from '../records.ts'
import { jobReadings, jobs, type JobDoc, type JobReadingDoc } from './jobs.ts'

/** What a user looks for and where, and what is known of both. */
export const jobHuntReads = {
  jobs,
  jobReadings,
  searchCriteria: recordsOf(SearchCriteria),
  jobSources: recordsOf(JobSource),
  publications: recordsOf(Publication),
  skills: recordsOf(Skill),
  languages: recordsOf(Language),
  missions: recordsOf(Mission),
}
type Hunt = Read<typeof jobHuntReads>

/** A set of criteria, with what of the CV belongs to it. */
export type WantedBy = {
  readonly id: string
  readonly name: string
  /** @unit points of a hundred */
  readonly threshold: number
  readonly automatic: boolean
  readonly wanted: Wanted
}

const textsOf = (values: readonly unknown[]): readonly string[] =>
  values.filter((value): value is string => typeof value === 'string')

/** The criteria of a user, each with the skills, languages and years of the CV. Without criteria, the CV alone. */
export async function wantedBy(read: Hunt, owner: string, now: number): Promise<readonly WantedBy[]> {
  const own = { filter: { where: { owner } } }
  const [criteria, skills, languages, missions] = await Promise.all([
    read.searchCriteria.find(own),
    read.skills.find(own),
    read.languages.find(own),
    read.missions.find(own),
  ])
  const names = (docs: typeof skills.items) => textsOf(docs.map(({ values }) => values['name']))
  const firstYear = Math.min(...missions.items.map(({ values }) => Number(values['startYear']) || Infinity))
  const cv = {
    skills: names(skills.items),
    languages: names(languages.items),
    years: Number.isFinite(firstYear) ? Math.max(0, new Date(now).getUTCFullYear() - firstYear) : 0,
  }
  const all = criteria.items.map((doc): WantedBy => {
    const values = doc.values as Stored<typeof SearchCriteria> // as its projection kept it
    return {
      id: doc._id,
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
        years: cv.years,
        jobAge: Number(values.jobAge),
        hiddenCompanies: values.hiddenCompanies,
      },
    }
  })
  if (all.length > 0) return all
  const none = { titles: [], locations: [], radius: 0, modes: [], contractTypes: [], rate: 0, hiddenCompanies: [] }
  return [{ id: '', name: '', threshold: 0, automatic: false, wanted: { ...none, ...cv, jobAge: 365 } }]
}

/** The most jobs that are compared at once. */
const COMPARED = 10_000

/** Open jobs with which the user has done nothing yet, the newest first. */
export const undecidedJobs = async (read: Hunt, owner: string): Promise<readonly JobDoc[]> =>
  (
    await read.jobs.find({
      filter: { where: { owner, decided: false } },
      sort: [['day', -1]],
      limit: COMPARED,
    })
  ).items

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
  const known = new Map(readings.items.map((doc) => [doc._id, doc]))
  return items.map(({ _id, values }) => ({
    id: _id,
    name: String(values['name']),
    url: String(values['url']),
    reading: known.get(_id) ?? null,
  }))
}
