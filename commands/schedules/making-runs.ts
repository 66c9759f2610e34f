import type { RecordedEvent } from '#domain/kernel/event.ts'
import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import type { ContributionTerms } from '#domain/finance/contributions.ts'
import { transactionDecider } from '#domain/finance/transaction.ts'
import type { DecisionContext } from '#domain/kernel/decider.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { type Day, dayIn, FRENCH_ZONE } from '#domain/kernel/time.ts'
import type { ScheduleFacts } from '#domain/schedules/schedule-facts.ts'
import {
  nextRun,
  periodOf,
  type ReceivedOn,
  recountedPeriod,
} from '#domain/schedules/schedule-runs.ts'
import {
  type LiveSchedule,
  type PostedRun,
  type Schedule,
  type ScheduleCommand,
  scheduleDeciders,
  type ScheduleFamily,
} from '#domain/schedules/schedule.ts'

export type Result = Promise<CommandResult<Schedule>>

/** The most missed runs that are made up in one go; the others follow in the next one. */
const AT_ONCE = 100

export type MadeRun = { readonly due: Day; readonly transactionId: string }

/** The run that an event of a schedule has made; none for other events. */
export function madeBy({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): readonly MadeRun[] {
  if (type !== 'RunPosted' && type !== 'RunProposed') return []
  const { due, runId, books } = data as PostedRun // or a proposed run, which books nothing
  return [{ due, transactionId: books === undefined ? '' : runId }]
}

/**
 * A run's id, which its transaction has too. It is derived, so that every process gives the run the
 * same id.
 */
export const runIdOf = (scheduleId: string, due: Day): string => ulidFrom(`${scheduleId}/${due}`)

/** Makes the runs of schedules, and books them. */
export function makingRuns({
  handler,
  facts,
  clock,
}: {
  readonly handler: CommandHandler
  readonly facts: Pick<Facts, 'received' | 'receiptsWithoutEuros' | 'contributionTerms'>
  readonly clock: Clock
}) {
  const send = (
    family: ScheduleFamily,
    id: string,
    command: ScheduleCommand,
    meta: CommandMeta,
  ): Result => handler.run(scheduleDeciders[family], id, command, meta)
  const today = ({ occurredAt, timeZone = FRENCH_ZONE }: CommandMeta): Day =>
    dayIn(occurredAt ?? clock.now(), timeZone)
  const contextOf = (meta: CommandMeta): DecisionContext => ({
    now: meta.occurredAt ?? clock.now(),
    today: today(meta),
    actor: meta.actor,
  })

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
    const booking = await handler.load(transactionDecider, posted.runId, meta.owner)
    if (booking !== null && booking.state.status !== 'none') return
    try {
      const adding = { ...rest, commandId: derivedUuid(meta.commandId, 'booked') }
      await handler.run(transactionDecider, posted.runId, { type: 'Add', facts: books }, adding)
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
    const running = {
      ...rest,
      commandId: derivedUuid(id, 'run', due),
      causationId: meta.commandId,
    }
    const { events } = await booked(family, await send(family, id, command, running), running)
    return events.flatMap(madeBy)[0] ?? { due, transactionId: '' }
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

  return { send, contextOf, receivedFor, waitingPeriod, termsOf, book, booked, makeRun, runDue }
}
export type MakingRuns = ReturnType<typeof makingRuns>
