import type { JobCommands, SourceToRead } from '#commands/prospecting/jobs.ts'
import { franceTravailKey } from '#commands/prospecting/jobs.ts'
import { prospectingRoutes as routes } from '#contract/prospecting.schemas.ts'
import type { JobRow } from '#contract/prospecting.schemas.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { toMajor } from '#domain/kernel/money.ts'
import type { Stored } from '#domain/kernel/record.ts'
import type { Posting } from '#domain/prospecting/job.ts'
import { type Match, MATCHER_VERSION, matcherOf, type Matcher } from '#domain/prospecting/matching.ts'
import type { Publication } from '#domain/prospecting/publication.record.ts'
import type { Filter } from '#domain/kernel/read-store.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { jobHuntReads, sourcesOf, undecidedJobs, wantedBy, type WantedBy } from '#projections/prospecting/job-hunt.ts'
import type { JobDoc, JobReadingDoc } from '#projections/prospecting/jobs.ts'
import type { RecordDoc } from '#projections/records.ts'
import type { Api } from '#api/kernel/api.ts'
import { written } from '#api/kernel/audit-fields.ts'
import { listHeaders, pageOf } from '#api/kernel/lists.ts'

type Scored = { readonly doc: JobDoc; readonly match: Match }
type Compared = { readonly by: WantedBy; readonly matcher: Matcher }

