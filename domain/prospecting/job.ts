import type { Decider } from '#domain/kernel/decider.ts'
import { refusal, unreachable } from '#domain/kernel/errors.ts'
import { same } from '#domain/kernel/records/changes.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'
import type { ContractType, RatePeriod, WorkMode } from './search-criteria.values.ts'

/** A job as its sources tell it, normalised. Empty texts and 0 stand for what no source says. */
export type Posting = {
  readonly title: string
  readonly company: string
  readonly location: string
  readonly mode: WorkMode | ''
  readonly contractType: ContractType | ''
  /** @unit min, max in hundredths of the currency */
  readonly rate: {
    readonly min: number
    readonly max: number
    readonly per: RatePeriod | ''
    readonly currency: string
  }
  /** A key of the list of sectors. Absent where no source says, and in older facts. */
  readonly sector?: string
  readonly skills: readonly string[]
  readonly languages: readonly string[]
  /** Years of experience that are asked for. */
  readonly years: number
  /** Plain text. */
  readonly description: string
  /** @unit epoch milliseconds */
  readonly postedAt: number
  /** Until when applications are taken. @unit epoch milliseconds */
  readonly closesAt: number
}

/**
 * Where a job was read. `key` is the id of the source, or of its kind where a user pasted an
 * address or a text. A pasted text has no name, and an address where it names one.
 */
export type JobOrigin = { readonly key: string; readonly name: string; readonly url: string }

/** Acts of the user on a job. */
export type JobMark = 'saved' | 'applied' | 'skipped'

export type JobCommand =
  | { readonly type: 'FindJob'; readonly posting: Posting; readonly origin: JobOrigin }
  /** A source no longer has it. @param key the source's */
  | { readonly type: 'LoseJob'; readonly key: string }
  | { readonly type: 'SuggestJob'; readonly score: number; readonly criteriaId: string }
  | { readonly type: 'MarkJob'; readonly mark: JobMark; readonly on: boolean }
  | { readonly type: 'LinkJob'; readonly offerId: string }
  | { readonly type: 'CleanJob' }

type None = Record<never, never>
/** Stored for good: add fields, never rename or remove. */
export type JobEvent =
  | {
      readonly type: 'JobFound'
      readonly data: { readonly posting: Posting; readonly origin: JobOrigin }
    }
  | { readonly type: 'JobFoundElsewhere'; readonly data: { readonly origin: JobOrigin } }
  | { readonly type: 'JobChanged'; readonly data: { readonly posting: Posting } }
  | { readonly type: 'JobLost'; readonly data: { readonly key: string } }
  | { readonly type: 'JobClosed'; readonly data: None }
  | { readonly type: 'JobReopened'; readonly data: None }
  | {
      readonly type: 'JobSuggested'
      readonly data: { readonly score: number; readonly criteriaId: string }
    }
  | { readonly type: 'JobMarked'; readonly data: { readonly mark: JobMark } }
  | { readonly type: 'JobUnmarked'; readonly data: { readonly mark: JobMark } }
  | { readonly type: 'JobLinked'; readonly data: { readonly offerId: string } }
  | { readonly type: 'JobCleaned'; readonly data: None }

/** A pasted page may name a person, and what a user chooses tells of the user. */
export const jobPersonal = personal<JobEvent>(ofOwner, {
  JobFound: { 'posting.company': '', 'posting.description': '' },
  JobChanged: { 'posting.company': '', 'posting.description': '' },
})

type LiveJob = {
  readonly status: 'live'
  readonly posting: Posting
  readonly origins: readonly JobOrigin[]
  /** Keys of the sources that no longer have it; once none has it, it is closed. */
  readonly lost: readonly string[]
  readonly marks: readonly JobMark[]
  readonly closed: boolean
  readonly suggested: boolean
  /** The offer that was made of it; empty for none. */
  readonly offerId: string
}
export type Job =
  | { readonly status: 'none' }
  | LiveJob
  | { readonly status: 'cleaned'; readonly skipped: boolean }

/**
 * A job that a source offers to one user, and the user's acts on it. Several sources of a job make
 * one record.
 */
