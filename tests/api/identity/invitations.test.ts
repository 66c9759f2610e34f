import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Me, Role } from '#contract/identity/identity.schemas.ts'
import { mailServer } from '#tests/doubles/mail-server.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'

let server: Awaited<ReturnType<typeof mailServer>>
let product: Product
let root: SignedIn
let roles: readonly Role[]
let now = Date.UTC(2026, 10, 22, 9)
beforeAll(async () => {
  server = await mailServer()
  product = await startProduct({
    environment: { SMTP_URL: server.url, MAIL_FROM: 'carnet@carnet.example' },
    now: () => now++,
  })
  root = await product.admin()
  roles = await product.data<Role[]>(root, 'GET', `role/${root.userId}/all`)
})
afterAll(async () => {
  await product.stop()
  await server.stop()
})

const freelancer = () => roles.find(({ permissions }) => permissions.includes('perm_billing_add'))
const administrator = () => roles.find(({ permissions }) => permissions.includes('perm_admin'))
const idOf = (role: Role | undefined) => role?.id ?? 'missing'
const body = (mail: string, roleIds: readonly string[] = [idOf(freelancer())]) => ({
  mail,
  firstName: 'Paul',
  lastName: 'Durand',
  roleIds,
})
const invite = (who: SignedIn, of: object) =>
  product.as(who, 'POST', `users/${who.userId}/invite`, of)
/** The address in the newest mail to a person. */
async function linkTo(mail: string): Promise<string> {
  const found = () => server.received.findLast((one) => one.to?.[0]?.address === mail)
  await expect.poll(found, { timeout: 5_000 }).toBeDefined()
  const { pathname, search } = new URL(/href="([^"]+)"/.exec(found()?.html ?? '')?.[1] ?? '')
  return pathname + search
}
const answer = (url: string, fields: Readonly<Record<string, string>>) =>
  product.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
    payload: new URLSearchParams(fields).toString(),
  })
const PASSWORD = 'encre violette 7'
const password = { password: PASSWORD, confirmation: PASSWORD }

describe('an invitation', () => {
  test('opens one account with its roles, by a password that the person chooses', async () => {
    const sent = await product.data<{ link: string }>(
      root,
      'POST',
      `users/${root.userId}/invite`,
      body('paul@carnet.example'),
    )
    expect(sent.link, 'whoever invites does not get the link').toBe('')
    const link = await linkTo('paul@carnet.example')
    expect((await product.app.inject(link)).statusCode).toBe(200)
    expect((await answer(link, { ...password, confirmation: 'other' })).statusCode).toBe(422)
    expect((await answer(link, { ...password, userName: 'paul' })).statusCode).toBe(200)
    const paul = await product.signIn('paul', PASSWORD)
    const me = await product.data<Me>(paul, 'GET', `users/${paul.userId}/me`)
    expect(me).toMatchObject({ mail: 'paul@carnet.example', roleIds: [idOf(freelancer())] })
    expect((await answer(link, { ...password, userName: 'paul2' })).statusCode).toBe(400)
    expect((await product.app.inject(link)).statusCode).toBe(400)
  })

  test('is refused for a mail that has an account, whose password it would not change', async () => {
    await product.freelancer('berthe')
    const refused = await invite(root, body('berthe@carnet.example'))
    expect(refused.statusCode).toBe(409)
    expect(refused.json().result.fields).toMatchObject([{ path: 'mail' }])
  })

  test('gives no role whose permissions the inviter does not hold', async () => {
    const created = await product.data<{ id: string; position: string }>(
      root,
      'POST',
      `role/${root.userId}`,
      { name: 'Accueil', permissions: ['perm_access_users_menu', 'perm_access_users_manage'] },
    )
    await invite(root, body('rose@carnet.example', [created.id]))
    await answer(await linkTo('rose@carnet.example'), { ...password, userName: 'rose' })
    const rose = await product.signIn('rose', PASSWORD)
    expect((await invite(rose, body('x@carnet.example', [idOf(administrator())]))).statusCode).toBe(
      403,
    )
    expect((await invite(rose, body('x@carnet.example', [created.id]))).statusCode).toBe(200)
    // The inviter has lost the right before the link is opened.
    const link = await linkTo('x@carnet.example')
    const { position } = await product.data<{ position: string }>(
      root,
      'PUT',
      `users/${root.userId}/userRole`,
      { id: rose.userId, roleIds: [idOf(freelancer())] },
    )
    await product.data(root, 'GET', `users/${root.userId}`, undefined, {
      'x-min-position': position,
    })
    expect((await answer(link, { ...password, userName: 'xavier' })).statusCode).toBe(400)
  })

  test('names an unknown role, and wants one at least', async () => {
    const unknown = await invite(root, body('y@carnet.example', ['01J00000000000000000000009']))
    expect(unknown.json().result.fields).toMatchObject([{ path: 'roleIds.0' }])
    expect((await invite(root, body('y@carnet.example', []))).statusCode).toBe(400)
  })

  test('needs the permission to manage users', async () => {
    const anna = await product.freelancer('anna')
    expect((await invite(anna, body('z@carnet.example'))).statusCode).toBe(403)
  })

  test('serves for seven days', async () => {
    await invite(root, body('late@carnet.example'))
    const link = await linkTo('late@carnet.example')
    now += 7 * DAY_MS
    expect((await product.app.inject(link)).statusCode).toBe(400)
    expect((await answer(link, { ...password, userName: 'late' })).statusCode).toBe(400)
  })
})
