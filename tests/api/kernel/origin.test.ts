import { request } from 'node:http'
import { text as bodyOf } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration } from '#api/kernel/configuration.ts'
import { type Product, startProduct } from '#tests/kernel/start-product.ts'

const trusted = (TRUST_PROXY: string) => readConfiguration({ TRUST_PROXY }).TRUST_PROXY

const metrics = (
  app: FastifyInstance,
  remoteAddress: string,
  headers: Readonly<Record<string, string>> = {},
) =>
  app.inject({ url: '/api/metrics', remoteAddress, headers }).then(({ statusCode }) => statusCode)

/** Asks for a path exactly as it is written, which `inject` and `fetch` would normalise. */
const asWritten = (address: string, path: string) =>
  new Promise<{ status: number; cached: string; body: { result: { code: string } } }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(address)
      const asked = request({ hostname, port, path, agent: false }, async (answer) => {
        const text = await bodyOf(answer)
        resolve({
          status: answer.statusCode ?? 0,
          cached: answer.headers['cache-control'] ?? '',
          body: JSON.parse(text) as { result: { code: string } }, // the envelope
        })
      })
      asked.on('error', reject).end()
    },
  )

describe('TRUST_PROXY', () => {
  test('is a number of proxies, addresses, or none', () => {
    expect(trusted('')).toBe(false)
    expect(trusted('false')).toBe(false)
    expect(trusted('2')).toBe(2)
    expect(trusted('10.0.0.0/8, fd00::/8,192.168.1.4')).toBe('10.0.0.0/8,fd00::/8,192.168.1.4')
    expect(trusted('loopback,uniquelocal')).toBe('loopback,uniquelocal')
  })
  test('that merely says yes means one proxy, not every header', () =>
    expect(trusted('true')).toBe(1))
  test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '11', '10.0.0.1/8/8', '-1'])(
    '%s is refused',
    (text) => expect(() => trusted(text)).toThrow(/TRUST_PROXY/),
  )
})

