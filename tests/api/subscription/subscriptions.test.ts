import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Route } from '#contract/kernel/contract.ts'
import { freelancerPermissions } from '#domain/kernel/permissions.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { client, profile as business } from '../bodies.ts'
import {
  type Product,
  type SignedIn,
  startProduct,
  passwordOf,
} from '../../kernel/start-product.ts'

/**
 * Long past, because the clock of the embedded sign-in stays behind. Its tokens must still be valid
 * later.
 */
const NOW = Date.UTC(2025, 10, 20, 9)
/** Read models follow the log in the background. */
const CAUGHT_UP = { timeout: 30_000 }

let now = NOW
let product: Product
beforeAll(async () => {
  product = await startProduct({ now: () => now })
})
afterAll(() => product.stop())

type State = {
  state: string
  mayWrite: boolean
  canceledOn: number
  renewsOn: number
  daysLeft: number
}
const stateOf = (user: SignedIn) => product.data<State>(user, 'GET', `subscription/${user.userId}`)
const refreshed = (user: SignedIn) =>
  product.data<State>(user, 'POST', `subscription/${user.userId}/refresh`)
const becomes = (user: SignedIn, state: string) =>
  vi.waitFor(async () => expect((await stateOf(user)).state).toBe(state), CAUGHT_UP)

const form = (url: string, act: string) =>
  product.app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `act=${act}`,
  })
let submits = 0
/** As the screen sends it: each submit under a key of its own. */
const checkout = (user: SignedIn, priceId = 'price_carnet_month') =>
  product.as(
    user,
    'POST',
    `subscription/${user.userId}/create-checkout-session`,
    { priceId, userLang: 'en' },
    { 'idempotency-key': `submit ${submits++}` },
  )
async function checkoutUrl(user: SignedIn, priceId?: string): Promise<string> {
  const answer = await checkout(user, priceId)
  expect(answer.statusCode).toBe(200)
  return answer.json<{ result: { data: { url: string } } }>().result.data.url
}
const portalUrl = async (user: SignedIn): Promise<string> =>
  (
    await product.data<{ url: string }>(
      user,
      'POST',
      `subscription/${user.userId}/create-portal-link/de`,
    )
  ).url

const kept = () =>
  JSON.parse(readFileSync(path.join(product.dataDir, 'payments-sandbox.json'), 'utf8')) as {
    secret: string
    customers: { id: string; userId: string }[]
  }
const customerOf = ({ userId }: SignedIn) =>
  kept().customers.find((one) => one.userId === userId)?.id ?? ''
/** A webhook as the provider signs it. */
const webhook = (object: object, how = {}) =>
  signed(
    { id: 'evt', object: 'event', type: 'customer.subscription.updated', data: { object } },
    how,
  )
function signed(body: unknown, { secret = kept().secret, at = now } = {}) {
  const payload = JSON.stringify(body)
  const seconds = Math.floor(at / 1000)
  const v1 = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return product.app.inject({
    method: 'POST',
    url: '/api/subscription/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${v1}` },
    payload,
  })
}

test('configuration and plans are public; plans are told in the language that is asked for', async () => {
  const read = async (url: string, language: string) =>
    (
      await product.app.inject({
        url: `/api/${url}`,
        headers: { 'x-api-key': 'public', 'accept-language': language },
      })
    ).json().result.data
  expect(await read('subscription/config', 'fr')).toEqual({
    provider: 'local',
    publicKey: '',
    trialDays: 30,
  })
  const [first] = await read('products/actives', 'fr')
  expect(first).toMatchObject({ name: 'Carnet', description: 'Facturer et suivre' })
  expect(first.prices).toContainEqual({
    id: 'price_carnet_month',
    unitAmount: 9,
    currency: 'EUR',
    type: 'recurring',
    interval: 'month',
    intervalCount: 1,
    trialPeriodDays: 0,
  })
  expect((await read('products/actives', 'de'))[0].features[0]).toBe('Unternehmen und Verträge')
})

