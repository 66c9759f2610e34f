import type { Condition } from '#domain/kernel/read-store.ts'
import type { Day } from '#domain/kernel/time.ts'
import type { ReadModels } from '../kernel/read-models.ts'
import { type BillDoc, bills } from './bills.ts'

/** What other contexts ask of bills. */

/** How many bills were issued for a profile, a contract or a client. */
export const issuedBills = async (
  readModels: ReadModels,
  owner: string,
  of: { readonly profileId: string } | { readonly projectId: string } | { readonly clientId: string },
): Promise<number> => (await readModels.of(bills)).count({ where: { owner, ...of, ref: { $ne: '' } } })

/** Bills, drafts too, of a contract or a client, the newest first. */
export async function billsOf(
  readModels: ReadModels,
  owner: string,
  of: { readonly projectId: string } | { readonly clientId: string },
  limit?: number,
): Promise<readonly BillDoc[]> {
  const where: Readonly<Record<string, Condition>> = { owner, ...of }
  return (
    await (
      await readModels.of(bills)
    ).find({ filter: { where }, sort: [['listDate', -1]], ...(limit === undefined ? {} : { limit }) })
  ).items
}

/** Of these bills, those that have their money in the bank, and since which day. */
export async function collectedOf(
  readModels: ReadModels,
  owner: string,
  billIds: readonly string[],
): Promise<ReadonlyMap<string, Day>> {
  if (billIds.length === 0) return new Map()
  const found = await (await readModels.of(bills)).find({
    filter: { where: { owner, _id: { $in: billIds }, collectedDay: { $ne: '' } } },
  })
  return new Map(found.items.map((bill) => [bill._id, bill.collectedDay]))
}

/** Net amount billed on each contract of a profile, credit notes counted against. @unit minor units */
export async function billedByProject(
  readModels: ReadModels,
  owner: string,
  profileId: string,
): Promise<ReadonlyMap<string, number>> {
  const issued = (
    await (await readModels.of(bills)).find({ filter: { where: { owner, profileId, ref: { $ne: '' } } } })
  ).items
  const sums = new Map<string, number>()
  for (const { projectId, netMinor, type } of issued)
    if (projectId !== '')
      sums.set(projectId, (sums.get(projectId) ?? 0) + (type === 'creditNote' ? -netMinor : netMinor))
  return sums
}
