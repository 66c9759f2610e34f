import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer as createRelay } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer, type Server } from 'node:tls'
import { promisify } from 'node:util'
import { ServerCredentials } from '@grpc/grpc-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEventStoreDb } from '#commands/event-store/eventstoredb.ts'
import { EventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { mailServer } from '#tests/doubles/mail-server.ts'
import { localServer, onPath } from '#tests/engines/local.ts'
import { recorded } from '#tests/kernel/events.ts'
import { noOwnMongoDb, ownMongoDb } from '#tests/engines/mongodb.ts'

/**
 * Each adapter, in a process of its own that trusts one private authority, on an engine that speaks
 * TLS alone.
 */

const run = promisify(execFile)
const SCRIPT = new URL('../../workers/operations/certificates.sh', import.meta.url).pathname
const CLIENT = new URL('ask-engine.ts', import.meta.url).pathname

const folder = mkdtempSync(path.join(tmpdir(), 'carnet-tls-'))
/** As the Compose overlay makes them, for `localhost` and 127.0.0.1 besides the host's own name. */
const own = path.join(folder, 'own')
const others = path.join(folder, 'others')
const authority = (of: string) => path.join(of, 'authority/ca.pem')
const paths = (host: string) => ({
  key: path.join(own, host, 'key.pem'),
  cert: path.join(own, host, 'certificate.pem'),
})
const read = (host: string) => {
  const { key, cert } = paths(host)
  return { key: readFileSync(key), cert: readFileSync(cert) }
}

const stopping: (() => unknown)[] = []
beforeAll(async () => {
  await run('sh', [SCRIPT, own, 'events', 'mongo', 'redis', 'mail'])
  await run('sh', [SCRIPT, others, 'redis'])
}, 60_000)
afterAll(async () => {
  for (const stop of stopping.toReversed()) await stop()
  rmSync(folder, { recursive: true })
})

/**
 * Answer to the product's adapter at this address. @param trusted the authority's certificate; null
 * for none
 */
async function asked(engine: string, url: string, trusted: string | null): Promise<string> {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: trusted ?? '' }
  // gRPC 1.14 does not read that variable.
  const at = engine === 'events' && trusted !== null ? `${url}?tlsCAFile=${trusted}` : url
  const { stdout } = await run(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', CLIENT, engine, at],
    {
      env,
    },
  )
  return stdout.trim()
}

/**
 * Ends TLS before a server that speaks none. @param clients whose certificates are wanted; none
 * when absent
 */
async function front(
  port: number,
  certificate: { readonly key: Buffer; readonly cert: Buffer },
  clients?: Buffer,
): Promise<Server> {
  const wanted = clients && { ca: clients, requestCert: true, rejectUnauthorized: true }
  const server = createServer({ ...certificate, ...wanted }, (socket) => {
    const behind = connect(port, '127.0.0.1')
    socket.pipe(behind).pipe(socket)
    socket.on('error', () => behind.destroy())
    behind.on('error', () => socket.destroy())
  })
  server.on('tlsClientError', () => {}) // of clients that refuse
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Passes bytes on from another address of this machine. @returns how many connections came */
async function relay(
  port: number,
): Promise<{ readonly port: number; readonly came: () => number }> {
  let count = 0
  const server = createRelay((socket) => {
    count += 1
    const behind = connect(port, '127.0.0.1')
    socket.pipe(behind).pipe(socket)
    socket.on('error', () => behind.destroy())
    behind.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve))
  stopping.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, came: () => count } // it listens on a port
}

const noRedis = onPath('redis-server') ? null : 'no redis-server on the PATH'
/** @param clients whether it wants a certificate of the process that connects */
function redisOverTls(clients: 'yes' | 'no') {
  const { key, cert } = paths('redis')
  return localServer(
    (port) => `rediss://127.0.0.1:${port}`,
    (port) =>
      [
        `redis-server --port 0 --tls-port ${port} --bind 127.0.0.1 --tls-auth-clients ${clients}`,
        `--tls-key-file ${key} --tls-cert-file ${cert} --tls-ca-cert-file ${authority(own)}`,
        `--appendonly no --maxmemory-policy noeviction --dir ${folder}`,
      ]
        .flatMap((some) => some.split(' '))
        .concat(['--save', '']) as [string, ...string[]], // begins with the program
  )
}

const engines: Readonly<
  Record<string, { readonly missing: string | null; readonly start: () => Promise<string> }>
