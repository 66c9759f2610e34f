// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
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
let begun: unknown[] = []
let client: typeof ClientModule
/** Answers that the page begins with, by path, with their headers. */
let answers: Record<string, readonly [data: unknown, headers?: Record<string, string>]> = {}

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
async function begin(address = '/admin/management/billing'): Promise<void> {
  window.history.replaceState(null, '', address)
  vi.resetModules()
  client = await import('#web/kernel/data/client.ts')
  const { askFirst } = await import('#web/kernel/data/first-reads.ts')
  askFirst()
}
const preloaded = () =>
  [...document.querySelectorAll('link[rel="modulepreload"]')].map((link) =>
    link.getAttribute('href'),
  )

const granted = { accessToken: 't', expiresIn: 300, sessionEndsIn: 900, userId: 'u1' }
const input = { params: { profileId: 'p1' } }

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  asked = []
  begun = []
  answers = { '/users/me/me': [{ id: 'u1' }], '/bill/me/p1': [{ status: 'draft' }] }
  document.documentElement.lang = 'de'
  page({})
  server.use(
    http.post(at('/session/begin'), async ({ request }) => {
      begun.push([await request.json(), request.headers.get('accept-language')])
      return ok({
        ...granted,
        position: '00000000000000000007',
        answers: Object.entries(answers).map(([path, [data, headers = {}]]) => ({
          path,
          headers,
          text: JSON.stringify({ status: 0, result: { data } }),
        })),
      })
    }),
    http.post(at('/session/token'), () => (asked.push('token'), ok(granted))),
    http.get(at('/users/u1/me'), () => (asked.push('me'), ok({ id: 'u1' }))),
    http.get(at('/bill/u1/:profileId'), () => (asked.push('bill'), ok({ status: 'draft' }))),
    http.post(at('/bill/u1'), () => ok({ position: '7' })),
  )
})
afterEach(() => {
  server.resetHandlers()
  sessionStorage.clear()
})
afterAll(() => server.close())

test('what a screen reads first comes with the token, and each answer serves one call', async () => {
  await begin()
  expect(await client.call(userRoutes.me)).toMatchObject({ id: 'u1' })
  expect(await client.call(bill, input)).toEqual({ status: 'draft' })
  expect(asked).toEqual([])
  await client.call(bill, input)
  expect(asked).toEqual(['bill'])
})

test.each([
  ['/admin/management/billing', '/admin/management/billing'],
  ['/admin/management/billing?status=late', ''],
])('of %s, the first reads of %s are asked for, with the present month', async (address, of) => {
  vi.useFakeTimers({ now: new Date(2026, 0, 31, 23), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await begin(address)
  await vi.waitFor(() => expect(begun).toEqual([[{ page: of, year: 2026, month: 1 }, 'de']]))
})

test('the stream of changes continues where the first answers were read', async () => {
  await begin()
  await client.call(userRoutes.me)
  const since = Promise.withResolvers<string | null>()
  server.use(
    http.get(at('/stream'), ({ request }) => {
      since.resolve(new URL(request.url).searchParams.get('since'))
      return new HttpResponse(null, { status: 403 })
    }),
  )
  const { followChanges } = await import('#web/kernel/data/changes.ts')
  const end = new AbortController()
  void followChanges(new QueryClient(), end.signal)
  expect(await since.promise).toBe('00000000000000000007')
  end.abort()
})

test('after a write of this page, an answer of before it serves no call', async () => {
  await begin()
  await client.call(userRoutes.me)
  await client.call(write)
  await client.call(bill, input)
  expect(asked).toEqual(['bill'])
})

test('an answer that was left out is asked for by the call itself', async () => {
  answers = { '/users/me/me': [{ id: 'u1' }] }
  await begin()
  await client.call(userRoutes.me)
  expect(await client.call(bill, input)).toEqual({ status: 'draft' })
  expect(asked).toEqual(['bill'])
})

test.each([
  ['the server fails', () => HttpResponse.json({}, { status: 500 })],
  ['the network fails', () => HttpResponse.error()],
])('where %s at the beginning, calls ask for all themselves', async (_, fail) => {
  server.use(http.post(at('/session/begin'), fail))
  await begin()
  expect(await client.call(userRoutes.me)).toMatchObject({ id: 'u1' })
  expect(asked).toEqual(['token', 'me'])
})

test('without a session, a call says that the user is signed out', async () => {
  server.use(
    http.post(at('/session/begin'), () => ok(null)),
    http.post(at('/session/token'), () => ok(null)),
  )
  await begin()
  await expect(client.call(userRoutes.me)).rejects.toMatchObject({ code: 'SIGNED_OUT' })
})

test('as another role, the page begins with nothing', async () => {
  sessionStorage.setItem('carnet.viewed-role', JSON.stringify({ id: 'r1', name: 'Comptable' }))
  await begin()
  await client.call(userRoutes.me)
  expect([begun, asked]).toEqual([[], ['token', 'me']])
})

test('the part of the status that was read is asked for, with its words in the page’s language', async () => {
  page({
    parts: {
      draft: {
        files: ['assets/draft.js'],
        words: { de: { billing: 'assets/de.js' }, ar: { billing: 'assets/ar.js' } },
      },
      issued: { files: ['assets/issued.js'], words: {} },
    },
  })
  await begin()
  await vi.waitFor(() => expect(preloaded()).toEqual(['/assets/draft.js', '/assets/de.js']))
})

test('records that a list left out are told to a listener that comes later', async () => {
  answers['/bill/me/p1'] = [{ status: '' }, { 'x-unreadable': 'a,b' }]
  await begin()
  await client.call(userRoutes.me)
  await client.call(bill, input)
  const heard: (readonly string[])[] = []
  client.onUnreadable((ids) => heard.push(ids))
  expect(heard).toEqual([['a', 'b']])
})
