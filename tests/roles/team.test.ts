import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/engines/local.ts'
import { EventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { skipped } from '#tests/engines/local.ts'
import { databaseAt, ownMongoDb } from '#tests/engines/mongodb.ts'
import { ownRedis } from '#tests/engines/redis.ts'
import { type CarnetProcess, type SignedIn, startCarnet } from './process.ts'

const [redis, mongo] = [await ownRedis(), await ownMongoDb()]

describe.skipIf(skipped(redis) || skipped(mongo))(
  'two API processes and two workers, on servers',
  () => {
    const events = new EventStoreDouble()
    const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-team-'))
    let environment: Record<string, string>
    let one: CarnetProcess
    let other: CarnetProcess
    let workers: CarnetProcess[]
    let demo: SignedIn

    beforeAll(async () => {
      if ('missing' in redis || 'missing' in mongo) return
      // Nothing is there yet but MongoDB.
      await redis.stop()
      environment = {
        EVENTSTORE_URL: `esdb://127.0.0.1:${await freePort()}?tls=false`,
        MONGODB_URL: databaseAt(mongo.url, 'carnet-team'),
        REDIS_URL: redis.url,
        DATA_DIR: dataDir,
        PERSONAL_KEY: Buffer.alloc(32, 9).toString('base64'),
      }
      const publicUrl = { PUBLIC_URL: 'http://carnet.example' }
      const ports = [
        await freePort(),
        await freePort(),
        await freePort(),
        await freePort(),
      ] as const
      // The process answers long enough for several readiness probes, even where one is answered
      // slowly.
      one = startCarnet(ports[0], { ...environment, ...publicUrl, ROLE: 'api', DRAIN_SECONDS: '3' })
      other = startCarnet(ports[1], { ...environment, ...publicUrl, ROLE: 'api' })
      workers = [
        startCarnet(ports[2], { ...environment, ROLE: 'workers' }),
        startCarnet(ports[3], environment, ['--role', 'workers']),
      ]
    })
    afterAll(async () => {
      await Promise.all([one, other, ...(workers ?? [])].map((carnet) => carnet?.kill()))
      events.stop()
      if ('stop' in redis) await redis.stop()
      if ('dispose' in mongo) await mongo.dispose()
      rmSync(dataDir, { recursive: true, force: true })
    })

    test('live and say what they wait for while an engine is away, and are ready by themselves once it is there', async () => {
      for (const carnet of [one, other, ...workers]) {
        await expect
          .poll(async () => (await carnet.readiness())?.engines, { timeout: 30_000 })
          .toEqual([{ name: 'events', ok: false, detail: 'is waited for' }])
        expect(await carnet.readiness()).toMatchObject({ status: 503, ready: false })
        expect((await carnet.ask('GET', 'health')).status).toBe(200)
      }
      expect(await one.ask('GET', 'users/x/me')).toMatchObject({
        status: 503,
        code: 'CONNECTION_NOT_READY',
      })
      expect(one.output()).toContain('An engine is away: the start waits for it')

      await events.startAt(Number(new URL(environment['EVENTSTORE_URL'] ?? '').port))
      if ('start' in redis) await redis.start()
      for (const carnet of [one, other, ...workers]) await carnet.untilReady()
    }, 300_000)

    test('make the first accounts and the sample year once', async () => {
      const admin = await one.signIn('admin')
      const users = await other.ask<{ userName: string }[]>('GET', `users/${admin.userId}`, {
        as: admin,
      })
      expect(users.data.map(({ userName }) => userName).sort((a, b) => a.localeCompare(b))).toEqual(
        ['admin', 'demo'],
      )
      const greetings = [one, other].filter((carnet) => carnet.output().includes('Account demo'))
      expect(greetings).toHaveLength(1)
      demo = await other.signIn('demo')
      const profiles = await one.ask<{ name: string }[]>(
        'GET',
        `professionalInfo/${demo.userId}/all`,
        { as: demo },
      )
      expect(profiles.data).toHaveLength(1)
    })

    test('read what the other wrote, whichever is asked', async () => {
      for (const [writer, reader, name] of [
        [one, other, 'Atelier Brumaire bis'],
        [other, one, 'Hydravion bis'],
      ] as const) {
        const { status, data } = await writer.ask('POST', `company/${demo.userId}`, {
          as: demo,
          body: { name },
        })
        expect(status).toBe(200)
        const read = await reader.ask<{ name: string }[]>(
          'GET',
          `company/${demo.userId}/all?limit=200`,
          {
            as: demo,
            headers: { 'x-min-position': data.position },
          },
        )
        expect(read.headers.get('x-stale')).toBeNull()
        expect(read.data.map((company) => company.name)).toContain(name)
      }
    })

    test('leave reading the log to the workers: without them what is read is late, and told as such', async () => {
      for (const worker of workers) worker.signal('SIGSTOP')
      const written = await one.ask('POST', `company/${demo.userId}`, {
        as: demo,
        body: { name: 'Moulin-Neuf bis' },
      })
      const names = async (headers: Record<string, string> = {}) => {
        const { data, headers: answered } = await other.ask<{ name: string }[]>(
          'GET',
          `company/${demo.userId}/all?limit=200`,
          { as: demo, headers },
        )
        return {
          stale: answered.get('x-stale'),
          there: data.some(({ name }) => name === 'Moulin-Neuf bis'),
        }
      }
      expect(await names({ 'x-min-position': written.data.position })).toEqual({
        stale: 'true',
        there: false,
      })
      for (const worker of workers) worker.signal('SIGCONT')
      await expect.poll(async () => (await names()).there, { timeout: 30_000 }).toBe(true)
    }, 60_000)

    test('show the queues, and count what workers do on the port for probes', async () => {
      const admin = await one.signIn('admin')
      const pass = await one.ask<{ url: string }>('POST', 'queues/pass', { as: admin })
      expect(pass).toMatchObject({ status: 200, data: { url: '/api/queues/' } })
      const cookie = pass.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      // Signed with the secret they share.
      expect((await fetch(`${other.address}/api/queues/`, { headers: { cookie } })).status).toBe(
        200,
      )
      const counted = await Promise.all(
        workers.map(async ({ address }) => (await fetch(`${address}/api/metrics`)).text()),
      )
      expect(
        counted.some((text) =>
          /carnet_projection_events_total\{projection="users"\} [1-9]/.test(text),
        ),
      ).toBe(true)
      expect((await fetch(`${workers[0]?.address}/api/users`)).status).toBe(404)
    })

    test('refuse to keep accounts in two places', async () => {
      const elsewhere = mkdtempSync(path.join(tmpdir(), 'carnet-elsewhere-'))
      const stranger = startCarnet(await freePort(), {
        ...environment,
        ROLE: 'api',
        DATA_DIR: elsewhere,
      })
      expect((await stranger.ended()).code).toBe(1)
      expect(stranger.output()).toMatch(/all API processes share one DATA_DIR[^]*OIDC_ISSUER/)
      rmSync(elsewhere, { recursive: true })
    }, 30_000)

    test('end within ten seconds of SIGTERM: not ready at once, streams closed, what was asked is answered', async () => {
      const stream = await fetch(`${one.address}/api/stream`, {
        headers: { authorization: `Bearer ${demo.token}` },
      })
      expect(stream.status).toBe(200)
      const streamed = stream.text()

      events.knobs.delay = 1_500
      const slow = one.ask('POST', `company/${demo.userId}`, {
        as: demo,
        body: { name: 'Asked before the end' },
      })
      await new Promise((resolve) => setTimeout(resolve, 300))
      one.signal('SIGTERM')
      await expect
        .poll(async () => (await one.readiness())?.status, { interval: 20, timeout: 5_000 })
        .toBe(503)
      expect((await one.ask('GET', 'health')).headers.get('connection')).toBe('close')
      await streamed
      const { status, headers } = await slow
      expect([status, headers.get('connection')]).toEqual([200, 'close'])
      expect((await one.ended()).code).toBe(0)
      events.knobs.delay = 0
      await expect(one.ask('GET', 'health')).rejects.toThrow()

      // The other goes on, with what was written last.
      const companies = () =>
        other.ask<{ name: string }[]>('GET', `company/${demo.userId}/all?limit=200`, { as: demo })
      await expect
        .poll(
          async () => (await companies()).data.some(({ name }) => name === 'Asked before the end'),
          {
            timeout: 10_000,
          },
        )
        .toBe(true)
    }, 60_000)

    test('workers end within ten seconds of SIGTERM too, and leave the work to those who stay', async () => {
      const [first, second] = workers as [CarnetProcess, CarnetProcess]
      first.signal('SIGTERM')
      expect((await first.ended()).code).toBe(0)
      const { data } = await other.ask('POST', `company/${demo.userId}`, {
        as: demo,
        body: { name: 'After a worker left' },
      })
      const read = await other.ask<{ name: string }[]>(
        'GET',
        `company/${demo.userId}/all?limit=200`,
        {
          as: demo,
          headers: { 'x-min-position': data.position },
        },
      )
      expect(read.data.map(({ name }) => name)).toContain('After a worker left')
      expect((await second.readiness())?.ready).toBe(true)
    }, 60_000)
  },
)

const own = await ownMongoDb()
test.skipIf(skipped(own))(
  'a process whose MongoDB is away starts when it comes',
  async () => {
    if ('missing' in own) return
    await own.stop('SIGKILL')
    const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-mongo-'))
    const carnet = startCarnet(await freePort(), {
      MONGODB_URL: databaseAt(own.url, 'carnet'),
      DATA_DIR: dataDir,
    })
    onTestFinished(async () => {
      await carnet.kill()
      await own.dispose()
      rmSync(dataDir, { recursive: true, force: true })
    })
    await expect
      .poll(async () => (await carnet.readiness())?.engines, { timeout: 30_000 })
      .toEqual([{ name: 'MongoDB', ok: false, detail: 'is waited for' }])
    expect((await carnet.ask('GET', 'health')).status).toBe(200)
    await own.start()
    await carnet.untilReady()
    expect(
      (
        await carnet.ask('GET', `users/${(await carnet.signIn('demo')).userId}/me`, {
          as: await carnet.signIn('demo'),
        })
      ).status,
    ).toBe(200)
  },
  180_000,
)

test('a start that waits for an engine ends when it is told to', async () => {
  const waiting = startCarnet(await freePort(), {
    EVENTSTORE_URL: `esdb://127.0.0.1:${await freePort()}?tls=false`,
    DATA_DIR: mkdtempSync(path.join(tmpdir(), 'carnet-waiting-')),
  })
  await expect.poll(async () => (await waiting.readiness())?.status, { timeout: 30_000 }).toBe(503)
  waiting.signal('SIGTERM')
  expect((await waiting.ended()).code).toBe(0)
}, 60_000)
