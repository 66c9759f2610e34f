import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Me } from '#contract/identity/identity.schemas.ts'
import { mailServer } from '#tests/doubles/mail-server.ts'
import { freePort } from '#tests/engines/local.ts'
import { type Product, startProduct } from '#tests/kernel/start-product.ts'
import { Browser } from './fixture.ts'

let server: Awaited<ReturnType<typeof mailServer>>
let product: Product
let url: string
let now = Date.UTC(2026, 10, 22, 9)
beforeAll(async () => {
  server = await mailServer()
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  product = await startProduct({
    environment: {
      PORT: String(port),
      SMTP_URL: server.url,
      MAIL_FROM: 'carnet@carnet.example',
      SIGN_UP: 'confirmed',
      ADMIN_MAIL: 'marion@brumaire.example',
    },
    now: () => now,
  })
})
afterAll(async () => {
  await product.stop()
  await server.stop()
})

const PASSWORD = 'craie bleue 42 encore'
const mailTo = async (address: string) => {
  const found = () => server.received.findLast((mail) => mail.to?.[0]?.address === address)
  await expect.poll(found, { timeout: 5_000 }).toBeDefined()
  return found()
}
const linkIn = (html: string | undefined): string => {
  const { pathname, search } = new URL(/href="([^"]+)"/.exec(html ?? '')?.[1] ?? '')
  return pathname + search
}
const fieldsOf = (userName: string, mail: string) => ({
  firstName: 'Atelier',
  lastName: 'Brumaire',
  mail,
  userName,
  password: PASSWORD,
})
/** Answer of the sign-up page, in which nothing but the typed text differs. */
async function signsUp(
  userName: string,
  mail: string,
  language = 'en',
): Promise<{ status: number; text: string }> {
  const browser = new Browser(url)
  const page = await browser.follow('/api/session/sign-in?screen=register')
  const body = new URLSearchParams({ ...fieldsOf(userName, mail), confirmation: PASSWORD })
  const headers = { 'accept-language': language }
  const answer = await browser.fetch(page.path, { method: 'POST', body, headers })
  return { status: answer.status, text: await answer.text() }
}
const registers = (userName: string, mail: string) =>
  product.app.inject({
    method: 'POST',
    url: '/api/users/0/register',
    headers: { 'x-api-key': 'public' },
    payload: fieldsOf(userName, mail),
  })
const enters = (userName: string) =>
  product.app.inject({
    method: 'POST',
    url: '/api/users/authenticate',
    payload: { userName, password: PASSWORD },
  })
const confirms = (path: string) =>
  product.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  })

