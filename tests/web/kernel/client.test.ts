// @vitest-environment jsdom
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { get, post } from '#contract/kernel/contract.ts'
import type * as ClientModule from '#web/kernel/data/client.ts'
import type * as FilesModule from '#web/kernel/data/files.ts'

const OWN = z.object({ userId: z.string() })
const read = get('/thing/:userId/all', {
  summary: 'Things',
  access: 'signed-in',
  params: OWN,
  query: z.object({ q: z.string().optional() }),
  reply: z.array(z.string()),
})
const write = post('/thing/:userId', {
  summary: 'Add',
  access: 'signed-in',
  params: OWN,
  body: z.object({ name: z.string() }),
  reply: z.object({ id: z.string(), version: z.int(), position: z.string() }),
})

const server = setupServer()
const at = (path: string) => `http://localhost:3000/api${path}`
const ok = (data: unknown) => HttpResponse.json({ status: 0, result: { data } })
const no = (status: number, code: string, more = {}) =>
  HttpResponse.json({ status, result: { code, message: `because ${code}`, ...more } }, { status })

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  vi.useRealTimers()
})
afterAll(() => server.close())

let client: typeof ClientModule
let files: typeof FilesModule
let tokens = 0
const session = (expiresIn = 300) =>
  http.post(at('/session/token'), () =>
    ok({ accessToken: `token-${++tokens}`, expiresIn, sessionEndsIn: 43_200, userId: 'u1' }),
  )
beforeEach(async () => {
  tokens = 0
  // A fresh tab each time: the token lives in the module's memory.
  vi.resetModules()
  client = await import('#web/kernel/data/client.ts')
  files = await import('#web/kernel/data/files.ts')
})

test('fills in the own user id, the query and the bearer token', async () => {
  server.use(
    session(),
    http.get(at('/thing/u1/all'), ({ request }) =>
      ok([request.headers.get('authorization'), new URL(request.url).search]),
    ),
  )
  expect(await client.call(read, { query: { q: 'a b' } })).toEqual(['Bearer token-1', '?q=a+b'])
})

test('a public call sends the key alone, also while a token is held', async () => {
  const plans = get('/plans', { summary: 'Plans', access: 'public', reply: z.array(z.unknown()) })
  const sent = ({ headers }: Request) => [headers.get('authorization'), headers.get('x-api-key')]
  server.use(
    session(),
    http.get(at('/thing/u1/all'), ({ request }) => ok(sent(request))),
    http.get(at('/plans'), ({ request }) => ok(sent(request))),
  )
  expect(await client.call(read)).toEqual(['Bearer token-1', null])
  expect(await client.call(plans)).toEqual([null, 'public'])
})

test('ten calls at once ask for one token', async () => {
  server.use(
    session(),
    http.get(at('/thing/u1/all'), () => ok([])),
  )
  await Promise.all(Array.from({ length: 10 }, () => client.call(read)))
  expect(tokens).toBe(1)
})

test('a token with less than five seconds left is renewed before the call; one with more is used', async () => {
  server.use(
    session(10),
    http.get(at('/thing/u1/all'), ({ request }) => ok([request.headers.get('authorization')])),
  )
  vi.useFakeTimers({ toFake: ['Date'] })
  const start = Date.now()
  expect(await client.call(read)).toEqual(['Bearer token-1'])
  vi.setSystemTime(start + 4_000)
  expect(await client.call(read)).toEqual(['Bearer token-1'])
  vi.setSystemTime(start + 6_000)
  expect(await client.call(read)).toEqual(['Bearer token-2'])
})

test('a 401 renews the token once and tries again', async () => {
  server.use(
    session(),
    http.get(at('/thing/u1/all'), ({ request }) =>
      request.headers.get('authorization') === 'Bearer token-1'
        ? no(401, 'UNAUTHENTICATED')
        : ok(['there']),
    ),
  )
  expect(await client.call(read)).toEqual(['there'])
  expect(tokens).toBe(2)
})

test('a second 401 signs the browser out', async () => {
  server.use(
    session(),
    http.get(at('/thing/u1/all'), () => no(401, 'UNAUTHENTICATED')),
  )
  const signedOut = vi.fn()
  client.onSignedOut(signedOut)
  await expect(client.call(read)).rejects.toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
  expect(signedOut).toHaveBeenCalledOnce()
  expect(tokens).toBe(2)
})

test('a visitor is told SIGNED_OUT without calling the route', async () => {
  server.use(http.post(at('/session/token'), () => no(401, 'UNAUTHENTICATED')))
  await expect(client.call(read)).rejects.toMatchObject({ status: 401, code: 'SIGNED_OUT' })
})

