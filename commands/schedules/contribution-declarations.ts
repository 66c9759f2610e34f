import type { Facts } from '#commands/facts.ts'
import { assertInEuros } from '#commands/finance/receipts-in-euros.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { transactionDecider } from '#domain/finance/transaction.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { type ScheduleFacts, scheduleRefusal } from '#domain/schedules/schedule-facts.ts'
import { declaringDay, type Period } from '#domain/schedules/schedule-runs.ts'
import {
  assertUndeclared,
  declarationOf,
  type Schedule,
  type ScheduleCommand,
  scheduleDeciders,
  takenPeriods,
} from '#domain/schedules/schedule.ts'
import type { MakingRuns, Result } from './making-runs.ts'

/** Declarations of contributions, which a charge proposes. */
export function contributionDeclarations(
  handler: CommandHandler,
  facts: Pick<Facts, 'received' | 'receiptsWithoutEuros'>,
  { send, booked, runDue, termsOf, contextOf }: MakingRuns,
) {
  const decider = scheduleDeciders.charge
  async function declaring(
    id: string,
    schedule: Schedule | undefined,
    period: Period,
    meta: CommandMeta,
  ): Promise<ScheduleCommand> {
    if (schedule?.status !== 'live') throw refusal('NOT_FOUND', { id })
    const { profileId, currency } = schedule.facts
    await assertInEuros(facts, { owner: meta.owner, profileId, ...period })
    const present =
      schedule.waiting.find(({ from, to }) => from === period.from && to === period.to) ??
      // The same request again.
      declarationOf(schedule, period)
    if (present === undefined) assertUndeclared(schedule, period)
    const due = present?.due ?? declaringDay(schedule.facts, period, takenPeriods(schedule))
    return {
      type: 'DeclareContributions',
      // A run of this day may have been taken back before, and its payment removed.
      runId: present?.runId ?? ulidFrom(`${id}/${due}/${meta.commandId}`),
      due,
      period,
      received: await facts.received({ owner: meta.owner, profileId, currency, ...period }),
      terms: await termsOf(meta.owner, schedule.facts),
    }
  }

  return {
    /**
     * Declares the contributions of a period, and books what is to be paid. Where no charge
     * proposes them yet, one is added that does from then on.
     *
     * @param charge the charge that proposes them, or the one to add: its id, and what it says
     * @throws RECEIPTS_WITHOUT_EUROS · CONTRIBUTIONS_NO_PERIOD · CONTRIBUTIONS_RUNNING ·
     * CONTRIBUTIONS_DECLARED
     */
    async declareContributions(
      { id, added }: { readonly id: string; readonly added: ScheduleFacts | null },
      period: Period,
      meta: CommandMeta,
    ): Result {
      const loaded = async () =>
        (await handler.load(scheduleDeciders.charge, id, meta.owner))?.state
      const state = await loaded()
      if (added !== null && state?.status !== 'live') {
        const context = contextOf(meta)
        const then: Schedule =
          state?.status === 'removed'
            ? { ...state, status: 'live' }
            : decider.evolve(decider.initial, {
                type: 'ScheduleAdded',
                data: { facts: added, on: context.today },
              })
        // A refused declaration adds no charge either.
        decider.decide(await declaring(id, then, period, meta), then, context)
        await send(
          'charge',
          id,
          state?.status === 'removed' ? { type: 'Restore' } : { type: 'Add', facts: added },
          { ...meta, commandId: derivedUuid(meta.commandId, 'charge') },
        )
      }
      await runDue('charge', id, meta)
      const command = await declaring(id, await loaded(), period, meta)
      return booked('charge', await send('charge', id, command, meta), meta)
    },
    /**
     * Takes the declaration of a period back: it waits again, and its payment leaves the books.
     *
     * @throws CONTRIBUTIONS_NOT_DECLARED · CONTRIBUTIONS_PAID once the payment has left the bank
     */
    async undoContributions(id: string, period: Period, meta: CommandMeta): Result {
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
  }
}
