import { assertInEuros } from '#commands/finance/receipts-in-euros.ts'
import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import {
  byTerms,
  inputsOf,
  nextRun,
  nextRuns,
  type ReceivedOn,
  type RunInputs,
} from '#domain/schedules/schedule-runs.ts'
import {
  type LiveSchedule,
  scheduleDeciders,
  type ScheduleCommand,
  type ScheduleFamily,
} from '#domain/schedules/schedule.ts'
import type { ScheduleFacts } from '#domain/schedules/schedule-facts.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { addDays, type Day } from '#domain/kernel/time.ts'
import type { CheckLinks } from '#commands/finance/transaction-links.ts'
import { contributionDeclarations } from './contribution-declarations.ts'
import { madeBy, type MadeRun, makingRuns, type Result } from './making-runs.ts'

/** Scheduled transactions and charges, and the runs that they make. */
export function scheduleCommands({
  handler,
  facts,
  clock,
  checkLinks,
}: {
  readonly handler: CommandHandler
  readonly facts: Pick<Facts, 'received' | 'receiptsWithoutEuros' | 'contributionTerms'>
  readonly clock: Clock
  readonly checkLinks: CheckLinks
}) {
  const runs = makingRuns({ handler, facts, clock })
  const { send, receivedFor, waitingPeriod, termsOf, book, booked, makeRun, runDue } = runs

  return {
    /** @throws TRANSACTION_LINK_UNKNOWN · the decider's refusals, as all others */
    async add(
      family: ScheduleFamily,
      id: string,
      added: ScheduleFacts,
      meta: CommandMeta,
      active = true,
    ): Result {
      await checkLinks(meta.owner, added)
      return send(family, id, { type: 'Add', facts: added, active }, meta)
    },
    /** @param active whether it makes runs from now on; undefined leaves it as it is */
    async change(
      family: ScheduleFamily,
      id: string,
      changes: Partial<ScheduleFacts>,
      meta: CommandMeta,
      active?: boolean,
    ): Result {
      await checkLinks(meta.owner, changes)
      return send(
        family,
        id,
        { type: 'Change', changes, ...(active !== undefined && { active }) },
        meta,
      )
    },
    activate: (family: ScheduleFamily, id: string, meta: CommandMeta): Result =>
      send(family, id, { type: 'Activate' }, meta),
    deactivate: (family: ScheduleFamily, id: string, meta: CommandMeta): Result =>
      send(family, id, { type: 'Deactivate' }, meta),
    remove: (family: ScheduleFamily, id: string, meta: CommandMeta): Result =>
      send(family, id, { type: 'Remove' }, meta),
    restore: (family: ScheduleFamily, id: string, meta: CommandMeta): Result =>
      send(family, id, { type: 'Restore' }, meta),
    /**
     * Books a run that waits. Receipts may have come since it was proposed, so they are counted
     * again.
     *
     * @param amountMinor in place of the amount that the receipts come to
     * @param known the receipts, where the read models do not follow yet
     */
    async validate(
      family: ScheduleFamily,
      id: string,
      { runId, amountMinor }: { readonly runId: string; readonly amountMinor?: number },
      meta: CommandMeta,
      known?: readonly ReceivedOn[],
    ): Result {
      const period = await waitingPeriod(family, id, runId, meta.owner)
      if (period?.amountType === 'contributions' && known === undefined)
        await assertInEuros(facts, period)
      const received = period && (known ?? (await facts.received(period)))
      const terms = period && (await termsOf(period.owner, period))
      const command: ScheduleCommand = {
        type: 'Validate',
        runId,
        ...(amountMinor !== undefined && { amountMinor }),
        ...(received && { received }),
        ...(terms && { terms }),
      }
      return booked(family, await send(family, id, command, meta), meta)
    },
    ...contributionDeclarations(handler, facts, runs),
    skip: (
      family: ScheduleFamily,
      id: string,
      runId: string,
      reason: string,
      meta: CommandMeta,
    ): Result => send(family, id, { type: 'Skip', runId, reason }, meta),
    book,
    /** The runs that wait for the user. */
    async waiting(
      family: ScheduleFamily,
      id: string,
      owner: string,
    ): Promise<LiveSchedule['waiting']> {
      const schedule = (await handler.load(scheduleDeciders[family], id, owner))?.state
      return schedule?.status === 'live' ? schedule.waiting : []
    },

    /** Due runs wait: the access of the account has ended. Recorded once. */
    hold: (family: ScheduleFamily, id: string, meta: CommandMeta): Result =>
      send(
        family,
        id,
        { type: 'Hold' },
        { ...meta, commandId: derivedUuid(meta.commandId, 'hold') },
      ),
    runDue,
    /**
     * Makes the runs that are due; where none is, the next one before its day.
     *
     * @param due the run that the user saw as the next one; once it is made, nothing more is
     * @throws RUN_NOT_DUE while receipts may still come that the run counts
     */
    async runNow(
      family: ScheduleFamily,
      id: string,
      due: Day | null,
      meta: CommandMeta,
    ): Promise<readonly MadeRun[]> {
      const before = await handler.load(scheduleDeciders[family], id, meta.owner)
      const repeated = (before?.events ?? []).flatMap((event) =>
        event.meta.causationId === meta.commandId ? madeBy(event) : [],
      )
      const made = [...repeated, ...(await runDue(family, id, meta))]
      const schedule = (await handler.load(scheduleDeciders[family], id, meta.owner))?.state
      if (schedule?.status !== 'live') throw refusal('NOT_FOUND', { id })
      const next = due ?? nextRun(schedule)
      // Also for the same command sent again: the next run has become another one.
      if (made.length > 0 || (due !== null && due <= schedule.ranUntil)) return made
      return [await makeRun(family, id, { schedule, due: next, early: true }, meta)]
    },

    /**
     * The next runs of a schedule, saved or not, with the amount as of today.
     *
     * @param known of a saved schedule: what its runs have counted
     */
    async preview(
      owner: string,
      draft: ScheduleFacts,
      known: Pick<LiveSchedule, 'ranUntil' | 'countedUntil'> | null,
      most: number,
      now: Day,
    ): Promise<readonly RunInputs[]> {
      const terms = await termsOf(owner, draft)
      const { ranUntil, countedUntil } = known ?? { ranUntil: addDays(now, -1), countedUntil: '' }
      const runs: RunInputs[] = []
      let counted = countedUntil
      for (const due of nextRuns({ facts: draft, ranUntil, countedUntil }, most)) {
        const schedule = byTerms({ facts: draft, countedUntil: counted }, terms)
        const run = inputsOf(schedule, {
          runId: '',
          due,
          received: await receivedFor(schedule, due, owner),
        })
        runs.push(run)
        if (run.to > counted) counted = run.to
      }
      return runs
    },
  }
}
export type ScheduleCommands = ReturnType<typeof scheduleCommands>