test('reads wait for the furthest write, whatever order the answers come in', async () => {
  const positions = ['00000000000000000012', '00000000000000000009']
  server.use(
    session(),
    http.post(at('/thing/u1'), () => ok({ id: 'x', version: 1, position: positions.shift() })),
    http.get(at('/thing/u1/all'), ({ request }) => ok([request.headers.get('x-min-position')])),
  )
  expect(await client.call(read)).toEqual([null])
  await client.call(write, { body: { name: 'a' } })
  await client.call(write, { body: { name: 'b' } })
  expect(await client.call(read)).toEqual(['00000000000000000012'])
})

test('reads wait for the furthest of several writes that one call does', async () => {
  const several = post('/thing/:userId/several', {
    summary: 'Writes',
    access: 'signed-in',
    params: z.object({ userId: z.string() }),
    reply: z.array(z.object({ id: z.string(), version: z.int(), position: z.string() })),
  })
  const written = ['00000000000000000021', '00000000000000000022'].map((position) => ({
    id: 'x',
    version: 1,
    position,
  }))
  server.use(
    session(),
    http.post(at('/thing/u1/several'), () => ok(written)),
    http.get(at('/thing/u1/all'), ({ request }) => ok([request.headers.get('x-min-position')])),
  )
  await client.call(several)
  expect(await client.call(read)).toEqual(['00000000000000000022'])
})

test('a refusal carries its code, sentence, fields and reference', async () => {
  server.use(
    session(),
    http.post(at('/thing/u1'), () =>
      no(422, 'RULE_BROKEN', { fields: [{ path: 'name', message: 'too plain' }], requestId: 'R1' }),
    ),
  )
  await expect(client.call(write, { body: { name: 'a' } })).rejects.toMatchObject({
    status: 422,
    code: 'RULE_BROKEN',
    message: 'because RULE_BROKEN',
    fields: [{ path: 'name', message: 'too plain' }],
    requestId: 'R1',
  })
})

test('an answer that never comes is NETWORK, and a body that is no JSON still names its status', async () => {
  server.use(
    session(),
    http.get(at('/thing/u1/all'), () => HttpResponse.error()),
  )
  await expect(client.call(read)).rejects.toMatchObject({ status: 0, code: 'NETWORK' })
  server.use(
    http.get(at('/thing/u1/all'), () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })),
  )
  await expect(client.call(read)).rejects.toMatchObject({ status: 502, code: 'HTTP_502' })
})

test('a whole list is read by its cursors', async () => {
  server.use(
    session(),
    http.get(at('/thing/u1/all'), ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor')
      return cursor
        ? ok(['c'])
        : HttpResponse.json(
            { status: 0, result: { data: ['a', 'b'] } },
            { headers: { 'x-next-cursor': 'next' } },
          )
    }),
  )
  expect(await client.callAll(read)).toEqual(['a', 'b', 'c'])
})

test('a list with its page’s size in its path is read without another one', async () => {
  const asked: string[] = []
  server.use(
    session(),
    http.get(at('/thing/u1/last/200'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return ok(['a'])
    }),
  )
  const latest = get('/thing/:userId/last/:count', {
    summary: '',
    access: 'signed-in',
    params: OWN.extend({ count: z.number() }),
    reply: z.array(z.string()),
  })
  expect(await client.callAll(latest, { params: { count: 200 } })).toEqual(['a'])
  expect(asked).toEqual([''])
})

test('a list is saved as CSV by one request, which the server answers with all its rows', async () => {
  const asked: unknown[] = []
  server.use(
    session(),
    http.get(at('/thing/u1/all'), ({ request }) => {
      asked.push([request.headers.get('accept'), new URL(request.url).search])
      return new HttpResponse('\ufeffNom;HT\r\na;1\r\n', {
        headers: { 'content-type': 'text/csv' },
      })
    }),
  )
  const saved: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:1') }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await files.downloadCsv(read, { query: { q: 'x' } }, 'things.csv')
  const [blob] = saved
  expect(Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0)).toString('utf8')).toBe(
    '\ufeffNom;HT\r\na;1\r\n',
  )
  expect(asked).toEqual([['text/csv', '?q=x']])
})

/** Whether a read is answered or refused within a moment. */
async function settles(call: Promise<unknown>): Promise<boolean> {
  const moment = new Promise<false>((resolve) => setTimeout(() => resolve(false), 100))
  const settled = call.then(
    () => true,
    () => true,
  )
  return Promise.race([settled, moment])
}

