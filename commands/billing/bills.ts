import { createFairQueue } from '#commands/kernel/fair-queue.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { paperRefusal } from '#domain/kernel/paper-size.ts'
import type { Day, DayOrNone } from '#domain/kernel/time.ts'
import { billDrafts } from './bill-drafts.ts'
import { creditNotes } from './credit-notes.ts'
import { billPayments } from './bill-payments.ts'
import { billSettlements } from './bill-settlements.ts'
import type { BillWritten } from './payment-booking.ts'
import type { BillIssuance } from './issue-bill.ts'
import type { BillingPorts } from './ports.ts'

/**
 * Bills that one process issues at once. While one is drawn, the next one is prepared: two are
 * issued a third faster than one by one. With more, requests of other users wait behind all of
 * them.
 *
 * @unit waitMs: milliseconds
 */
const ISSUES = {
  atOnce: 2,
  perOwner: { final: Number.POSITIVE_INFINITY, preview: 0 },
  waitMs: 60_000,
}

/** All commands on bills. */
export function billCommands(handler: CommandHandler, issuance: BillIssuance, ports: BillingPorts) {
  const issues = createFairQueue({ ...ISSUES, busy: () => paperRefusal('PAPER_BUSY') })

  return {
    ...billDrafts(handler, issuance, ports),
    ...billPayments(handler, issuance, ports),
    ...billSettlements(handler, issuance, ports),
    creditNote: creditNotes(handler, issuance),

    /**
     * The client was merged with another record of it. An issued bill changes its owner record
     * alone.
     */
    async moveClient(
      { id, from, to, name }: Readonly<Record<'id' | 'from' | 'to' | 'name', string>>,
      meta: CommandMeta,
    ): Promise<void> {
      const version = (await handler.load(billDecider, id, meta.owner))?.version ?? 0
      const commandId = derivedUuid(meta.commandId, version)
      await handler.run(
        billDecider,
        id,
        { type: 'MoveClient', from, to, name },
        { ...meta, commandId },
      )
    },
    /** Whether the bill was issued after it came to this client. */
    async isIssuedSince(id: string, clientId: string, owner: string): Promise<boolean> {
      const events = (await handler.load(billDecider, id, owner))?.events ?? []
      // data of that event type
      const cameBy = ({ type, data }: (typeof events)[number]) =>
        type === 'BillClientMoved' && (data as { clientId: string }).clientId === clientId
      return events
        .slice(events.findLastIndex(cameBy) + 1)
        .some(({ type }) => type === 'BillIssued')
    },

    async issue(
      id: string,
      profileId: string,
      today: Day,
      issueDate: DayOrNone,
      meta: CommandMeta,
    ): Promise<BillWritten> {
      return issues.run({ owner: meta.owner, urgency: 'final' }, async () => {
        const { version, position } = await issuance.issue(id, profileId, today, issueDate, meta)
        return { id, version, position }
      })
    },

    async fallDue(id: string, isOld: boolean, meta: CommandMeta): Promise<void> {
      await handler.run(billDecider, id, { type: 'FallDue', isOld }, meta)
    },
  }
}
export type BillCommands = ReturnType<typeof billCommands>
