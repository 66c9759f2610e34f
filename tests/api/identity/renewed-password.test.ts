import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Me } from '#contract/identity/identity.schemas.ts'
import { openIdentityDatabase } from '#commands/gateways/accounts/identity-database.ts'
import { FILE_KEY } from '#tests/kernel/file-key.ts'
import { Browser, call, PASSWORDS, startWorld, type World } from './fixture.ts'

const HOME = '/admin/profile/personal'
const NEXT = 'encre violette sur papier 7'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(async () => {
  await world.stop()
  world.wipe()
})

/** As if the first start, which made the passwords, was long ago. */
async function longAgo(userName: string): Promise<void> {
  const database = openIdentityDatabase(world.folder, FILE_KEY)
  database.sql
    .prepare("UPDATE accounts SET created_at = 0, first_password = 'generated' WHERE user_name = ?")
    .run(userName)
  await database.close()
}
const ticketIn = (page: string): string => /name="ticket" value="([\w-]+)"/.exec(page)?.[1] ?? ''

test('a generated password that is a week old opens nothing but the page that asks for another', async () => {
  await longAgo('demo')
  const refused = await call(world, 'POST', '/api/users/authenticate', undefined, {
    userName: 'demo',
    password: PASSWORDS.demo,
  })
  expect(refused).toMatchObject({ status: 403, code: 'PASSWORD_DUE' })

  const browser = new Browser(world.url)
  const asked = await browser.signIn('demo', PASSWORDS.demo)
  const page = await asked.answer.text()
  expect(asked.answer.status).toBe(200)
  expect(page).toContain('vous a été donné au premier démarrage')
  expect(page).not.toContain(PASSWORDS.demo)
  expect(await (await browser.ask('/api/session/token')).json()).toMatchObject({
    result: { data: null },
  })

  const path = `${asked.path}/password`
  const send = (password: string, confirmation = password, ticket = ticketIn(page)) =>
    browser.post(path, { ticket, password, confirmation })
  expect((await send(NEXT, 'another')).status).toBe(422)
  expect(await (await send(PASSWORDS.demo)).text()).toContain('que vous aviez')
  expect((await send(NEXT, NEXT, 'forged')).status).toBe(400)
  expect(
    (await new Browser(world.url).post(path, { ticket: ticketIn(page), password: NEXT })).status,
  ).toBe(400)

  // The ticket of a renewal is none to enter with.
  const entering = path.replace(/\/password$/, '')
  expect((await browser.post(entering, { ticket: ticketIn(page) })).status).toBe(422)

  const form = new URLSearchParams({ ticket: ticketIn(page), password: NEXT, confirmation: NEXT })
  const done = await browser.follow(path, { method: 'POST', body: form }, (to) => to === HOME)
  expect(done.path).toBe(HOME)
  const { accessToken, userId } = await browser.token()
  const me = await call<Me>(world, 'GET', `/api/users/${userId}/me`, accessToken)
  expect(me).toMatchObject({ status: 200, data: { userName: 'demo', passwordDueOn: 0 } })
})

test('until then its owner is told by when', async () => {
  const database = openIdentityDatabase(world.folder, FILE_KEY)
  const at = Date.now()
  database.sql
    .prepare(
      "UPDATE accounts SET created_at = ?, first_password = 'generated' WHERE user_name = 'admin'",
    )
    .run(at)
  await database.close()
  const browser = new Browser(world.url)
  expect((await browser.signIn('admin', PASSWORDS.admin)).path).toBe(HOME)
  const { accessToken, userId } = await browser.token()
  const told = async () =>
    (await call<Me>(world, 'GET', `/api/users/${userId}/me`, accessToken)).data.passwordDueOn
  expect(await told()).toBe(at + 7 * 86_400_000)
})
