import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { FetchFailed } from '#commands/kernel/fetch-text.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { jobDecider, type JobOrigin } from '#domain/prospecting/job.ts'
import type { JobSources } from './job-sources.ts'
import { franceTravailKey, type Listing, OWN_KEY } from './jobs.ts'

/** Pages of jobs that one night looks at again. */
const LOOKED_AT = 20

/** Marks the jobs that their sources took down. */
export function jobLosses({
  handler,
  facts,
  sources,
}: {
  readonly handler: CommandHandler
  readonly facts: Pick<Facts, 'openJobs'>
  readonly sources: Pick<JobSources, 'franceTravail' | 'isGone'>
}) {
  const lose = (id: string, key: string, meta: CommandMeta) =>
    handler.run(
      jobDecider,
      id,
      { type: 'LoseJob', key },
      { ...meta, commandId: derivedUuid(meta.commandId, 'lose', key, id) },
    )

  /** Marks jobs that their source no longer lists. */
  async function loseUnlisted(listings: readonly Listing[], meta: CommandMeta): Promise<void> {
    const open = listings.length === 0 ? [] : await facts.openJobs(meta.owner)
    for (const { key, ids, urls, since } of listings)
      for (const { id, postedAt, origins } of open) {
        const origin = origins.find((one) => one.key === key)
        if (origin === undefined || ids.has(id) || urls.has(origin.url)) continue
        if (since === 0 || (postedAt > 0 && postedAt > since)) await lose(id, key, meta)
      }
  }

  /** Whether a source has taken a job down; null when it cannot be told now. */
  async function isTakenDown(
    { key, url }: JobOrigin,
    owner: string,
    signal: AbortSignal,
  ): Promise<boolean | null> {
    const service = key === franceTravailKey(owner) ? sources.franceTravail : null
    const page = URL.parse(url)
    if (page === null) return null
    return (service === null ? sources.isGone(page, signal) : service.isClosed(url, signal)).catch(
      (error: unknown) => {
        if (error instanceof FetchFailed) return null
        throw error
      },
    )
  }

  /**
   * Looks at the pages of jobs that the user is interested in and that no source has just listed.
   */
  async function loseTakenDown(
    listings: readonly Listing[],
    meta: CommandMeta,
    signal: AbortSignal,
  ): Promise<void> {
    const isListed = (id: string, { key }: JobOrigin) =>
      listings.some((one) => one.key === key && one.ids.has(id))
    const watched = (await facts.openJobs(meta.owner)).filter((job) => job.watched)
    const pages = watched
      .flatMap(({ id, origins }) => origins.map((origin) => ({ id, origin })))
      .filter(({ id, origin }) => origin.key !== OWN_KEY && !isListed(id, origin))
    for (const { id, origin } of pages.slice(0, LOOKED_AT))
      if (await isTakenDown(origin, meta.owner, signal)) await lose(id, origin.key, meta)
  }

  return { loseUnlisted, loseTakenDown }
}
