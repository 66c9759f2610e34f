import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { placeOfCommand } from '#commands/kernel/command-id.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { creditableOf, creditLinesOf, creditOf } from '#domain/billing/bill-balance.ts'
import { billRefusal } from '#domain/billing/bill-refusals.ts'
import type { BillContent } from '#domain/billing/content.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { ownBill } from './bill-payments.ts'
import type { BillWritten } from './payment-booking.ts'
import { creditedLines, type LineToCredit } from './credit-note-lines.ts'
import type { BillIssuance } from './issue-bill.ts'
import { step } from './step.ts'

/** Credit notes of issued bills. */
export function creditNotes(
  handler: CommandHandler,
  issuance: Pick<BillIssuance, 'load' | 'deducts'>,
) {
  /**
   * Drafts the credit note of an issued bill: of the named lines, or of all that is left. It is
   * issued like any bill, and takes effect then.
   *
   * @throws BILL_NOT_ISSUED · BILL_NOT_CREDITABLE · BILL_NOTHING_TO_CREDIT ·
   * BILL_CREDIT_ABOVE_REST
   */
  return async function creditNote(
    id: string,
    profileId: string,
    input: { id?: string; lines?: readonly LineToCredit[]; daysAgain?: boolean },
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
    const lines = creditedLines(state, input.lines)
    const { daysAgain: _, ...before } = state.content
    const content: BillContent = {
      ...before,
      ...(input.daysAgain && { daysAgain: true }),
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
    const noteId = input.id ?? ulidFrom(`credit note of ${id} ${placeOfCommand(meta.commandId)}`)
    // Drafts may still release their holds; given-back days are gone.
    const given = state.credits.filter(({ ref }) => ref !== '')
    if (input.lines) creditOf({ ...state, credits: given }, noteId, creditLinesOf(content))
    const creditNoteOf = { billId: id, ref: frozen.ref, issueDate: frozen.issueDate }
    return handler.run(
      billDecider,
      noteId,
      { type: 'Draft', billType: 'creditNote', content, creditNoteOf, source: null },
      step(meta, derivedUuid(meta.commandId, 'credit-note')),
    )
  }
}
