import { createCanvas } from '@napi-rs/canvas'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  openFileDocuments,
  readFileDocuments,
} from '#commands/gateways/documents/documents-files.ts'
import { openSqliteKeys } from '#commands/gateways/keys/keys-sqlite.ts'
import {
  type KeyAddresses,
  openKeys,
  type Rotated,
  rotateMasterKey,
} from '#commands/gateways/keys/open-keys.ts'
import { renewSecrets } from '#commands/gateways/keys/wrapped-secrets.ts'
import { createErasure } from '#commands/identity/erase.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { MasterKeyMissing } from '#commands/kernel/master-key.ts'
import type { BillEvent } from '#domain/billing/bill-facts.ts'
import type { QuoteEvent } from '#domain/quotes/quote.ts'
import { START } from '#domain/kernel/event.ts'
import { exportConfigured, importConfigured, openLog } from '#workers/operations/archive.ts'
import { backUp } from '#workers/operations/backup.ts'
import { filesNaming, forgetConfigured } from '#workers/operations/forget.ts'
import { verifyConfigured } from '#workers/operations/verify.ts'
import type { Readiness } from '#api/operations/readiness.ts'
import { readConfiguration } from '#api/kernel/configuration.ts'
import { fakeTransit } from '#tests/doubles/transit.ts'
import { passwordOf, startProduct } from '#tests/kernel/start-product.ts'
import { client, profile } from '../bodies.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
const clock = { now: () => NOW }

const ending: (() => unknown)[] = []
const end = async () => {
  for (const one of ending.splice(0).reverse()) await one()
}
afterEach(end)

function freshDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-forgetting-'))
  ending.push(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Forgets, then lets go of the files. */
async function forget(dataDir: string, kind: 'user' | 'contact', id: string, at = NOW) {
  const opened: (() => unknown)[] = []
  try {
    return await forgetConfigured({ DATA_DIR: dataDir }, { kind, id }, opened, {
      clock: { now: () => at },
    })
  } finally {
    for (const close of opened.reverse()) await close()
  }
}

/** Texts that name Zoé in any form; no other data contains them. */
const ZOE = new Set([
  'Zoraïde',
  'Canariensis',
  'zoraide@canari.example',
  '+33698765432',
  'rue des Canaris',
  'Canari Conseil',
])
const picture = (colour: string): string => {
  const canvas = createCanvas(4, 4)
  const context = canvas.getContext('2d')
  context.fillStyle = colour
  context.fillRect(0, 0, 4, 4)
  return canvas.toDataURL('image/png')
}
const ADDRESS = { street: '3 rue des Canaris', postalCode: '44000', city: 'Nantes', country: 'FR' }

/** A month of Zoé's that was sent to her own address, and answered under her name. */
async function approvedMonth(product: Product, zoe: User, profileId: string): Promise<void> {
  const { userId } = zoe
  const { id: projectId, position } = await product.data(zoe, 'POST', `project/${userId}`, {
    profileId,
    isBillable: false,
    title: 'Serinette',
  })
  const month = `timesheet/${userId}/${profileId}/2026/11`
  const written = { 'x-min-position': position }
  const activities = [{ projectId, kind: 'work', day: Date.UTC(2026, 10, 2), quantity: 1 }]
  const recorded = await product.as(zoe, 'PUT', month, { activities }, written)
  const read = { 'x-min-position': recorded.json().result.data.position as string }
  const mail = {
    recipients: ['zoraide@canari.example'],
    subject: 'Canariensis',
    body: '<p>Zoraïde</p>',
  }
  const sent = await product.as(zoe, 'POST', `${month}/approval/${projectId}/send`, mail, read)
  expect(sent.statusCode).toBe(200)
  const link = async (): Promise<string> => {
    const [newest] = await product.data<{ body: string }[]>(zoe, 'GET', `mail/${userId}/all`)
    return /href="([^"]+)"/.exec(newest?.body ?? '')?.[1] ?? ''
  }
  await vi.waitFor(async () => expect(await link()).not.toBe(''), 10_000)
  const url = new URL(await link()).pathname
  const page = await product.app.inject({ method: 'GET', url, headers: { host: 'localhost' } })
  const content = /value="([0-9a-f]{64})"/.exec(page.body)?.[1] ?? ''
  const answered = await product.app.inject({
    method: 'POST',
    url,
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      answer: 'approve',
      name: 'Canariensis',
      comment: 'Zoraïde',
      content,
    }).toString(),
  })
  expect(answered.statusCode).toBe(303)
}
type Product = Awaited<ReturnType<typeof startProduct>>
type User = Awaited<ReturnType<Product['freelancer']>>

