import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { type JobWords, jobWords } from '#domain/prospecting/job-filter.ts'
import {
  type JobEvent,
  type JobMark,
  type JobOrigin,
  type Posting,
  withOrigin,
} from '#domain/prospecting/job.ts'
import type { JobReadingEvent } from '#domain/prospecting/job-reading.ts'
import { defineProjection, type Fact } from '../kernel/projection.ts'
import type { Stamp } from '../kernel/stamp.ts'

/** A job with what its user does with it. */
export type JobDoc = Doc &
  Stamp &
  JobWords & {
    readonly posting: Posting
    readonly origins: readonly JobOrigin[]
    readonly saved: boolean
    readonly applied: boolean
    readonly skipped: boolean
    /** Whether the user has done anything with it, or it is closed: it is suggested no more. */
    readonly decided: boolean
    readonly closed: boolean
    readonly suggested: boolean
    readonly offerId: string
    /** When it was published, else when it was found. @unit epoch milliseconds */
    readonly day: number
  }

const decided = (doc: JobDoc): JobDoc => ({
  ...doc,
  decided: doc.saved || doc.applied || doc.skipped || doc.closed,
})
const marked = (doc: JobDoc | null, mark: JobMark, on: boolean, stamp: Stamp): JobDoc | null =>
  doc && decided({ ...doc, ...stamp, [mark]: on })

export const jobs = defineProjection<JobEvent, JobDoc>({
  name: 'jobs',
  version: 4,
  outlives: true,
  on: {
    JobFound: (_, { data, meta, stamp }, key) => ({
      _id: key,
      owner: meta.owner,
      ...stamp,
      posting: data.posting,
      origins: [data.origin],
      saved: false,
      applied: false,
      skipped: false,
      decided: false,
      closed: false,
      suggested: false,
      offerId: '',
      ...jobWords(data.posting),
      day: data.posting.postedAt || meta.occurredAt,
    }),
    JobFoundElsewhere: (doc, { data, stamp }) =>
      doc && { ...doc, ...stamp, origins: withOrigin(doc.origins, data.origin) },
    JobChanged: (doc, { data, stamp }) =>
      doc && {
        ...doc,
        ...stamp,
        posting: data.posting,
        ...jobWords(data.posting),
        day: data.posting.postedAt || doc.day,
      },
    JobLost: (doc, { stamp }) => doc && { ...doc, ...stamp },
    JobClosed: (doc, { stamp }) => doc && decided({ ...doc, ...stamp, closed: true }),
    JobReopened: (doc, { stamp }) => doc && decided({ ...doc, ...stamp, closed: false }),
    JobSuggested: (doc, { stamp }) => doc && { ...doc, ...stamp, suggested: true },
    JobMarked: (doc, { data, stamp }) => marked(doc, data.mark, true, stamp),
    JobUnmarked: (doc, { data, stamp }) => marked(doc, data.mark, false, stamp),
    JobLinked: (doc, { data, stamp }) => doc && { ...doc, ...stamp, offerId: data.offerId },
    JobCleaned: () => null,
  },
  indexes: [
    { fields: ['owner', 'day'] },
    { fields: ['owner', 'decided', 'day'] },
    { fields: ['owner', 'saved', 'day'] },
    { fields: ['owner', 'applied', 'day'] },
    { fields: ['owner', 'posting.mode', 'day'] },
    { fields: ['owner', 'posting.contractType', 'day'] },
    { fields: ['owner', 'posting.sector', 'day'] },
    { fields: ['owner', 'posting.years', 'day'] },
    { fields: ['owner', 'town', 'day'] },
    { fields: ['saved', 'applied', 'day'] },
  ],
})

/** Last reading of a source, by its id. */
export type JobReadingDoc = Doc & {
  readonly name: string
  /** The last success; 0 for none. @unit epoch milliseconds */
  readonly readAt: number
  readonly found: number
  readonly etag: string
  readonly lastModified: string
  /** Why the last attempt failed; empty when it did not. */
  readonly error: string
  /** Consecutive failures. */
  readonly failures: number
  readonly triedAt: number
}

const fresh = (
  doc: JobReadingDoc | null,
  { meta, data }: Fact<JobReadingEvent>,
  key: string,
): JobReadingDoc => ({
  ...(doc ?? { readAt: 0, found: 0, etag: '', lastModified: '', error: '', failures: 0 }),
  _id: key,
  owner: meta.owner,
  name: data.name,
  triedAt: meta.occurredAt,
})

export const jobReadings = defineProjection<JobReadingEvent, JobReadingDoc>({
  name: 'jobReadings',
  version: 1,
  on: {
    JobSourceRead: (doc, fact, key) => {
      const { found, etag, lastModified } = fact.data
      return {
        ...fresh(doc, fact, key),
        readAt: fact.meta.occurredAt,
        found,
        etag,
        lastModified,
        error: '',
        failures: 0,
      }
    },
    JobSourceFailed: (doc, fact, key) => ({
      ...fresh(doc, fact, key),
      error: fact.data.reason,
      failures: (doc?.failures ?? 0) + 1,
    }),
  },
  indexes: [{ fields: ['owner'] }],
})
