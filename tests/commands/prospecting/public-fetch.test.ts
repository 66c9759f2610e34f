import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress, publicFetch } from '#commands/kernel/public-fetch.ts'
import { allowsPath } from '#commands/prospecting/robots.ts'

let server: Server
let origin: string
const asked: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    switch (request.url ?? '') {
      case '/private':
        return void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
      case '/loop':
        return void response.writeHead(302, { location: '/loop' }).end()
      case '/here':
        return void response.writeHead(301, { location: '/page' }).end()
      case '/bomb':
        return void response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(5_000_000)))
      case '/busy':
        return void response.writeHead(429).end()
      case '/silent':
        return
      case '/page':
        if (request.headers['if-none-match'] === '"1"') return void response.writeHead(304).end()
        return void response
          .writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1', etag: '"1"' })
          .end(Buffer.from('d\u00e9j\u00e0', 'latin1'))
      default:
        return void response.writeHead(404).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ask = (path: string, more: Partial<Parameters<typeof publicFetch>[1]> = {}) =>
  publicFetch(new URL(path, origin), {
    signal: AbortSignal.timeout(30_000),
    maxBytes: 100_000,
    accept: '*/*',
    userAgent: 'Carnet/1',
    loopback: true,
    ...more,
  })

describe('an address', () => {
  test.each([
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['172.31.0.1', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['2002:7f00:1::', false],
    ['93.184.216.34', true],
    ['2606:2800:220:1:248:1893:25c8:1946', true],
  ])('%s is public: %s', (address, is) => expect(isPublicAddress(address)).toBe(is))
})

describe('a page', () => {
  test('is read in its own charset, after a redirect, and not again while it is the same', async () => {
    const answer = await ask('/here')
    expect(answer).toMatchObject({ status: 200, text: 'déjà', etag: '"1"' })
    expect(answer.url.pathname).toBe('/page')
    const again = await ask('/page', { known: { etag: answer.etag, lastModified: '' } })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  test('on this machine is not asked unless a test allows it', async () => {
    const before = asked.length
    await expect(ask('/page', { loopback: false })).rejects.toMatchObject({ reason: 'private' })
    expect(asked).toHaveLength(before)
  })

  test.each([
    ['leads to a private address', '/private', 'private'],
    ['leads to itself', '/loop', 'redirects'],
    ['is too large once unpacked', '/bomb', 'too large'],
    ['asks to wait', '/busy', 'busy'],
    ['is not there', '/none', 'status 404'],
  ])('that %s is refused', async (_, path, reason) => {
    await expect(ask(path)).rejects.toMatchObject({ reason })
  })

  test('that never answers is given up', async () => {
    await expect(ask('/silent', { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      reason: 'slow',
    })
  })

  test.each(['file:///etc/passwd', 'ftp://example.org/', 'http://a:b@example.org/'])(
    '%s is no web address',
    async (url) => {
      await expect(ask(url)).rejects.toMatchObject({ reason: 'no web address' })
    },
  )

  test('of a name that has a private address among its own is refused', async () => {
    const addresses = [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    const refused = publicFetch(new URL('http://rebinding.example/'), {
      signal: AbortSignal.timeout(30_000),
      maxBytes: 1,
      accept: '*/*',
      userAgent: 'Carnet/1',
      resolve: (_, done) => done(null, addresses),
    })
    await expect(refused).rejects.toMatchObject({ reason: 'private' })
  })
})

describe('robots.txt', () => {
  const rules = `User-agent: *
Disallow: /

User-agent: other
User-agent: Carnet
Disallow: /private/
Allow: /private/jobs$
Disallow: /*.pdf`
  test.each([
    ['/jobs', true],
    ['/private/x', false],
    ['/private/jobs', true],
    ['/private/jobs/1', false],
    ['/a/b.pdf', false],
  ])('%s may be read: %s', (path, may) => expect(allowsPath(rules, path)).toBe(may))
  test('without rules for this reader, those of all hold', () =>
    expect(allowsPath('User-agent: *\nDisallow: /', '/jobs')).toBe(false))
  test('without any rule, all is allowed', () => expect(allowsPath('', '/jobs')).toBe(true))
})