/** Jobs that were found for a user: five views, what the user does with each, and the search itself. */
export function jobsApi(
  api: Api,
  commands: JobCommands,
  { publicUrl, hasFranceTravail }: { readonly publicUrl: URL; readonly hasFranceTravail: boolean },
): void {
  const reads = jobHuntReads

  async function compared(read: Read<typeof reads>, owner: string, criteriaId: string | undefined, now: number) {
    const all = await wantedBy(read, owner, now)
    const asked = criteriaId === undefined ? all : all.filter(({ id }) => id === criteriaId)
    return asked.map((by): Compared => ({ by, matcher: matcherOf(by.wanted) }))
  }
  /** The best match of a job with one of the sets of criteria. */
  function best(posting: Posting, all: readonly Compared[], now: number): Match | null {
    const matches = all.map(({ matcher }) => matcher.match(posting, now))
    return matches.reduce<Match | null>((top, match) => (top === null || match.score > top.score ? match : top), null)
  }
  /** Undecided jobs that no criterion excludes, the best first. */
  async function suggestions(read: Read<typeof reads>, owner: string, all: readonly Compared[], now: number) {
    const scored = (await undecidedJobs(read, owner)).flatMap((doc): Scored[] => {
      if (doc.posting.closesAt > 0 && doc.posting.closesAt < now) return []
      const match = best(
        doc.posting,
        all.filter(({ matcher }) => !matcher.excludes(doc.posting, now)),
        now,
      )
      return match === null ? [] : [{ doc, match }]
    })
    return scored.toSorted((a, b) => b.match.score - a.match.score || b.doc.day - a.doc.day)
  }
  /** The threshold of the criteria; the lowest where there are several. */
  const thresholdOf = (all: readonly Compared[]): number =>
    all.length === 0 ? 0 : Math.min(...all.map(({ by }) => by.threshold))

  const sourceOf = (reading: JobReadingDoc | null, id: string, name: string) => ({
    id,
    name,
    readAt: reading?.readAt ?? 0,
    triedAt: reading?.triedAt ?? 0,
    found: reading?.found ?? 0,
    error: reading?.error ?? '',
  })

  api.serve(routes.jobs, { reads }, async ({ read, owner, query, reply, now }) => {
    if (query.view === 'created') {
      const page = await read.publications.find({
        filter: { where: { owner } },
        sort: [['values.datePosted', -1]],
        limit: query.limit,
        counted: true,
        ...(query.cursor !== undefined && { cursor: query.cursor }),
      })
      listHeaders(reply, page)
      return page.items.map((doc) => createdRow(doc, publicUrl))
    }
    const all = await compared(read, owner, query.criteriaId, now)
    if (query.view === 'suggested') {
      const threshold = query.threshold ?? thresholdOf(all)
      const scored = (await suggestions(read, owner, all, now)).filter(
        ({ doc, match }) => match.score >= threshold && narrows(doc, query),
      )
      return pageOf(reply, scored, query).map(({ doc, match }) => rowOf(doc, match, now))
    }
    const page = await read.jobs.find({
      filter: filterOf(owner, query),
      sort: [['day', -1]],
      limit: query.limit,
      counted: true,
      ...(query.cursor !== undefined && { cursor: query.cursor }),
    })
    listHeaders(reply, page)
    return page.items.map((doc) => rowOf(doc, best(doc.posting, all, now), now))
  })

  api.serve(routes.jobCounts, { reads }, async ({ read, owner, query, now }) => {
    const all = await compared(read, owner, query.criteriaId, now)
    const threshold = query.threshold ?? thresholdOf(all)
    const [scored, saved, applied, every, created, own, france] = await Promise.all([
      suggestions(read, owner, all, now),
      read.jobs.count({ where: { owner, saved: true } }),
      read.jobs.count({ where: { owner, applied: true } }),
      read.jobs.count({ where: { owner } }),
      read.publications.count({ where: { owner } }),
      sourcesOf(read, owner),
      read.jobReadings.get(franceTravailKey(owner)),
    ])
    const suggested = scored.filter(({ match }) => match.score >= threshold).length
    return {
      threshold,
      suggested,
      below: scored.length - suggested,
      saved,
      applied,
      all: every,
      created,
      hasCriteria: all.some(({ by }) => by.id !== ''),
      sources: [
        ...own.map(({ id, name, reading }) => sourceOf(reading, id, name)),
        ...(hasFranceTravail ? [sourceOf(france, franceTravailKey(owner), 'France Travail')] : []),
      ],
    }
  })

  api.serve(routes.job, { reads }, async ({ read, owner, params, query, now }) => {
    const doc = await read.jobs.get(params.id)
    if (doc === null || doc.owner !== owner) throw refusal('NOT_FOUND')
    return rowOf(doc, best(doc.posting, await compared(read, owner, query.criteriaId, now), now), now)
  })

  api.serve(routes.searchJobs, { reads }, async ({ read, owner, meta, now, closed }) => {
    const [wanted, own, france, published] = await Promise.all([
      wantedBy(read, owner, now),
      sourcesOf(read, owner),
      read.jobReadings.get(franceTravailKey(owner)),
      read.publications.find({ filter: { where: { 'values.status': 'published' } }, limit: PUBLISHED_MAX }),
    ])
    const known = (reading: JobReadingDoc | null): SourceToRead['known'] => ({
      etag: reading?.etag ?? '',
      lastModified: reading?.lastModified ?? '',
      failures: reading?.failures ?? 0,
      triedAt: reading?.triedAt ?? 0,
      readAt: reading?.readAt ?? 0,
    })
    const sources: readonly SourceToRead[] = [
      ...own.map(({ id, name, url, reading }) => ({ key: id, name, url, known: known(reading) })),
      ...(hasFranceTravail
        ? [{ key: franceTravailKey(owner), name: 'France Travail', url: null, known: known(france) }]
        : []),
    ]
    const questions = wanted
      .filter(({ id }) => id !== '')
      .map((by) => ({ words: [...by.wanted.titles, ...by.wanted.skills], days: by.wanted.jobAge }))
    const others = published.items.filter((doc) => doc.owner !== owner)
    return commands.hunt(
      { sources, questions, published: others.map((doc) => publishedJob(doc, publicUrl)) },
      meta(),
      closed,
    )
  })

  api.serve(routes.pasteJob, {}, async ({ body, meta, closed }) =>
    written(await commands.paste(body.url, meta(), closed)),
  )
  api.serve(routes.saveJob, {}, async ({ params, meta }) =>
    written(await commands.mark(params.id, 'saved', true, meta())),
  )
  api.serve(routes.unsaveJob, {}, async ({ params, meta }) =>
    written(await commands.mark(params.id, 'saved', false, meta())),
  )
  api.serve(routes.skipJob, {}, async ({ params, meta }) =>
    written(await commands.mark(params.id, 'skipped', true, meta())),
  )
  api.serve(routes.unskipJob, {}, async ({ params, meta }) =>
    written(await commands.mark(params.id, 'skipped', false, meta())),
  )
  api.serve(routes.applyToJob, {}, async ({ params, meta }) => written(await commands.apply(params.id, meta())))
  api.serve(routes.unapplyToJob, {}, async ({ params, meta }) => written(await commands.unapply(params.id, meta())))
}

