import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { zipEntries } from '#commands/cv/import/zip-entries.ts'
import { filesNaming } from '#workers/operations/forget.ts'
import {
  type Product,
  type SignedIn,
  startProduct,
  passwordOf,
} from '#tests/kernel/start-product.ts'
import { PASSWORDS } from '#tests/kernel/product-process.ts'
import { DAY_MS, HOUR_MS } from '#domain/kernel/time.ts'

/**
 * Long past, because the clock of the embedded sign-in stays behind. Its tokens must still be valid
 * later.
 */
const NOW = Date.UTC(2025, 10, 20, 9)
/** Read models and workers follow the log in the background. */
const CAUGHT_UP = { timeout: 60_000 }

let now = NOW
let product: Product
beforeAll(async () => {
  product = await startProduct({ now: () => now })
})
afterAll(() => product.stop())

type Leaving = {
  deletionDate: number
  delayDays: number
  bills: number
  quotes: number
  keptUntil: number
}
const leavingOf = (user: SignedIn) =>
  product.data<Leaving>(user, 'GET', `users/${user.userId}/me/deletion`)
const leave = (user: SignedIn, password: string, of = user) =>
  product.as(user, 'DELETE', `users/${of.userId}/me`, { password })
const deletionDateOf = async (user: SignedIn, position: string) =>
  (
    await product.as(user, 'GET', `users/${user.userId}/me`, undefined, {
      'x-min-position': position,
    })
  ).json().result.data.deletionDate

async function pay(user: SignedIn): Promise<void> {
  const { url } = await product.data<{ url: string }>(
    user,
    'POST',
    `subscription/${user.userId}/create-checkout-session`,
    { priceId: 'price_carnet_month' },
  )
  await product.app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'act=pay',
  })
}
const customers = (): readonly string[] => {
  const kept = JSON.parse(
    readFileSync(path.join(product.dataDir, 'payments-sandbox.json'), 'utf8'),
  ) as {
    customers: { userId: string }[]
  }
  return kept.customers.map(({ userId }) => userId)
}

type Made = { id: string; state: string; progress: number; url: string; expires: number }
const unzipped = (archive: Buffer): ReadonlyMap<string, string> =>
  new Map(
    [...zipEntries(archive, () => true, 10_000_000)].map(([name, bytes]) => [
      name,
      bytes.toString(),
    ]),
  )

async function upload(user: SignedIn, name: string, content: string): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([content], { type: 'text/plain' }), name)
  const answer = await fetch(`${product.address}/api/document/${user.userId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}` },
    body: form,
  })
  expect(answer.status).toBe(200)
}

test('the tables of an export tell instants by the clock of its user', async () => {
  const jean = await product.freelancer('jean')
  await product.data(jean, 'PUT', `users/${jean.userId}/parameters`, {
    timeZone: 'Pacific/Noumea',
  })
  const start = Date.UTC(2025, 10, 20, 15, 30)
  const event = { title: 'Point', start, end: start + HOUR_MS }
  await product.data(jean, 'POST', `event/${jean.userId}`, event)
  const file = await product.as(jean, 'GET', `export/${jean.userId}`)
  const files = unzipped(file.rawPayload)
  expect(String(file.headers['content-disposition'])).toContain('carnet-2025-11-20.zip')
  expect(files.get('tables/calendarEvent.csv')).toContain('2025-11-21 02:30')
  expect(files.get('index.html')).toContain('2025-11-21 02:30')
})

