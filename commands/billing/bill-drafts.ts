import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { writtenAtOnce } from '#commands/kernel/written-at-once.ts'
import { billDecider } from '#domain/billing/bill.ts'
import type { Bill, BillSource } from '#domain/billing/bill-facts.ts'
import { billRefusal } from '#domain/billing/bill-refusals.ts'
import type { CheckItem } from '#domain/billing/checklist.ts'
import type { BillLine } from '#domain/billing/content.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { laterPosition, type Position } from '#domain/kernel/event.ts'
import type { Day } from '#domain/kernel/time.ts'
import type { BillWritten } from './payment-booking.ts'
import {
  type BillChanges,
  draftContents,
  type NewBill,
  unknownReference,
  withBasis,
} from './draft-content.ts'
import type { BillIssuance } from './issue-bill.ts'
import type { BillingPorts } from './ports.ts'
import { step } from './step.ts'

/** Drafts of bills: how one begins, changes and is removed. */
export function billDrafts(handler: CommandHandler, issuance: BillIssuance, ports: BillingPorts) {
  const { newContent, chosenDeposits } = draftContents(handler, issuance, ports)

  async function draftOf(id: string, owner: string): Promise<Extract<Bill, { status: 'draft' }>> {
    const { state } = await issuance.load(id, owner)
    if (state.status === 'draft') return state
    throw state.status === 'issuing'
      ? billRefusal('BILL_BEING_ISSUED')
      : billRefusal('BILL_ALREADY_ISSUED', {
          ref: state.status === 'issued' ? state.frozen.ref : '',
        })
  }

  /**
   * A draft of a quote holds what its lines take as they are typed. @throws QUOTE_LINE_ABOVE_REST
   */
  async function takeQuoted(
    id: string,
    lines: readonly BillLine[],
    meta: CommandMeta,
  ): Promise<Position> {
    const state = (await handler.load(billDecider, id, meta.owner))?.state
    if (state?.status !== 'draft' || state.billType === 'creditNote') return ''
    return ports.quotedLines.take(id, { ...state.content, lines }, meta, 'changed')
  }

  return {
    /**
     * Terms that a new bill takes from its contract, client and business. A quote is offered with
     * the same ones.
     */
    newContent,

    async draft(id: string, input: NewBill, today: Day, meta: CommandMeta): Promise<BillWritten> {
      ports.expectPaper?.()
      const content = await newContent(meta.owner, input, today)
      const drafted = await handler.run(
        billDecider,
        id,
        {
          type: 'Draft',
          billType: input.billType,
          content,
          creditNoteOf: null,
          source: input.fromTimesheet ?? null,
        },
        meta,
      )
      const undo = () => {
        const undone = step(meta, derivedUuid(meta.commandId, 'undone'))
        return handler.run(
          billDecider,
          id,
          { type: 'Remove', profileId: content.profileId },
          undone,
        )
      }
      let position: Position
      try {
        position = laterPosition(
          drafted.position,
          await ports.quotedLines.take(id, content, meta, 'drafted'),
        )
      } catch (error) {
        if (error instanceof Refusal) await undo()
        throw error
      }
      const [gone] = await ports.gone(meta.owner, content)
      if (gone === undefined) return { ...drafted, position }
      await undo()
      throw unknownReference(gone)
    },

    /** Points of the checklist that would stop a bill of this month's days. */
    lacking: async (
      input: NewBill & { readonly fromTimesheet: BillSource },
      today: Day,
      owner: string,
    ): Promise<readonly CheckItem[]> => {
      const { billType, fromTimesheet: source } = input
      try {
        const content = await newContent(owner, input, today)
        const draft = {
          status: 'draft',
          billType,
          content,
          drafted: content,
          creditNoteOf: null,
          source,
          abandoned: [],
        } as const
        return (await issuance.prepare('', draft, owner, today, '')).items.filter(
          (item) => !item.ok,
        )
      } catch (error) {
        // The contract's client was removed since: the user has to choose another.
        if (!(error instanceof Refusal)) throw error
        return error.fields.some(({ path }) => path === 'clientId') ? [clientGone] : []
      }
    },

    /** @throws BILL_ALREADY_ISSUED: an issued bill is corrected by a credit note */
    async change(
      id: string,
      { depositIds, ...changes }: BillChanges,
      meta: CommandMeta,
    ): Promise<BillWritten> {
      const before = depositIds && (await draftOf(id, meta.owner))
      const deposits =
        before &&
        (await chosenDeposits(meta.owner, before.content.profileId, before.billType, depositIds))
      const [buyer, terms] = await Promise.all([
        changes.clientId ? ports.buyer(meta.owner, changes.clientId) : null,
        changes.projectId ? ports.contract(meta.owner, changes.projectId) : null,
      ])
      if (changes.clientId && !buyer) throw unknownReference('clientId')
      if (changes.projectId && !terms) throw unknownReference('projectId')
      const taken = changes.lines === undefined ? '' : await takeQuoted(id, changes.lines, meta)
      const changed = await handler.run(
        billDecider,
        id,
        {
          type: 'Change',
          changes: {
            ...withBasis(changes),
            ...(changes.clientId !== undefined && { clientName: buyer?.name ?? '' }),
            ...(deposits && { deposits }),
          },
        },
        meta,
      )
      const left = before?.content.deposits?.filter(({ billId }) => !depositIds?.includes(billId))
      await issuance.freeDeposits(id, left, meta)
      const { clientId = '', projectId = '' } = changes
      const [gone] = await ports.gone(meta.owner, { profileId: '', clientId, projectId })
      if (gone === undefined)
        return { ...changed, position: laterPosition(changed.position, taken) }
      const none = gone === 'clientId' ? { clientId: '', clientName: '' } : { projectId: '' }
      const undone = step(meta, derivedUuid(meta.commandId, 'undone'))
      await handler.run(billDecider, id, { type: 'Change', changes: none }, undone)
      throw unknownReference(gone)
    },

    /** A draft only. The amounts that a credit note held on its original are released. */
    async remove(id: string, profileId: string, meta: CommandMeta): Promise<BillWritten> {
      return writtenAtOnce(handler, meta, async (meta): Promise<BillWritten> => {
        const before = await handler.load(billDecider, id, meta.owner)
        const removed = await handler.run(billDecider, id, { type: 'Remove', profileId }, meta)
        if (before?.state.status === 'draft') {
          await issuance.freeDeposits(id, before.state.content.deposits, meta)
          const released = await ports.quotedLines.release(id, before.state.content.quoteId, meta)
          if (before.state.creditNoteOf === null)
            return { ...removed, position: laterPosition(removed.position, released) }
        }
        const original = before?.state.status === 'draft' ? before.state.creditNoteOf : null
        if (!original) return removed
        const released = await handler.run(
          billDecider,
          original.billId,
          { type: 'ReleaseCredit', creditNoteId: id },
          step(meta, derivedUuid(meta.commandId, 'released')),
        )
        return { ...removed, position: laterPosition(removed.position, released.position) }
      })
    },
  }
}

const clientGone: CheckItem = {
  code: 'BILL_NEEDS_BUYER',
  ok: false,
  entity: 'bill',
  entityId: '',
  path: 'clientId',
  details: {},
}