/** A data directory in which Zoé and Marion have worked, and share one photo. */
async function madeOnce() {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-forgetting-'))
  const dataDir = path.join(directory, 'data')
  const product = await startProduct({ dataDir, now: clock.now })
  const [zoe, marion] = [await product.freelancer('zoe'), await product.freelancer('marion')]
  await product.data(zoe, 'PUT', `users/${zoe.userId}`, {
    firstName: 'Zoraïde',
    lastName: 'Canariensis',
    mail: 'zoraide@canari.example',
    password: passwordOf('zoe'),
    phone: '+33698765432',
  })
  const own = { pictureName: 'zoe.png', pictureContent: picture('red') }
  await product.data(zoe, 'PUT', `users/${zoe.userId}/profilePicture`, own)
  for (const user of [zoe, marion])
    await product.data(user, 'POST', `profile/${user.userId}`, {
      firstName: user === zoe ? 'Zoraïde' : 'Marion',
      lastName: user === zoe ? 'Canariensis' : 'Exemple',
      address: user === zoe ? ADDRESS : { ...ADDRESS, street: '1 rue du Bac' },
      photo: picture('blue'),
    })
  await product.data(zoe, 'POST', `professionalInfo/${zoe.userId}`, {
    name: 'Canari Conseil',
    address: ADDRESS,
  })
  await product.data(zoe, 'POST', `contact/${zoe.userId}`, {
    lastName: 'Canariensis',
    email: 'zoraide@canari.example',
  })
  const contact = await product.data(marion, 'POST', `contact/${marion.userId}`, {
    lastName: 'Délicate',
    firstName: 'Ève',
  })
  const other = await product.data(marion, 'POST', `contact/${marion.userId}`, {
    lastName: 'Permanente',
  })
  await product.as(marion, 'GET', `contact/${marion.userId}/all`, undefined, {
    'x-min-position': other.position,
  })
  await product.stop()
  return { directory, dataDir, zoe: zoe.userId, marion: marion.userId, contact: contact.id }
}
let made: Awaited<ReturnType<typeof madeOnce>>
beforeAll(async () => {
  made = await madeOnce()
}, 180_000)
afterAll(() => rmSync(made.directory, { recursive: true, force: true }))

/** A copy of it for one test. */
function withTwoUsers() {
  const dataDir = path.join(freshDirectory(), 'data')
  cpSync(made.dataDir, dataDir, { recursive: true })
  return { ...made, dataDir }
}

test('a forgotten user is in no file, every chain verifies, and other users keep their data', async () => {
  const { dataDir, zoe } = withTwoUsers()
  expect(await filesNaming(dataDir, ZOE), 'no file has it in plain').toEqual([])
  expect(await readFileDocuments(dataDir).names()).toHaveLength(2)

  const { plan, verified, left } = await forget(dataDir, 'user', zoe)
  expect(left).toEqual([])
  expect(await filesNaming(dataDir, ZOE)).toEqual([])
  expect(verified.damages).toEqual([])
  expect(plan).toMatchObject({ papers: [], keptUntil: '' })
  expect(await readFileDocuments(dataDir).names(), 'the photo that Marion has too').toHaveLength(1)
  expect((await verifyConfigured({ DATA_DIR: dataDir })).damages).toEqual([])

  // Repeated, it does nothing.
  expect(await forget(dataDir, 'user', zoe)).toMatchObject({ left: [] })

  const product = await startProduct({ dataDir, now: clock.now })
  ending.push(() => product.stop())
  await expect(product.signIn('zoe', passwordOf('zoe'))).rejects.toThrow('could not sign in')
  const admin = await product.admin()
  const users = await product.data<{ id: string }[]>(admin, 'GET', `users/${admin.userId}`)
  expect(users.map(({ id }) => id)).not.toContain(zoe)
  const marion = await product.signIn('marion', passwordOf('marion'))
  const contacts = await product.data<{ lastName: string }[]>(
    marion,
    'GET',
    `contact/${marion.userId}/all`,
  )
  expect(contacts.map(({ lastName }) => lastName)).toEqual(['Délicate', 'Permanente'])
  const [profile] = await product.data<{ photo: string }[]>(
    marion,
    'GET',
    `profile/${marion.userId}/all`,
  )
  expect(profile?.photo).toMatch(/^data:image\/png/)
  expect(await product.freelancer('zoe'), 'the name is free again').not.toMatchObject({
    userId: zoe,
  })
}, 60_000)

