import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import type { ContributionTerms } from '#domain/finance/contributions.ts'
import {
  byTerms,
  declaringDay,
  inputsOf,
  nextRun,
  nextRuns,
  periodOf,
  type ReceivedOn,
  recountedPeriod,
  type RunInputs,
} from '#domain/schedules/schedule-runs.ts'
import {
  declarationOf,
  type LiveSchedule,
  type PostedRun,
  type Schedule,
  scheduleDeciders,
  type ScheduleCommand,
  type ScheduleFamily,
} from '#domain/schedules/schedule.ts'
import { type ScheduleFacts, scheduleRefusal } from '#domain/schedules/schedule-facts.ts'
import { transactionDecider } from '#domain/finance/transaction.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import { addDays, type Day, dayIn } from '#domain/kernel/time.ts'
import type { CheckLinks } from '#commands/finance/transaction-links.ts'

type Result = Promise<CommandResult<Schedule>>

/** The most missed runs that are made up in one go; the others follow in the next one. */
const AT_ONCE = 100

type MadeRun = { readonly due: Day; readonly transactionId: string }

/**
 * A run's id, which its transaction has too. It is derived, so that every process gives the run the
 * same id.
 */
const runIdOf = (scheduleId: string, due: Day): string => ulidFrom(`${scheduleId}/${due}`)