/** Published jobs of all users that one search reads. */
const PUBLISHED_MAX = 2000

type Narrowing = {
  readonly view: string
  readonly q?: string | undefined
  readonly mode?: string | undefined
  readonly contractType?: string | undefined
  readonly jobAge?: string | undefined
}

/** The same conditions for jobs that are already read. */
const narrows = ({ posting }: JobDoc, { mode, contractType, q = '' }: Narrowing): boolean =>
  (mode === undefined || posting.mode === mode) &&
  (contractType === undefined || posting.contractType === contractType) &&
  (q === '' || `${posting.title} ${posting.company} ${posting.location}`.toLowerCase().includes(q.toLowerCase()))

function filterOf(owner: string, { view, q, mode, contractType }: Narrowing): Filter {
  return {
    where: {
      owner,
      ...(view === 'saved' && { saved: true }),
      ...(view === 'applied' && { applied: true }),
      ...(mode !== undefined && { 'posting.mode': mode }),
      ...(contractType !== undefined && { 'posting.contractType': contractType }),
    },
    ...(q && { search: { fields: ['posting.title', 'posting.company', 'posting.location'], text: q } }),
  }
}

const told = ({ title, company, location, mode, contractType, rate, skills, description, postedAt }: Posting) => ({
  title,
  company,
  location,
  mode,
  contractType,
  rate: { ...rate, min: toMajor(rate.min, rate.currency), max: toMajor(rate.max, rate.currency) },
  skills: [...skills],
  description,
  postedAt,
})

function rowOf(doc: JobDoc, match: Match | null, now: number): JobRow {
  const { posting } = doc
  return {
    id: doc._id,
    version: doc.version,
    ...told(posting),
    foundAt: doc.creationDate,
    closed: doc.closed || (posting.closesAt > 0 && posting.closesAt < now),
    sources: doc.origins.map(({ name, url }) => ({ name, url })),
    score: match?.score ?? 0,
    reasons: {
      matched: [...(match?.matched ?? [])],
      missing: [...(match?.missing ?? [])],
      distanceKm: match?.distanceKm ?? null,
      rate: match?.points.rate ?? 0,
      age: match?.age ?? 0,
      version: MATCHER_VERSION,
      points: match?.points ?? NO_POINTS,
    },
    marks: { saved: doc.saved, applied: doc.applied, skipped: doc.skipped },
    offerId: doc.offerId,
  }
}

const NO_POINTS = { skills: 0, title: 0, place: 0, rate: 0, language: 0, level: 0, age: 0 }

/** A publication as a posting. */
function publishedJob(doc: RecordDoc, home: URL) {
  const values = doc.values as Stored<typeof Publication> // as its projection kept it
  const years = Number(/^\d+/.exec(values.experienceLevel)?.[0] ?? 0)
  const posting: Posting = {
    title: values.title,
    company: values.company,
    location: values.location,
    mode: values.workLocationType,
    contractType: values.contractType,
    rate: { min: values.budget, max: values.budget, per: values.budgetPeriod, currency: values.currency },
    skills: values.skills,
    languages: [],
    years,
    description: values.description.slice(0, 8000),
    postedAt: values.datePosted,
    closesAt: 0,
  }
  return { posting, url: new URL(`/jobs/${doc._id}`, home).href }
}

const createdRow = (doc: RecordDoc, home: URL): JobRow => {
  const { posting, url } = publishedJob(doc, home)
  return {
    id: doc._id,
    version: doc.version,
    ...told(posting),
    foundAt: doc.creationDate,
    closed: doc.values['status'] !== 'published',
    sources: [{ name: 'Carnet', url }],
    score: 0,
    reasons: {
      matched: [],
      missing: [],
      distanceKm: null,
      rate: 0,
      age: 0,
      version: MATCHER_VERSION,
      points: NO_POINTS,
    },
    marks: { saved: false, applied: false, skipped: false },
    offerId: '',
  }
}
