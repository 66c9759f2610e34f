import type { Filter } from '#domain/kernel/ports/read-store.ts'
import { mayWrite } from '#domain/subscription/standing.ts'
import { permissionsOf, roles } from './identity/roles.ts'
import { freeAccessOf, users } from './identity/users.ts'
import type { ReadModel, ReadModels } from './kernel/read-models.ts'
import { NOT_DUE, type Todo } from './kernel/todo-list.ts'
import { subscriptions } from './subscription/subscriptions.ts'

/**
 * Whether the access of an account has ended: its trial or plan is over, and its user reads and
 * exports. Nothing then happens by itself: no charge is planned, no reminder goes, no job is
 * searched.
 */
export type HasEnded = (owner: string) => Promise<boolean>

/** Rows of a todo list whose account has access, the longest due first. */
export async function* rowsWithAccess<T extends Todo>(
  list: ReadModel<T>,
  hasEnded: HasEnded,
  filter: Filter = {},
): AsyncGenerator<T> {
  const ended = new Map<string, boolean>()
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list.find({
      filter,
      sort: [['dueAt', 1]],
      limit: PAGE,
      ...(cursor && { cursor }),
    })
    cursor = page.next
    for (const row of page.items) {
      if (!ended.has(row.owner)) ended.set(row.owner, await hasEnded(row.owner))
      if (!ended.get(row.owner)) yield row
    }
  }
}
const PAGE = 100

/**
 * When the first row with access is due: now, if it was due before; 0 for never. @unit epoch
 * milliseconds
 */
export async function nextWithAccess(
  list: ReadModel<Todo>,
  hasEnded: HasEnded,
  now: number,
): Promise<number> {
  for await (const { dueAt } of rowsWithAccess(list, hasEnded))
    return dueAt === NOT_DUE ? 0 : Math.max(dueAt, now)
  return 0
}

export type PlanRule = {
  readonly readModels: Pick<ReadModels, 'of'>
  /** Whether plans are needed at all. */
  readonly needed: boolean
  /** Whether it is the demo account. */
  readonly isSample: (userId: string) => Promise<boolean>
}

/**
 * Users who need no plan: administrators, the demo account, and all where plans are switched off.
 */
export const exemptUsers =
  ({ readModels, needed, isSample }: PlanRule) =>
  async (userId: string): Promise<boolean> => {
    if (!needed || (await isSample(userId))) return true
    const user = await (await readModels.of(users)).get(userId)
    return (
      user !== null &&
      (await permissionsOf(await readModels.of(roles), user.roleIds)).has('perm_admin')
    )
  }

export function endedAccess(rule: PlanRule & { readonly now: () => number }): HasEnded {
  const isExempt = exemptUsers(rule)
  return async (owner) => {
    if (!rule.needed) return false
    const user = await (await rule.readModels.of(users)).get(owner)
    if (user === null) return false
    const plan = (await (await rule.readModels.of(subscriptions)).get(owner))?.plan ?? null
    return !mayWrite(freeAccessOf(user), plan, rule.now()) && !(await isExempt(owner))
  }
}
