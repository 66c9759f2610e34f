import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Me } from '#contract/identity/identity.schemas.ts'
import { mailServer } from '#tests/doubles/mail-server.ts'
import { freelancerPermissions } from '#domain/kernel/permissions.ts'
import { PASSWORDS } from '#tests/kernel/product-process.ts'
import {
  passwordOf,
  type Product,
  type SignedIn,
  startProduct,
} from '#tests/kernel/start-product.ts'

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

const form = (
  url: string,
  fields: Readonly<Record<string, string>>,
  {
    headers = {},
    from = '127.0.0.1',
  }: { headers?: Readonly<Record<string, string>>; from?: string } = {},
) =>
  product.app.inject({
    method: 'POST',
    url,
    remoteAddress: from,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': 'en',
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  })
/** The newest mail to an address, once it has come. */
const mailTo = async (address: string, subject: string) => {
  const found = () =>
    server.received.findLast(
      (mail) => mail.to?.[0]?.address === address && mail.subject?.includes(subject),
    )
  await expect.poll(found, { timeout: 5_000 }).toBeDefined()
  return found()
}
const addressIn = (html: string | undefined): URL =>
  new URL(/href="([^"]+)"/.exec(html ?? '')?.[1] ?? '')
const linkIn = (html: string | undefined): string => addressIn(html).pathname
const passwords = (password: string) => ({ password, confirmation: password })
/** A link that sets the password of an account, fresh from its mail. */
async function passwordLink(userName: string): Promise<string> {
  const address = `${userName}@carnet.example`
  const before = server.received.length
  await form('/oidc/forgotten', { login: userName })
  await expect.poll(() => server.received.length, { timeout: 5_000 }).toBeGreaterThan(before)
  return linkIn((await mailTo(address, 'nouveau mot de passe'))?.html)
}
/** A link that makes an address the account's, fresh from its mail. */
async function mailLink(who: SignedIn, userName: string, mail: string): Promise<string> {
  await product.data(who, 'PUT', `users/${who.userId}`, { mail, password: passwordOf(userName) })
  return linkIn((await mailTo(mail, 'confirmez'))?.html)
}
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
    expect(
      (await form(path, { password: 'encre violette 7', confirmation: 'encre' })).statusCode,
    ).toBe(422)
    expect(
      (await form(path, { password: 'encre violette 7', confirmation: 'encre violette 7' }))
        .statusCode,
    ).toBe(200)
    expect((await product.as(anna, 'GET', `users/${anna.userId}/me`)).statusCode).toBe(401)
    expect((await me(await product.signIn('anna', 'encre violette 7'))).userName).toBe('anna')
    expect(
      (await form(path, { password: 'papier bleu 1234', confirmation: 'papier bleu 1234' }))
        .statusCode,
    ).toBe(400)
    expect((await mailTo('anna@carnet.example', 'a changé'))?.html).not.toContain('href')
  })
  test('cannot be set after half an hour', async () => {
    await product.freelancer('berthe')
    await form('/oidc/forgotten', { login: 'berthe@carnet.example' })
    const path = linkIn((await mailTo('berthe@carnet.example', 'mot de passe'))?.html)
    now += 30 * 60_000
    expect((await product.app.inject(path)).statusCode).toBe(400)
    expect(
      (await form(path, { password: 'encre violette 7', confirmation: 'encre violette 7' }))
        .statusCode,
    ).toBe(400)
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
    expect(
      JSON.stringify(await product.data(admin, 'GET', `audit/${admin.userId}?limit=200`)),
    ).not.toContain(token)
  })
})