> = {
  events: {
    missing: null,
    async start() {
      const { key, cert } = read('events')
      const double = new EventStoreDouble(
        ServerCredentials.createSsl(null, [{ private_key: key, cert_chain: cert }]),
      )
      await double.start()
      stopping.push(() => double.stop())
      return `esdb://admin:changeit@127.0.0.1:${double.port}`
    },
  },
  mongo: {
    missing: noOwnMongoDb,
    async start() {
      const server = await ownMongoDb()
      if ('missing' in server) throw new Error(server.missing)
      stopping.push(() => server.dispose())
      const before = await front(server.port, read('mongo'))
      stopping.push(() => before.close())
      // it listens on a port
      return `mongodb://127.0.0.1:${(before.address() as AddressInfo).port}/?tls=true`
    },
  },
  redis: {
    missing: noRedis,
    async start() {
      const server = await redisOverTls('no')
      stopping.push(() => server.stop('SIGKILL'))
      return server.url
    },
  },
  mail: {
    missing: null,
    async start() {
      const server = await mailServer('127.0.0.1', 0, read('mail'))
      stopping.push(() => server.stop())
      return server.url
    },
  },
}

describe.each(Object.entries(engines))('%s over TLS', (engine, { missing, start }) => {
  test.skipIf(missing !== null)(
    `answers who trusts its authority, and is refused by who trusts another or none${missing === null ? '' : ` (${missing})`}`,
    { timeout: 180_000 },
    async () => {
      const url = await start()
      expect(await asked(engine, url, authority(own))).toBe('answered')
      for (const trusted of [authority(others), null])
        expect(await asked(engine, url, trusted)).not.toBe('answered')
    },
  )
  test.skipIf(missing !== null)(
    'is refused under a name that its certificate does not have',
    { timeout: 180_000 },
    async () => {
      const url = await start()
      const [, port = ''] = /127\.0\.0\.1:(\d+)/.exec(url) ?? []
      const other = await relay(Number(port))
      const elsewhere = url.replace(`127.0.0.1:${port}`, `127.0.0.2:${other.port}`)
      expect(await asked(engine, elsewhere, authority(own))).not.toBe('answered')
      expect(other.came()).toBeGreaterThan(0)
    },
  )
})

test('EventStoreDB is called with the password that counts now', async () => {
  const { key, cert } = read('events')
  const double = new EventStoreDouble(
    ServerCredentials.createSsl(null, [{ private_key: key, cert_chain: cert }]),
  )
  await double.start()
  const addressOf = (password: string) =>
    `esdb://carnet:${password}@127.0.0.1:${double.port}?tlsCAFile=${authority(own)}`
  let password = 'first'
  const store = openEventStoreDb(addressOf(password), { latestUrl: () => addressOf(password) })
  await store.head()
  password = 'second'
  double.callers.length = 0
  await store.readStream('contact-1')
  await store.append('contact-1', -1, [
    { ...recorded('contact-1', 'ContactAdded', {}), id: randomUUID() },
  ])
  const stop = store.watch(() => {})
  await expect.poll(() => double.calls.subscribe).toBe(1)
  expect(new Set(double.callers)).toEqual(new Set(['carnet:second']))
  stop()
  await store.close()
  double.stop()
})

describe('an engine that wants a certificate of who connects', () => {
  const both = path.join(own, 'mail/both.pem')

  test.skipIf(noRedis !== null)(
    'Redis: answers who has one, by its file',
    { timeout: 60_000 },
    async () => {
      const server = await redisOverTls('yes')
      stopping.push(() => server.stop('SIGKILL'))
      expect(
        await asked('redis', `${server.url}?tlsCertificateKeyFile=${both}`, authority(own)),
      ).toBe('answered')
      expect(await asked('redis', server.url, authority(own))).not.toBe('answered')
    },
  )

  test.skipIf(noOwnMongoDb !== null)('MongoDB: the same', { timeout: 180_000 }, async () => {
    const server = await ownMongoDb()
    if ('missing' in server) throw new Error(server.missing)
    stopping.push(() => server.dispose())
    const before = await front(server.port, read('mongo'), readFileSync(authority(own)))
    stopping.push(() => before.close())
    // it listens on a port
    const url = `mongodb://127.0.0.1:${(before.address() as AddressInfo).port}/?tls=true`
    expect(await asked('mongo', `${url}&tlsCertificateKeyFile=${both}`, authority(own))).toBe(
      'answered',
    )
    expect(await asked('mongo', url, authority(own))).not.toBe('answered')
  })

  test('EventStoreDB: the same, by two files', { timeout: 60_000 }, async () => {
    const { key, cert } = read('events')
    const pair = [{ private_key: key, cert_chain: cert }]
    const double = new EventStoreDouble(
      ServerCredentials.createSsl(readFileSync(authority(own)), pair, true),
    )
    await double.start()
    stopping.push(() => double.stop())
    const url = `esdb://admin:changeit@127.0.0.1:${double.port}?tlsCAFile=${authority(own)}`
    const client = paths('mail')
    const proved = `${url}&userCertFile=${client.cert}&userKeyFile=${client.key}`
    expect(await asked('events', proved, null)).toBe('answered')
    expect(await asked('events', url, null)).not.toBe('answered')
  })
})