describe('behind one proxy', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct({
      environment: { TRUST_PROXY: '1', PUBLIC_URL: 'https://carnet.example' },
    })
  })
  afterAll(() => product.stop())

  const guess = (remoteAddress: string, forwarded: string) =>
    product.app.inject({
      method: 'POST',
      url: '/api/users/authenticate',
      remoteAddress,
      headers: { 'x-api-key': 'public', 'x-forwarded-for': forwarded },
      payload: { userName: 'nobody', password: 'guess' },
    })
  const leftFor = async (remoteAddress: string, forwarded: string): Promise<number> =>
    Number((await guess(remoteAddress, forwarded)).headers['x-ratelimit-remaining'])

  test('an address that the client wrote is not believed: attempts go on counting against its own', async () => {
    const before = await leftFor('10.0.0.2', '198.51.100.1, 203.0.113.9')
    expect(await leftFor('10.0.0.2', '198.51.100.2, 203.0.113.9')).toBe(before - 1)
    expect(await leftFor('10.0.0.2', '198.51.100.2, 203.0.113.10')).toBe(before)
  })
  test('who comes past the proxy from elsewhere is who is connected, whatever it says', async () => {
    const before = await leftFor('203.0.113.77', '198.51.100.3')
    expect(await leftFor('203.0.113.77', '198.51.100.4')).toBe(before - 1)
  })
  test('the machine itself is told by its connection alone', async () => {
    expect(await metrics(product.app, '127.0.0.1')).toBe(200)
    expect(
      await metrics(product.app, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }),
    ).toBe(404)
    expect(await metrics(product.app, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
    expect(await metrics(product.app, '127.0.0.1', { via: '1.1 proxy' })).toBe(404)
    expect(await metrics(product.app, '10.0.0.2', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
  })

  test.each([
    ['carnet.example', 200],
    ['carnet.example:8443', 200],
    ['CARNET.example.', 200],
    ['127.0.0.1:8080', 200],
    ['[::1]:8080', 200],
    ['localhost:8080', 200],
    ['rebind.evil.example', 421],
    ['carnet.example.evil.example', 421],
    ['127.0.0.1.evil.example', 421],
  ])('the host %s is answered %i', async (host, status) => {
    expect(
      (await product.app.inject({ url: '/api/openapi.json', headers: { host } })).statusCode,
    ).toBe(status)
    expect((await product.app.inject({ url: '/', headers: { host } })).statusCode).toBe(status)
  })
  test('a foreign host is refused in the envelope; probes are answered under any name, figures are not', async () => {
    const headers = { host: 'rebind.evil.example' }
    expect((await product.app.inject({ url: '/api/role/x/all', headers })).json()).toMatchObject({
      status: 421,
      result: { code: 'HOST_UNKNOWN' },
    })
    expect((await product.app.inject({ url: '/api/health', headers })).statusCode).toBe(200)
    expect(await metrics(product.app, '127.0.0.1', headers)).toBe(421)
  })
  test('a proxy that passes the first host on is believed, a foreign one it passes on is not', async () => {
    const asked = (host: string) =>
      product.app.inject({
        url: '/api/openapi.json',
        remoteAddress: '10.0.0.2',
        headers: { host: 'api:8080', 'x-forwarded-host': host },
      })
    expect((await asked('carnet.example')).statusCode).toBe(200)
    expect((await asked('evil.example')).statusCode).toBe(421)
  })

  test('https is said to be for good, on every kind of answer', async () => {
    for (const url of [
      '/',
      '/api/openapi.json',
      '/api/users/x',
      '/oidc/.well-known/openid-configuration',
      '/api/docs',
    ])
      expect((await product.app.inject(url)).headers['strict-transport-security'], url).toBe(
        'max-age=63072000; includeSubDomains',
      )
  })
  test.each([
    '/.//evil.example/x',
    '/%2e//evil.example',
    '/a/..//evil.example',
    '//evil.example',
    '/\\evil.example',
  ])('nobody is led to %s after signing in', async (returnTo) =>
    expect(
      (await product.app.inject({ url: '/api/session/sign-in', query: { returnTo } })).json().result
        .code,
    ).toBe('RETURN_TO_INVALID'),
  )
  test('a sign-in begun under another host name continues at the public one', async () => {
    const { statusCode, headers } = await product.app.inject({
      url: '/api/session/sign-in?lang=fr',
      headers: { host: 'localhost' },
    })
    expect([statusCode, headers.location]).toEqual([
      303,
      'https://carnet.example/api/session/sign-in?lang=fr',
    ])
  })
})

describe('on this machine alone', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(() => product.stop())

  test('a proxy that nobody has told of does not make its users the machine itself', async () => {
    expect(await metrics(product.app, '127.0.0.1')).toBe(200)
    expect(await metrics(product.app, '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(404)
  })
  test('plain http is not told to be https', async () =>
    expect((await product.app.inject('/')).headers['strict-transport-security']).toBeUndefined())
  test.each(['//', '///', '//evil.example/x', '/\\evil.example/'])(
    'GET %s is a 400 in the envelope',
    async (url) => {
      const { status, cached, body } = await asWritten(product.address, url)
      expect([status, cached, body.result.code]).toEqual([400, 'no-store', 'REQUEST_INVALID'])
    },
  )
  test.each([
    ['/admin', 200],
    ['/admin/management/billing', 200],
    ['/admin/management/billing/01JD0000000000000000000B01', 200],
    ['/bienvenue', 200],
    ['/admin/nothing-here', 404],
    ['/admin/management', 404],
    ['/admin/management/billing/a/b', 404],
    ['/nothing', 404],
    ['/pages.json', 404],
  ])('the page %s answers %i', async (url, status) =>
    expect((await product.app.inject(url)).statusCode).toBe(status),
  )
  test('the documentation of the API loads nothing from elsewhere and stands in no frame', async () => {
    const { headers } = await product.app.inject('/api/docs/')
    expect(headers['content-security-policy']).not.toContain('https:')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-frame-options']).toBe('DENY')
  })
})
