import { latePenalty, type Penalty } from '#domain/billing/penalty.ts'
import type { Day } from '#domain/kernel/time.ts'
import { type BillDoc, NEVER } from '#projections/billing/bills.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'

/** An unpaid bill, and its penalty to date; null when it is not late or no penalty was agreed. */
export type OwedBill = {
  readonly bill: BillDoc
  readonly late: boolean
  readonly penalty: Penalty | null
}

const penaltyOf = (bill: BillDoc, today: Day): Penalty | null =>
  bill.includePenalty && bill.dueDate !== ''
    ? latePenalty({
        grossMinor: bill.grossMinor,
        rate: bill.penaltyRate,
        dueDate: bill.dueDate,
        settlements: [
          ...bill.payments.map((p) => ({ day: p.day, minor: p.amountMinor })),
          ...bill.credits.map((c) => ({ day: c.day, minor: c.grossMinor })),
        ],
        until: today,
        // The indemnity is fixed in euros.
        professional: bill.professional && bill.currency === 'EUR',
      })
    : null

/** Unpaid bills, the first due first. */
export async function owedBills(
  bills: ReadModel<BillDoc>,
  owner: string,
  profileId: string,
  today: Day,
): Promise<readonly OwedBill[]> {
  const open = await bills.find({
    filter: { where: { owner, profileId, lateFrom: { $lt: NEVER } } },
    sort: [['lateFrom', 1]],
  })
  return open.items.map((bill) => {
    const late = bill.lateFrom <= today
    return { bill, late, penalty: late ? penaltyOf(bill, today) : null }
  })
}

/** Drafts waiting to be issued, the oldest first. */
export const waitingDrafts = async (
  bills: ReadModel<BillDoc>,
  owner: string,
  profileId: string,
): Promise<readonly BillDoc[]> =>
  (
    await bills.find({
      filter: { where: { owner, profileId, state: 'draft' } },
      sort: [['listDate', 1]],
    })
  ).items

/** Bills with money to refund to the client. */
export const billsToRefund = async (
  bills: ReadModel<BillDoc>,
  owner: string,
  profileId: string,
): Promise<readonly BillDoc[]> =>
  (await bills.find({ filter: { where: { owner, profileId, toRefundMinor: { $gt: 0 } } } })).items
