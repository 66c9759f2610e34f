import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as plain } from 'node:http'
import { type ClientHttp2Session, connect } from 'node:http2'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readConfiguration } from '#api/kernel/configuration.ts'
import { type Certified, openListener } from '#api/kernel/listener.ts'
import { latest } from '#commands/kernel/secret-files.ts'
import { freePort } from '#tests/engines/local.ts'
import { PASSWORDS } from '#tests/kernel/product-process.ts'
import { type CarnetProcess, startCarnet } from '#tests/roles/process.ts'

/** The ports of Carnet itself over TLS, with certificates of the script of Compose's overlay. */

const run = promisify(execFile)
const SCRIPT = new URL('../../workers/operations/certificates.sh', import.meta.url).pathname
const HEALTHY = new URL('../../scripts/healthy.mjs', import.meta.url).pathname
const folder = mkdtempSync(path.join(tmpdir(), 'carnet-own-tls-'))
const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')]
const authority = (of: string) => path.join(of, 'authority/ca.pem')
const pair = (of: string) => ({
  certificate: path.join(of, 'api/certificate.pem'),
  key: path.join(of, 'api/key.pem'),
})
let carnet: CarnetProcess | null = null

beforeAll(async () => {
  for (const of of [first, second])
    await run('sh', [SCRIPT, of, 'api', `alone:${process.getuid?.()}`])
}, 60_000)
afterEach(async () => {
  vi.useRealTimers()
  await carnet?.kill()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** @returns the status, or why there is none */
const asked = (port: number, trusted: string, send = request): Promise<number | string> =>
  new Promise((resolve) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: '/api/health',
      ca: readFileSync(trusted),
      agent: false,
    }
    send(options, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .on('error', (error) => resolve(error.message))
      .end()
  })

test('a process answers over TLS alone, and its container’s health check too', {
  timeout: 60_000,
}, async () => {
  const port = await freePort()
  const { certificate, key } = pair(first)
  const environment = {
    TLS_CERTIFICATE_FILE: certificate,
    TLS_KEY_FILE: key,
    DATA_DIR: path.join(folder, 'data'),
  }
  carnet = startCarnet(port, environment)
  await expect.poll(() => asked(port, authority(first)), { timeout: 30_000 }).toBe(200)
  expect(await asked(port, authority(second))).toMatch(/certificate/)
  expect(await asked(port, authority(first), plain)).toBeTypeOf('string')
  await expect
    .poll(() => carnet?.output(), { timeout: 30_000 })
    .toContain(`Carnet is at https://127.0.0.1:${port}`)
  const health = {
    ...process.env,
    ...environment,
    PORT: String(port),
    NODE_EXTRA_CA_CERTS: authority(first),
  }
  await run(process.execPath, [HEALTHY], { env: health })
  await expect(
    run(process.execPath, [HEALTHY], { env: { ...health, NODE_EXTRA_CA_CERTS: '' } }),
  ).rejects.toThrow()
})

/** A request of HTTP/2 on a connection that is open. @returns status and the text of the answer */
const over = (
  session: ClientHttp2Session,
  head: Readonly<Record<string, string>>,
  body: Buffer = Buffer.alloc(0),
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const stream = session.request(head, { endStream: body.length === 0 })
    let [status, text] = [0, '']
    stream
      .on('response', (headers) => (status = Number(headers[':status'])))
      .setEncoding('utf8')
      .on('data', (part: string) => (text += part))
      .on('end', () => resolve({ status, text }))
      .on('error', reject)
    if (body.length > 0) stream.end(body)
  })

test('a connection of HTTP/2 carries pages, a sign-in, an upload and a stream of events at once', {
  timeout: 60_000,
}, async () => {
  const port = await freePort()
  const { certificate, key } = pair(first)
  carnet = startCarnet(port, {
    TLS_CERTIFICATE_FILE: certificate,
    TLS_KEY_FILE: key,
    DATA_DIR: path.join(folder, 'http2'),
  })
  await expect.poll(() => asked(port, authority(first)), { timeout: 30_000 }).toBe(200)
  const session = connect(`https://127.0.0.1:${port}`, { ca: readFileSync(authority(first)) })
  try {
    const ask = (
      method: string,
      to: string,
      more: Readonly<Record<string, string>> = {},
      body?: Buffer,
    ) => over(session, { ':method': method, ':path': to, 'x-api-key': 'public', ...more }, body)
    await expect.poll(() => ask('GET', '/'), { timeout: 30_000 }).toMatchObject({ status: 200 })
    const json = { 'content-type': 'application/json' }
    const answer = await ask(
      'POST',
      '/api/users/authenticate',
      json,
      Buffer.from(JSON.stringify({ userName: 'demo', password: PASSWORDS.demo })),
    )
    expect(answer.status).toBe(200)
    const { accessToken, userId } = JSON.parse(answer.text).result.data
    const signedIn = { authorization: `Bearer ${accessToken}` }

    const stream = session.request({ ':path': '/api/stream', 'x-api-key': 'public', ...signedIn })
    const heard: string[] = []
    stream.setEncoding('utf8').on('data', (part: string) => heard.push(part))
    await expect.poll(() => heard.join('')).toContain('retry: 2000')

    const boundary = 'edge'
    const file = [
      `--${boundary}`,
      'Content-Disposition: form-data; name="file"; filename="note.txt"',
      'Content-Type: text/plain',
      '',
      'Un reçu. '.repeat(40_000),
      `--${boundary}--`,
      '',
    ].join('\r\n')
    const sent = await ask(
      'POST',
      `/api/document/${userId}`,
      { ...signedIn, 'content-type': `multipart/form-data; boundary=${boundary}` },
      Buffer.from(file),
    )
    expect(sent).toMatchObject({ status: 200 })
    await ask(
      'POST',
      `/api/company/${userId}`,
      { ...signedIn, ...json },
      Buffer.from(JSON.stringify({ name: 'Atelier HTTP/2' })),
    )
    await expect.poll(() => heard.join('')).toContain('"collection":"company"')
    stream.close()
    // HTTP/1.1 goes on beside it.
    expect(await asked(port, authority(first))).toBe(200)
  } finally {
    session.destroy()
  }
})

