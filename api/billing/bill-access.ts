import type { BillCommands } from '#commands/billing/bills.ts'
import type { BillIssuance } from '#commands/billing/issue-bill.ts'
import type { Bill } from '#domain/billing/bill-facts.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { type Day, dayIn } from '#domain/kernel/time.ts'
import type { Call } from '../kernel/api.ts'

export type BillsDeps = { readonly bills: BillCommands; readonly issuance: BillIssuance }

export const todayOf = (call: Pick<Call, 'now' | 'caller'>): Day =>
  dayIn(call.now, call.caller.timeZone)

export type LiveBill = Exclude<Bill, { status: 'none' | 'removed' }>
/** @throws NOT_FOUND for a bill of another profile */
export function ofProfile(state: Bill, profileId: string, id: string): LiveBill {
  if (
    state.status === 'none' ||
    state.status === 'removed' ||
    state.content.profileId !== profileId
  )
    throw refusal('NOT_FOUND', { id })
  return state
}

/** The bill from its stream, not from its read model: a decision needs its latest state. */
export const liveBill =
  (issuance: Pick<BillIssuance, 'load'>) =>
  async (owner: string, profileId: string, id: string): Promise<LiveBill> =>
    ofProfile((await issuance.load(id, owner)).state, profileId, id)
