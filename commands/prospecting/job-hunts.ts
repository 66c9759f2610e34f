import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { PAPER_LANGUAGES } from '#domain/billing/paper/paper-language.values.ts'
import { jobDecider } from '#domain/prospecting/job.ts'
import { jobDigest } from '#domain/prospecting/job-digest.ts'
import { jobHuntDecider, type JobHuntEvent, type Suggestion } from '#domain/prospecting/job-hunt.ts'
import type { MailPayload } from '#domain/mail/mail.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import type { JobSources } from './job-sources.ts'
import type { JobRun, JobRunCounts } from './job-run.ts'
import { jobLosses } from './job-losses.ts'
import { franceTravailKey, type HuntResult, type JobCommands } from './jobs.ts'

type SuggestionsTaken = Extract<JobHuntEvent, { readonly type: 'SuggestionsTaken' }>
/** A mail with a body that is not yet sanitised. */
type DigestMail = Omit<MailPayload, 'body'> & { readonly html: string }
export type JobHuntResult = HuntResult & { readonly suggested: number }

/** Searches for jobs, at night or on request. Suggestions are recorded once. */
export function jobHuntCommands({
  handler,
  facts,
  jobs,
  sources,
  sendMail,
  now,
}: {
  readonly handler: CommandHandler
  readonly facts: Pick<
    Facts,
    'jobSearch' | 'newSuggestions' | 'countsSuggestions' | 'openJobs' | 'jobDigest' | 'jobHunters'
  >
  readonly jobs: Pick<JobCommands, 'read' | 'tellSearch'>
  readonly sources: Pick<JobSources, 'franceTravail' | 'publicUrl' | 'isGone'>
  readonly sendMail: (id: string, draft: DigestMail, meta: CommandMeta) => Promise<unknown>
  readonly now: () => number
}) {
  const { loseUnlisted, loseTakenDown } = jobLosses({ handler, facts, sources })
  const searchOf = (owner: string) =>
    facts.jobSearch(
      owner,
      sources.franceTravail === null
        ? null
        : { key: franceTravailKey(owner), name: 'France Travail' },
      now(),
    )

  /** Suggests the best matches, as many as the user may still have. May run twice. @returns them */
  async function suggest(automatic: boolean, meta: CommandMeta): Promise<readonly Suggestion[]> {
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
    return taken
  }

  /**
   * Asks for a mail about suggestions where the user wants one; its id follows from the night's
   * command.
   */
  async function tellByMail(suggested: readonly Suggestion[], meta: CommandMeta): Promise<void> {
    const digest = suggested.length === 0 ? null : await facts.jobDigest(meta.owner, suggested)
    if (digest === null) return
    const { address, jobs: suggestedJobs } = digest
    const language = PAPER_LANGUAGES.find((one) => one === digest.language) ?? 'fr'
    const commandId = derivedUuid(meta.commandId, 'digest')
    const draft = {
      sender: { name: 'Carnet', address },
      recipients: [address],
      cc: [],
      ...jobDigest(language, suggestedJobs, sources.publicUrl),
      template: '',
      billId: '',
      attachments: [],
    }
    try {
      await sendMail(ulidFrom(`job digest ${commandId}`), draft, { ...meta, commandId })
    } catch (error) {
      // An address that no mail can reach must not keep the search from ending.
      if (!(error instanceof Refusal) || !error.code.startsWith('MAIL_')) throw error
    }
  }

  async function round(meta: CommandMeta, signal: AbortSignal): Promise<JobHuntResult> {
    const { found, failed, listings } = await jobs.read(await searchOf(meta.owner), meta, signal)
    await loseUnlisted(listings, meta)
    await loseTakenDown(listings, meta, signal)
    const suggested = await suggest(true, meta)
    await tellByMail(suggested, meta)
    // The end sets the next night's search: what comes before it is done again after a crash.
    await handler.run(
      jobHuntDecider,
      meta.owner,
      { type: 'EndJobHunt', found, failed },
      { ...meta, commandId: derivedUuid(meta.commandId, 'end') },
    )
    return { found, failed, suggested: suggested.length }
  }

  return {
    /** The user's own search, over all criteria. */
    async search(meta: CommandMeta, signal: AbortSignal): Promise<JobHuntResult> {
      const { found, failed, listings } = await jobs.read(await searchOf(meta.owner), meta, signal)
      await loseUnlisted(listings, meta)
      return { found, failed, suggested: (await suggest(false, meta)).length }
    },

    /** The night's search, over the criteria that are searched by themselves. May run twice. */
    round,

    /**
     * Searches now for every user whose jobs are searched by themselves; a dry run counts what
     * would be read.
     *
     * @param hasEnded whether a user has no access any more, and is passed over
     */
    async runAll(
      { dryRun, options: { account }, meta, tell, signal }: JobRun,
      hasEnded: (owner: string) => Promise<boolean>,
    ): Promise<JobRunCounts> {
      const owners: string[] = []
      for (const owner of await facts.jobHunters())
        if ((account === undefined || owner === account) && !(await hasEnded(owner)))
          owners.push(owner)
      const counts = { accounts: owners.length, found: 0, failed: 0 }
      if (owners.length === 0 && !dryRun) jobs.tellSearch(0, 0)
      for (const [done, owner] of owners.entries()) {
        await tell({ done, of: owners.length, counts: { ...counts } })
        if (dryRun) {
          counts.found += (await searchOf(owner)).sources.length
          continue
        }
        const { found, failed } = await round(meta('hunt', owner), signal)
        counts.found += found
        counts.failed += failed
      }
      return counts
    },

    /** An administrator gives a user so many suggestions without a plan. */
    giveFree: (count: number, meta: CommandMeta) =>
      handler.run(jobHuntDecider, meta.owner, { type: 'GiveFreeSuggestions', count }, meta),

    /** Suggestions that a user has left without a plan; null where none were given. */
    async freeOf(userId: string) {
      const hunt = await handler.load(jobHuntDecider, userId, userId)
      return { count: hunt?.state.left ?? null, version: hunt?.version ?? 0 }
    },

    /** Hides all jobs of a job's company. @throws NOT_FOUND */
    async hideCompany(jobId: string, meta: CommandMeta) {
      const job = (await handler.load(jobDecider, jobId, meta.owner))?.state
      if (job?.status !== 'live') throw refusal('NOT_FOUND', { id: jobId })
      const { company } = job.posting
      return handler.run(jobHuntDecider, meta.owner, { type: 'HideCompany', company }, meta)
    },
    /** @throws NOT_FOUND when it is not hidden */
    async showCompany(company: string, meta: CommandMeta) {
      const hidden =
        (await handler.load(jobHuntDecider, meta.owner, meta.owner))?.state.hidden ?? []
      if (!hidden.includes(company)) throw refusal('NOT_FOUND', { id: company })
      return handler.run(jobHuntDecider, meta.owner, { type: 'ShowCompany', company }, meta)
    },
  }
}
export type JobHuntCommands = ReturnType<typeof jobHuntCommands>
