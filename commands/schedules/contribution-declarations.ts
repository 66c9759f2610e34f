import type { Facts } from '#commands/facts.ts'
import { assertInEuros } from '#commands/finance/receipts-in-euros.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { transactionDecider } from '#domain/finance/transaction.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { Day } from '#domain/kernel/time.ts'
import { type ScheduleFacts, scheduleRefusal } from '#domain/schedules/schedule-facts.ts'
import { declaringDay } from '#domain/schedules/schedule-runs.ts'
import {
  declarationOf,
  type ScheduleCommand,
  scheduleDeciders,
} from '#domain/schedules/schedule.ts'
import { type MakingRuns, type Result, runIdOf } from './making-runs.ts'

/** Declarations of contributions, which a charge proposes. */
export function contributionDeclarations(
  handler: CommandHandler,
  facts: Pick<Facts, 'received' | 'receiptsWithoutEuros'>,
  { send, booked, runDue, termsOf }: MakingRuns,
) {
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
      period: { readonly from: Day; readonly to: Day },
      meta: CommandMeta,
    ): Result {
      if (added !== null) {
        declaringDay({ facts: added, countedUntil: '' }, period)
        const adding = { ...meta, commandId: derivedUuid(meta.commandId, 'charge') }
        await send('charge', id, { type: 'Add', facts: added }, adding)
      }
      await runDue('charge', id, meta)
      const schedule = (await handler.load(scheduleDeciders.charge, id, meta.owner))?.state
      if (schedule?.status !== 'live') throw refusal('NOT_FOUND', { id })
      const { profileId, currency } = schedule.facts
      await assertInEuros(facts, { owner: meta.owner, profileId, ...period })
      const waiting = schedule.waiting.find(
        ({ from, to }) => from === period.from && to === period.to,
      )
      const due = waiting?.due ?? declaringDay(schedule, period)
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
  }
}
