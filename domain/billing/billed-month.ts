import type { Decider } from '#domain/kernel/decider.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import type { BillSource } from './bill.ts'

/** Which bill carries the days of a contract's month: one stream a contract and month, so that two bills never carry the same days. */

/** One attempt to issue a bill. */
export type Holder = { readonly billId: string; readonly issuanceId: string }
/** `free`: a holder that was seen to carry the days no more (its issuance was abandoned, or it was credited in full). */
export type BilledMonthCommand = { type: 'Hold'; holder: Holder; free: Holder | null }
export type BilledMonthEvent = { type: 'MonthBilled'; data: Holder }
export type BilledMonth = Holder | null

export const billedMonthRefusal = catalogue({ BILL_MONTH_ALREADY_BILLED: 'conflict' })

export const billedMonthId = ({ projectId, year, month }: BillSource): string =>
  `${projectId}-${year}-${String(month).padStart(2, '0')}`

const same = (a: Holder | null, b: Holder | null): boolean =>
  a !== null && b !== null && a.billId === b.billId && a.issuanceId === b.issuanceId

export const billedMonthDecider: Decider<BilledMonthCommand, BilledMonthEvent, BilledMonth> = {
  category: 'billedMonth',
  initial: null,
  /** @throws BILL_MONTH_ALREADY_BILLED · @returns nothing when this attempt holds it already */
  decide({ holder, free }, held) {
    if (same(held, holder)) return []
    // A new attempt for the same bill is noted, so that whoever saw the last one end cannot take the month from it.
    if (held !== null && held.billId !== holder.billId && !same(held, free))
      throw billedMonthRefusal('BILL_MONTH_ALREADY_BILLED')
    return [{ type: 'MonthBilled', data: holder }]
  },
  evolve: (_, event) => event.data,
}
