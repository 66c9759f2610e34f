import type { Access } from '#commands/identity/access.ts'
import type { JobHuntCommands } from '#commands/prospecting/job-hunts.ts'
import { franceTravailKey, type JobCommands } from '#commands/prospecting/jobs.ts'
import { prospectingRoutes as routes } from '#contract/prospecting/prospecting.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { completed, encode } from '#domain/kernel/records/field.ts'
import {
  type JobFilter,
  jobFilter,
  jobWords,
  type Listed,
  oldestDay,
  wantedPlaces,
  wordGroups,
  yearsIn,
} from '#domain/prospecting/job-filter.ts'
import { SearchCriteria } from '#domain/prospecting/search-criteria.record.ts'
import type { Condition, Filter } from '#domain/kernel/ports/read-store.ts'
import {
  type Compared,
  comparedBy,
  foundBy,
  jobHuntReads,
  keptMatches,
  postingOf,
  sourcesOf,
  suggestedJobs,
} from '#projections/prospecting/job-hunt.queries.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import {
  freeSuggestionReads,
  freeSuggestions,
} from '#projections/subscription/free-suggestions.queries.ts'
import { users } from '#projections/identity/users.ts'
import type { JobReadingDoc } from '#projections/prospecting/jobs.ts'
import type { RecordDoc } from '#projections/records.ts'
import type { Api } from '#api/kernel/api.ts'
import { written } from '#api/kernel/audit-fields.ts'
import { listHeaders, pageOf } from '#api/kernel/lists.ts'
import { followUpOf, followUpReads } from './follow-up.ts'
import { bestOf, jobRow, keptPostings, offerRow, publicationRow } from './job-rows.ts'
import { enteredOffers, mixedPage, offerJobReads, offersMeeting } from './offer-jobs.ts'
import { pastedJobsApi } from './pasted-jobs.ts'

/**
 * Jobs that were found for a user, and offers that the user entered: five views. Acts on each, and
 * the search itself.
 */
export function jobsApi(
  api: Api,
  commands: JobCommands,
  hunts: JobHuntCommands,
  {
    publicUrl,
    hasFranceTravail,
    mayTouch,
  }: {
    readonly publicUrl: URL
    readonly hasFranceTravail: boolean
    readonly mayTouch: Access['mayTouch']
  },
): void {
  const reads = { ...jobHuntReads, ...freeSuggestionReads, ...offerJobReads }
  const matchOf = keptMatches()
  const postingOf = keptPostings()

  /** Where suggestions count, those that the user was given; else all that match. */
  async function suggestions(
    read: Read<typeof reads>,
    owner: string,
    all: readonly Compared[],
    now: number,
  ) {
    const left = await freeSuggestions(read, owner, now)
    return (await suggestedJobs(read, owner, all, now, matchOf)).filter(
      ({ doc }) => left === null || doc.suggested,
    )
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
    const filter = filterIn(query)
    if (query.view === 'created') {
      const { items } = await read.publications.find({
        filter: { where: { owner } },
        sort: [['values.datePosted', -1]],
      })
      const finds = jobFilter(filter)
      const found = items.filter((doc) => finds(listedOf(doc), now))
      return pageOf(reply, found, query).map((doc) => publicationRow(doc, publicUrl))
    }
    const all = await comparedBy(read, owner, query.criteriaId, now)
    if (query.view === 'suggested') {
      const threshold = query.threshold ?? thresholdOf(all)
      const finds = jobFilter(filter)
      const scored = (await suggestions(read, owner, all, now)).filter(
        ({ doc, match }) => match.score >= threshold && finds(doc, now),
      )
      return pageOf(reply, scored, query).map(({ doc, match }) => jobRow(doc, match, now))
    }
    const entered =
      query.view === 'saved'
        ? []
        : offersMeeting(await enteredOffers(read, owner, postingOf, now), filter, now)
    const page = await mixedPage(
      (part) =>
        read.jobs.find({
          ...part,
          filter: filterOf(owner, query, now),
          sort: [['day', -1]],
          counted: true,
        }),
      query.view === 'applied' ? entered.filter(({ applied }) => applied) : entered,
      query,
    )
    listHeaders(reply, page)
    return page.items.map((one) => {
      if ('day' in one) return jobRow(one, bestOf(one.posting, all, now), now)
      const posting = one.posting()
      return offerRow(one.doc, posting, bestOf(posting, all, now), { now, applied: one.applied })
    })
  })

  api.serve(routes.jobCounts, { reads }, async ({ read, owner, query, now }) => {
    const all = await comparedBy(read, owner, query.criteriaId, now)
    const threshold = query.threshold ?? thresholdOf(all)
    const [scored, saved, applied, entered, every, created, own, france, hunt, left] =
      await Promise.all([
        suggestions(read, owner, all, now),
        read.jobs.count({ where: { owner, saved: true } }),
        read.jobs.count({ where: { owner, applied: true } }),
        enteredOffers(read, owner, postingOf, now),
        read.jobs.count({ where: { owner } }),
        read.publications.count({ where: { owner } }),
        sourcesOf(read, owner),
        read.jobReadings.get(franceTravailKey(owner)),
        read.jobHunts.get(owner),
        freeSuggestions(read, owner, now),
      ])
    const suggested = scored.filter(({ match }) => match.score >= threshold).length
    return {
      threshold,
      suggested,
      below: scored.length - suggested,
      saved,
      applied: applied + entered.filter((offer) => offer.applied).length,
      all: every + entered.length,
      created,
      freeSuggestions: left,
      hiddenCompanies: [...(hunt?.hidden ?? [])].toSorted((a, b) => a.localeCompare(b)),
      hasCriteria: all.some(({ by }) => by.id !== ''),
      sources: [
        ...own.map(({ id, name, reading }) => sourceOf(reading, id, name)),
        ...(hasFranceTravail ? [sourceOf(france, franceTravailKey(owner), 'France Travail')] : []),
      ],
    }
  })

  api.serve(routes.criteriaCount, { reads }, async ({ read, owner, query, now }) => {
    const { fields } = SearchCriteria
    return foundBy(read, owner, completed(fields, encode(fields, query.criteria)), now)
  })

  api.serve(routes.job, { reads }, async ({ read, owner, params, query, now }) => {
    const doc = await read.jobs.get(params.id)
    if (doc === null || doc.owner !== owner) throw refusal('NOT_FOUND')
    const all = await comparedBy(read, owner, query.criteriaId, now)
    return jobRow(doc, bestOf(doc.posting, all, now), now)
  })

  api.serve(routes.searchJobs, {}, async ({ meta, closed }) => hunts.search(meta(), closed))

  api.serve(routes.pasteJob, {}, async ({ body, meta, closed }) =>
    written(await commands.paste(body.url, meta(), closed)),
  )
  pastedJobsApi(api, commands)
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
  api.serve(routes.hideCompany, {}, async ({ params, meta }) =>
    written(await hunts.hideCompany(params.id, meta())),
  )
  api.serve(routes.showCompany, {}, async ({ params, meta }) =>
    written(await hunts.showCompany(params.company, meta())),
  )
  api.serve(
    routes.freeJobSuggestions,
    { reads: { users } },
    async ({ read, caller, params: { id, count }, meta }) => {
      await mayTouch(caller, id)
      if ((await read.users.get(id)) === null) throw refusal('NOT_FOUND', { id })
      return written(await hunts.giveFree(count, meta({ owner: id })))
    },
  )
  api.serve(routes.freeSuggestionsOf, {}, async ({ params: { id } }) => hunts.freeOf(id))
  api.serve(routes.applyToJob, { reads: followUpReads }, async (call) =>
    written(await commands.apply(call.params.id, 'as-offer', await followUpOf(call), call.meta())),
  )
  api.serve(routes.unapplyToJob, {}, async ({ params, meta }) =>
    written(await commands.unapply(params.id, meta())),
  )
}

