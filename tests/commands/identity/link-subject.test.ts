import { expect, test } from 'vitest'
import { linkSubject } from '#commands/identity/link-subject.ts'
import { createUsers } from '#commands/identity/users.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { FREELANCER_ROLE } from '#domain/identity/role.ts'
import { userDecider } from '#domain/identity/user.ts'
import { AT } from '#tests/commands/kernel/events.ts'
import { eventLog } from '#tests/doubles/event-log.ts'

const issuer = 'https://provider.example'
const clock = { now: () => AT }

/** Anna, who registered with the sign-in that is built in. */
async function world() {
  const store = eventLog()
  const handler = createHandler({ store, clock })
  const register = (id: string, userName: string) =>
    handler.run(
      userDecider,
      id,
      {
        type: 'RegisterUser',
        userName,
        firstName: 'Anna',
        lastName: 'Exemple',
        mail: `${userName}@carnet.example`,
        roleIds: [FREELANCER_ROLE],
      },
      { commandId: newUlid(), owner: id, actor: { kind: 'system', id: 'sign-in' } },
    )
  await register('user-1', 'anna')
  const users = createUsers({ handler, accounts: null, newId: newUlid })
  const comes = async (subject: string) =>
    (
      await users.ofSubject({
        issuer,
        subject,
        userName: 'a.exemple',
        firstName: 'A',
        lastName: 'E',
        mail: 'a@provider.example',
        isAdmin: false,
        occasion: 'sign-in',
      })
    ).id
  return {
    register,
    comes,
    link: (userName: string, subject: string) =>
      linkSubject({ store, clock, issuer, subject, userName }),
  }
}

test('a linked subject signs in as the user who was there, an other one as a new user', async () => {
  const { comes, link } = await world()
  expect(await link('anna', 'f81d')).toBe('user-1')
  expect(await link('anna', 'f81d')).toBe('user-1')
  expect(await comes('f81d')).toBe('user-1')
  expect(await comes('0c2e')).not.toBe('user-1')
})

test('a subject that has signed in before is not linked any more', async () => {
  const { comes, link } = await world()
  const other = await comes('f81d')
  await expect(link('anna', 'f81d')).rejects.toThrow(
    `f81d of ${issuer} has signed in before, and is another user (${other})`,
  )
  expect(await comes('f81d')).toBe(other)
})

test('nobody is linked by a name that no user has, or two', async () => {
  const { register, link, comes } = await world()
  await expect(link('anne', 'f81d')).rejects.toThrow('0 users are named anne')
  await register('user-2', 'anna')
  await expect(link('anna', 'f81d')).rejects.toThrow('2 users are named anna')
  expect(await comes('f81d')).not.toBe('user-1')
})
