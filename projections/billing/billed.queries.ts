import { STATES_OF } from '#domain/billing/bill-state.values.ts'
import type { Condition } from '#domain/kernel/ports/read-store.ts'
import type { Day } from '#domain/kernel/time.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import type { BillDoc } from './bills.ts'

/** Questions of other contexts about bills. */

/** Bills, drafts too, of a contract or a client, the newest first. */
export async function billsOf(
  bills: ReadModel<BillDoc>,
  owner: string,
  of: { readonly projectId: string } | { readonly clientId: string },
  limit?: number,
): Promise<readonly BillDoc[]> {
  const where: Readonly<Record<string, Condition>> = { owner, ...of }
  const page = await bills.find({
    filter: { where },
    sort: [['listDate', -1]],
    ...(limit === undefined ? {} : { limit }),
  })
  return page.items
}

/** The given bills whose money is in the bank, with the day it arrived. */
export async function collectedOf(
  bills: ReadModel<BillDoc>,
  owner: string,
  billIds: readonly string[],
): Promise<ReadonlyMap<string, Day>> {
  if (billIds.length === 0) return new Map()
  const found = await bills.find({
    filter: { where: { owner, _id: { $in: billIds }, collectedDay: { $ne: '' } } },
  })
  return new Map(found.items.map((bill) => [bill._id, bill.collectedDay]))
}

/** Kept sums of a profile's bills, by contract. */
const BY_PROJECT = { by: ['profileId', 'projectId', 'type', 'state'], of: ['netMinor'] } as const

/** Net amount billed on each contract of a profile, less credit notes. @unit minor units */
export async function billedByProject(
  bills: ReadModel<BillDoc>,
  owner: string,
  profileId: string,
): Promise<ReadonlyMap<string, number>> {
  const issued = { where: { owner, profileId, state: { $in: STATES_OF.issued } } }
  const billed = new Map<string, number>()
  for (const { key, sums } of await bills.sum(issued, BY_PROJECT))
    if (key.projectId !== '')
      billed.set(
        key.projectId,
        (billed.get(key.projectId) ?? 0) +
          (key.type === 'creditNote' ? -sums.netMinor : sums.netMinor),
      )
  return billed
}
