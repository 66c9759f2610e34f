// @vitest-environment jsdom
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { z } from 'zod'
import { get, post } from '#contract/kernel/contract.ts'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import type * as ClientModule from '#web/kernel/data/client.ts'

const own = { access: 'signed-in', params: z.object({ userId: z.string() }) } as const
const inProfile = { ...own, params: own.params.extend({ profileId: z.string() }) } as const
const reply = z.object({ status: z.string() })
const bill = get('/bill/:userId/:profileId', { summary: 'Bill', ...inProfile, reply })
const write = post('/bill/:userId', { summary: 'Write', ...own, reply: z.object({}) })

const server = setupServer()
const at = (path: string) => `http://localhost:3000/api${path}`
const ok = (data: unknown) => HttpResponse.json({ status: 0, result: { data } })
let asked: string[] = []
let client: typeof ClientModule
let permissions: string[] = []
let activeProfile: string | 0 = 'p1'

function page(metas: Readonly<Record<string, unknown>>): void {
  document.head.innerHTML = Object.keys(metas)
    .map((name) => `<meta name="carnet-${name}">`)
    .join('')
  for (const [name, value] of Object.entries(metas))
    document
      .querySelector(`meta[name="carnet-${name}"]`)
      ?.setAttribute('content', JSON.stringify(value))
}
/** The page begins: its modules have forgotten. */
async function begin(): Promise<void> {
  vi.resetModules()
  client = await import('#web/kernel/data/client.ts')
  const { askFirst } = await import('#web/kernel/data/first-reads.ts')
  askFirst()
}
const preloaded = () =>
  [...document.querySelectorAll('link[rel="modulepreload"]')].map((link) =>
    link.getAttribute('href'),
  )

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  asked = []
  permissions = ['perm_billing_menu']
  activeProfile = 'p1'
  document.documentElement.lang = 'fr'
  page({ 'first-reads': [['/bill/:userId/:profileId', 'perm_billing_menu']] })
  server.use(
    http.post(at('/session/token'), () =>
      ok({ accessToken: 't', expiresIn: 300, sessionEndsIn: 900, userId: 'u1' }),
    ),
    http.get(at('/users/u1/me'), () => {
      asked.push('me')
      return ok({ id: 'u1', permissions, params: { activeProfile } })
    }),
    http.get(at('/bill/u1/:profileId'), () => {
      asked.push('bill')
      return ok({ status: 'draft' })
    }),
    http.post(at('/bill/u1'), () => ok({ position: '7' })),
  )
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

test('what a screen reads first is asked for ahead, and each answer serves one call', async () => {
  await begin()
  await vi.waitFor(() => expect(asked).toEqual(['me', 'bill']))
  const input = { params: { profileId: 'p1' } }
  expect(await client.call(userRoutes.me)).toMatchObject({ id: 'u1' })
  expect(await client.call(bill, input)).toEqual({ status: 'draft' })
  expect(asked).toEqual(['me', 'bill'])
  await client.call(bill, input)
  expect(asked).toEqual(['me', 'bill', 'bill'])
})

test.each([
  ['the permission', () => (permissions = ['perm_timesheet_menu'])],
  ['a business', () => (activeProfile = 0)],
])('without %s, nothing but the user is asked for', async (_, take) => {
  take()
  await begin()
  await client.call(userRoutes.me)
  await new Promise((resolve) => setTimeout(resolve))
  expect(asked).toEqual(['me'])
})

test('a read of the present month names it as the screen’s own call does', async () => {
  vi.useFakeTimers({ now: new Date(2026, 0, 31, 23), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const urls: string[] = []
  server.use(
    http.get(at('/timesheet/*'), ({ request }) => (urls.push(request.url), ok({ status: '' }))),
  )
  page({
    'first-reads': [
      ['/timesheet/:userId/:profileId/:year/:month', 'perm_billing_menu'],
      ['/timesheet/:userId/:profileId?month=:yearMonth', 'perm_billing_menu'],
    ],
  })
  await begin()
  await vi.waitFor(() =>
    expect(urls).toEqual([at('/timesheet/u1/p1/2026/1'), at('/timesheet/u1/p1?month=2026-01')]),
  )
})

test('after a write of this page, an answer of before it serves no call', async () => {
  await begin()
  await vi.waitFor(() => expect(asked).toEqual(['me', 'bill']))
  await client.call(write)
  await client.call(bill, { params: { profileId: 'p1' } })
  expect(asked).toEqual(['me', 'bill', 'bill'])
})

test('an answer that could not be had ahead is asked for by the call itself', async () => {
  server.use(http.get(at('/bill/u1/:profileId'), () => HttpResponse.error(), { once: true }))
  await begin()
  await client.call(userRoutes.me)
  expect(await client.call(bill, { params: { profileId: 'p1' } })).toEqual({ status: 'draft' })
})

test('the part of the status that was read is asked for, with its words in the page’s language', async () => {
  page({
    'first-reads': [['/bill/:userId/:profileId', 'perm_billing_menu']],
    parts: {
      draft: {
        files: ['assets/draft.js'],
        words: { fr: { billing: 'assets/fr.js' }, ar: { billing: 'assets/ar.js' } },
      },
      issued: { files: ['assets/issued.js'], words: {} },
    },
  })
  await begin()
  await vi.waitFor(() => expect(preloaded()).toEqual(['/assets/draft.js', '/assets/fr.js']))
})

test('records that a list left out are told to a listener that comes later', async () => {
  server.use(
    http.get(at('/bill/u1/:profileId'), () =>
      HttpResponse.json(
        { status: 0, result: { data: { status: '' } } },
        { headers: { 'x-unreadable': 'a,b' } },
      ),
    ),
  )
  await begin()
  await client.call(bill, { params: { profileId: 'p1' } })
  const heard: (readonly string[])[] = []
  client.onUnreadable((ids) => heard.push(ids))
  expect(heard).toEqual([['a', 'b']])
})