describe('signing up where mails can be sent', () => {
  test('makes the account once the link in the mail is opened, in the language of the page', async () => {
    const { status, text } = await signsUp('brumaire', 'bonjour@brumaire.example', 'ar')
    expect([status, text.includes('تفقّد بريدك')]).toEqual([200, true])
    expect((await enters('brumaire')).statusCode).toBe(401)
    const mail = await mailTo('bonjour@brumaire.example')
    expect(mail?.html).toContain('dir="rtl"')
    const path = linkIn(mail?.html)
    // A mail program that opens the link by itself makes nothing.
    expect((await product.app.inject(path)).statusCode).toBe(200)
    expect((await enters('brumaire')).statusCode).toBe(401)
    expect((await confirms(path)).statusCode).toBe(200)
    const user = await product.signIn('brumaire', PASSWORD)
    const me = await product.data<Me>(user, 'GET', `users/${user.userId}/me`)
    expect(me).toMatchObject({
      userName: 'brumaire',
      mail: 'bonjour@brumaire.example',
      params: { preferredLanguage: 'ar' },
    })
    // Opened again it changes nothing.
    expect((await confirms(path)).statusCode).toBe(200)
    expect((await product.signIn('brumaire', PASSWORD)).userId).toBe(user.userId)
  })

  test('makes nothing of the link of an account that was removed since', async () => {
    await signsUp('galet', 'galet@brumaire.example')
    const path = linkIn((await mailTo('galet@brumaire.example'))?.html)
    expect((await confirms(path)).statusCode).toBe(200)
    const { userId } = await product.signIn('galet', PASSWORD)
    const admin = await product.admin()
    await product.data(admin, 'DELETE', `users/${admin.userId}/${userId}`)
    expect((await confirms(path)).statusCode).toBe(400)
    // Nothing of it is kept: its name and mail are free.
    now += 60_000
    const before = server.received.length
    await signsUp('galet', 'galet@brumaire.example')
    await expect.poll(() => server.received.length, { timeout: 5_000 }).toBe(before + 1)
    expect(
      (await confirms(linkIn((await mailTo('galet@brumaire.example'))?.html))).statusCode,
    ).toBe(200)
  })

  test('answers a stranger alike for a mail that has an account; its owner alone is told, by mail', async () => {
    const fresh = await signsUp('nouvelle', 'nouvelle@brumaire.example')
    const taken = await signsUp('autre', 'marion@brumaire.example')
    expect(taken).toEqual(fresh)
    expect((await enters('autre')).statusCode).toBe((await enters('nouvelle')).statusCode)
    const mail = await mailTo('marion@brumaire.example')
    expect([mail?.subject, linkIn(mail?.html)]).toEqual([
      'Carnet: you already have an account',
      '/oidc/forgotten',
    ])
  })

  test('answers the API alike too', async () => {
    const [fresh, taken] = [
      await registers('roche', 'roche@brumaire.example'),
      await registers('sel', 'marion@brumaire.example'),
    ]
    const shape = (answer: typeof fresh) => {
      const { id, ...rest } = answer.json<{ result: { data: { id: string } } }>().result.data
      return [answer.statusCode, id.length, rest]
    }
    expect(shape(taken)).toEqual(shape(fresh))
    expect(
      (await confirms(linkIn((await mailTo('roche@brumaire.example'))?.html))).statusCode,
    ).toBe(200)
    expect((await product.signIn('roche', PASSWORD)).userId).toBe(fresh.json().result.data.id)
  })

  test('tells of a user name that is taken, and takes no other address for a name', async () => {
    expect((await signsUp('admin', 'encore@brumaire.example')).status).toBe(409)
    expect((await signsUp('marion@brumaire.example', 'encore@brumaire.example')).status).toBe(422)
    expect((await registers('marion@brumaire.example', 'encore@brumaire.example')).statusCode).toBe(
      422,
    )
  })

  test('sends one mail a minute to an address', async () => {
    const before = server.received.length
    await signsUp('vent', 'vent@brumaire.example')
    await mailTo('vent@brumaire.example')
    await signsUp('vent.deux', 'vent@brumaire.example')
    expect(server.received.length).toBe(before + 1)
    now += 60_000
    await signsUp('vent.trois', 'vent@brumaire.example')
    await expect.poll(() => server.received.length, { timeout: 5_000 }).toBe(before + 2)
  })

  test('makes nothing of a link that is too old, changed, or whose name was taken since', async () => {
    now += 60_000
    await signsUp('pierre', 'pierre@brumaire.example')
    const first = linkIn((await mailTo('pierre@brumaire.example'))?.html)
    await signsUp('pierre', 'pierre.deux@brumaire.example')
    const second = linkIn((await mailTo('pierre.deux@brumaire.example'))?.html)
    expect((await confirms(second)).statusCode).toBe(200)
    expect((await confirms(first)).statusCode).toBe(400)
    expect((await confirms(`${first}AAAA`)).statusCode).toBe(400)
    await signsUp('ardoise', 'ardoise@brumaire.example')
    const late = linkIn((await mailTo('ardoise@brumaire.example'))?.html)
    now += 24 * 3_600_000
    expect([
      (await product.app.inject(late)).statusCode,
      (await confirms(late)).statusCode,
    ]).toEqual([400, 400])
  })
})