test('HTTP/2 bounds the head of a request as HTTP/1.1 does, and ends the stream of a refused body', async () => {
  const { certificate, key } = pair(first)
  const { default: Fastify } = await import('fastify')
  const app = Fastify()
  app.get('/', async () => 'read')
  // As a file that is too large: the answer comes before the body's end.
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.once('data', () => {
      payload.pause()
      done(null)
    })
  })
  app.post('/', async (_, reply) => reply.code(413).send('too large'))
  await app.ready()
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    first: app,
    certified: {
      now: () => ({ cert: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') }),
      unusable: () => undefined,
    },
  })
  const session = connect(`https://127.0.0.1:${listener.port}`, {
    ca: readFileSync(authority(first)),
  })
  const head = (letters: number) => ({ ':path': '/', 'x-long': 'a'.repeat(letters) })
  expect(await over(session, head(15_000))).toEqual({ status: 200, text: 'read' })
  expect((await over(session, head(16_400))).status).toBe(431)

  const upload = session.request({ ':method': 'POST', ':path': '/', 'content-type': 'text/csv' })
  const closed = new Promise<number>((resolve) =>
    upload.once('close', () => resolve(upload.rstCode)),
  )
  let status = 0
  upload.on('response', (headers) => (status = Number(headers[':status']))).resume()
  upload.write('the beginning of a file')
  expect(await closed).toBe(0)
  expect(status).toBe(413)
  session.destroy()
  await listener.close(1_000)
})

test('an end sees connections of HTTP/2 off, and cuts off those that stay', async () => {
  const { certificate, key } = pair(first)
  const { default: Fastify } = await import('fastify')
  const app = Fastify()
  const waiting = Promise.withResolvers<string>()
  app.get('/slow', () => waiting.promise)
  app.get('/host', async ({ host }) => host)
  await app.ready()
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    first: app,
    certified: {
      now: () => ({ cert: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') }),
      unusable: () => undefined,
    },
  })
  const session = connect(`https://127.0.0.1:${listener.port}`, {
    ca: readFileSync(authority(first)),
  })
  expect((await over(session, { ':path': '/host' })).text).toBe(`127.0.0.1:${listener.port}`)
  const slow = over(session, { ':path': '/slow' })
  const away = new Promise((resolve) => session.once('goaway', resolve))
  // The answer is on its way.
  await over(session, { ':path': '/host' })
  listener.drain()
  await away
  const closing = listener.close(10_000)
  waiting.resolve('done')
  expect((await slow).text).toBe('done')
  expect(await closing).toBe(0)
})

test('a renewed certificate is taken up without a restart, once both of its files fit', async () => {
  const { certificate, key } = {
    certificate: path.join(folder, 'now.pem'),
    key: path.join(folder, 'now-key.pem'),
  }
  copyFileSync(pair(first).certificate, certificate)
  copyFileSync(pair(first).key, key)
  const configuration = readConfiguration({ TLS_CERTIFICATE_FILE: certificate, TLS_KEY_FILE: key })
  const [cert, secret] = [
    latest(configuration, 'TLS_CERTIFICATE'),
    latest(configuration, 'TLS_KEY'),
  ]
  const unusable = vi.fn<Certified['unusable']>()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { default: Fastify } = await import('fastify')
  const app = Fastify()
  app.get('/api/health', async () => 'well')
  await app.ready()
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    first: app,
    certified: { now: () => ({ cert: cert(), key: secret() }), unusable },
  })
  expect(await asked(listener.port, authority(first))).toBe(200)

  copyFileSync(pair(second).certificate, certificate)
  vi.advanceTimersByTime(60_000)
  expect(unusable).toHaveBeenCalledOnce()
  expect(await asked(listener.port, authority(first))).toBe(200)
  copyFileSync(pair(second).key, key)
  vi.advanceTimersByTime(60_000)
  expect(await asked(listener.port, authority(second))).toBe(200)
  expect(await asked(listener.port, authority(first))).toMatch(/certificate/)
  await listener.close(0)
})

test('a certificate without its key, or with another one, ends the start by its name', async () => {
  const { certificate, key } = pair(first)
  expect(() => readConfiguration({ TLS_CERTIFICATE_FILE: certificate })).toThrow(/TLS_KEY_FILE/)
  expect(() => readConfiguration({ TLS_KEY_FILE: key })).toThrow(/TLS_CERTIFICATE/)
  const other = { TLS_CERTIFICATE_FILE: certificate, TLS_KEY_FILE: pair(second).key }
  carnet = startCarnet(await freePort(), { ...other, DATA_DIR: path.join(folder, 'none') })
  expect((await carnet.ended()).code).toBe(1)
  expect(carnet.output()).toContain('TLS_CERTIFICATE and TLS_KEY')
})

test('a key that is given to one user is read by no other', async () => {
  const { stdout } = await run('stat', ['-c', '%a', path.join(first, 'alone/key.pem')])
  expect(stdout.trim()).toBe('400')
})
