import { createFairQueue } from '#commands/kernel/fair-queue.ts'
import { busyRefusal } from '#commands/kernel/typeset/press.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { placeOfCommand } from '#commands/kernel/command-id.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { creditableOf, creditLinesOf, creditOf } from '#domain/billing/bill-balance.ts'
import type { Bill, BillSource } from '#domain/billing/bill-facts.ts'
import { billRefusal } from '#domain/billing/bill-refusals.ts'
import type { CheckItem } from '#domain/billing/checklist.ts'
import type { BillContent, BillLine } from '#domain/billing/content.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import { laterPosition, type Position } from '#domain/kernel/event.ts'
import type { Day, DayOrNone } from '#domain/kernel/time.ts'
import { billPayments, type BillWritten, ownBill } from './bill-payments.ts'
import { creditedLines, type LineToCredit } from './credit-note-lines.ts'
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
  const { newContent, chosenDeposits } = draftContents(handler, issuance, ports)
  const { andExpected, ...payments } = billPayments(handler, issuance, ports)

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

  const issues = createFairQueue({ ...ISSUES, busy: () => busyRefusal('PAPER_BUSY') })

  return {
    /**
     * What a new bill takes from its contract, its client and its business; for a quote, which is
     * offered as one.
     */
    newContent,
    ...payments,

    async draft(id: string, asked: NewBill, today: Day, meta: CommandMeta): Promise<BillWritten> {
      ports.expectPaper?.()
      const content = await newContent(meta.owner, asked, today)
      const drafted = await handler.run(
        billDecider,
        id,
        {
          type: 'Draft',
          billType: asked.billType,
          content,
          creditNoteOf: null,
          source: asked.fromTimesheet ?? null,
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
      asked: NewBill & { readonly fromTimesheet: BillSource },
      today: Day,
      owner: string,
    ): Promise<readonly CheckItem[]> => {
      const { billType, fromTimesheet: source } = asked
      try {
        const content = await newContent(owner, asked, today)
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

    /**
     * The client was merged with another record of it. Of an issued bill nothing changes but whose
     * it is.
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

    /** A draft only. The amounts that a credit note held on its original are released. */
    async remove(id: string, profileId: string, meta: CommandMeta): Promise<BillWritten> {
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
    },

    async issue(
      id: string,
      profileId: string,
      today: Day,
      asked: DayOrNone,
      meta: CommandMeta,
    ): Promise<BillWritten> {
      return issues.run({ owner: meta.owner, urgency: 'final' }, async () => {
        const { version, position, state } = await issuance.issue(id, profileId, today, asked, meta)
        const original = 'creditNoteOf' in state ? state.creditNoteOf : null
        const written = { id, version, position }
        return original === null
          ? andExpected(written, id, { state, version }, meta)
          : andExpected(
              written,
              original.billId,
              await issuance.load(original.billId, meta.owner),
              meta,
            )
      })
    },

    /**
     * Drafts the credit note of an issued bill: of the named lines, or of all that is left. It is
     * issued like any bill, and takes effect then.
     *
     * @throws BILL_NOT_ISSUED · BILL_NOT_CREDITABLE · BILL_NOTHING_TO_CREDIT ·
     * BILL_CREDIT_ABOVE_REST
     */
    async creditNote(
      id: string,
      profileId: string,
      asked: { id?: string; lines?: readonly LineToCredit[] },
      meta: CommandMeta,
    ): Promise<BillWritten> {
      const { state, version } = await ownBill(issuance, id, profileId, meta.owner)
      if (meta.version !== undefined && meta.version !== version)
        throw refusal('STALE_VERSION', { version: meta.version, current: version })
      if (state.status !== 'issued')
        throw billRefusal(state.status === 'issuing' ? 'BILL_BEING_ISSUED' : 'BILL_NOT_ISSUED')
      if (state.frozen.type === 'creditNote') throw billRefusal('BILL_NOT_CREDITABLE')
      if (state.deductedBy && (await issuance.deducts(state.deductedBy.finalId, id, meta.owner)))
        throw billRefusal('BILL_DEPOSIT_DEDUCTED', { ref: state.frozen.ref })
      if (creditableOf(state).netMinor <= 0)
        throw billRefusal('BILL_NOTHING_TO_CREDIT', { ref: state.frozen.ref })
      const { frozen } = state
      const lines = creditedLines(state, asked.lines)
      const content: BillContent = {
        ...state.content,
        issueDate: '',
        dueDate: '',
        includeVat: true,
        lines,
        header: '',
        footer: '',
        deposits: [],
        pricesWithVat: false,
        discount: null,
      }
      const noteId = asked.id ?? ulidFrom(`credit note of ${id} ${placeOfCommand(meta.commandId)}`)
      // What drafts hold may be released still; what was given back is not there any more.
      const given = state.credits.filter(({ ref }) => ref !== '')
      if (asked.lines) creditOf({ ...state, credits: given }, noteId, creditLinesOf(content))
      const creditNoteOf = { billId: id, ref: frozen.ref, issueDate: frozen.issueDate }
      return handler.run(
        billDecider,
        noteId,
        { type: 'Draft', billType: 'creditNote', content, creditNoteOf, source: null },
        step(meta, derivedUuid(meta.commandId, 'credit-note')),
      )
    },

    async fallDue(id: string, meta: CommandMeta): Promise<void> {
      await handler.run(billDecider, id, { type: 'FallDue' }, meta)
    },
  }
}
export type BillCommands = ReturnType<typeof billCommands>

const clientGone: CheckItem = {
  code: 'BILL_NEEDS_BUYER',
  ok: false,
  entity: 'bill',
  entityId: '',
  path: 'clientId',
  details: {},
}