describe('a plan', () => {
  test('runs from the checkout to its end, and each state is what the provider says', async () => {
    const anna = await product.freelancer('anna')
    expect(await stateOf(anna)).toMatchObject({ state: 'freeTrial', daysLeft: 30, mayWrite: true })
    const noPortal = await product.as(
      anna,
      'POST',
      `subscription/${anna.userId}/create-portal-link/fr`,
    )
    expect(noPortal.json().result.code).toBe('SUBSCRIPTION_NOT_PAID')

    const page = await checkoutUrl(anna)
    expect((await product.app.inject({ url: new URL(page).pathname })).body).toContain('Pay')
    expect((await form(page, 'pay')).headers.location).toContain(
      '/admin/profile/subscription?checkout=done',
    )
    await becomes(anna, 'active')
    expect((await checkout(anna, 'price_complet_year')).json().result.code).toBe(
      'SUBSCRIPTION_RUNS',
    )
    expect(await product.data(anna, 'GET', `subscription/${anna.userId}/invoices`)).toMatchObject([
      { label: 'Carnet', total: 9, currency: 'EUR', date: NOW, paid: true },
    ])
    const [invoice] = await product.data<{ url: string; number: string }[]>(
      anna,
      'GET',
      `subscription/${anna.userId}/invoices`,
    )
    const shown = await product.app.inject({
      url: new URL(invoice?.url ?? '').pathname,
      headers: { 'accept-language': 'en' },
    })
    expect(shown.statusCode).toBe(200)
    for (const text of [`Invoice ${invoice?.number}`, '€9.00', 'Paid on 20 November 2025'])
      expect(shown.body).toContain(text)

    const portal = await portalUrl(anna)
    expect((await product.app.inject({ url: new URL(portal).pathname })).body).toContain(
      'Zahlungsportal',
    )
    await form(portal, 'fail')
    await becomes(anna, 'inactive')
    expect((await stateOf(anna)).mayWrite).toBe(true)
    await form(portal, 'renew')
    await becomes(anna, 'active')
    await form(portal, 'cancel')
    await becomes(anna, 'canceled')
    expect(await stateOf(anna)).toMatchObject({
      canceledOn: NOW + 30 * DAY_MS,
      renewsOn: 0,
      mayWrite: true,
    })
  })

  test('that ends before the day for which it was cancelled has ended on that very day', async () => {
    const ilona = await product.freelancer('ilona')
    await form(await checkoutUrl(ilona), 'pay')
    await becomes(ilona, 'active')
    const portal = await portalUrl(ilona)
    await form(portal, 'cancel')
    await becomes(ilona, 'canceled')
    await form(portal, 'end')
    await becomes(ilona, 'freeTrial')
    expect((await stateOf(ilona)).canceledOn).toBe(NOW)
  })

  test('counts although its webhook never comes: the return asks the provider', async () => {
    const bob = await product.freelancer('bob')
    await form(await checkoutUrl(bob, 'price_toujours'), 'late')
    expect((await stateOf(bob)).state).toBe('freeTrial')
    expect(await refreshed(bob)).toMatchObject({ state: 'active', renewsOn: 0 })
    expect((await checkout(bob)).json().result.code).toBe('SUBSCRIPTION_RUNS')
  })

  test('is paid once by a page that is sent twice', async () => {
    const carl = await product.freelancer('carl')
    const page = await checkoutUrl(carl)
    await Promise.all([form(page, 'pay'), form(page, 'pay')])
    expect(await product.data(carl, 'GET', `subscription/${carl.userId}/invoices`)).toHaveLength(1)
  })
})

describe('a webhook', () => {
  test('is refused when it is forged, changed, old or unsigned', async () => {
    const dora = await product.freelancer('dora')
    await checkoutUrl(dora)
    const about = { customer: customerOf(dora) }
    for (const answer of [
      await webhook(about, { secret: 'whsec_other' }),
      await webhook(about, { at: now - 301_000 }),
      await webhook(about, { at: now + 302_000 }),
      await product.app.inject({
        method: 'POST',
        url: '/api/subscription/webhook',
        payload: about,
      }),
    ])
      expect([answer.statusCode, answer.json().result.code]).toEqual([400, 'WEBHOOK_REFUSED'])
    expect((await webhook(about)).statusCode).toBe(200)
  })

  test('says nothing itself: doubled, late or lying, it only makes the product ask', async () => {
    const emma = await product.freelancer('emma')
    await form(await checkoutUrl(emma), 'late')
    const lie = { customer: customerOf(emma), status: 'canceled', items: { data: [] } }
    await Promise.all([webhook(lie), webhook(lie)])
    await becomes(emma, 'active')
    await webhook(lie)
    expect((await refreshed(emma)).state).toBe('active')
    expect((await webhook({ customer: 'cus_of_nobody' })).statusCode).toBe(200)
    expect((await webhook({ id: 'no customer' })).statusCode).toBe(200)
    for (const strange of [null, 5, [], {}, { data: null }, { data: { object: 'text' } }])
      expect((await signed(strange)).statusCode).toBe(200)
  })
})

