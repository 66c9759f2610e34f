import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, startProduct } from '#tests/kernel/start-product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

/** Answer of the server to bytes that may be no HTTP. */
const sent = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(product.address)
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => (answer += part))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
const envelopeOf = (answer: string) =>
  JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as {
    status: number
    result: { code: string; message: string }
  } // the envelope

describe('a wrong method', () => {
  test.each([
    ['PUT', '/api/openapi.json', 'GET, HEAD'],
    ['PATCH', '/api/users/x', 'GET, PUT'],
    ['OPTIONS', '/api/company/x/all', 'GET'],
    ['DELETE', '/api/company/x/all', 'GET'],
    ['GET', '/api/users/authenticate', 'POST'],
    ['QUERY', '/api/users/x/me', 'DELETE, GET'],
    ['DELETE', '/api/health', 'GET, HEAD'],
  ])('%s %s is a 405 that says %s', async (method, url, allow) => {
    const answer = await fetch(product.address + url, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
    expect(await answer.json()).toMatchObject({
      status: 405,
      result: { code: 'METHOD_NOT_ALLOWED' },
    })
  })
  test.each([
    ['the method is told to be wrong before the body', 'DELETE', '/api/cv/x/import', 405, 'POST'],
    [
      'a stranger is refused before the body',
      'DELETE',
      '/api/cv/x/01JD0000000000000000000001',
      401,
      null,
    ],
  ])('with a body of a type that nothing takes: %s', async (_, method, url, status, allow) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const answer = await fetch(product.address + url, { method, headers, body: '--x--' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow])
  })
  test('of two routes whose paths differ by a name alone says the methods of both', async () => {
    const answer = await fetch(`${product.address}/api/settings/x`, { method: 'OPTIONS' })
    expect(answer.headers.get('allow')).toBe('GET, POST, PUT')
  })
  test('of a path that is not there is a 404', async () => {
    expect((await fetch(`${product.address}/api/nothing`, { method: 'PATCH' })).status).toBe(404)
  })
})

