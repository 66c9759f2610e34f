import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { isCreditedInFull, owedOf } from '#domain/billing/bill-balance.ts'
import type { Bill, IssuedBill } from '#domain/billing/bill-facts.ts'
import type { DeductedDeposit } from '#domain/billing/deposit.ts'
import { step } from './step.ts'

type Draft = Extract<Bill, { status: 'draft' }>

/** An issued deposit as a final bill deducts it; null for another bill, or without a rest. */
export function depositOf(billId: string, { frozen, ...bill }: IssuedBill): DeductedDeposit | null {
  const { vat, grossMinor } = owedOf({ frozen, ...bill })
  return frozen.type === 'deposit' && grossMinor > 0
    ? { billId, ref: frozen.ref, issueDate: frozen.issueDate, vat, grossMinor }
    : null
}

/** Deductions of deposits by final bills. Each deposit's own stream decides which bill holds it. */
export function deductedDeposits(handler: CommandHandler) {
  /** Whether a final bill deducts a deposit, or is about to. */
  async function deducts(finalId: string, depositId: string, owner: string): Promise<boolean> {
    const final = (await handler.load(billDecider, finalId, owner))?.state
    if (!final || final.status === 'none' || final.status === 'removed') return false
    if (final.status === 'issued' && isCreditedInFull(final)) return false
    const chosen = final.status === 'draft' ? final.content.deposits : final.frozen.deposits
    return chosen?.some(({ billId }) => billId === depositId) ?? false
  }

  /**
   * Frees a deposit whose holder deducts it no more: a removed draft, or a bill that was credited
   * in full.
   */
  async function freeIdle(depositId: string, finalId: string, meta: CommandMeta): Promise<void> {
    const loaded = await handler.load(billDecider, depositId, meta.owner)
    const holder = loaded?.state.status === 'issued' ? loaded.state.deductedBy : null
    if (
      !loaded ||
      !holder ||
      holder.finalId === finalId ||
      (await deducts(holder.finalId, depositId, meta.owner))
    )
      return
    // Checked against the version that was read: the holder may have taken it again since.
    const { version } = loaded
    await handler.run(
      billDecider,
      depositId,
      { type: 'FreeDeposit', finalId: holder.finalId },
      { ...step(meta, derivedUuid(meta.commandId, 'freed', depositId, version)), version },
    )
  }

  /**
   * The chosen deposits as they stand now, and the numbers of those that this bill may not deduct
   * any more.
   */
  async function depositsOf(
    id: string,
    { content }: Pick<Draft, 'content'>,
    owner: string,
  ): Promise<{ deposits: readonly DeductedDeposit[]; lost: readonly string[] }> {
    const lost: string[] = []
    const deposits: DeductedDeposit[] = []
    for (const chosen of content.deposits ?? []) {
      const state = (await handler.load(billDecider, chosen.billId, owner))?.state
      const standing = state?.status === 'issued' ? depositOf(chosen.billId, state) : null
      const isOurs =
        state?.status === 'issued' &&
        state.content.profileId === content.profileId &&
        state.content.clientId === content.clientId &&
        state.frozen.currency === content.currency
      const holder = state?.status === 'issued' ? state.deductedBy : null
      const isTaken =
        holder !== null &&
        holder.finalId !== id &&
        (await deducts(holder.finalId, chosen.billId, owner))
      if (standing && isOurs && !isTaken) deposits.push(standing)
      else lost.push(chosen.ref)
    }
    return { deposits, lost }
  }

  /**
   * Holds each chosen deposit for this attempt. @throws BILL_DEPOSIT_DEDUCTED ·
   * BILL_DEPOSIT_CREDITED
   */
  async function deduct(
    id: string,
    draft: Draft,
    meta: CommandMeta,
    attempt: number,
  ): Promise<readonly DeductedDeposit[]> {
    const deposits: DeductedDeposit[] = []
    for (const { billId } of draft.content.deposits ?? []) {
      await freeIdle(billId, id, meta)
      const { state } = await handler.run(
        billDecider,
        billId,
        { type: 'DeductDeposit', holder: { finalId: id, issuanceId: meta.commandId } },
        step(meta, derivedUuid(meta.commandId, 'deduct', billId, attempt)),
      )
      const standing = state.status === 'issued' ? depositOf(billId, state) : null
      if (!standing) throw new Error(`Deposit ${billId} was held and is none`)
      deposits.push(standing)
    }
    return deposits
  }

  /** Frees the deposits that a bill held and deducts no more. */
  async function freeDeposits(
    finalId: string,
    deposits: readonly DeductedDeposit[] | undefined,
    meta: CommandMeta,
  ): Promise<void> {
    for (const { billId } of deposits ?? [])
      await handler.run(
        billDecider,
        billId,
        { type: 'FreeDeposit', finalId },
        step(meta, derivedUuid(meta.commandId, finalId, 'freed', billId)),
      )
  }

  return { deducts, freeIdle, depositsOf, deduct, freeDeposits }
}
