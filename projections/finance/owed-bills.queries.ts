import { inEuros } from '#domain/billing/amounts.values.ts'
import type { LegalRate } from '#domain/billing/legal-rate.values.ts'
import type { Penalty } from '#domain/billing/penalty.ts'
import type { Sort } from '#domain/kernel/ports/read-store.ts'
import type { Day } from '#domain/kernel/time.ts'
import { penaltyOn, penaltyRateIn } from '#projections/billing/bill-penalty.ts'
import { type BillDoc, NEVER } from '#projections/billing/bills.ts'
import { allDocuments } from '#projections/kernel/all-documents.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'

/** An unpaid bill, and its penalty to date; null when it is not late or no penalty was agreed. */
export type OwedBill = {
  readonly bill: BillDoc
  readonly late: boolean
  readonly penalty: Penalty | null
}

const penaltyOf = (bill: BillDoc, until: Day, rates: readonly LegalRate[]): Penalty | null => {
  const { dueDate, issueDate } = bill
  return penaltyOn(bill, { dueDate, rate: penaltyRateIn(bill, issueDate, rates), until })
}

/** Unpaid bills of a currency, and the same in euros at each bill's rate. @unit minor units */
export type OwedSum = {
  count: number
  outstandingMinor: number
  lateCount: number
  lateMinor: number
  interestMinor: number
  indemnityMinor: number
  euroOutstandingMinor: number
  euroLateMinor: number
  euroInterestMinor: number
}
/** Unpaid bills: the first due ones, and the sums of all by currency. */
export type Owed = {
  readonly bills: readonly OwedBill[]
  readonly sums: ReadonlyMap<string, Readonly<OwedSum>>
}

/** Kept sums of unpaid bills, by the day from which they are late. */
const OWED_BY_DAY = {
  by: ['profileId', 'currency', 'lateFrom'],
  of: ['outstandingMinor', 'euroOutstandingMinor'],
} as const
const FIRST_DUE: Sort = [['lateFrom', 1]]

/**
 * Unpaid bills. Sums come from groups, so that their number costs nothing. Late bills alone are
 * read one by one, because each has its own penalty.
 *
 * @param shown bills that are answered, the first due first
 */
export async function owedBills(
  bills: ReadModel<BillDoc>,
  {
    owner,
    profileId,
    today,
    rates,
  }: { owner: string; profileId: string; today: Day; rates: readonly LegalRate[] },
  shown: number,
): Promise<Owed> {
  const open = { owner, profileId, lateFrom: { $lt: NEVER } }
  const [groups, first] = await Promise.all([
    bills.sum({ where: open }, OWED_BY_DAY),
    bills.find({ filter: { where: open }, sort: FIRST_DUE, limit: shown }),
  ])
  const sums = new Map<string, OwedSum>()
  for (const { key, count, sums: of } of groups) {
    const sum = sums.get(key.currency) ?? { ...NOTHING }
    sums.set(key.currency, sum)
    sum.count += count
    sum.outstandingMinor += of.outstandingMinor
    sum.euroOutstandingMinor += of.euroOutstandingMinor
    if (key.lateFrom > today) continue
    sum.lateCount += count
    sum.lateMinor += of.outstandingMinor
    sum.euroLateMinor += of.euroOutstandingMinor
  }
  const late = { filter: { where: { ...open, lateFrom: { $lte: today } } }, sort: FIRST_DUE }
  for await (const bill of allDocuments(bills, late)) {
    const [sum, penalty] = [sums.get(bill.currency), penaltyOf(bill, today, rates)]
    if (sum === undefined || penalty === null) continue
    sum.interestMinor += penalty.interestMinor
    sum.indemnityMinor += penalty.indemnityMinor
    sum.euroInterestMinor +=
      bill.currency === 'EUR'
        ? penalty.interestMinor
        : inEuros(penalty.interestMinor, bill.exchange?.rate ?? 0, bill.currency)
  }
  return {
    sums,
    bills: first.items.map((bill) => {
      const late = bill.lateFrom <= today
      return { bill, late, penalty: late ? penaltyOf(bill, today, rates) : null }
    }),
  }
}

const NOTHING: OwedSum = {
  count: 0,
  outstandingMinor: 0,
  lateCount: 0,
  lateMinor: 0,
  interestMinor: 0,
  indemnityMinor: 0,
  euroOutstandingMinor: 0,
  euroLateMinor: 0,
  euroInterestMinor: 0,
}

/** Drafts waiting to be issued, the oldest first. */
export const waitingDrafts = async (
  bills: ReadModel<BillDoc>,
  owner: string,
  profileId: string,
  limit: number,
): Promise<readonly BillDoc[]> =>
  (
    await bills.find({
      filter: { where: { owner, profileId, state: 'draft' } },
      sort: [['listDate', 1]],
      limit,
    })
  ).items

/** Bills with money to refund to the client. */
export const billsToRefund = async (
  bills: ReadModel<BillDoc>,
  owner: string,
  profileId: string,
  limit: number,
): Promise<readonly BillDoc[]> =>
  (await bills.find({ filter: { where: { owner, profileId, toRefundMinor: { $gt: 0 } } }, limit }))
    .items
