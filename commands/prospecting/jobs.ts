import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { FetchFailed } from '#commands/kernel/fetch-text.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import type { JobSearch, SourceToRead } from '#commands/facts.ts'
import type { RecordCommands } from '#commands/records.ts'
import { catalogue, refusal } from '#domain/kernel/errors.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import {
  type Job,
  jobDecider,
  type JobMark,
  type JobOrigin,
  type Posting,
} from '#domain/prospecting/job.ts'
import { foldedWords } from '#domain/prospecting/job-words.ts'
import { jobReadingDecider, type Reading } from '#domain/prospecting/job-reading.ts'
import { dailyRate } from '#domain/prospecting/matching.ts'
import { Offer } from '#domain/prospecting/offer.record.ts'
import { placeIn } from '#domain/prospecting/places.ts'
import { JOBS_KEPT_MS } from '#domain/prospecting/job-hunt.ts'
import { type LogBook, logLines } from '#domain/operations/log-book.ts'
import { beginningOf } from '#domain/kernel/texts.ts'
import { DAY_MS, MINUTE_MS } from '#domain/kernel/time.ts'
import type { JobSources } from './job-sources.ts'
import type { ReadJob } from './postings.ts'

const jobRefusal = catalogue({ JOB_PAGE_UNREADABLE: 'outside', JOB_PAGE_EMPTY: 'invalid' })
const line = logLines('Scraper', {
  JOB_SEARCH_DONE: 'Info',
  JOB_SOURCE_READ: 'Info',
  JOB_SOURCE_FAILED: 'Warning',
})

/**
 * Next action that an application sets by itself. @unit nextActionDate: a day in epoch milliseconds
 */
export type FollowUp = { readonly nextAction: string; readonly nextActionDate: number }

export type HuntResult = { readonly found: number; readonly failed: number }

/**
 * Present list of one source. Jobs from before `since` may have left a list that shows the newest
 * alone.
 */
export type Listing = {
  readonly key: string
  readonly ids: ReadonlySet<string>
  readonly urls: ReadonlySet<string>
  /** @unit epoch milliseconds */
  readonly since: number
}

/** The most jobs of other users that one search is given: more may be published. */
const PUBLISHED_MAX = 2000
/** The key of jobs that this installation publishes. */
export const OWN_KEY = 'carnet'
export const franceTravailKey = (owner: string): string => ulidFrom(`france travail of ${owner}`)
/** A source is not read again within this time, unless it failed. @unit milliseconds */
const REST_MS = 10 * MINUTE_MS
/** The pause after a failure doubles with each, up to a day. @unit milliseconds */
const BACKOFF_MS = 5 * MINUTE_MS
const LONGEST_MS = DAY_MS

/** Whether a source may be read now: not just read, and not left alone after failures. */
const mayRead = ({ known }: SourceToRead, now: number): boolean =>
  known.failures === 0
    ? now - known.readAt >= REST_MS
    : now - known.triedAt >= Math.min(LONGEST_MS, BACKOFF_MS * 2 ** (known.failures - 1))

/**
 * The id of a job for one user: the same for a job that several sources have. Title, company and
 * town make it. Without a company the address does, and for a pasted text its words.
 */
function jobIdOf(
  owner: string,
  { title, company, location, description }: Posting,
  url: string,
): string {
  const town = placeIn(location)?.name ?? location
  const what = company === '' ? [url || description] : [company, town]
  return ulidFrom(`job of ${owner}: ${[title, ...what].map(foldedWords).join('|')}`)
}

function listed(owner: string, key: string, jobs: readonly ReadJob[], isWhole: boolean): Listing {
  const dates = jobs.map(({ posting }) => posting.postedAt).filter((at) => at > 0)
  return {
    key,
    ids: new Set(jobs.map(({ posting, url }) => jobIdOf(owner, posting, url))),
    urls: new Set(jobs.map(({ url }) => url)),
    // A list without dates tells nothing of what it leaves out.
    since: isWhole ? 0 : Math.min(...dates, ...(dates.length === 0 ? [Infinity] : [])),
  }
}

