import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Me } from '#contract/identity.schemas.ts'
import { mailServer } from '#tests/doubles/mail-server.ts'
import { passwordOf, type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'

let server: Awaited<ReturnType<typeof mailServer>>
let product: Product
let now = Date.UTC(2026, 10, 22, 9)
beforeAll(async () => {
  server = await mailServer()
  product = await startProduct({
    environment: { SMTP_URL: server.url, MAIL_FROM: 'carnet@carnet.example' },
    now: () => now++,
  })
})
afterAll(async () => {
  await product.stop()
  await server.stop()
})

const form = (url: string, fields: Readonly<Record<string, string>>) =>
  product.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
    payload: new URLSearchParams(fields).toString(),
  })
/** The newest mail to an address, once it has come. */
const mailTo = async (address: string, subject: string) => {
  const found = () =>
    server.received.findLast((mail) => mail.to?.[0]?.address === address && mail.subject?.includes(subject))
  await expect.poll(found, { timeout: 5_000 }).toBeDefined()
  return found()
}
const linkIn = (html: string | undefined): string => new URL(/href="([^"]+)"/.exec(html ?? '')?.[1] ?? '').pathname
const me = (who: SignedIn, position = '') =>
  product.data<Me>(who, 'GET', `users/${who.userId}/me`, undefined, { 'x-min-position': position })

describe('a forgotten password', () => {
  test('is set by the link in the mail, once, and every session ends', async () => {
    const anna = await product.freelancer('anna')
    expect((await form('/oidc/forgotten', { login: 'anna' })).statusCode).toBe(200)
    const path = linkIn((await mailTo('anna@carnet.example', 'mot de passe'))?.html)
    expect((await product.app.inject(path)).statusCode).toBe(200)
    const weak = await form(path, { password: 'anna carnet 26', confirmation: 'anna carnet 26' })
    expect([weak.statusCode, weak.body.includes('easy to guess')]).toEqual([422, true])
    expect((await form(path, { password: 'encre violette 7', confirmation: 'encre' })).statusCode).toBe(422)
    expect((await form(path, { password: 'encre violette 7', confirmation: 'encre violette 7' })).statusCode).toBe(200)
    expect((await product.as(anna, 'GET', `users/${anna.userId}/me`)).statusCode).toBe(401)
    expect((await me(await product.signIn('anna', 'encre violette 7'))).userName).toBe('anna')
    expect((await form(path, { password: 'papier bleu 1234', confirmation: 'papier bleu 1234' })).statusCode).toBe(400)
    expect((await mailTo('anna@carnet.example', 'a changé'))?.html).not.toContain('href')
  })
  test('cannot be set after half an hour', async () => {
    await product.freelancer('berthe')
    await form('/oidc/forgotten', { login: 'berthe@carnet.example' })
    const path = linkIn((await mailTo('berthe@carnet.example', 'mot de passe'))?.html)
    now += 30 * 60_000
    expect((await product.app.inject(path)).statusCode).toBe(400)
    expect((await form(path, { password: 'encre violette 7', confirmation: 'encre violette 7' })).statusCode).toBe(400)
  })
  test('of nobody is answered alike, and sends nothing', async () => {
    const before = server.received.length
    const known = await form('/oidc/forgotten', { login: 'anna' })
    await expect.poll(() => server.received.length, { timeout: 5_000 }).toBe(before + 1)
    const unknown = await form('/oidc/forgotten', { login: 'nobody' })
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    expect(server.received.length).toBe(before + 1)
  })
  test('stands nowhere in the log of events', async () => {
    const token =
      linkIn((await mailTo('anna@carnet.example', 'nouveau'))?.html)
        .split('/')
        .at(-1) ?? ''
    expect(token).toHaveLength(43)
    const admin = await product.admin()
    expect(JSON.stringify(await product.data(admin, 'GET', `audit/${admin.userId}?limit=200`))).not.toContain(token)
  })
})

describe('a new address', () => {
  test('is the account’s once its owner has opened the link, and the old one is told', async () => {
    const clara = await product.freelancer('clara')
    const change = { firstName: 'Claire', mail: 'claire@carnet.example', password: passwordOf('clara') }
    const { position } = await product.data(clara, 'PUT', `users/${clara.userId}`, change)
    expect(await me(clara, position)).toMatchObject({
      firstName: 'Claire',
      mail: 'clara@carnet.example',
      mailToConfirm: 'claire@carnet.example',
    })
    const path = linkIn((await mailTo('claire@carnet.example', 'confirmez'))?.html)
    // A mail program that opens the link by itself confirms nothing.
    expect((await product.app.inject(path)).statusCode).toBe(200)
    expect((await me(clara)).mail).toBe('clara@carnet.example')
    expect((await form(path, {})).statusCode).toBe(200)
    await expect
      .poll(() => me(clara), { timeout: 5_000 })
      .toMatchObject({ mail: 'claire@carnet.example', mailToConfirm: '' })
    expect((await product.signIn('claire@carnet.example', passwordOf('clara'))).userId).toBe(clara.userId)
    expect((await mailTo('clara@carnet.example', 'a changé'))?.html).toContain('claire@carnet.example')
    expect((await form(path, {})).statusCode).toBe(400)
  })
  test('of another account is refused before any mail is sent', async () => {
    const denise = await product.freelancer('denise')
    const before = server.received.length
    const change = { mail: 'anna@carnet.example', password: passwordOf('denise') }
    expect((await product.as(denise, 'PUT', `users/${denise.userId}`, change)).statusCode).toBe(409)
    expect(server.received.length).toBe(before)
  })
})