describe('a new address', () => {
  test('is the account’s once its owner has opened the link, and the old one is told', async () => {
    const clara = await product.freelancer('clara')
    const change = {
      firstName: 'Claire',
      mail: 'claire@carnet.example',
      password: passwordOf('clara'),
    }
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
    expect((await product.signIn('claire@carnet.example', passwordOf('clara'))).userId).toBe(
      clara.userId,
    )
    expect((await mailTo('clara@carnet.example', 'a changé'))?.html).toContain(
      'claire@carnet.example',
    )
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

describe('an address that another user enters', () => {
  const manager = () =>
    product.freelancer('gestion', {
      permissions: [
        ...freelancerPermissions(),
        'perm_access_users_menu',
        'perm_access_users_manage',
      ],
    })
  const entered = (by: SignedIn, id: string, mail: string, password: string) =>
    product.as(by, 'PUT', `users/${by.userId}`, { id, mail, password })
  const gotBy = (address: string) =>
    server.received.filter((mail) => mail.to?.some((to) => to.address === address))

  test.each([
    ['a manager', 'lucie', manager, passwordOf('gestion')],
    ['an administrator', 'marc', () => product.admin(), PASSWORDS.admin],
  ])('by %s leads to no session of the owner', async (_, victim, actor, password) => {
    const [owner, by] = [await product.freelancer(victim), await actor()]
    const theirs = `${victim}.ailleurs@carnet.example`
    const answer = await entered(by, owner.userId, theirs, password)
    expect(answer.statusCode, answer.body).toBe(200)
    const asked = await mailTo(`${victim}@carnet.example`, 'une autre adresse')
    expect(asked?.html).toContain(theirs)
    for (const login of [victim, `${victim}@carnet.example`, theirs])
      await form('/oidc/forgotten', { login })
    await mailTo(`${victim}@carnet.example`, 'nouveau mot de passe')
    expect(gotBy(theirs)).toEqual([])
    expect((await me(owner)).mail).toBe(`${victim}@carnet.example`)
  })

  test('becomes the account’s once its owner agrees, and every session ends', async () => {
    const owner = await product.freelancer('nadia')
    const by = await product.admin()
    await entered(by, owner.userId, 'nadia.n@carnet.example', PASSWORDS.admin)
    expect((await me(owner)).mailToConfirm).toBe('nadia.n@carnet.example')
    const path = linkIn((await mailTo('nadia@carnet.example', 'une autre adresse'))?.html)
    expect((await product.app.inject(path)).body).toContain('nadia.n@carnet.example')
    expect((await form(path, {})).statusCode).toBe(200)
    expect((await product.as(owner, 'GET', `users/${owner.userId}/me`)).statusCode).toBe(401)
    const again = await product.signIn('nadia.n@carnet.example', passwordOf('nadia'))
    expect(again.userId).toBe(owner.userId)
    expect((await form(path, {})).statusCode).toBe(400)
  })

  test('while no mail can be sent resets no password later', async () => {
    const before = await startProduct()
    const owner = await before.freelancer('odile')
    const other = await before.freelancer('paule')
    const by = await before.admin()
    const mail = 'ailleurs@carnet.example'
    const change = { id: owner.userId, mail, password: PASSWORDS.admin }
    await before.data(by, 'PUT', `users/${by.userId}`, change)
    await before.data(other, 'PUT', `users/${other.userId}`, {
      mail: 'paule.p@carnet.example',
      password: passwordOf('paule'),
    })
    await before.stop(true)
    const later = await startProduct({
      dataDir: before.dataDir,
      environment: { SMTP_URL: server.url, MAIL_FROM: 'carnet@carnet.example' },
    })
    try {
      for (const login of ['odile', mail, 'paule'])
        await later.app.inject({
          method: 'POST',
          url: '/oidc/forgotten',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ login }).toString(),
        })
      // Paule's own change is trusted; her mail comes after those that must not.
      await mailTo('paule.p@carnet.example', 'mot de passe')
      expect(gotBy(mail)).toEqual([])
    } finally {
      await later.stop()
      rmSync(before.dataDir, { recursive: true, force: true })
    }
  })
})

describe('a link in a mail', () => {
  test('leads to our own address, whatever host a request names', async () => {
    await product.freelancer('emile')
    const attempts: readonly [Readonly<Record<string, string>>, number][] = [
      [{ host: 'carnet.exemple.example' }, 421],
      [{ 'x-forwarded-host': 'carnet.exemple.example', 'x-forwarded-proto': 'https' }, 200],
      [{ forwarded: 'host=carnet.exemple.example;proto=https' }, 200],
      [
        { origin: 'https://carnet.exemple.example', referer: 'https://carnet.exemple.example/' },
        200,
      ],
    ]
    for (const [headers, status] of attempts) {
      const before = server.received.length
      const login = { login: 'emile' }
      expect([headers, (await form('/oidc/forgotten', login, { headers })).statusCode]).toEqual([
        headers,
        status,
      ])
      if (status === 200) {
        await expect.poll(() => server.received.length, { timeout: 5_000 }).toBe(before + 1)
        const mail = await mailTo('emile@carnet.example', 'mot de passe')
        expect(addressIn(mail?.html).origin).toBe(new URL(product.address).origin)
        expect(`${mail?.html}${mail?.text ?? ''}`).not.toContain('exemple.example')
      } else expect(server.received.length).toBe(before)
      now += 60_000
    }
  })
  test('is no other link: neither a letter away, nor of another purpose, nor with more behind it', async () => {
    const fanny = await product.freelancer('fanny')
    const [password, mail] = [
      await passwordLink('fanny'),
      await mailLink(fanny, 'fanny', 'fanny.f@carnet.example'),
    ]
    const [token = '', other = ''] = [password, mail].map((path) => path.split('/').at(-1))
    const near = `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`
    const from = '192.0.2.1'
    for (const path of [
      `/oidc/password/${near}`,
      `/oidc/password/${other}`,
      `/oidc/mail/${token}`,
      `${password}A`,
    ]) {
      expect((await product.app.inject({ url: path, remoteAddress: from })).statusCode).toBe(400)
      expect((await form(path, passwords('encre violette 7'), { from })).statusCode).toBe(400)
    }
    expect((await me(fanny)).mail).toBe('fanny@carnet.example')
    expect((await product.signIn('fanny', passwordOf('fanny'))).userId).toBe(fanny.userId)
    expect((await form(password, passwords('encre violette 7'))).statusCode).toBe(200)
  })
  test.each(['password', 'mail'])(
    'to a %s is guessed twenty times a minute at most',
    async (purpose) => {
      const from = purpose === 'mail' ? '192.0.2.2' : '192.0.2.3'
      const guess = (n: number) => `/oidc/${purpose}/${String(n).padStart(43, 'A')}`
      const answers: number[] = []
      for (let n = 0; n < 22; n++) answers.push((await form(guess(n), {}, { from })).statusCode)
      expect(answers).toEqual([...Array.from({ length: 20 }, () => 400), 429, 429])
      // Another address has its own count.
      expect((await form(guess(1), {}, { from: '192.0.2.4' })).statusCode).toBe(400)
    },
  )
  test('opened by two at once sets one password', async () => {
    await product.freelancer('gaston')
    const path = await passwordLink('gaston')
    const chosen = ['encre violette 7', 'papier bleu 1234', 'plume légère 56']
    const answers = await Promise.all(chosen.map((password) => form(path, passwords(password))))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 400, 400,
    ])
    const worked = chosen[answers.findIndex(({ statusCode }) => statusCode === 200)] ?? ''
    expect((await product.signIn('gaston', worked)).userId).not.toBe('')
  })
  test('is replaced by the next one of its purpose', async () => {
    await product.freelancer('helene')
    const first = await passwordLink('helene')
    now += 60_000
    const second = await passwordLink('helene')
    expect(second).not.toBe(first)
    expect((await form(first, passwords('encre violette 7'))).statusCode).toBe(400)
    expect((await form(second, passwords('encre violette 7'))).statusCode).toBe(200)
  })
  test('works no more once the password was changed, or the address to which it went', async () => {
    const ines = await product.freelancer('ines')
    const [password, mail] = [
      await passwordLink('ines'),
      await mailLink(ines, 'ines', 'ines.i@carnet.example'),
    ]
    const changed = { current: passwordOf('ines'), password: 'encre violette 7' }
    expect(
      (await product.as(ines, 'PUT', `users/${ines.userId}/password`, changed)).statusCode,
    ).toBe(200)
    expect((await form(password, passwords('papier bleu 1234'))).statusCode).toBe(400)
    expect((await form(mail, {})).statusCode).toBe(400)
    expect((await product.signIn('ines', 'encre violette 7')).userId).toBe(ines.userId)

    const jeanne = await product.freelancer('jeanne')
    const [old, confirm] = [
      await passwordLink('jeanne'),
      await mailLink(jeanne, 'jeanne', 'jeanne.j@carnet.example'),
    ]
    expect((await form(confirm, {})).statusCode).toBe(200)
    expect((await form(old, passwords('encre violette 7'))).statusCode).toBe(400)
  })
  test('to a new address works for a day', async () => {
    const karim = await product.freelancer('karim')
    const path = await mailLink(karim, 'karim', 'karim.k@carnet.example')
    now += 24 * 3_600_000
    expect((await form(path, {})).statusCode).toBe(400)
    expect((await product.app.inject(path)).statusCode).toBe(400)
  })
})