/** Values of the offer that an application for a job begins with. */
const offerOf = (posting: ReadJob['posting'], url: string, followUp: FollowUp | null) => ({
  title: posting.title,
  client: posting.company,
  state: 'Positionned' as const,
  TjmHT: Math.max(0, dailyRate(posting) ?? 0) / 100,
  url,
  description: beginningOf(posting.description, 5000),
  technicalNeeds: beginningOf(posting.skills.join(', '), 5000),
  ...followUp,
})

function unreadablePage(error: unknown): never {
  throw error instanceof FetchFailed
    ? jobRefusal('JOB_PAGE_UNREADABLE', { reason: error.reason })
    : error
}

const step = (meta: CommandMeta, name: string): CommandMeta => ({
  ...meta,
  commandId: derivedUuid(meta.commandId, name),
})

export function jobCommands({
  handler,
  records,
  sources,
  now,
  book,
  isSample = async () => false,
}: {
  readonly handler: CommandHandler
  readonly records: Pick<RecordCommands, 'add' | 'remove'>
  readonly sources: JobSources
  readonly now: () => number
  readonly book: Pick<LogBook, 'write'>
  /** Whether all data of a user is sample data. */
  readonly isSample?: (owner: string) => Promise<boolean>
}) {
  const find = (
    job: ReadJob,
    origin: Omit<JobOrigin, 'url'>,
    meta: CommandMeta,
  ): Promise<CommandResult<Job>> => {
    const id = jobIdOf(meta.owner, job.posting, job.url)
    return handler.run(
      jobDecider,
      id,
      { type: 'FindJob', posting: job.posting, origin: { ...origin, url: job.url } },
      { ...meta, commandId: derivedUuid(meta.commandId, origin.key, id) },
    )
  }

  /** @param offerId of the offer by which the job is followed; empty for none */
  const link = (id: string, offerId: string, meta: CommandMeta) =>
    handler.run(jobDecider, id, { type: 'LinkJob', offerId }, step(meta, 'link'))

  /** Jobs that a cleaning would remove at once are not added. */
  async function addAll(
    found: readonly ReadJob[],
    origin: Omit<JobOrigin, 'url'>,
    meta: CommandMeta,
  ): Promise<number> {
    const oldest = now() - JOBS_KEPT_MS
    for (const job of found)
      if (job.posting.postedAt === 0 || job.posting.postedAt >= oldest)
        await find(job, origin, meta)
    return found.length
  }

  /**
   * Reads one source. A failure is recorded, and the others go on. @returns what it had, or null
   */
  async function readSource(
    source: SourceToRead,
    search: JobSearch,
    meta: CommandMeta,
    signal: AbortSignal,
  ) {
    const { key, name, url, known } = source
    const record = (reading: Reading) =>
      handler.run(
        jobReadingDecider,
        key,
        { type: 'RecordReading', reading, name },
        { ...meta, commandId: derivedUuid(meta.commandId, 'reading', key) },
      )
    try {
      if (url === null) {
        const found: ReadJob[] = []
        for (const question of search.questions)
          found.push(...((await sources.franceTravail?.search(question, signal)) ?? []))
        await addAll(found, { key, name }, meta)
        await record({ ok: true, found: found.length, etag: '', lastModified: '' })
        return { found: found.length, listing: null }
      }
      const answer = await sources.read(new URL(url), known, signal)
      await addAll(answer.jobs, { key, name }, meta)
      // A list that is empty all at once is rather a page that changed than the end of every job.
      const listing =
        answer.isUnchanged || answer.jobs.length === 0
          ? null
          : listed(meta.owner, key, answer.jobs, answer.isWhole)
      const { etag, lastModified } = answer
      await record({ ok: true, found: answer.jobs.length, etag, lastModified })
      book.write(line('JOB_SOURCE_READ', { details: { found: answer.jobs.length } }))
      return { found: answer.jobs.length, listing }
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error
      await record({ ok: false, reason: error.reason })
      book.write(line('JOB_SOURCE_FAILED', { details: { reason: error.reason } }))
      return null
    }
  }

  /** A search that finds nothing is told too, as a sign that it took place. */
  const tellSearch = (found: number, done: number): void =>
    book.write(line('JOB_SEARCH_DONE', { details: { found, done } }))

  return {
    tellSearch,

    /** Adds a job that a source has, or what the source says of one that is known. */
    find,

    /** Reads what may be read now, and adds what is published here. */
    async read(
      search: JobSearch,
      meta: CommandMeta,
      signal: AbortSignal,
    ): Promise<HuntResult & { readonly listings: readonly Listing[] }> {
      const readable = search.sources.filter((source) => mayRead(source, now()))
      const published: ReadJob[] = []
      // Sample data is for its own account alone.
      for (const { id, owner, posting } of search.published)
        if (!(await isSample(owner)))
          published.push({ posting, url: new URL(`/jobs/${id}`, sources.publicUrl).href })
      const own = await addAll(published, { key: OWN_KEY, name: 'Carnet' }, meta)
      const answers = await Promise.all(
        readable.map((source) => readSource(source, search, meta, signal)),
      )
      const ours =
        search.published.length < PUBLISHED_MAX
          ? [listed(meta.owner, OWN_KEY, published, true)]
          : []
      const found = own + answers.reduce((sum: number, answer) => sum + (answer?.found ?? 0), 0)
      tellSearch(found, readable.length)
      return {
        found,
        failed: answers.filter((answer) => answer === null).length,
        listings: [...ours, ...answers.flatMap((answer) => answer?.listing ?? [])],
      }
    },

    /** Adds the job of a page that the user pasted. @throws JOB_PAGE_UNREADABLE · JOB_PAGE_EMPTY */
    async paste(url: string, meta: CommandMeta, signal: AbortSignal): Promise<CommandResult<Job>> {
      const { jobs } = await sources
        .read(new URL(url), { etag: '', lastModified: '' }, signal)
        .catch(unreadablePage)
      const [first] = jobs
      if (first === undefined) throw jobRefusal('JOB_PAGE_EMPTY')
      return find(first, { key: 'pasted', name: new URL(url).hostname }, meta)
    },

    /** Adds the job of a pasted text, as the user has confirmed it. */
    pasteText: (job: ReadJob, meta: CommandMeta): Promise<CommandResult<Job>> =>
      find(job, { key: 'pasted', name: '' }, meta),

    /** @throws NOT_FOUND */
    mark: (id: string, mark: JobMark, on: boolean, meta: CommandMeta) =>
      handler.run(jobDecider, id, { type: 'MarkJob', mark, on }, meta),

    /**
     * Marks a job as applied for, and follows it as an offer where the user wants to. @throws
     * NOT_FOUND
     */
    async apply(
      id: string,
      follow: 'as-offer' | 'mark-only',
      followUp: FollowUp | null,
      meta: CommandMeta,
    ): Promise<CommandResult<Job>> {
      const marked = await handler.run(
        jobDecider,
        id,
        { type: 'MarkJob', mark: 'applied', on: true },
        meta,
      )
      if (marked.state.status !== 'live') throw refusal('NOT_FOUND')
      const { posting, origins, offerId } = marked.state
      if (offerId !== '' || follow === 'mark-only') return marked
      const added = await records.add(
        Offer,
        ulidFrom(`offer of job ${id} ${marked.version}`),
        offerOf(posting, origins[0]?.url ?? '', followUp),
        step(meta, 'offer'),
      )
      return link(id, added.id, meta)
    },

    /**
     * Takes an application back, and its offer while the user has not touched it. @throws NOT_FOUND
     */
    async unapply(id: string, meta: CommandMeta): Promise<CommandResult<Job>> {
      const marked = await handler.run(
        jobDecider,
        id,
        { type: 'MarkJob', mark: 'applied', on: false },
        meta,
      )
      const offerId = marked.state.status === 'live' ? marked.state.offerId : ''
      if (offerId === '') return marked
      const offer = await handler.load(recordDecider(Offer), offerId, meta.owner)
      if (offer?.version === 1) await records.remove(Offer, offerId, step(meta, 'offer'))
      return link(id, '', meta)
    },
  }
}
export type JobCommands = ReturnType<typeof jobCommands>
