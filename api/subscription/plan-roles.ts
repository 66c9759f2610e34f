import type { By } from '#commands/identity/role-access.ts'
import type { SubscriptionCommands } from '#commands/subscription/subscriptions.ts'
import { planRoleRoutes as routes } from '#contract/subscription/subscription.contract.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { pricePlanRoles } from '#projections/subscription/price-plan-roles.ts'
import { subscriptions } from '#projections/subscription/subscriptions.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import type { Api } from '../kernel/api.ts'
import { auditFields, written } from '../kernel/audit-fields.ts'

const reads = { subscriptions }
const PAGE = 500

/** Users whose last plan has this price. */
async function payersOf(
  { subscriptions: plans }: Read<typeof reads>,
  priceId: string,
): Promise<readonly string[]> {
  const payers: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await plans.find({
      filter: { where: { priceId } },
      limit: PAGE,
      ...(cursor && { cursor }),
    })
    payers.push(...page.items.map(({ _id }) => _id))
    cursor = page.next
  }
  return payers
}

/**
 * The roles that prices give. A user gives and takes by a price only roles that the user may give
 * otherwise.
 */
export function planRolesApi(
  api: Api,
  commands: Pick<SubscriptionCommands, 'roleOf' | 'setRole'>,
  { mayGive }: { readonly mayGive: (by: By, roleId: string) => Promise<void> },
): void {
  api.serve(routes.all, { reads: { pricePlanRoles } }, async ({ read }) => {
    const { items } = await read.pricePlanRoles.find({
      filter: { where: { owner: SHARED } },
      limit: PAGE,
    })
    return items.map((doc) => ({ ...auditFields(doc), priceId: doc._id, roleId: doc.roleId }))
  })

  api.serve(routes.set, { reads }, async ({ read, body: { priceId, roleId }, caller, meta }) => {
    await mayGive(caller, roleId)
    const before = await commands.roleOf(priceId)
    if (before !== null && before !== roleId) await mayTake(caller, before)
    return written(await commands.setRole(priceId, roleId, await payersOf(read, priceId), meta()))
  })

  api.serve(routes.remove, { reads }, async ({ read, params: { priceId }, caller, meta }) => {
    const before = await commands.roleOf(priceId)
    if (before !== null) await mayTake(caller, before)
    return written(await commands.setRole(priceId, null, await payersOf(read, priceId), meta()))
  })

  /** Administrators also take away a role that was removed since, or that administers now. */
  async function mayTake(by: By, roleId: string): Promise<void> {
    if (!by.permissions.has('perm_admin')) await mayGive(by, roleId)
  }
}