test('a stranger’s body is refused before it has come', async () => {
  const head = 'Host: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n'
  for (const length of ['Content-Length: 100000', 'Transfer-Encoding: chunked']) {
    const answer = await sent(`POST /api/company/x HTTP/1.1\r\n${head}${length}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  }
})

describe('what is no request', () => {
  test.each([
    [400, 'REQUEST_INVALID', 'this is no HTTP\r\n\r\n'],
    [400, 'REQUEST_INVALID', 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nbad header\r\n\r\n'],
    [400, 'REQUEST_INVALID', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      400,
      'REQUEST_INVALID',
      'GET /api/me HTTP/1.1\r\nHost: localhost\r\nHost: other\r\nConnection: close\r\n\r\n',
    ],
    [
      431,
      'TOO_LARGE',
      `GET /api/health HTTP/1.1\r\nHost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
  ])('is refused with %i %s in the envelope', async (status, code, bytes) => {
    const answer = await sent(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(envelopeOf(answer)).toMatchObject({
      status,
      result: { code, message: expect.stringMatching(/\S/) },
    })
  })
})

test('a request that is too large is named as such, not as a file', async () => {
  const { token, userId } = await product.admin()
  const name = 'x'.repeat(3_000_000)
  const answer = await product.as({ token, userId }, 'POST', `company/${userId}`, { name })
  expect(answer.statusCode).toBe(413)
  expect(answer.json()).toMatchObject({
    result: { code: 'TOO_LARGE', message: expect.stringMatching(/^La demande /) },
  })
})

test('a key of a query that the contract does not name is refused', async () => {
  const { token, userId } = await product.admin()
  const ask = (query: string) => product.as({ token, userId }, 'GET', `users/${userId}${query}`)
  expect((await ask('?limit=1')).statusCode).toBe(200)
  expect((await ask('?limit=1&admin=true')).json()).toMatchObject({
    status: 400,
    result: { code: 'REQUEST_INVALID', fields: [{ path: 'admin' }] },
  })
})

test('JSON is told to be a file, answers and refusals alike', async () => {
  const { token, userId } = await product.admin()
  for (const [url, status] of [
    [`/api/users/${userId}/me`, 200],
    ['/api/nowhere', 404],
    ['/api/users/nobody/me', 401],
  ] as const) {
    const answered = await product.app.inject({
      url,
      ...(status === 200 && { headers: { authorization: `Bearer ${token}` } }),
    })
    expect([answered.statusCode, answered.headers['content-disposition']], url).toEqual([
      status,
      'attachment; filename="api.json"',
    ])
  }
})

describe('the OpenAPI document', () => {
  type Answers = Readonly<
    Record<string, { content?: Record<string, unknown>; headers?: Record<string, unknown> }>
  >
  type Described = Readonly<
    Record<string, Readonly<Record<string, { responses: Answers; security?: unknown[] }>>>
  >
  const paths = async () =>
    (await product.app.inject('/api/openapi.json')).json<{ paths: Described }>().paths

  test('tells of every operation what it may be refused with', async () => {
    for (const [path, operations] of Object.entries(await paths()))
      for (const [method, { responses }] of Object.entries(operations)) {
        const written = ['post', 'put', 'delete'].includes(method)
          ? ['409', '412', '413', '415', '422']
          : []
        expect(Object.keys(responses), `${method} ${path}`).toEqual(
          expect.arrayContaining([
            '200',
            '400',
            '401',
            '414',
            '421',
            '429',
            '431',
            '500',
            '503',
            ...written,
          ]),
        )
        expect(responses['429']?.headers, path).toHaveProperty('Retry-After')
      }
  })
  test('tells that a service outside may be missing or away', async () => {
    const { token, userId } = await product.admin()
    const send = async (path: string, body: object) => {
      const answer = await fetch(product.address + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const { result } = (await answer.json()) as { result: { data?: { id: string } } }
      return { status: answer.status, id: result.data?.id ?? '' }
    }
    const topic = await send(`/api/topic/${userId}`, { name: 'Les seuils', length: 'short' })
    const documented = await paths()
    for (const [path, id, body, status] of [
      ['/api/blog/{userId}/outline/{topicId}', topic.id, {}, 501],
      ['/api/jobs/{userId}/paste', '', { url: 'https://nowhere.invalid/job' }, 502],
    ] as const) {
      const url = path.replace('{userId}', userId).replace('{topicId}', id)
      expect((await send(url, body)).status, path).toBe(status)
      expect(Object.keys(documented[path]?.['post']?.responses ?? {}), path).toContain(
        String(status),
      )
    }
  })
  test('writes a tuple as a list of its length', async () => {
    expect((await product.app.inject('/api/openapi.json')).body).not.toContain('prefixItems')
    expect((await paths())['/api/company/{userId}/apart']?.['post']).toMatchObject({
      requestBody: {
        content: {
          'application/json': {
            schema: {
              properties: { ids: { items: { type: 'string' }, minItems: 2, maxItems: 2 } },
            },
          },
        },
      },
    })
  })
  test('has one path for those that differ by a name alone', async () => {
    const all = Object.keys(await paths())
    const alike = Map.groupBy(all, (path) => path.replaceAll(/\{\w+\}/g, '{}'))
    expect([...alike.values()].filter((group) => group.length > 1)).toEqual([])
    const { get, post, put } = (await paths())['/api/blog/{idOrUserId}'] ?? {}
    for (const operation of [get, post, put])
      expect(operation).toMatchObject({
        parameters: expect.arrayContaining([
          expect.objectContaining({ in: 'path', name: 'idOrUserId' }),
        ]),
      })
  })
  test('has no schema of a whole stream, whose events are single, nor of a file, which may be JSON', async () => {
    const all = await paths()
    const fine = (path: string, method: string) => all[path]?.[method]?.responses['200']?.content
    expect(fine('/api/chat/{userId}', 'post')).toEqual({ 'text/event-stream': {} })
    expect(fine('/api/cv/{userId}/resume.json', 'get')).toEqual({
      'application/octet-stream': {},
      '*/*': {},
    })
  })
  test('tells of files, of lists as CSV, of the stream, and of what needs no key', async () => {
    const all = await paths()
    const fine = (path: string) => Object.keys(all[path]?.['get']?.responses['200']?.content ?? {})
    expect(fine('/api/bill/{userId}/{profileId}/{id}/pdf')).toContain('*/*')
    expect(fine('/api/users/{userId}')).toEqual(['application/json', 'text/csv'])
    expect(fine('/api/stream')).toEqual(['text/event-stream'])
    expect(all['/api/users/authenticate']?.['post']?.security).toEqual([])
  })
})