test('an export holds all of its user and nothing of another, behind a link that expires', async () => {
  const [rosa, otto] = [await product.freelancer('rosa'), await product.freelancer('otto')]
  await product.data(rosa, 'POST', `contact/${rosa.userId}`, {
    lastName: 'Lefèvre',
    firstName: '=1+1',
  })
  await product.data(otto, 'POST', `contact/${otto.userId}`, { lastName: 'Etranger' })
  await upload(rosa, 'devis <b>.txt', 'Bonjour')
  await product.data(rosa, 'POST', `board/${rosa.userId}/task`, { title: 'Relire le devis' })

  for (const [method, url] of [
    ['GET', `export/${rosa.userId}`],
    ['POST', `export/${rosa.userId}`],
    ['GET', `export/${rosa.userId}/all`],
  ] as const)
    for (const other of [otto, await product.admin()])
      expect((await product.as(other, method, url)).statusCode, `${method} ${url}`).toBe(404)

  const { id } = await product.data<Made>(rosa, 'POST', `export/${rosa.userId}`)
  const made = () => product.data<Made>(rosa, 'GET', `export/${rosa.userId}/${id}`)
  await vi.waitFor(
    async () => expect(await made()).toMatchObject({ state: 'ready', progress: 100 }),
    CAUGHT_UP,
  )
  expect((await product.as(otto, 'GET', `export/${rosa.userId}/${id}`)).statusCode).toBe(404)
  expect((await product.as(otto, 'GET', `export/${otto.userId}/${id}`)).statusCode).toBe(404)
  const { url, expires } = await made()
  expect(await product.data(rosa, 'GET', `export/${rosa.userId}/all`)).toMatchObject([
    { id, url, expires },
  ])

  const get = (address: string) => product.app.inject({ url: address })
  const answer = await get(url)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
  })
  const files = unzipped(answer.rawPayload)
  expect([...files.keys()]).toEqual(
    expect.arrayContaining([
      'facts.jsonl',
      'index.html',
      'records/contact.jsonl',
      'tables/contact.csv',
    ]),
  )
  expect(JSON.parse(files.get('records/contact.jsonl') ?? '')).toMatchObject({
    lastName: 'Lefèvre',
  })
  expect(files.get('tables/contact.csv')).toContain(`"Lefèvre"`)
  expect(files.get('tables/board.tasks.csv')).toContain('"Relire le devis"')
  expect(files.get('tables/contact.csv'), 'no formula').toContain(`"'=1+1"`)
  expect(files.get('facts.jsonl')).toContain('UserRegistered')
  expect(files.get('index.html')).toContain('Lefèvre')
  expect([...files].find(([name]) => name.startsWith('files/'))).toEqual([
    'files/devis b.txt',
    'Bonjour',
  ])
  for (const [name, text] of files) expect(text, name).not.toContain('Etranger')
  // Sent while it is made, it is the same.
  const whole = unzipped((await product.as(rosa, 'GET', `export/${rosa.userId}`)).rawPayload)
  expect(whole.get('records/contact.jsonl')).toBe(files.get('records/contact.jsonl'))
  expect(
    await filesNaming(path.join(product.dataDir, 'exports'), new Set(['Lefèvre'])),
    'encrypted',
  ).toEqual([])

  const forged = `${url.slice(0, -4)}${url.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
  expect((await get(forged)).statusCode).toBe(404)
  expect((await get(url.replace(rosa.userId, otto.userId))).statusCode).toBe(404)
  now = expires
  expect((await get(url)).statusCode, 'expired').toBe(404)
  expect(await product.data(rosa, 'GET', `export/${rosa.userId}/all`)).toEqual([])
}, 120_000)

test('a deletion waits, can be cancelled by the user alone, and is then done with all that is the user’s', async () => {
  const start = now
  const [zoe, marion, root] = [
    await product.freelancer('zoraide'),
    await product.freelancer('marion'),
    await product.admin(),
  ]
  for (const user of [zoe, marion])
    await product.data(user, 'POST', `contact/${user.userId}`, {
      lastName: user === zoe ? 'Canariensis' : 'Permanente',
    })
  await pay(zoe)
  expect(customers()).toContain(zoe.userId)
  expect(await leavingOf(zoe)).toEqual({
    deletionDate: 0,
    delayDays: 14,
    bills: 0,
    quotes: 0,
    keptUntil: 0,
  })

  expect((await leave(marion, passwordOf('marion'), zoe)).statusCode, 'by another user').toBe(404)
  expect((await leave(root, PASSWORDS.admin, zoe)).statusCode, 'by an administrator').toBe(404)
  expect((await leave(root, PASSWORDS.admin)).json().result.code).toBe('LAST_ADMIN')
  const bare = await product.as(zoe, 'DELETE', `users/${zoe.userId}/me`)
  expect([bare.statusCode, bare.json().result.fields[0].path]).toEqual([422, 'password'])
  expect((await leave(zoe, passwordOf('marion'))).statusCode, 'another password').not.toBe(200)
  expect((await leavingOf(zoe)).deletionDate).toBe(0)

  const asked = (await leave(zoe, passwordOf('zoraide'))).json().result.data as {
    deletionDate: number
    position: string
  }
  expect(asked.deletionDate).toBe(start + 14 * DAY_MS)
  expect(await deletionDateOf(zoe, asked.position)).toBe(start + 14 * DAY_MS)
  const leavers = await product.data<{ id: string }[]>(
    root,
    'GET',
    `users/${root.userId}?state=leaving`,
  )
  expect(leavers.map(({ id }) => id)).toEqual([zoe.userId])
  expect((await product.as(marion, 'PUT', `users/${zoe.userId}/me/keep`)).statusCode).toBe(404)
  const kept = await product.data(zoe, 'PUT', `users/${zoe.userId}/me/keep`)
  expect(await deletionDateOf(zoe, kept.position)).toBe(0)

  // The delay of a cancelled deletion ends: nothing happens. A second request has a delay of its
  // own.
  now = start + 13 * DAY_MS
  await leave(zoe, passwordOf('zoraide'))
  now = start + 15 * DAY_MS
  const { position } = await product.data(marion, 'PUT', `users/${marion.userId}/parameters`, {
    currency: 'USD',
  })
  expect(await deletionDateOf(zoe, position)).toBe(start + 27 * DAY_MS)

  now = start + 27 * DAY_MS
  const files = async () =>
    (await filesNaming(product.dataDir, new Set(['Canariensis', 'zoraide@carnet']))).length
  await vi.waitFor(async () => {
    expect((await product.as(zoe, 'GET', `users/${zoe.userId}/me`)).statusCode).toBe(401)
    expect(customers()).not.toContain(zoe.userId)
    expect(await files()).toBe(0)
  }, CAUGHT_UP)
  await expect(product.signIn('zoraide', passwordOf('zoraide'))).rejects.toThrow(
    'could not sign in',
  )
  expect((await product.as(zoe, 'PUT', `users/${zoe.userId}/me/keep`)).statusCode, 'too late').toBe(
    401,
  )
  const contacts = await product.data<{ lastName: string }[]>(
    marion,
    'GET',
    `contact/${marion.userId}/all`,
  )
  expect(contacts.map(({ lastName }) => lastName)).toEqual(['Permanente'])
}, 120_000)
