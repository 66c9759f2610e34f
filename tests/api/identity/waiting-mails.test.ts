import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/identity/identity.schemas.ts'
import { mailServer } from '#tests/doubles/mail-server.ts'
import { freePort } from '#tests/engines/local.ts'
import { passwordOf, type Product, startProduct } from '#tests/kernel/start-product.ts'

const MINUTE_MS = 60_000
let server: Awaited<ReturnType<typeof mailServer>>
let away: number
let now = Date.UTC(2026, 10, 22, 9)
beforeAll(async () => {
  server = await mailServer()
  away = await freePort()
})
afterAll(() => server.stop())

const started = (dataDir: string, url: string) =>
  startProduct({
    dataDir,
    environment: { SMTP_URL: url, MAIL_FROM: 'carnet@carnet.example' },
    now: () => now,
  })
const forgets = ({ app }: Product, login: string) =>
  app.inject({
    method: 'POST',
    url: '/oidc/forgotten',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ login }).toString(),
  })
const mailsTo = (address: string) =>
  server.received.filter((mail) => mail.to?.[0]?.address === address)
const linkIn = (html: string | undefined): string =>
  new URL(/href="([^"]+)"/.exec(html ?? '')?.[1] ?? '').pathname

async function invites(product: Product, mail: string): Promise<void> {
  const admin = await product.admin()
  const [role] = await product.data<Role[]>(admin, 'GET', `role/${admin.userId}/all`)
  await product.data(admin, 'POST', `users/${admin.userId}/invite`, {
    mail,
    firstName: 'Eva',
    lastName: 'Exemple',
    roleIds: [role?.id],
  })
}

/** A product whose mail server is away, and the same data with one that answers. */
async function interrupted(before: (product: Product) => Promise<void>, laterMs = 0) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-'))
  const first = await started(dataDir, `smtp://127.0.0.1:${away}`)
  await before(first)
  await first.stop(true)
  now += laterMs
  const next = await started(dataDir, server.url)
  return {
    next,
    end: async () => {
      await next.stop(true)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

test('a link that a process could not send is sent by the next one, once, and works', async () => {
  const { next, end } = await interrupted(async (product) => {
    await product.freelancer('anna')
    expect((await forgets(product, 'anna')).statusCode).toBe(200)
  }, 3 * MINUTE_MS)
  await expect.poll(() => mailsTo('anna@carnet.example'), { timeout: 10_000 }).toHaveLength(1)
  const [mail] = mailsTo('anna@carnet.example')
  const set = await next.app.inject({
    method: 'POST',
    url: linkIn(mail?.html),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      password: 'encre violette 7',
      confirmation: 'encre violette 7',
    }).toString(),
  })
  expect(set.statusCode).toBe(200)
  expect((await next.signIn('anna', 'encre violette 7')).userId).not.toBe('')
  // The notice of the new password is a mail of its own; the link was not sent again.
  await expect.poll(() => mailsTo('anna@carnet.example'), { timeout: 10_000 }).toHaveLength(2)
  expect(mailsTo('anna@carnet.example').filter(({ html }) => html?.includes('href'))).toHaveLength(
    1,
  )
  await end()
})

test('a link that is older than it works is not sent any more', async () => {
  const { next, end } = await interrupted(async (product) => {
    await product.freelancer('berthe')
    await product.freelancer('clara')
    await forgets(product, 'berthe')
  }, 30 * MINUTE_MS)
  await forgets(next, 'clara')
  await expect.poll(() => mailsTo('clara@carnet.example'), { timeout: 10_000 }).toHaveLength(1)
  expect(mailsTo('berthe@carnet.example')).toEqual([])
  await end()
})

test('an invitation waits for the mail server, and so does the link of a new address', async () => {
  const { end } = await interrupted(async (product) => {
    const dora = await product.freelancer('dora')
    await product.data(dora, 'PUT', `users/${dora.userId}`, {
      mail: 'dorothee@carnet.example',
      password: passwordOf('dora'),
    })
    await invites(product, 'eva@carnet.example')
  }, 3 * MINUTE_MS)
  for (const address of ['dorothee@carnet.example', 'eva@carnet.example'])
    await expect.poll(() => mailsTo(address), { timeout: 10_000 }).toHaveLength(1)
  await end()
})

test('an address that the mail server refuses for good is tried once', async () => {
  const { next, end } = await interrupted(async () => {})
  const before = server.received.length
  for (const mail of ['nobody@carnet.example', 'fanny@carnet.example']) await invites(next, mail)
  await expect.poll(() => mailsTo('fanny@carnet.example'), { timeout: 10_000 }).toHaveLength(1)
  expect(server.received.length).toBe(before + 1)
  await end()
})