type Asked = JobFilter & {
  readonly view: string
  readonly mode?: string | undefined
  readonly contractType?: string | undefined
}

/** One mode and one contract are also named by a word each. */
const filterIn = ({ mode, contractType, ...filter }: Asked): JobFilter => ({
  ...filter,
  workModes: [...(filter.workModes ?? []), ...(mode === undefined ? [] : [mode])],
  contractTypes: [
    ...(filter.contractTypes ?? []),
    ...(contractType === undefined ? [] : [contractType]),
  ],
})

/** The jobs of a view that meet the filter, for the store. */
function filterOf(owner: string, question: Asked, now: number): Filter {
  const { view, q } = question
  const filter = filterIn(question)
  const { workModes = [], contractTypes = [], sectors = [], experience, jobAge } = filter
  const { titles = [], skills = [], languages = [] } = filter
  const { towns, unknown } = wantedPlaces(filter)
  const years = experience === undefined ? null : yearsIn(experience)
  return {
    where: {
      owner,
      ...(view === 'saved' && { saved: true }),
      ...(view === 'applied' && { applied: true }),
      ...(workModes.length > 0 && { 'posting.mode': anyOf(workModes) }),
      ...(contractTypes.length > 0 && { 'posting.contractType': anyOf(contractTypes) }),
      ...(sectors.length > 0 && { 'posting.sector': anyOf(sectors) }),
      ...(titles.length > 0 && { named: { $words: wordGroups(titles) } }),
      ...(years !== null && { 'posting.years': { $gte: years.from, $lt: years.before } }),
      ...(jobAge !== undefined && { day: { $gte: oldestDay(jobAge, now) } }),
    },
    ...(q && {
      search: { fields: ['posting.title', 'posting.company', 'posting.location'], text: q },
    }),
    ...(towns.length + unknown.length > 0 && {
      or: [{ town: { $in: towns } }, { place: { $words: unknown.map((place) => [place.trim()]) } }],
    }),
    and: [skills, languages].flatMap((terms) =>
      terms.length === 0 ? [] : [{ where: { terms: { $words: wordGroups(terms) } } }],
    ),
  }
}

/** An index serves one value, not a list of one. */
const anyOf = (values: readonly string[]): Condition =>
  values.length === 1 && values[0] !== undefined ? values[0] : { $in: values }

/** A publication as a list of jobs filters it. */
const listedOf = (doc: RecordDoc): Listed => {
  const posting = postingOf(doc)
  return { posting, day: posting.postedAt || doc.creationDate, ...jobWords(posting) }
}
