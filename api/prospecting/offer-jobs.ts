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

/** Offers that the user entered and applied for, with the instant of the last application. */
export async function appliedOffers(
  read: Reads,
  owner: string,
  postingOf: PostingOf,
  now: number,
): Promise<readonly (OfferJob & { readonly at: number })[]> {
  const { items } = await read.applications.find({
    filter: { where: { owner, about: 'offer' } },
    sort: [['at', 1]],
  })
  const lastAt = new Map(items.map(({ subjectId, at }) => [subjectId, at]))
  const docs = [...(await read.offers.load([...lastAt.keys()])).values()]
  const own = docs.filter((doc) => doc.owner === owner)
  return (await offerJobs(read, owner, own, postingOf, now))
    .filter(({ job }) => job === null)
    .map((one) => ({ ...one, at: lastAt.get(one.doc._id) ?? 0 }))
}

/** Offers that meet the filter of a list of jobs. */
export function offersMeeting<T extends OfferJob & { readonly at: number }>(
  all: readonly T[],
  filter: JobFilter,
  now: number,
): readonly T[] {
  const finds = jobFilter(filter)
  return all.filter(({ posting: postingOf, at }) => {
    const posting = postingOf()
    return finds({ posting, day: at, ...jobWords(posting) }, now)
  })
}
