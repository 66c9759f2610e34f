// @vitest-environment jsdom
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { get, post } from '#contract/kernel/contract.ts'
import type * as ClientModule from '#web/kernel/data/client.ts'
import type * as OfflineModule from '#web/kernel/data/offline.ts'

const own = { access: 'signed-in', params: z.object({ userId: z.string() }) } as const
const reply = z.array(z.string())
const bills = get('/bill/:userId/all', { summary: 'Bills', ...own, reply })
const mails = get('/bill/:userId/:id/mail', {
  summary: 'Mail',
  ...own,
  params: own.params.extend({ id: z.string() }),
  reply,
})
const tokens = get('/apps/:userId/all', { summary: 'Secrets', ...own, reply })
const write = post('/bill/:userId', { summary: 'Write', ...own, reply: z.object({}) })

/** A browser's caches, in memory. */
function memoryCaches() {
  const all = new Map<string, Map<string, Response>>()
  const named = (name: string) => {
    const cache = all.get(name) ?? new Map<string, Response>()
    all.set(name, cache)
    return cache
  }
  return {
    all,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (url: string, { cacheName = '' } = {}) => all.get(cacheName)?.get(url)?.clone(),
    open: async (name: string) => ({
      put: async (url: string, answer: Response) => void named(name).set(url, answer),
      match: async (url: string) => named(name).get(url)?.clone(),
      keys: async () => [...named(name).keys()],
      delete: async (url: string) => named(name).delete(url),
    }),
  }
}

const server = setupServer()
const at = (path: string) => `http://localhost:3000/api${path}`
const ok = (data: unknown) => HttpResponse.json({ status: 0, result: { data } })
let stored: ReturnType<typeof memoryCaches>
let client: typeof ClientModule
let offline: typeof OfflineModule
let userId = 'u1'
/** @unit seconds */
let sessionEndsIn = 0

/** A page that is opened: its modules have forgotten, its browser has not. */
async function openPage(): Promise<void> {
  vi.resetModules()
  client = await import('#web/kernel/data/client.ts')
  offline = await import('#web/kernel/data/offline.ts')
  const { keepAnswers } = await import('#web/kernel/data/kept-answers.ts')
  client.leave.to = () => {}
  keepAnswers()
}
const online = () =>
  server.use(
    http.post(at('/session/token'), () =>
      ok({ accessToken: `of ${userId}`, expiresIn: 300, sessionEndsIn, userId }),
    ),
    http.post(at('/session/sign-out'), () => ok({ endSessionUrl: '/' })),
    http.get(at('/bill/:userId/all'), ({ params }) => ok([`bills of ${String(params['userId'])}`])),
    http.get(at('/bill/:userId/:id/mail'), () => ok(['mail'])),
    http.get(at('/apps/:userId/all'), () => ok(['secret'])),
  )