test('signing out follows the provider, forgets the token and reads nothing more', async () => {
  server.use(
    session(),
    http.get(at('/thing/u1/all'), () => ok([])),
    http.post(at('/session/sign-out'), () => ok({ endSessionUrl: '/oidc/end' })),
  )
  const to = vi.spyOn(client.leave, 'to').mockImplementation(() => {})
  await client.call(read)
  expect(await settles(client.call(read))).toBe(true)
  await client.signOut()
  expect(to).toHaveBeenCalledWith('/oidc/end')
  expect(client.currentUserId()).toBe('')
  expect(await settles(client.call(read))).toBe(false)
  expect(tokens).toBe(1)
})

test('a user who signs out is not sent to sign in, and a read under way fails in no screen', async () => {
  let asked = 0
  let refuse = () => {}
  server.use(
    session(),
    http.get(at('/thing/u1/all'), async () => {
      asked++
      await new Promise<void>((resolve) => (refuse = resolve))
      return no(401, 'UNAUTHENTICATED')
    }),
    http.post(at('/session/sign-out'), () => ok({ endSessionUrl: '/oidc/end' })),
  )
  vi.spyOn(client.leave, 'to').mockImplementation(() => {})
  const signedOut = vi.fn()
  client.onSignedOut(signedOut)
  const underWay = client.call(read)
  await vi.waitFor(() => expect(asked).toBe(1))
  await client.signOut()
  refuse()
  expect(await settles(underWay)).toBe(false)
  expect(signedOut).not.toHaveBeenCalled()
})

test('a sign-out that begins in another tab stops reads here, and leads away though that tab is closed', async () => {
  server.use(
    session(),
    http.get(at('/thing/u1/all'), () => ok([])),
  )
  const to = vi.spyOn(client.leave, 'to').mockImplementation(() => {})
  await client.call(read)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const other = new BroadcastChannel('carnet.session')
  other.postMessage('signing-out')
  // The modules of earlier tests listen too.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  await new Promise((resolve) => setImmediate(resolve))
  other.close()
  vi.advanceTimersByTime(9_000)
  expect(to).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(to).toHaveBeenCalledExactlyOnceWith('/')
  vi.useRealTimers()
  expect(await settles(client.call(read))).toBe(false)
  expect(tokens).toBe(1)
})

test.each([
  [
    'a sign-out in another tab leads to the landing page: the provider’s session is ending just then',
    'signed-out',
    1,
    0,
  ],
  ['a session that ended in another tab ends here', 'ended', 0, 1],
])('%s', async (_, message, left, told) => {
  const to = vi.spyOn(client.leave, 'to').mockImplementation(() => {})
  const signedOut = vi.fn()
  client.onSignedOut(signedOut)
  const other = new BroadcastChannel('carnet.session')
  other.postMessage(message)
  await vi.waitFor(() =>
    expect(to.mock.calls.length + signedOut.mock.calls.length).toBeGreaterThan(0),
  )
  other.close()
  expect(to.mock.calls).toEqual(Array.from({ length: left }, () => ['/']))
  expect(signedOut).toHaveBeenCalledTimes(told)
})

describe('a write', () => {
  const keys: (string | null)[] = []
  const answering = (...answers: (() => Response)[]) => {
    keys.length = 0
    server.use(
      session(),
      http.post(at('/thing/u1'), ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        return answers[Math.min(keys.length, answers.length) - 1]?.() ?? HttpResponse.error()
      }),
    )
  }
  const done = () => ok({ id: 'x', version: 1, position: '1' })
  const send = (name = 'lamp') =>
    client.call(write, { body: { name } }).catch((error: unknown) => error)

  test('has a key of its own, also when it says the same as the one before', async () => {
    answering(done)
    await send()
    await send()
    expect(keys).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ])
    expect(keys[0]).not.toBe(keys[1])
  })

  test.each([
    ['no answer came', () => HttpResponse.error()],
    ['the server was away', () => no(503, 'STORE_UNAVAILABLE')],
  ])('keeps its key when %s and it is sent again', async (_, failure) => {
    answering(failure, done)
    await send()
    await send()
    await send()
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('has another key when it says something else, or was refused', async () => {
    answering(
      () => HttpResponse.error(),
      () => no(422, 'RULE_BROKEN'),
      done,
    )
    await send('lamp')
    await send('desk')
    await send('desk')
    expect(new Set(keys).size).toBe(3)
  })

  test('keeps its key while its token is renewed', async () => {
    answering(() => no(401, 'UNAUTHENTICATED'), done)
    await send()
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
  })
})