test('what was sent to a client, and what the client answered, is forgotten with the user', async () => {
  const { dataDir, zoe: id } = withTwoUsers()
  const product = await startProduct({ dataDir, now: clock.now })
  const zoe = await product.signIn('zoe', passwordOf('zoe'))
  const { id: profileId } = await product.data(zoe, 'POST', `professionalInfo/${id}`, {
    name: 'Canari Conseil',
  })
  await approvedMonth(product, zoe, profileId)
  await product.stop(true)
  const { verified } = await forget(dataDir, 'user', id)
  expect(verified.damages).toEqual([])
  expect(await filesNaming(dataDir, ZOE)).toEqual([])
}, 60_000)

test('a user whose name is a common word is forgotten, and a name in plain is still found', async () => {
  const dataDir = freshDirectory()
  const product = await startProduct({ dataDir, now: clock.now })
  const { userId } = await product.freelancer('company')
  const { userId: other } = await product.freelancer('transaction')
  await product.data(
    await product.signIn('company', passwordOf('company')),
    'POST',
    `company/${userId}`,
    {
      name: 'Atelier',
    },
  )
  await product.stop(true)
  expect(await filesNaming(dataDir, new Set(['company'])), 'as a kind of fact').not.toEqual([])
  const { left, common } = await forget(dataDir, 'user', userId)
  expect([left, common]).toEqual([[], 1])

  writeFileSync(path.join(dataDir, 'notes.txt'), 'transaction@carnet.example')
  expect(await forget(dataDir, 'user', other)).toMatchObject({
    left: [{ file: 'notes.txt', texts: 1 }],
    common: 1,
  })
}, 60_000)

test('a contact is forgotten without the others, and without its owner', async () => {
  const { dataDir, contact } = withTwoUsers()
  const { plan, left } = await forget(dataDir, 'contact', contact)
  expect(plan.keys).toHaveLength(1)
  expect(left).toEqual([])
  const product = await startProduct({ dataDir, now: clock.now })
  ending.push(() => product.stop())
  const marion = await product.signIn('marion', passwordOf('marion'))
  const contacts = await product.data<{ lastName: string }[]>(
    marion,
    'GET',
    `contact/${marion.userId}/all`,
  )
  expect(contacts.map(({ lastName }) => lastName)).toEqual(['Permanente'])
  const history = await product.as(marion, 'GET', `history/${marion.userId}/contact/${contact}`)
  expect(history.body).not.toContain('Délicate')
  expect(history.json().result.data).toMatchObject({ verified: true, record: null })
}, 60_000)

