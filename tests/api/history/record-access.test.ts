import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry, HistoryOf, RecordAccess } from '#contract/history/history.contract.ts'
import type { Notification } from '#contract/planning/notifications.contract.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'

const HOUR_MS = 3_600_000
const REASON = 'Demande de l’utilisatrice du 23 novembre'

// The embedded provider uses the machine's clock: its tokens are valid until an hour after that.
let now = Date.now() - 2 * HOUR_MS
let product: Product
let admin: SignedIn
let owner: SignedIn
let company: { readonly id: string; readonly position: string }
beforeAll(async () => {
  product = await startProduct({ now: () => now })
  admin = await product.admin()
  owner = await product.freelancer('ines')
  company = await product.data(owner, 'POST', `company/${owner.userId}`, {
    name: 'Atelier Brumaire',
  })
})
afterAll(() => product.stop())

const historyOf = (reader: SignedIn, position = company.position) =>
  product.as(reader, 'GET', `history/${reader.userId}/company/${company.id}`, undefined, {
    'x-min-position': position,
  })
const open = (reader: SignedIn, reason: string, id = company.id) =>
  product.as(reader, 'POST', `audit/${reader.userId}/open`, { entity: 'company', id, reason })
const accessIn = async () => {
  const lines = await product.data<readonly AuditEntry[]>(
    admin,
    'GET',
    `audit/${admin.userId}?entity=company`,
  )
  return lines.find(({ id }) => id === company.id)?.access
}

test('an administrator reads no record of a user before a reason is given', async () => {
  expect((await historyOf(admin)).statusCode).toBe(404)
  expect(await accessIn()).toBe('reason')
  const short = await open(admin, 'curieux')
  expect([short.statusCode, short.body.includes('reason')]).toEqual([400, true])
  expect((await open(admin, REASON, '01JD00000000000000000000AA')).statusCode).toBe(404)
  expect((await historyOf(admin)).statusCode).toBe(404)
})

test('with a reason the history opens for an hour, with whose it is and why', async () => {
  const opened = await open(admin, REASON)
  expect(opened.statusCode).toBe(200)
  const { position } = opened.json<{ result: { data: { position: string } } }>().result.data
  const read = await historyOf(admin, position)
  expect(read.json<{ result: { data: HistoryOf } }>().result.data).toMatchObject({
    title: 'Atelier Brumaire',
    access: { userName: 'ines', reason: REASON, until: now + HOUR_MS },
  })
  expect(await accessIn()).toBe('open')
  // The record itself is not given: only its history.
  expect((await product.as(admin, 'GET', `company/${owner.userId}/all`)).statusCode).toBe(404)
})

test('the user is told, and finds each opening with its reason', async () => {
  const told = await product.data<readonly Notification[]>(
    owner,
    'GET',
    `notification/${owner.userId}/all`,
  )
  expect(told.map(({ kind, text }) => [kind, text.includes(REASON)])).toContainEqual([
    'recordOpened',
    true,
  ])
  const list = await product.data<readonly RecordAccess[]>(
    owner,
    'GET',
    `audit/${owner.userId}/accesses`,
  )
  expect(list).toMatchObject([
    {
      who: 'admin',
      reason: REASON,
      entity: 'company',
      recordId: company.id,
      name: 'Atelier Brumaire',
      at: now,
    },
  ])
  expect(await product.data(admin, 'GET', `audit/${admin.userId}/accesses`)).toEqual([])
  expect((await product.as(admin, 'GET', `audit/${owner.userId}/accesses`)).statusCode).toBe(404)
})

test('what is open anyway needs no reason, and another user opens nothing', async () => {
  const own = await product.data(admin, 'POST', `company/${admin.userId}`, { name: 'Maison' })
  const refused = await open(admin, REASON, own.id)
  expect([refused.statusCode, refused.body.includes('USER_RECORD_READABLE')]).toEqual([409, true])
  const stranger = await product.freelancer('oscar', {
    permissions: ['perm_access_logs_menu', 'perm_company_menu'],
  })
  expect((await open(stranger, REASON)).statusCode).toBe(403)
  expect((await historyOf(stranger)).statusCode).toBe(404)
})

test('after an hour the history is closed again', async () => {
  now += HOUR_MS + 1
  expect((await historyOf(admin)).statusCode).toBe(404)
  expect(await accessIn()).toBe('reason')
})