export const jobDecider: Decider<JobCommand, JobEvent, Job> = {
  category: 'job',
  initial: { status: 'none' },
  decide(command, job) {
    if (command.type === 'FindJob') return find(command, job)
    if (job.status !== 'live') {
      if (command.type === 'CleanJob' && job.status === 'cleaned') return []
      throw refusal('NOT_FOUND')
    }
    switch (command.type) {
      case 'LoseJob': {
        const { key } = command
        if (job.lost.includes(key) || !job.origins.some((origin) => origin.key === key)) return []
        const isLast = job.origins.every(
          (origin) => origin.key === key || job.lost.includes(origin.key),
        )
        return [
          { type: 'JobLost', data: { key } },
          ...(isLast && !job.closed ? [{ type: 'JobClosed', data: {} } as const] : []),
        ]
      }
      case 'SuggestJob': {
        const { score, criteriaId } = command
        return job.suggested || job.marks.length > 0
          ? []
          : [{ type: 'JobSuggested', data: { score, criteriaId } }]
      }
      case 'MarkJob': {
        const { mark, on } = command
        if (job.marks.includes(mark) === on) return []
        return [{ type: on ? 'JobMarked' : 'JobUnmarked', data: { mark } }]
      }
      case 'LinkJob':
        return job.offerId === command.offerId
          ? []
          : [{ type: 'JobLinked', data: { offerId: command.offerId } }]
      case 'CleanJob':
        // Jobs that the user wants to keep stay.
        return job.marks.includes('saved') || job.marks.includes('applied')
          ? []
          : [{ type: 'JobCleaned', data: {} }]
      default:
        return unreachable(command)
    }
  },
  evolve(job, event): Job {
    if (event.type === 'JobFound')
      return {
        status: 'live',
        posting: event.data.posting,
        origins: [event.data.origin],
        lost: [],
        marks: [],
        closed: false,
        suggested: false,
        offerId: '',
      }
    if (job.status !== 'live')
      throw new Error(`${event.type} in the stream of a job that is not there`)
    switch (event.type) {
      case 'JobFoundElsewhere': {
        const { origin } = event.data
        const lost = job.lost.filter((key) => key !== origin.key)
        return { ...job, origins: withOrigin(job.origins, origin), lost }
      }
      case 'JobLost':
        return { ...job, lost: [...job.lost, event.data.key] }
      case 'JobChanged':
        return { ...job, posting: event.data.posting }
      case 'JobClosed':
        return { ...job, closed: true }
      case 'JobReopened':
        return { ...job, closed: false }
      case 'JobSuggested':
        return { ...job, suggested: true }
      case 'JobMarked':
        return { ...job, marks: [...job.marks, event.data.mark] }
      case 'JobUnmarked':
        return { ...job, marks: job.marks.filter((mark) => mark !== event.data.mark) }
      case 'JobLinked':
        return { ...job, offerId: event.data.offerId }
      case 'JobCleaned':
        return { status: 'cleaned', skipped: job.marks.includes('skipped') }
      default:
        return unreachable(event)
    }
  },
}

/** One origin for each source: a source that moved its page has the new address. */
export const withOrigin = (
  origins: readonly JobOrigin[],
  origin: JobOrigin,
): readonly JobOrigin[] =>
  origins.some(({ key }) => key === origin.key)
    ? origins.map((former) => (former.key === origin.key ? origin : former))
    : [...origins, origin]

function find(
  { posting, origin }: Extract<JobCommand, { type: 'FindJob' }>,
  job: Job,
): readonly JobEvent[] {
  // A job that the user has skipped never comes back, not even after it was cleaned away.
  if (job.status === 'cleaned' && job.skipped) return []
  if (job.status !== 'live') return [{ type: 'JobFound', data: { posting, origin } }]
  const [first] = job.origins
  const present = job.origins.find(({ key }) => key === origin.key)
  const isNew = present === undefined || present.url !== origin.url || job.lost.includes(origin.key)
  // The source that had it first tells what it says: others say the same in other words.
  const isChanged = first?.key === origin.key && !same(job.posting, posting)
  return [
    ...(isNew ? [{ type: 'JobFoundElsewhere', data: { origin } } as const] : []),
    ...(isChanged ? [{ type: 'JobChanged', data: { posting } } as const] : []),
    ...(job.closed ? [{ type: 'JobReopened', data: {} } as const] : []),
  ]
}