test('a person nobody knows and the last administrator are not forgotten', async () => {
  const dataDir = path.join(freshDirectory(), 'data')
  const product = await startProduct({ dataDir })
  const { userId } = await product.admin()
  await expect(forget(dataDir, 'user', userId), 'while it runs').rejects.toThrow(
    'Another process already works',
  )
  await product.stop()
  await expect(forget(dataDir, 'user', userId)).rejects.toMatchObject({ code: 'LAST_ADMIN' })
  await expect(forget(dataDir, 'user', '01J0000000000000000000000X')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect((await verifyConfigured({ DATA_DIR: dataDir })).damages).toEqual([])
}, 60_000)

test('quotes are forgotten with their user, but what a client agreed to is kept by the legal term', async () => {
  const dataDir = path.join(freshDirectory(), 'data')
  const product = await startProduct({ dataDir, now: clock.now })
  const user = await product.freelancer('ophelie')
  const { userId } = user
  const { id: profileId } = await product.data(user, 'POST', `professionalInfo/${userId}`, {
    ...profile(NOW),
    name: 'Fauvette Conseil',
  })
  const { id: clientId } = await product.data(user, 'POST', `company/${userId}`, {
    ...client,
    name: 'Merle et Fils',
  })
  async function sent(header: string) {
    const lines = [{ description: 'Accordage', quantity: 1, unitPrice: 500, tva: 20 }]
    const { id } = await product.data(user, 'POST', `quote/${userId}`, {
      profileId,
      clientId,
      lines,
      header,
    })
    const put = (act: string, body: object) =>
      product.data(user, 'PUT', `quote/${userId}/${profileId}/${id}/${act}`, body)
    await put('send', { to: 'bouvreuil@merle.example', mail: true })
    const { versions } = await product.data<{ versions: { sha256: string }[] }>(
      user,
      'GET',
      `quote/${userId}/${profileId}/${id}`,
    )
    return { put, sha256: versions[0]?.sha256 }
  }
  const declined = await sent('Cher Bouvreuil')
  await declined.put('decline', { reason: 'Trop cher pour Bouvreuil' })
  const agreed = await sent('Cher Bouvreuil, encore')
  await agreed.put('accept', { name: 'Gaston Mésange', note: 'Signé chez Mésange' })
  const leaving = await product.data(user, 'GET', `users/${userId}/me/deletion`)
  expect(leaving).toMatchObject({ bills: 0, quotes: 1, keptUntil: Date.UTC(2037, 0, 1) })
  await product.stop()
  expect(await readFileDocuments(dataDir).names()).toHaveLength(2)

  const { plan } = await forget(dataDir, 'user', userId)
  expect(plan).toMatchObject({ papers: [agreed.sha256], keptUntil: '2037-01-01' })
  expect(await filesNaming(dataDir, new Set(['Bouvreuil', 'bouvreuil@merle.example']))).toEqual([])
  const naming = await filesNaming(dataDir, new Set(['Fauvette Conseil']))
  expect(
    naming.map(({ file }) => path.basename(file)),
    'the kept paper alone',
  ).toEqual([agreed.sha256])
  expect(await readFileDocuments(dataDir).names()).toEqual([agreed.sha256])
  expect(await signers(dataDir)).toEqual(['Gaston Mésange'])

  const later = await startProduct({ dataDir, now: () => Date.UTC(2037, 0, 1, 9) })
  await expect.poll(() => readFileDocuments(dataDir).names(), { timeout: 15_000 }).toEqual([])
  await later.stop()
  expect(await signers(dataDir)).toEqual([''])
  expect((await verifyConfigured({ DATA_DIR: dataDir })).damages).toEqual([])
}, 60_000)

/** All that the log says, as far as its keys are left. */
async function told(
  dataDir: string,
): Promise<readonly { readonly type: string; readonly data: unknown }[]> {
  const opened: (() => unknown)[] = []
  const { events } = await (await openLog({ DATA_DIR: dataDir }, opened)).readAll(START, {
    limit: 10_000,
  })
  for (const close of opened.reverse()) await close()
  return events
}

/** Client who agreed to a quote. */
const signers = async (dataDir: string): Promise<readonly string[]> =>
  (await told(dataDir)).flatMap(({ type, data }) => {
    const fact = { type, data } as QuoteEvent // of those that are named next
    return fact.type === 'QuoteAccepted' ? [fact.data.name] : []
  })

/** Sellers as the log's issued bills tell them. */
const sellers = async (dataDir: string): Promise<ReadonlySet<string>> =>
  new Set(
    (await told(dataDir)).flatMap(({ type, data }) => {
      const fact = { type, data } as BillEvent // of those that are named next
      return fact.type === 'BillIssuanceStarted' ? [fact.data.frozen.seller.name] : []
    }),
  )

test('issued bills outlive their user by the legal term, and then go by themselves', async () => {
  const dataDir = path.join(freshDirectory(), 'data')
  const first = await startProduct({ dataDir, now: clock.now, sampleData: 'year' })
  const { userId } = await first.signIn('demo', 'Carnet-demo-2026')
  await first.stop()
  const names = async () => readFileDocuments(dataDir).names()
  const before = await names()

  const { plan, verified } = await forget(dataDir, 'user', userId)
  expect(plan).toMatchObject({ keptUntil: '2037-01-01' })
  const { papers } = plan
  expect(papers.length).toBeGreaterThan(20)
  expect(before).toEqual(expect.arrayContaining([...papers]))
  // The CV of an application and a waiting quote are no papers of the law's: they go at once.
  const sent = before.filter((name) => plan.documents.includes(name))
  expect(sent).toHaveLength(2)
  expect((await names()).toSorted()).toEqual(
    before.filter((name) => !sent.includes(name)).toSorted(),
  )
  /** Papers of this user; accounts that are lent have files of their own. */
  const kept = async () => (await names()).filter((name) => papers.includes(name)).length
  expect(verified.damages).toEqual([])
  expect(await kept()).toBe(papers.length)
  expect(await sellers(dataDir)).toEqual(new Set(['Fontanel Conseil']))

  const [eve, after] = [Date.UTC(2036, 11, 31, 20), Date.UTC(2037, 0, 1, 9)]
  for (const [at, left] of [
    [eve, papers.length],
    [after, 0],
  ] as const) {
    const later = await startProduct({ dataDir, now: () => at })
    if (left === 0) await expect.poll(kept, { timeout: 15_000 }).toBe(0)
    await later.stop()
    expect(await kept()).toBe(left)
  }
  expect(await sellers(dataDir)).toEqual(new Set(['']))
  expect((await verifyConfigured({ DATA_DIR: dataDir })).damages).toEqual([])
}, 120_000)

test.each(['documents', 'keys', 'read models', 'the log'] as const)(
  'what a crash left before %s were done is finished by the next start',
  async (step) => {
    const { dataDir, zoe } = withTwoUsers()
    const opened: (() => unknown)[] = []
    const keyring = await openKeys({ DATA_DIR: dataDir }, opened)
    const store = await openLog({ DATA_DIR: dataDir }, opened, keyring)
    const documents = openFileDocuments(dataDir)
    const crash = async (): Promise<never> => {
      throw new Error('crash')
    }
    let purges = 0
    const erasure = createErasure({
      handler: createHandler({
        store:
          step === 'the log'
            ? {
                ...store,
                append: (stream, at, events) =>
                  events[0]?.type === 'PersonForgotten'
                    ? crash()
                    : store.append(stream, at, events),
              }
            : store,
        clock,
      }),
      store,
      clock,
      removeMail: async () => {},
      endAccess: async () => {},
      endPlan: async () => {},
      keyring: step === 'keys' ? { destroy: crash } : keyring,
      documents: step === 'documents' ? { remove: crash } : documents,
      purge: async () => (step === 'read models' && ++purges === 2 ? crash() : undefined),
    })
    const by = { commandId: 'forget', actor: { kind: 'system', id: 'forget' } } as const
    await expect(erasure.forget({ kind: 'user', id: zoe }, by)).rejects.toThrow('crash')
    for (const close of opened.reverse()) await close()

    const product = await startProduct({ dataDir, now: () => NOW + 120_000 })
    await expect
      .poll(async () => (await readFileDocuments(dataDir).names()).length, { timeout: 15_000 })
      .toBe(1)
    await product.stop()
    // Repeating the command ends the account that it had started to remove.
    const { left, verified } = await forget(dataDir, 'user', zoe, NOW + 180_000)
    expect(left).toEqual([])
    expect(await filesNaming(dataDir, ZOE)).toEqual([])
    expect(verified.damages).toEqual([])
  },
  60_000,
)

test('a backup from before holds the person still, until the list of destroyed keys is laid on it', async () => {
  const { dataDir, zoe } = withTwoUsers()
  const backup = path.join(freshDirectory(), 'backup')
  await backUp({ DATA_DIR: dataDir }, backup)
  const named = async () => {
    const opened: (() => unknown)[] = []
    const { events } = await (await openLog({ DATA_DIR: backup }, opened)).readStream(`user-${zoe}`)
    for (const close of opened.reverse()) await close()
    return JSON.stringify(events).includes('Canariensis')
  }
  expect(await named()).toBe(true)
  await forget(dataDir, 'user', zoe)
  cpSync(path.join(dataDir, 'destroyed-keys.txt'), path.join(backup, 'destroyed-keys.txt'))
  expect(await named()).toBe(false)
  expect((await forget(backup, 'user', zoe)).left).toEqual([])
  expect((await verifyConfigured({ DATA_DIR: backup })).damages).toEqual([])
}, 60_000)

test('an export has no personal data in plain, moves with the master key, and restores no forgotten user', async () => {
  const { dataDir, zoe, marion } = withTwoUsers()
  const folder = freshDirectory()
  const file = path.join(folder, 'carnet.jsonl')
  const run = async <T>(work: (opened: (() => unknown)[]) => Promise<T>): Promise<T> => {
    const opened: (() => unknown)[] = []
    try {
      return await work(opened)
    } finally {
      for (const close of opened.reverse()) await close()
    }
  }
  await run((opened) => exportConfigured({ DATA_DIR: dataDir }, file, opened, { clock }))
  const text = readFileSync(file, 'utf8')
  for (const secret of [...ZOE, 'Délicate', 'argon2id']) expect(text).not.toContain(secret)

  // Without the master key it is refused, and with it nothing is lost.
  const target = path.join(folder, 'target')
  const importTo = (directory: string) =>
    run((opened) => importConfigured({ DATA_DIR: directory }, file, opened, {}))
  await expect(importTo(target)).rejects.toBeInstanceOf(MasterKeyMissing)
  rmSync(target, { recursive: true })
  mkdirSync(target)
  cpSync(path.join(dataDir, 'personal.key'), path.join(target, 'personal.key'))
  await importTo(target)
  const product = await startProduct({ dataDir: target, now: clock.now })
  const back = await product.signIn('marion', passwordOf('marion'))
  expect(back.userId).toBe(marion)
  const contacts = await product.data<{ lastName: string }[]>(back, 'GET', `contact/${marion}/all`)
  expect(contacts.map(({ lastName }) => lastName)).toEqual(['Délicate', 'Permanente'])
  await product.signIn('zoe', passwordOf('zoe'))
  await product.stop()

  // Zoé was forgotten after the export. A Carnet that knows it imports nothing of her.
  await forget(dataDir, 'user', zoe)
  const later = path.join(folder, 'later')
  mkdirSync(later)
  for (const name of ['personal.key', 'destroyed-keys.txt'])
    cpSync(path.join(dataDir, name), path.join(later, name))
  await importTo(later)
  expect(await filesNaming(later, ZOE)).toEqual([])
  expect((await verifyConfigured({ DATA_DIR: later })).damages).toEqual([])
}, 60_000)

const rotating =
  (dataDir: string) =>
  async (addresses: Partial<KeyAddresses> = {}): Promise<Rotated> => {
    const opened: (() => unknown)[] = []
    const rotated = await rotateMasterKey({ DATA_DIR: dataDir, ...addresses }, opened)
    for (const close of opened.reverse()) await close()
    return rotated
  }

test('the master key is replaced without a word lost, also after a crash in the middle', async () => {
  const { dataDir, marion, contact } = withTwoUsers()
  const file = path.join(dataDir, 'personal.key')
  const before = readFileSync(file, 'utf8')
  const rotate = rotating(dataDir)
  // A crash left the next master key, which has wrapped nothing.
  writeFileSync(`${file}.new`, `${randomBytes(32).toString('base64')}\n`)
  const next = readFileSync(`${file}.new`, 'utf8')
  expect((await rotate()).keys).toBeGreaterThan(2)
  expect(readFileSync(file, 'utf8')).toBe(next)
  expect(next).not.toBe(before)
  expect(existsSync(`${file}.new`)).toBe(false)

  // From the file into the configuration.
  const PERSONAL_KEY = randomBytes(32).toString('base64')
  await rotate({ PERSONAL_KEY })
  expect(existsSync(file)).toBe(false)
  await expect(startProduct({ dataDir })).rejects.toBeInstanceOf(MasterKeyMissing)
  const product = await startProduct({ dataDir, environment: { PERSONAL_KEY } })
  ending.push(() => product.stop())
  const back = await product.signIn('marion', passwordOf('marion'))
  expect(await product.data(back, 'GET', `contact/${marion}/${contact}`)).toMatchObject({
    lastName: 'Délicate',
  })
}, 60_000)

test('keys move into a vault and back without a word lost, and its key is nowhere in the data directory', async () => {
  const { dataDir, marion, contact } = withTwoUsers()
  const vault = await fakeTransit()
  ending.push(() => vault.stop())
  const [file, token] = [path.join(dataDir, 'personal.key'), path.join(freshDirectory(), 'token')]
  mkdirSync(path.dirname(token), { recursive: true })
  writeFileSync(token, 'first')
  const rotate = rotating(dataDir)
  const environment = { KEYS_VAULT_URL: vault.url, KEYS_VAULT_TOKEN_FILE: token }
  const addresses = readConfiguration({ ...environment, DATA_DIR: dataDir })
  const reads = async (given: Readonly<Record<string, string>>) => {
    const product = await startProduct({ dataDir, environment: given })
    const back = await product.signIn('marion', passwordOf('marion'))
    expect(await product.data(back, 'GET', `contact/${marion}/${contact}`)).toMatchObject({
      lastName: 'Délicate',
    })
    return { ...product, marion: back }
  }
  async function wrappedBy() {
    const store = openSqliteKeys(dataDir)
    const names = (await store.all()).flatMap(({ wrapped }) => wrapped?.split('.')[0] ?? [])
    await store.close()
    return new Set(names)
  }

  // Secrets are wrapped by the start; keys of persons by the tool.
  await (await reads({})).stop()
  const moved = await rotate(addresses)
  expect(moved).toMatchObject({ by: 'vault', secrets: 5 })
  expect(existsSync(file)).toBe(false)
  expect(await wrappedBy()).toEqual(new Set(['transit/carnet']))
  await expect(startProduct({ dataDir })).rejects.toThrow(/transit\/carnet[^]*KEYS_VAULT_URL/)

  const product = await reads(environment)
  const health = async () =>
    (await product.app.inject({ url: '/api/ready' })).json<{ result: { data: Readiness } }>().result
      .data.engines
  expect(await health()).toContainEqual(expect.objectContaining({ name: 'keys', ok: true }))
  // The agent has renewed the token; then the vault is sealed, and what is in memory is still read.
  vault.state.token = 'second'
  writeFileSync(token, 'second')
  expect(await health()).toContainEqual(expect.objectContaining({ name: 'keys', ok: true }))
  vault.state.fault = 'sealed'
  expect(await health()).toContainEqual(expect.objectContaining({ name: 'keys', ok: false }))
  expect(await product.data(product.marion, 'GET', `contact/${marion}/${contact}`)).toBeDefined()
  vault.state.fault = null
  await product.stop()

  // Another version of its key, and back into a file.
  vault.rotate()
  expect((await rotate(addresses)).keys).toBe(moved.keys)
  expect(await rotate({ ...addresses, KEYS_VAULT_USE: 'unwrap' })).toMatchObject({
    by: 'personal.key',
    secrets: 5,
  })
  expect(existsSync(file)).toBe(true)
  expect(await wrappedBy()).not.toContain('transit/carnet')
  await vault.stop()
  const back = await reads({})
  await back.stop()

  // Other keys of sessions and tokens: a token of before is not believed, and everyone signs in
  // again.
  const closing: (() => unknown)[] = []
  const keyring = await openKeys({ DATA_DIR: dataDir }, closing)
  expect(await renewSecrets({ DATA_DIR: dataDir }, keyring)).toBe(5)
  for (const close of closing) await close()
  const renewed = await reads({})
  expect((await renewed.as(back.marion, 'GET', `users/${marion}/me`)).statusCode).toBe(401)
  await renewed.stop()
}, 60_000)

test('a vault is reached over TLS, with a token, and beside no other master key', () => {
  const [KEYS_VAULT_URL, KEYS_VAULT_TOKEN] = ['https://vault.example:8200', 'token']
  expect(readConfiguration({ KEYS_VAULT_URL, KEYS_VAULT_TOKEN }).KEYS_VAULT_KEY).toBe(
    'transit/carnet',
  )
  expect(() => readConfiguration({ KEYS_VAULT_URL })).toThrow(/KEYS_VAULT_TOKEN/)
  expect(() =>
    readConfiguration({ KEYS_VAULT_URL: 'http://vault.example:8200', KEYS_VAULT_TOKEN }),
  ).toThrow(/https/)
  const PERSONAL_KEY = randomBytes(32).toString('base64')
  expect(() => readConfiguration({ KEYS_VAULT_URL, KEYS_VAULT_TOKEN, PERSONAL_KEY })).toThrow(
    /PERSONAL_KEY_BEFORE/,
  )
  expect(
    readConfiguration({ KEYS_VAULT_URL, KEYS_VAULT_TOKEN, PERSONAL_KEY, KEYS_VAULT_USE: 'unwrap' }),
  ).toBeDefined()
  expect(() => readConfiguration({ KEYS_VAULT_KEY: 'carnet' })).toThrow(/KEYS_VAULT_KEY/)
})
