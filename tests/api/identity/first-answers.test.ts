import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FirstRead } from '#api/preloads.ts'
import { Browser, call, PASSWORDS, startWorld, type World } from './fixture.ts'

/** First reads of a page: some are granted to every user, one to administrators alone. */
const READS: readonly FirstRead[] = [
  ['/users/:userId/sessions', 'perm_billing_menu'],
  ['/users/:userId', 'perm_access_users_menu'],
  ['/users/:userId/me?profile=:profileId', 'perm_billing_menu'],
  ['/users/:userId?limit=:month', 'perm_access_users_menu'],
  ['/users/:userId/userRole/nobody', 'perm_billing_menu'],
]
type Begun = {
  readonly accessToken: string
  readonly userId: string
  readonly answers: readonly {
    readonly path: string
    readonly headers: Record<string, string>
    readonly text: string
  }[]
}

let world: World
beforeAll(async () => {
  world = await startWorld({
    preloads: { readsAt: (page) => (page === '/admin/page' ? READS : []) },
  })
})
afterAll(async () => {
  await world.stop()
  world.wipe()
})

const begin = (
  browser: Browser,
  page: unknown = '/admin/page',
  headers: Record<string, string> = {},
): Promise<Response> =>
  browser.ask('/api/session/begin', {
    body: JSON.stringify({ page, year: 2026, month: 2 }),
    headers: { 'content-type': 'application/json', ...headers },
  })
const begunBy = async (answer: Response): Promise<Begun> =>
  ((await answer.json()) as { result: { data: Begun } }).result.data

async function signedIn(name: keyof typeof PASSWORDS): Promise<Browser> {
  const browser = new Browser(world.url)
  await browser.signIn(name, PASSWORDS[name])
  return browser
}

test('a page begins with the token, the user and the permitted reads, as each would be answered', async () => {
  const browser = await signedIn('demo')
  const begun = await begunBy(await begin(browser))
  expect(begun).toMatchObject({ accessToken: (await browser.token()).accessToken })
  expect(begun.answers.map(({ path }) => path)).toEqual(['/users/me/me', '/users/me/sessions'])
  for (const { path, headers, text } of begun.answers) {
    const url = `/api${path.replace('/me', `/${begun.userId}`)}`
    const alone = await call<unknown>(world, 'GET', url, begun.accessToken)
    expect((JSON.parse(text) as { result: { data: unknown } }).result.data).toEqual(alone.data)
    expect(headers['content-type']).toContain('application/json')
    expect(headers['set-cookie']).toBeUndefined()
  }
})

test('an administrator is answered the reads of administrators too, of the present month', async () => {
  const begun = await begunBy(await begin(await signedIn('admin')))
  expect(begun.answers.map(({ path }) => path)).toEqual([
    '/users/me/me',
    '/users/me/sessions',
    '/users/me',
    '/users/me?limit=2',
  ])
})

test('a page without first reads begins with the user alone', async () => {
  const begun = await begunBy(await begin(await signedIn('demo'), ''))
  expect(begun.answers.map(({ path }) => path)).toEqual(['/users/me/me'])
})

test('without a session nothing begins, and another site may not begin', async () => {
  const answer = await begin(new Browser(world.url))
  expect([answer.status, await begunBy(answer)]).toEqual([200, null])
  const browser = await signedIn('demo')
  expect((await begin(browser, '', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await begin(browser, '', { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})

test.each([
  ['page', { page: 'x'.repeat(501), year: 2026, month: 2 }],
  ['month', { page: '', year: 2026, month: 13 }],
  ['page', { page: '/admin/\u200b', year: 2026, month: 2 }],
  ['year', { page: '', year: 1969, month: 1 }],
])('a wrong %s is refused by its name', async (field, body) => {
  const browser = await signedIn('demo')
  const answer = await browser.ask('/api/session/begin', {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(field)
})
