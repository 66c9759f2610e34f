import { mayWrite } from '#domain/subscription/standing.ts'
import { freeAccessOf, users } from '#projections/identity/users.ts'
import { exemptUsers, type PlanRule } from '#projections/ended-access.ts'
import { subscriptions } from '#projections/subscription/subscriptions.ts'
import type { Caller } from '#api/kernel/api.ts'

/** Permission to write: the one rule for every write route. */
export type MayWrite = {
  /**
   * Whether a caller may write now. While the read models are away, yes: a paying user must not be
   * stopped.
   */
  readonly of: (caller: Caller, now: number) => Promise<boolean>
  /**
   * Users who need no plan: administrators, the demo account, and all where plans are switched off.
   */
  readonly isExempt: (userId: string) => Promise<boolean>
}

export function writeRule(rule: PlanRule): MayWrite {
  const { readModels, needed, isSample } = rule
  return {
    isExempt: exemptUsers(rule),
    async of({ userId, permissions }, now) {
      if (!needed || permissions.has('perm_admin')) return true
      const [user, doc] = await Promise.all([
        readModels.of(users).then((model) => model.get(userId)),
        readModels.of(subscriptions).then((model) => model.get(userId)),
      ]).catch(() => [null, null])
      return (
        user === null ||
        mayWrite(freeAccessOf(user), doc?.plan ?? null, now) ||
        (await isSample(userId))
      )
    },
  }
}