const withoutNetwork = () => server.use(http.all('*', () => HttpResponse.error()))
const isKept = () => vi.waitFor(() => expect([...stored.all.values()][0]?.size).toBe(1))

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(async () => {
  userId = 'u1'
  sessionEndsIn = 30 * 86_400
  stored = memoryCaches()
  localStorage.clear()
  vi.stubGlobal('caches', stored)
  online()
  await openPage()
})
afterEach(() => {
  server.resetHandlers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
afterAll(() => server.close())

describe('without a network', () => {
  test('a page that was read shows what it showed, and since when', async () => {
    await client.call(bills)
    await isKept()
    withoutNetwork()
    await openPage()
    expect(await client.call(bills)).toEqual(['bills of u1'])
    expect(offline.isOffline()).toBe(true)
    server.resetHandlers()
    online()
    await client.call(bills)
    expect(offline.isOffline()).toBe(false)
  })

  test('one that was not read fails as before, and so does a write', async () => {
    await client.call(bills)
    await isKept()
    withoutNetwork()
    await openPage()
    await expect(client.call(tokens)).rejects.toMatchObject({ code: 'NETWORK' })
    await expect(client.call(write)).rejects.toMatchObject({ code: 'NETWORK' })
  })

  test('what was read more than seven days ago is not shown', async () => {
    await client.call(bills)
    await isKept()
    withoutNetwork()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 86_400_000 - 1000 })
    await openPage()
    expect(await client.call(bills)).toEqual(['bills of u1'])
    vi.setSystemTime(Date.now() + 2000)
    await expect(client.call(bills)).rejects.toMatchObject({ code: 'NETWORK' })
  })

  test('what was read in a session that is over is not shown, and is emptied at the next page', async () => {
    sessionEndsIn = 43_200
    await client.call(bills)
    await isKept()
    withoutNetwork()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 43_100_000 })
    await openPage()
    expect(await client.call(bills)).toEqual(['bills of u1'])
    vi.setSystemTime(Date.now() + 200_000)
    await expect(client.call(bills)).rejects.toMatchObject({ code: 'NETWORK' })
    expect(stored.all.get('carnet.answers.u1')?.size).toBe(1)
    await openPage()
    await vi.waitFor(() => expect(stored.all.get('carnet.answers.u1')?.size).toBe(0))
  })

  test('a refusal of the server is no lost network', async () => {
    await client.call(bills)
    await isKept()
    server.use(
      http.get(at('/bill/:userId/all'), () =>
        HttpResponse.json({ result: { code: 'FORBIDDEN', message: '' } }, { status: 403 }),
      ),
    )
    await expect(client.call(bills)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('what is kept', () => {
  test('is no secret and no mail', async () => {
    await client.call(tokens)
    await client.callWith(mails, { params: { id: 'b1' } })
    await client.call(bills)
    await isKept()
    expect([...(stored.all.get('carnet.answers.u1')?.keys() ?? [])]).toEqual(['/api/bill/u1/all'])
  })

  test('ends with the sign-out, also where the network is already gone', async () => {
    await client.call(bills)
    await isKept()
    withoutNetwork()
    await client.signOut()
    expect(stored.all.size).toBe(0)
    await openPage()
    await expect(client.call(bills)).rejects.toMatchObject({ code: 'NETWORK' })
  })

  test('ends when the server says that the session is over', async () => {
    await client.call(bills)
    await isKept()
    server.use(
      http.post(at('/session/token'), () => new HttpResponse(null, { status: 401 })),
      http.get(at('/bill/:userId/all'), () => new HttpResponse(null, { status: 401 })),
    )
    await expect(client.call(bills)).rejects.toMatchObject({ status: 401 })
    await vi.waitFor(() => expect(stored.all.size).toBe(0))
  })

  test('ends with a session that was over before its reader was there', async () => {
    await client.call(bills)
    await isKept()
    vi.resetModules()
    client = await import('#web/kernel/data/client.ts')
    client.leave.to = () => {}
    server.use(http.post(at('/session/token'), () => new HttpResponse(null, { status: 401 })))
    await expect(client.call(bills)).rejects.toMatchObject({ status: 401 })
    expect(stored.all.size).toBe(1)
    const { keepAnswers } = await import('#web/kernel/data/kept-answers.ts')
    keepAnswers()
    await vi.waitFor(() => expect(stored.all.size).toBe(0))
  })

  test('ends with the sign-out where the storage refuses', async () => {
    await client.call(bills)
    await isKept()
    const refused = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    await client.signOut()
    refused.mockRestore()
    expect(stored.all.size).toBe(0)
  })

  test('is of the user whose token was sent, whoever is signed in when the answer comes', async () => {
    let answer = () => {}
    const asked = new Promise<void>((reached) =>
      server.use(
        http.get(at('/bill/u1/all'), async () => {
          reached()
          await new Promise<void>((done) => (answer = done))
          return ok(['bills of u1'])
        }),
      ),
    )
    const late = client.call(bills)
    await asked
    userId = 'u2'
    await client.accessToken('renewed')
    answer()
    expect(await late).toEqual(['bills of u1'])
    await isKept()
    expect([...stored.all].map(([name, kept]) => [name, ...kept.keys()])).toEqual([
      ['carnet.answers.u1', '/api/bill/u1/all'],
    ])
  })

  test('of one user is gone once another is signed in', async () => {
    await client.call(bills)
    await isKept()
    userId = 'u2'
    await openPage()
    await client.call(bills)
    await vi.waitFor(() => expect([...stored.all.keys()]).toEqual(['carnet.answers.u2']))
    withoutNetwork()
    await openPage()
    expect(await client.call(bills)).toEqual(['bills of u2'])
  })
})
