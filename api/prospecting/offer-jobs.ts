import { refusal } from '#domain/kernel/errors.ts'
import type { Page, Query } from '#domain/kernel/ports/read-store.ts'
import type { Stored } from '#domain/kernel/records/record.ts'
import { type JobFilter, jobFilter, jobWords } from '#domain/prospecting/job-filter.ts'
import type { Posting } from '#domain/prospecting/job.ts'
import { Offer } from '#domain/prospecting/offer.record.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { applications } from '#projections/prospecting/applications.ts'
import { type JobDoc, jobs } from '#projections/prospecting/jobs.ts'
import { type RecordDoc, recordsOf } from '#projections/records.ts'
import { namedReads, referenceNames } from '#api/reference-names.ts'
import type { PostingOf } from './job-rows.ts'

export const offerJobReads = {
  ...namedReads(['company']),
  offers: recordsOf(Offer),
  jobs,
  applications,
}
type Reads = Read<typeof offerJobReads>

export const offerValues = (doc: RecordDoc): Stored<typeof Offer> =>
  doc.values as Stored<typeof Offer> // as its projection kept it

/** An offer with the job that it follows: the one found, else the one that its own words make. */
export type OfferJob = {
  readonly doc: RecordDoc
  readonly client: string
  readonly job: JobDoc | null
  /** Read from its texts when it is asked for. */
  readonly posting: () => Posting
}

/** Offers as jobs, in their order. */
export async function offerJobs(
  read: Reads,
  owner: string,
  docs: readonly RecordDoc[],
  postingOf: PostingOf,
  now: number,
): Promise<readonly OfferJob[]> {
  const companies = docs.flatMap((doc) => {
    const { companyId } = offerValues(doc)
    return companyId ? [{ entity: 'company', id: companyId }] : []
  })
  const [names, followed] = await Promise.all([
    referenceNames(read, owner, companies),
    read.jobs.find({ filter: { where: { owner, applied: true } } }),
  ])
  const jobByOffer = new Map(followed.items.map((job) => [job.offerId, job]))
  return docs.map((doc) => {
    const values = offerValues(doc)
    const client = (values.companyId && names.get(values.companyId)) || values.client
    const job = jobByOffer.get(doc._id) ?? null
    return { doc, client, job, posting: () => job?.posting ?? postingOf(doc, client, now) }
  })
}

/**
 * An offer that the user entered. `at` is its last application; without one, its entry. @unit at:
 * epoch milliseconds
 */
export type EnteredOffer = OfferJob & { readonly at: number; readonly applied: boolean }

/** Offers that follow no found job, the newest first. */
export async function enteredOffers(
  read: Reads,
  owner: string,
  postingOf: PostingOf,
  now: number,
): Promise<readonly EnteredOffer[]> {
  const [offers, made] = await Promise.all([
    read.offers.find({ filter: { where: { owner } } }),
    read.applications.find({ filter: { where: { owner, about: 'offer' } }, sort: [['at', 1]] }),
  ])
  const lastAt = new Map(made.items.map(({ subjectId, at }) => [subjectId, at]))
  return (await offerJobs(read, owner, offers.items, postingOf, now))
    .filter(({ job }) => job === null)
    .map((one) => {
      const at = lastAt.get(one.doc._id)
      return { ...one, at: at ?? one.doc.creationDate, applied: at !== undefined }
    })
    .toSorted((a, b) => b.at - a.at)
}

/** Offers that meet the filter of a list of jobs. */
export function offersMeeting(
  all: readonly EnteredOffer[],
  filter: JobFilter,
  now: number,
): readonly EnteredOffer[] {
  const finds = jobFilter(filter)
  return all.filter(({ posting: postingOf, at }) => {
    const posting = postingOf()
    return finds({ posting, day: at, ...jobWords(posting) }, now)
  })
}

/** The place of a page after the last found job. */
const NO_JOBS = '-'

/**
 * A page of found jobs and entered offers, the newest first. Its cursor counts the offers before
 * it, and holds the place among the jobs. @param entered the newest first
 *
 * @throws REQUEST_INVALID naming `cursor`
 */
export async function mixedPage(
  find: (part: Pick<Query, 'limit' | 'cursor'>) => Promise<Page<JobDoc>>,
  entered: readonly EnteredOffer[],
  { limit, cursor = '0-' }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<JobDoc | EnteredOffer>> {
  const [, before, place] = /^(\d{1,9})-(.*)$/.exec(cursor) ?? []
  if (before === undefined || place === undefined)
    throw refusal('REQUEST_INVALID', {}, [{ path: 'cursor', code: 'FIELD_INVALID' }])
  const from = (count: number) =>
    find({ limit: count, ...(place !== '' && place !== NO_JOBS && { cursor: place }) })
  const { items: more, next, total = 0 } = await from(limit)
  const found = place === NO_JOBS ? [] : more
  const items = [
    ...found.map((row) => ({ day: row.day, row })),
    ...entered.slice(Number(before)).map((row) => ({ day: row.at, row })),
  ]
    .toSorted((a, b) => b.day - a.day)
    .slice(0, limit)
    .map(({ row }) => row)
  const jobCount = items.filter((row) => 'day' in row).length
  const offerCount = Number(before) + items.length - jobCount
  const placeAfter = async () => {
    if (jobCount === found.length) return (place !== NO_JOBS && next) || NO_JOBS
    return jobCount === 0 ? place : (await from(jobCount)).next
  }
  const after = await placeAfter()
  const isOver = after === NO_JOBS && offerCount === entered.length
  return { items, total: total + entered.length, next: isOver ? null : `${offerCount}-${after}` }
}
