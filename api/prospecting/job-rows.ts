import type { JobRow } from '#contract/prospecting/prospecting.schemas.ts'
import { pastedJob } from '#commands/prospecting/pasted-job.ts'
import { toMajor } from '#domain/kernel/money.ts'
import type { Stored } from '#domain/kernel/records/record.ts'
import type { Posting } from '#domain/prospecting/job.ts'
import { ageOf, type Match, MATCHER_VERSION, notCompared } from '#domain/prospecting/matching.ts'
import type { Offer } from '#domain/prospecting/offer.record.ts'
import { type Compared, postingOf } from '#projections/prospecting/job-hunt.queries.ts'
import type { JobDoc } from '#projections/prospecting/jobs.ts'
import type { RecordDoc } from '#projections/records.ts'

type OfferValues = Stored<typeof Offer>

/** A posting on the wire. */
export const detailsOf = ({
  title,
  company,
  location,
  mode,
  contractType,
  rate,
  sector = '',
  skills,
  description,
  postedAt,
}: Posting) => ({
  title,
  company,
  location,
  mode,
  contractType,
  rate: { ...rate, min: toMajor(rate.min, rate.currency), max: toMajor(rate.max, rate.currency) },
  sector,
  skills: [...skills],
  description,
  postedAt,
})

const reasonsOf = (match: Match | null, age: number): JobRow['reasons'] => {
  const { compared, matched, missing, distanceKm, points } = match ?? notCompared(age)
  return {
    compared,
    matched: [...matched],
    missing: [...missing],
    distanceKm,
    rate: points.rate,
    age,
    version: MATCHER_VERSION,
    points,
  }
}

/** A job that was found. */
export function jobRow(doc: JobDoc, match: Match | null, now: number): JobRow {
  const { posting } = doc
  return {
    id: doc._id,
    about: 'job',
    version: doc.version,
    ...detailsOf(posting),
    foundAt: doc.creationDate,
    closed: doc.closed || (posting.closesAt > 0 && posting.closesAt < now),
    sources: doc.origins.map(({ name, url }) => ({ name, url })),
    score: match?.score ?? 0,
    reasons: reasonsOf(match, ageOf({ postedAt: posting.postedAt || doc.creationDate }, now)),
    marks: { saved: doc.saved, applied: doc.applied, skipped: doc.skipped },
    offerId: doc.offerId,
  }
}

/** A job that the user offers: it has no score. */
export const publicationRow = (doc: RecordDoc, home: URL): JobRow => {
  const { href: url } = new URL(`/jobs/${doc._id}`, home)
  return {
    id: doc._id,
    about: 'job',
    version: doc.version,
    ...detailsOf(postingOf(doc)),
    foundAt: doc.creationDate,
    closed: doc.values['status'] !== 'published',
    sources: [{ name: 'Carnet', url }],
    score: 0,
    reasons: reasonsOf(null, 0),
    marks: { saved: false, applied: false, skipped: false },
    offerId: '',
  }
}

/** The longest term of a list of needs: what is longer is prose. @unit characters */
const TERM_MAX = 40
/** Needs that are a list of terms; empty for prose, whose skills are found as in any text. */
function termsOf(needs: string): readonly string[] {
  const terms = needs.split(/[,;•\n]/).map((term) => term.replace(/^[\s*-]+/, '').trim())
  return terms.every(({ length }) => length <= TERM_MAX) ? terms.filter(Boolean) : []
}

/**
 * An offer as a posting. Its fields count first; what its texts say besides is read as that of a
 * pasted text.
 */
function offerPosting(values: OfferValues, client: string, now: number): Posting {
  const description = [values.description, values.technicalNeeds, values.context, values.remark]
    .filter(Boolean)
    .join('\n')
  const { posting } = pastedJob(`${values.title}\n${description}`, now)
  const listed = termsOf(values.technicalNeeds)
  return {
    ...posting,
    title: values.title,
    company: client,
    ...(values.TjmHT > 0 && {
      rate: { min: values.TjmHT, max: values.TjmHT, per: 'day', currency: values.currency },
    }),
    skills: listed.length > 0 ? listed : posting.skills,
    description,
  }
}

/** Offers of some users; each has a few kilobytes. */
const KEPT_POSTINGS = 2_000

/** Postings of offers, each read once a version: reading one takes a third of a millisecond. */
export function keptPostings() {
  const kept = new Map<string, { readonly key: string; readonly posting: Posting }>()
  return (doc: RecordDoc, client: string, now: number): Posting => {
    const key = `${doc.version} ${client}`
    const before = kept.get(doc._id)
    if (before?.key === key) return before.posting
    // as its projection kept it
    const posting = offerPosting(doc.values as OfferValues, client, now)
    if (kept.size >= KEPT_POSTINGS) kept.clear()
    kept.set(doc._id, { key, posting })
    return posting
  }
}
export type PostingOf = ReturnType<typeof keptPostings>

/** The best match of a posting with one of the sets of criteria. */
export const bestOf = (posting: Posting, all: readonly Compared[], now: number): Match | null =>
  all
    .map(({ matcher }) => matcher.match(posting, now))
    .reduce<Match | null>((top, one) => (top === null || one.score > top.score ? one : top), null)

const pageOf = ({ values: { url } }: RecordDoc): JobRow['sources'] =>
  typeof url === 'string' && url !== '' ? [{ name: '', url }] : []

/** An offer that the user entered, as a job. */
export const offerRow = (
  doc: RecordDoc,
  posting: Posting,
  match: Match | null,
  { now, applied }: { readonly now: number; readonly applied: boolean },
): JobRow => ({
  id: doc._id,
  about: 'offer',
  version: doc.version,
  ...detailsOf(posting),
  foundAt: doc.creationDate,
  closed: false,
  sources: pageOf(doc),
  score: match?.score ?? 0,
  reasons: reasonsOf(match, ageOf({ postedAt: posting.postedAt || doc.creationDate }, now)),
  marks: { saved: false, applied, skipped: false },
  offerId: doc._id,
})