/** Scheduled transactions and charges, and the runs that they make. */
export function scheduleCommands({
  handler,
  facts,
  clock,
  checkLinks,
}: {
  readonly handler: CommandHandler
  readonly facts: Pick<Facts, 'received' | 'contributionTerms'>
  readonly clock: Clock
  readonly checkLinks: CheckLinks
}) {
  const send = (
    family: ScheduleFamily,
    id: string,
    command: ScheduleCommand,
    meta: CommandMeta,
  ): Result => handler.run(scheduleDeciders[family], id, command, meta)
  const today = ({ occurredAt, timeZone = 'Europe/Paris' }: CommandMeta): Day =>
    dayIn(occurredAt ?? clock.now(), timeZone)

  /** The turnover that a run counts; none for a fixed amount. */
  async function receivedFor(
    schedule: Pick<LiveSchedule, 'facts' | 'countedUntil'>,
    due: Day,
    owner: string,
  ): Promise<readonly ReceivedOn[]> {
    const period = periodOf(schedule, due)
    const { profileId, currency } = schedule.facts
    return period === null ? [] : facts.received({ owner, profileId, currency, ...period })
  }

  /** The receipts that a waiting run counts; null where its amount does not follow from any. */
  async function waitingPeriod(family: ScheduleFamily, id: string, runId: string, owner: string) {
    const schedule = (await handler.load(scheduleDeciders[family], id, owner))?.state
    if (schedule?.status !== 'live') return null
    const run = schedule.waiting.find((one) => one.runId === runId)
    const period = run === undefined ? null : recountedPeriod(schedule.facts, run)
    const { profileId, currency, amountType } = schedule.facts
    return period && { owner, profileId, currency, amountType, ...period }
  }

  /** Contributions follow the profile; other amounts have no terms. */
  const termsOf = async (
    owner: string,
    { profileId, amountType }: Pick<ScheduleFacts, 'profileId' | 'amountType'>,
  ): Promise<ContributionTerms | null> =>
    amountType === 'contributions' ? facts.contributionTerms(owner, profileId) : null

  /**
   * Adds the transaction of a run. It is added once: its id is the run's, and it may be changed or
   * removed later.
   */
  async function book(
    family: ScheduleFamily,
    scheduleId: string,
    { books, ...posted }: PostedRun,
    meta: CommandMeta,
  ): Promise<void> {
    if (books === undefined) return
    const { version: ___, ...rest } = meta
    const known = await handler.load(transactionDecider, posted.runId, meta.owner)
    if (known !== null && known.state.status !== 'none') return
    try {
      const booking = { ...rest, commandId: derivedUuid(meta.commandId, 'booked') }
      await handler.run(transactionDecider, posted.runId, { type: 'Add', facts: books }, booking)
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'invalid') throw error
      const code = error.fields[0]?.code ?? error.code
      const { proposedMinor: _, automatic: __, ...run } = posted
      const failing = { ...rest, commandId: derivedUuid(meta.commandId, 'failed') }
      await send(family, scheduleId, { type: 'Fail', run, code }, failing)
    }
  }

  /** Books what a command posted. A crash before this leaves it to the reactor. */
  async function booked(
    family: ScheduleFamily,
    result: CommandResult<Schedule>,
    meta: CommandMeta,
  ): Result {
    // data of that event type
    for (const { type, data } of result.events)
      if (type === 'RunPosted') await book(family, result.id, data as PostedRun, meta)
    return result
  }

  /** Makes the next run of a schedule. */
  async function makeRun(
    family: ScheduleFamily,
    id: string,
    {
      schedule,
      due,
      known,
      early,
    }: {
      readonly schedule: LiveSchedule
      readonly due: Day
      readonly known?: readonly ReceivedOn[] | undefined
      readonly early?: true
    },
    meta: CommandMeta,
  ): Promise<MadeRun> {
    const { version: _, ...rest } = meta
    const received = known ?? (await receivedFor(schedule, due, meta.owner))
    const terms = await termsOf(meta.owner, schedule.facts)
    const command = {
      type: 'Run',
      runId: runIdOf(id, due),
      due,
      received,
      terms,
      ...(early && { early }),
    } as const
    const running = { ...rest, commandId: derivedUuid(id, 'run', due) }
    const { events } = await booked(family, await send(family, id, command, running), running)
    const isBooked = events.some(
      ({ type, data }) => type === 'RunPosted' && 'books' in Object(data),
    )
    return { due, transactionId: isBooked ? command.runId : '' }
  }

  /**
   * Makes the runs that are due, each on its own day, the earliest first. Sent again, by another
   * process or after a crash, it makes none twice.
   *
   * @param known the receipts, where the read models do not follow yet
   * @returns the days that were run, and the transaction of each; empty where nothing was booked
   */
  async function runDue(
    family: ScheduleFamily,
    id: string,
    meta: CommandMeta,
    known?: readonly ReceivedOn[],
  ): Promise<readonly MadeRun[]> {
    const until = today(meta)
    const made: MadeRun[] = []
    for (;;) {
      const schedule = (await handler.load(scheduleDeciders[family], id, meta.owner))?.state
      if (schedule?.status !== 'live' || made.length === AT_ONCE) return made
      const due = nextRun(schedule)
      if (due === '' || due > until) return made
      made.push(await makeRun(family, id, { schedule, due, known }, meta))
    }
  }

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
      const asked = await waitingPeriod(family, id, runId, meta.owner)
      const received = asked && (known ?? (await facts.received(asked)))
      const terms = asked && (await termsOf(asked.owner, asked))
      const command: ScheduleCommand = {
        type: 'Validate',
        runId,
        ...(amountMinor !== undefined && { amountMinor }),
        ...(received && { received }),
        ...(terms && { terms }),
      }
      return booked(family, await send(family, id, command, meta), meta)
    },
    /**
     * Declares the contributions of a period, and books what is to be paid. Where no charge
     * proposes them yet, one is added that does from then on.
     *
     * @param charge the charge that proposes them, or the one to add: its id, and what it says
     * @throws CONTRIBUTIONS_NO_PERIOD · CONTRIBUTIONS_RUNNING · CONTRIBUTIONS_DECLARED
     */
    async declareContributions(
      { id, added }: { readonly id: string; readonly added: ScheduleFacts | null },
      period: { readonly from: Day; readonly to: Day },
      meta: CommandMeta,
    ): Result {
      if (added !== null) {
        declaringDay(added, period)
        const adding = { ...meta, commandId: derivedUuid(meta.commandId, 'charge') }
        await send('charge', id, { type: 'Add', facts: added }, adding)
      }
      await runDue('charge', id, meta)
      const schedule = (await handler.load(scheduleDeciders.charge, id, meta.owner))?.state
      if (schedule?.status !== 'live') throw refusal('NOT_FOUND', { id })
      const { profileId, currency } = schedule.facts
      const waiting = schedule.waiting.find(
        ({ from, to }) => from === period.from && to === period.to,
      )
      const due = waiting?.due ?? declaringDay(schedule.facts, period)
      const command: ScheduleCommand = {
        type: 'DeclareContributions',
        runId: waiting?.runId ?? runIdOf(id, due),
        due,
        received: await facts.received({ owner: meta.owner, profileId, currency, ...period }),
        terms: await termsOf(meta.owner, schedule.facts),
      }
      return booked('charge', await send('charge', id, command, meta), meta)
    },
    /**
     * Takes the declaration of a period back: it waits again, and its payment leaves the books.
     *
     * @throws CONTRIBUTIONS_NOT_DECLARED · CONTRIBUTIONS_PAID once the payment has left the bank
     */
    async undoContributions(
      id: string,
      period: { readonly from: Day; readonly to: Day },
      meta: CommandMeta,
    ): Result {
      const schedule = (await handler.load(scheduleDeciders.charge, id, meta.owner))?.state
      const declared = schedule?.status === 'live' ? declarationOf(schedule, period) : undefined
      const payment =
        declared && (await handler.load(transactionDecider, declared.runId, meta.owner))?.state
      const isBooked = payment?.status === 'live'
      if (isBooked && payment.cashed) throw scheduleRefusal('CONTRIBUTIONS_PAID')
      // The period may be declared again: its payment is another transaction.
      const runId = ulidFrom(`${id}/${period.to}/${declared?.runId ?? ''}`)
      const undone = await send('charge', id, { type: 'UndoContributions', ...period, runId }, meta)
      if (declared !== undefined && isBooked) {
        const { version: _, ...rest } = meta
        const removing = { ...rest, commandId: derivedUuid(meta.commandId, 'removed') }
        await handler.run(transactionDecider, declared.runId, { type: 'Remove' }, removing)
      }
      return undone
    },
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

    /** What is due waits: the access of the account has ended. Recorded once. */
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
      const made = await runDue(family, id, meta)
      const schedule = (await handler.load(scheduleDeciders[family], id, meta.owner))?.state
      if (schedule?.status !== 'live') throw refusal('NOT_FOUND', { id })
      const next = due ?? nextRun(schedule)
      if (made.length > 0 || (due !== null && due <= schedule.ranUntil)) return made
      return [await makeRun(family, id, { schedule, due: next, early: true }, meta)]
    },

    /**
     * The next runs of a schedule that is not saved yet, or as it is now, with the amount as of
     * today.
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
      for (const due of nextRuns({ facts: draft, ranUntil }, most)) {
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
