import { mayWrite } from '#domain/subscription/standing.ts'
import { permissionsOf, roles } from '#projections/identity/roles.ts'
import { freeAccessOf, users } from '#projections/identity/users.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import { subscriptions } from '#projections/subscription/subscriptions.ts'
import type { Caller } from '#api/kernel/api.ts'

/** Who may write: the one rule that every write route is under. */
export type MayWrite = {
  /** Whether a caller may write now. While the read models are away, yes: a paying user must not be stopped. */
  readonly of: (caller: Caller, now: number) => Promise<boolean>
  /** Users who need no plan: administrators, the demo account, and all where plans are switched off. */
  readonly isExempt: (userId: string) => Promise<boolean>
}

/**
 * @param needed whether plans are needed at all
 * @param isSample whether it is the demo account
 */
export function writeRule({
  readModels,
  needed,
  isSample,
}: {
  readonly readModels: Pick<ReadModels, 'of'>
  readonly needed: boolean
  readonly isSample: (userId: string) => Promise<boolean>
}): MayWrite {
  async function isAdministrator(userId: string): Promise<boolean> {
    const user = await (await readModels.of(users)).get(userId)
    return user !== null && (await permissionsOf(await readModels.of(roles), user.roleIds)).has('perm_admin')
  }
  const isExempt = async (userId: string): Promise<boolean> =>
    !needed || (await isSample(userId)) || (await isAdministrator(userId))

  return {
    isExempt,
    async of({ userId, permissions }, now) {
      if (!needed || permissions.has('perm_admin')) return true
      const [user, doc] = await Promise.all([
        readModels.of(users).then((model) => model.get(userId)),
        readModels.of(subscriptions).then((model) => model.get(userId)),
      ]).catch(() => [null, null])
      return user === null || mayWrite(freeAccessOf(user), doc?.plan ?? null, now) || (await isSample(userId))
    },
  }
}
