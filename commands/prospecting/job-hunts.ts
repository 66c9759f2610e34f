import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { jobDecider } from '#domain/prospecting/job.ts'
import { jobHuntDecider, type JobHuntEvent } from '#domain/prospecting/job-hunt.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { JobSources } from './job-sources.ts'
import { franceTravailKey, type HuntResult, type JobCommands } from './jobs.ts'

type SuggestionsTaken = Extract<JobHuntEvent, { readonly type: 'SuggestionsTaken' }>
export type JobHuntResult = HuntResult & { readonly suggested: number }

/** Searches for jobs: at night by themselves, or when the user asks. What they suggest is recorded once. */
export function jobHuntCommands({
  handler,
  facts,
  jobs,
  sources,
  now,
}: {
  readonly handler: CommandHandler
  readonly facts: Pick<Facts, 'jobSearch' | 'newSuggestions' | 'countsSuggestions' | 'jobHunters'>
  readonly jobs: Pick<JobCommands, 'read'>
  readonly sources: Pick<JobSources, 'franceTravail'>
  readonly now: () => number
}) {
  const searchOf = (owner: string) =>
    facts.jobSearch(
      owner,
      sources.franceTravail === null ? null : { key: franceTravailKey(owner), name: 'France Travail' },
      now(),
    )

  /** Suggests the best matches, as many as the user may still have. May run twice. @returns how many */
  async function suggest(automatic: boolean, meta: CommandMeta): Promise<number> {
    const { owner } = meta
    const matches = await facts.newSuggestions(owner, { automatic, now: now() })
    const counted = await facts.countsSuggestions(owner, now())
    const { events } = await handler.run(
      jobHuntDecider,
      owner,
      { type: 'TakeSuggestions', matches, counted },
      { ...meta, commandId: derivedUuid(meta.commandId, 'take') },
    )
    const taken = events.flatMap(({ data }) => (data as SuggestionsTaken['data']).suggested) // the command's one event
    for (const { id, score, criteriaId } of taken)
      await handler.run(
        jobDecider,
        id,
        { type: 'SuggestJob', score, criteriaId },
        { ...meta, commandId: derivedUuid(meta.commandId, 'suggest', id) },
      )
    return taken.length
  }

  async function round(meta: CommandMeta, signal: AbortSignal): Promise<JobHuntResult> {
    const { found, failed } = await jobs.read(await searchOf(meta.owner), meta, signal)
    const suggested = await suggest(true, meta)
    // The end sets the next night's search: what comes before it is done again after a crash.
    await handler.run(
      jobHuntDecider,
      meta.owner,
      { type: 'EndJobHunt', found, failed },
      { ...meta, commandId: derivedUuid(meta.commandId, 'end') },
    )
    return { found, failed, suggested }
  }

  return {
    /** The user's own search, over all criteria. */
    async search(meta: CommandMeta, signal: AbortSignal): Promise<JobHuntResult> {
      const { found, failed } = await jobs.read(await searchOf(meta.owner), meta, signal)
      return { found, failed, suggested: await suggest(false, meta) }
    },

    /** The night's search, over the criteria that are searched by themselves. May run twice. */
    round,

    /** Searches now for every user whose jobs are searched by themselves. */
    async runAll(
      meta: Omit<CommandMeta, 'owner'>,
      signal: AbortSignal,
    ): Promise<HuntResult & { readonly users: number }> {
      const owners = await facts.jobHunters()
      let [found, failed] = [0, 0]
      for (const owner of owners) {
        signal.throwIfAborted()
        const result = await round({ ...meta, owner, commandId: derivedUuid(meta.commandId, owner) }, signal)
        found += result.found
        failed += result.failed
      }
      return { users: owners.length, found, failed }
    },
    /** What a run for every user would read now. */
    async preview(): Promise<{ readonly users: number; readonly sources: number }> {
      const owners = await facts.jobHunters()
      const searches = await Promise.all(owners.map(searchOf))
      return { users: owners.length, sources: searches.reduce((sum, search) => sum + search.sources.length, 0) }
    },

    /** An administrator gives a user so many suggestions without a plan. */
    giveFree: (count: number, meta: CommandMeta) =>
      handler.run(jobHuntDecider, meta.owner, { type: 'GiveFreeSuggestions', count }, meta),

    /** Hides all jobs of a job's company. @throws NOT_FOUND */
    async hideCompany(jobId: string, meta: CommandMeta) {
      const job = (await handler.load(jobDecider, jobId, meta.owner))?.state
      if (job?.status !== 'live') throw refusal('NOT_FOUND', { id: jobId })
      const { company } = job.posting
      return handler.run(jobHuntDecider, meta.owner, { type: 'HideCompany', company }, meta)
    },
    /** @throws NOT_FOUND when it is not hidden */
    async showCompany(company: string, meta: CommandMeta) {
      const hidden = (await handler.load(jobHuntDecider, meta.owner, meta.owner))?.state.hidden ?? []
      if (!hidden.includes(company)) throw refusal('NOT_FOUND', { id: company })
      return handler.run(jobHuntDecider, meta.owner, { type: 'ShowCompany', company }, meta)
    },
  }
}
export type JobHuntCommands = ReturnType<typeof jobHuntCommands>