test('an address of the provider that does not exist has a page that says so', async () => {
  for (const page of ['checkout', 'portal', 'invoice']) {
    const answer = await product.app.inject({ url: `/sandbox/${page}/cs_${'0'.repeat(32)}` })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
  }
})

// Last: the clock moves.
test('after the trial its user reads and exports, and writes nothing until a plan is paid', async () => {
  const fritz = await product.freelancer('fritz')
  const add = (user: SignedIn) => product.as(user, 'POST', `company/${user.userId}`, client)
  expect((await add(fritz)).statusCode).toBe(200)
  const { id: profileId } = await product.data(
    fritz,
    'POST',
    `professionalInfo/${fritz.userId}`,
    business(NOW),
  )
  const charge = await product.data(fritz, 'POST', `charge/${fritz.userId}`, {
    profileId,
    label: 'Café',
    amount: 2,
    interval: 'day',
    startDate: NOW - (NOW % DAY_MS) + 30 * DAY_MS,
  })
  now = NOW + 30 * DAY_MS
  const later = await product.signIn('fritz', passwordOf('fritz'))
  expect(await stateOf(later)).toMatchObject({ state: 'ended', mayWrite: false, daysLeft: 0 })
  expect((await add(later)).statusCode).toBe(409)
  const csv = await product.as(later, 'GET', `company/${later.userId}/all`, undefined, {
    accept: 'text/csv',
  })
  expect(csv.statusCode).toBe(200)

  const signedIn = ({ method, access }: Route) =>
    method !== 'GET' && access !== 'public' && access !== 'anyone'
  const writes = product.routes().filter(signedIn)
  const may = freelancerPermissions()
  const theirs = writes.filter(
    ({ access, withoutPlan }) =>
      !withoutPlan &&
      (typeof access !== 'object' || may.some((permission) => permission === access.permission)),
  )
  expect(theirs.length).toBeGreaterThan(60)
  let malformed = 0
  for (const { method, path: at } of theirs) {
    const place = at
      .replace(':userId', later.userId)
      .replace(/:(?:year|month|number|count|index)\b/g, '1')
      .replaceAll(/:(\w+)/g, '01JD0000000000000000000000')
    const { statusCode, body } = await product.as(later, method as 'PUT', place.slice(1), {})
    // An address of the wrong form is refused before.
    if (statusCode !== 400) expect(body, `${method} ${at}`).toContain('SUBSCRIPTION_ENDED')
    else malformed++
  }
  expect(malformed).toBeLessThan(8)
  const open = writes
    .filter(({ withoutPlan }) => withoutPlan)
    .map(({ method, path: at }) => `${method} ${at}`)
  expect(open.toSorted()).toMatchInlineSnapshot(`
    [
      "DELETE /chat/:userId/history",
      "DELETE /users/:userId/me",
      "POST /charge/:userId/preview",
      "POST /cv/:userId/preview",
      "POST /export/:userId",
      "POST /scheduledTransaction/:userId/preview",
      "POST /subscription/:userId/create-checkout-session",
      "POST /subscription/:userId/create-portal-link/:lang",
      "POST /subscription/:userId/refresh",
      "POST /support/:userId",
      "POST /support/:userId/:id/answer",
      "POST /transaction/:userId/filters",
      "POST /transaction/:userId/statistic/:profileId",
      "POST /transaction/:userId/summary",
      "POST /users/:userId/sessions/end",
      "POST /users/:userId/sign-out",
      "PUT /chat/:userId/:turnId/card/:index",
      "PUT /notification/:userId/:id/read",
      "PUT /notification/:userId/digest",
      "PUT /notification/:userId/snooze",
      "PUT /users/:userId",
      "PUT /users/:userId/columns",
      "PUT /users/:userId/initiateDemo",
      "PUT /users/:userId/lastConnectionDate",
      "PUT /users/:userId/me/keep",
      "PUT /users/:userId/parameters",
      "PUT /users/:userId/password",
      "PUT /users/:userId/profilePicture",
    ]
  `)

  // Administrators and the demo account need no plan.
  for (const user of [await product.admin(), await product.signIn('demo', 'Carnet-demo-2026')])
    expect((await stateOf(user)).mayWrite).toBe(true)

  // Nothing is planned meanwhile; what fell due is then proposed.
  const cafe = () =>
    product.data<{ lastRun: number; toValidate: unknown[]; version: number }>(
      later,
      'GET',
      `charge/${later.userId}/one/${profileId}/${charge.id}`,
    )
  const held = async (version: number) => expect((await cafe()).version).toBe(version)
  await vi.waitFor(() => held(2), CAUGHT_UP)
  now += 2 * DAY_MS
  await form(await checkoutUrl(later), 'pay')
  await becomes(later, 'active')
  expect((await add(later)).statusCode).toBe(200)
  await vi.waitFor(async () => {
    now += 60_000
    const { toValidate, lastRun } = await cafe()
    expect(toValidate).toHaveLength(2)
    expect(lastRun).toBe(NOW - (NOW % DAY_MS) + 32 * DAY_MS)
  }, CAUGHT_UP)
})

