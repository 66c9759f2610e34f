import { expect, test } from 'vitest'
import { planRolesOfUser } from '#commands/identity/plan-roles.ts'
import type { CommandHandler } from '#commands/kernel/command.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { createRemovals } from '#commands/kernel/removals.ts'
import { roleDecider } from '#domain/identity/role.ts'
import { userDecider } from '#domain/identity/user.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { AT } from '#tests/commands/kernel/events.ts'
import { eventLog } from '#tests/doubles/event-log.ts'

const clock = { now: () => AT }
const meta = (owner: string) => ({
  commandId: newUlid(),
  owner,
  actor: { kind: 'system', id: 'test' } as const,
})
const ROLE = newUlid()

/** @param before runs right before the user is given the roles of a plan */
async function given(
  before: (handler: CommandHandler) => Promise<unknown>,
): Promise<readonly string[]> {
  const handler = createHandler({ store: eventLog(), clock })
  const person = { userName: 'anna', firstName: 'Anna', lastName: 'Exemple', mail: '', roleIds: [] }
  await handler.run(userDecider, 'user-1', { type: 'RegisterUser', ...person }, meta('user-1'))
  await handler.run(
    roleDecider,
    ROLE,
    { type: 'AddRole', name: 'Plan', permissions: ['perm_cv_menu'] },
    meta(SHARED),
  )
  let isBefore = true
  const meeting: CommandHandler = {
    ...handler,
    async run(decider, id, ...rest) {
      if (isBefore && decider.category === userDecider.category) {
        isBefore = false
        await before(handler)
      }
      return handler.run(decider, id, ...rest)
    },
  }
  await planRolesOfUser(meeting, createRemovals(handler, clock))('user-1', [ROLE], meta('user-1'))
  const user = (await handler.load(userDecider, 'user-1', 'user-1'))?.state
  return user?.status === 'active' ? user.roleIds : []
}

test('a plan gives its role', async () => {
  expect(await given(async () => {})).toEqual([ROLE])
})
test('a plan gives no role that is removed at this moment', async () => {
  const removed = (handler: CommandHandler) =>
    createRemovals(handler, clock).remove(
      { entity: 'role', id: ROLE, isLive: async () => true },
      meta(SHARED),
      async () => {},
      () => handler.run(roleDecider, ROLE, { type: 'RemoveRole' }, meta(SHARED)),
    )
  expect(await given(removed)).toEqual([])
})
