import { setTimeout as pause } from 'node:timers/promises'
import { FetchFailed } from '#commands/kernel/fetch-text.ts'
import {
  type PublicFetchOptions,
  publicFetch,
  type Resolve,
} from '#commands/kernel/public-fetch.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { type FranceTravail, franceTravail, type FranceTravailOptions } from './france-travail.ts'
import { JOBS_MAX, jobsOfFeed, jobsOfPage, type ReadJob } from './postings.ts'
import { allowsPath } from './robots.ts'

/** Validators of a source's last answer, sent along the next time. */
type KnownAnswer = { readonly etag: string; readonly lastModified: string }
/**
 * `isWhole`: it lists everything that is offered there. A feed ends with its oldest entries, which
 * may go on.
 */
type SourceAnswer = KnownAnswer & {
  readonly jobs: readonly ReadJob[]
  readonly isUnchanged: boolean
  readonly isWhole: boolean
}

/** Where jobs come from outside of this installation. */
export interface JobSources {
  /** The jobs of a feed, or of a page that describes them. @throws FetchFailed with its reason */
  read(url: URL, known: KnownAnswer, signal: AbortSignal): Promise<SourceAnswer>
  /** Whether a job's page is gone for good. @throws FetchFailed when it cannot be told */
  isGone(page: URL, signal: AbortSignal): Promise<boolean>
  /** Where the product is reached. */
  readonly publicUrl: string
  /** Null when the installation has no account there. */
  readonly franceTravail: FranceTravail | null
}

export type JobSourcesOptions = {
  readonly now: () => number
  /** Where the product is reached: says who asks. */
  readonly publicUrl: string
  readonly franceTravail?: Omit<FranceTravailOptions, 'now'> | null
  /** Allows sources on this machine itself, for tests. */
  readonly loopback?: boolean
  readonly resolve?: Resolve
  /** Between two requests to one site. @unit milliseconds */
  readonly pauseMs?: number
  /** Time limit of a source's answer. @unit milliseconds */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 15_000
const MAX_BYTES = 5_000_000
const ROBOTS_BYTES = 500_000
const ROBOTS_MS = DAY_MS
const PAUSE_MS = 1_000
/** Sites whose rules are remembered. */
const SITES = 200
/** Status of a page that is gone. @source RFC 9110, sections 15.5.5 and 15.5.11 */
const GONE: ReadonlySet<string> = new Set(['status 404', 'status 410'])
const ACCEPT =
  'application/rss+xml, application/atom+xml, text/html, application/xml;q=0.9, */*;q=0.1'

/**
 * Reads feeds and pages politely: it obeys robots.txt, says who asks, and lets a site rest between
 * two requests.
 */
export function jobSources(options: JobSourcesOptions): JobSources {
  const {
    now,
    publicUrl,
    loopback = false,
    resolve,
    pauseMs = PAUSE_MS,
    timeoutMs = TIMEOUT_MS,
  } = options
  const userAgent = `Carnet/1 (+${publicUrl})`
  const rules = new Map<string, { readonly until: number; readonly text: string }>()
  const turns = new Map<string, Promise<unknown>>()

  /** One request to a site at a time, and a pause after each. */
  function inTurn<T>(site: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(site) ?? Promise.resolve()
    const result = before.then(work)
    const after = result.then(
      () => pause(pauseMs),
      () => pause(pauseMs),
    )
    turns.set(site, after)
    void after.then(() => turns.get(site) === after && turns.delete(site))
    return result
  }

  const fetched = (url: URL, more: Pick<PublicFetchOptions, 'signal' | 'maxBytes' | 'known'>) =>
    publicFetch(url, { accept: ACCEPT, userAgent, loopback, ...(resolve && { resolve }), ...more })

  /**
   * @source RFC 9309, section 2.3.1: no rules allow everything, and a site that cannot say allows
   * nothing
   */
  async function rulesOf(url: URL, signal: AbortSignal): Promise<string> {
    const cached = rules.get(url.origin)
    if (cached !== undefined && cached.until > now()) return cached.text
    const text = await fetched(new URL('/robots.txt', url), {
      signal,
      maxBytes: ROBOTS_BYTES,
    }).then(
      (answer) => answer.text,
      (error: unknown) => {
        if (error instanceof FetchFailed && error.reason.startsWith('status 4')) return ''
        throw error
      },
    )
    const oldest = rules.size >= SITES ? rules.keys().next().value : undefined
    if (oldest !== undefined) rules.delete(oldest)
    rules.set(url.origin, { until: now() + ROBOTS_MS, text })
    return text
  }

  return {
    publicUrl,
    franceTravail: options.franceTravail ? franceTravail({ ...options.franceTravail, now }) : null,
    read: (url, earlier, ending) =>
      inTurn(url.host, async () => {
        const signal = AbortSignal.any([ending, AbortSignal.timeout(timeoutMs)])
        if (!allowsPath(await rulesOf(url, signal), `${url.pathname}${url.search}`))
          throw new FetchFailed('robots')
        const {
          status,
          text,
          url: base,
          etag,
          lastModified,
        } = await fetched(url, { signal, maxBytes: MAX_BYTES, known: earlier })
        if (status === 304) return { jobs: [], isUnchanged: true, isWhole: false, ...earlier }
        const ofFeed = jobsOfFeed(text, base, now())
        const jobs = ofFeed ?? jobsOfPage(text, base, now())
        const isWhole = ofFeed === null && jobs.length < JOBS_MAX
        return {
          jobs,
          isUnchanged: false,
          isWhole,
          etag: etag.slice(0, 200),
          lastModified: lastModified.slice(0, 100),
        }
      }),
    isGone: (page, ending) =>
      inTurn(page.host, async () => {
        const signal = AbortSignal.any([ending, AbortSignal.timeout(timeoutMs)])
        if (!allowsPath(await rulesOf(page, signal), `${page.pathname}${page.search}`))
          throw new FetchFailed('robots')
        return fetched(page, { signal, maxBytes: MAX_BYTES }).then(
          () => false,
          (error: unknown) => {
            if (error instanceof FetchFailed && GONE.has(error.reason)) return true
            throw error
          },
        )
      }),
  }
}