test('free access is lifted by an administrator, and taken away', async () => {
  const gina = await product.freelancer('gina')
  const root = await product.admin()
  const set = (isFree: boolean, freePeriod: number) =>
    product.data(root, 'PUT', `users/${root.userId}/freeAccess`, {
      id: gina.userId,
      isFree,
      freePeriod,
    })
  await set(true, 0)
  await becomes(gina, 'available')
  await set(false, 0)
  await becomes(gina, 'ended')
})

test('a plan gives its role while it runs, and no user sells more than they hold', async () => {
  const [hugo, root] = [await product.freelancer('hugo'), await product.admin()]
  const role = (name: string, permissions: string[]) =>
    product.data(root, 'POST', `role/${root.userId}`, { name, permissions })
  const [extra, other, chief] = [
    await role('Extra', ['perm_blogs_menu']),
    await role('Autre', ['perm_blogs_manage']),
    await role('Chef', ['perm_admin']),
  ]
  const set = (by: SignedIn, roleId: string) =>
    product.as(by, 'PUT', `pricePlanRole/${by.userId}`, { priceId: 'price_complet_month', roleId })
  const rolesOf = async () =>
    (
      await product.data<{ roleIds: string[] }>(
        root,
        'GET',
        `users/${root.userId}/userRole/${hugo.userId}`,
      )
    ).roleIds
  const has = (...wanted: { id: string }[]) =>
    vi.waitFor(async () => {
      const held = await rolesOf()
      expect([extra, other].filter(({ id }) => held.includes(id))).toEqual(wanted)
      expect(held.length).toBe(1 + wanted.length)
    }, CAUGHT_UP)

  const seller = await product.freelancer('seller', {
    permissions: ['perm_price_plan_roles_menu', 'perm_price_plan_roles_manage'],
  })
  expect((await set(hugo, extra.id)).statusCode).toBe(403)
  expect((await set(seller, extra.id)).json().result.code).toBe('PERMISSION_NOT_HELD')
  expect((await set(root, chief.id)).json().result.code).toBe('ROLE_ADMINISTERS')
  expect((await set(root, '01JD0000000000000000000000')).json().result.code).toBe('ROLE_UNKNOWN')
  expect((await set(root, extra.id)).statusCode).toBe(200)

  await form(await checkoutUrl(hugo, 'price_complet_month'), 'pay')
  await has(extra)
  // Present payers follow a change, too.
  await set(root, other.id)
  await has(other)
  expect(
    (await product.as(seller, 'DELETE', `pricePlanRole/${seller.userId}/price_complet_month`))
      .statusCode,
  ).toBe(403)
  await form(await portalUrl(hugo), 'end')
  await has()
  expect(await product.data(root, 'GET', `pricePlanRole/${root.userId}/all`)).toMatchObject([
    { priceId: 'price_complet_month', roleId: other.id },
  ])
  const remove = () =>
    product.as(root, 'DELETE', `pricePlanRole/${root.userId}/price_complet_month`)
  expect((await remove()).statusCode).toBe(200)
  expect((await remove()).statusCode).toBe(404)
})

test('a canceled plan ends when its period does, without a webhook', async () => {
  now = NOW + 61 * DAY_MS
  const anna = await product.signIn('anna', passwordOf('anna'))
  expect(await stateOf(anna)).toMatchObject({
    state: 'ended',
    mayWrite: false,
    canceledOn: NOW + 30 * DAY_MS,
  })
  expect(await refreshed(anna)).toMatchObject({ state: 'ended' })
})
