import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UsagePart } from '#contract/subscription/usage.contract.ts'
import { budgetOf } from '#domain/subscription/budgets.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'

/** A guest fills what guests may keep; others go on. */

/** A millisecond passes with each look at the clock. */
let now = Date.UTC(2026, 10, 23, 9)
const TEXT = 'texte '.repeat(3_300)
const guestBudget = budgetOf('guest', now)

let product: Product
beforeAll(async () => {
  product = await startProduct({ environment: { DEMO_GUESTS: '3' }, now: () => now++ })
})
afterAll(() => product.stop())

async function guest(from: string): Promise<SignedIn> {
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/session/demo',
    remoteAddress: from,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
    payload: 'lang=fr',
  })
  const cookie = answer.cookies.find(({ name, value }) => name === 'carnet_session' && value !== '')
  const token = await product.app.inject({
    method: 'POST',
    url: '/api/session/token',
    headers: { 'x-api-key': 'public', cookie: `carnet_session=${cookie?.value}` },
  })
  const { data } = token.json<{ result: { data: { accessToken: string; userId: string } } }>()
    .result
  return { userId: data.userId, token: data.accessToken }
}
const mission = (user: SignedIn) =>
  product.as(user, 'POST', `mission/${user.userId}`, { projectName: 'Refonte', tasks: TEXT })
async function lettersOf(user: SignedIn): Promise<UsagePart | undefined> {
  const { parts } = await product.data<{ parts: readonly UsagePart[] }>(
    user,
    'GET',
    `usage/${user.userId}`,
  )
  for (const { part, used, most } of parts) expect([part, used <= most]).toEqual([part, true])
  return parts.find(({ part }) => part === 'letters')
}

test('a guest writes until the letters of guests are spent, is told before, and others go on', async () => {
  const [full, other] = [await guest('192.0.2.1'), await guest('192.0.2.2')]
  expect(await lettersOf(full)).toMatchObject({ nearly: false })
  let last = { id: '' }
  let answer = await mission(full)
  while (answer.statusCode === 200) {
    last = answer.json<{ result: { data: { id: string } } }>().result.data
    answer = await mission(full)
  }
  expect(answer.statusCode).toBe(413)
  expect(answer.json()).toMatchObject({ result: { code: 'BUDGET_LETTERS_SPENT' } })
  expect(answer.body).toContain(String(guestBudget.letters))
  expect((await product.as(full, 'GET', `mission/${full.userId}/all`)).statusCode).toBe(200)
  expect((await product.as(full, 'DELETE', `mission/${full.userId}/${last.id}`)).statusCode).toBe(
    200,
  )
  expect((await mission(other)).statusCode).toBe(200)
}, 120_000)

test('the looks of guests at papers are counted, and a CV of too many pages is refused by its field', async () => {
  const visitor = await guest('192.0.2.3')
  const preview = (tasks: string) =>
    product.as(visitor, 'POST', `cv/${visitor.userId}/preview`, {
      item: {
        section: 'mission',
        id: '01JD00000000000000000000AA',
        values: { projectName: 'Refonte', tasks },
      },
    })
  expect((await preview('Recherche')).statusCode).toBe(200)
  const long = await preview('a\n'.repeat(9_999))
  expect(long.statusCode).toBe(422)
  expect(long.json()).toMatchObject({
    result: {
      code: 'PAPER_TOO_LONG',
      fields: [{ path: 'mission.01JD00000000000000000000AA.tasks' }],
    },
  })
}, 60_000)
