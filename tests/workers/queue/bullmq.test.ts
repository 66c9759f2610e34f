import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { latest } from '#commands/kernel/secret-files.ts'
import { bullmqQueue } from '#workers/queue/bullmq.ts'
import { jobQueueSuite } from '#tests/conformance/job-queue.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { skipped } from '#tests/engines/local.ts'
import { ownRedis, realRedis } from '#tests/engines/redis.ts'

const server = await realRedis()
describe.skipIf(skipped(server))('on a server', () => {
  const url = 'url' in server ? server.url : ''
  afterAll(() => ('stop' in server ? server.stop() : undefined))
  const open = (prefix = randomUUID()) => bullmqQueue({ url, log: memoryLog(), prefix })

  jobQueueSuite('BullMQ on Redis', async () => open())

  test('processes that share a prefix share the work, and one of them keeps the schedules', async () => {
    const prefix = randomUUID()
    const [one, two] = [open(prefix), open(prefix)]
    onTestFinished(async () => {
      await Promise.all([one.close(), two.close()])
    })
    const rung: string[] = []
    await Promise.all(
      [one, two].map((queue, i) =>
        queue.consume('t', async (key) => (rung.push(`${i} ${key}`), 'done'), { concurrency: 1 }),
      ),
    )
    await Promise.all([one, two].map((queue) => queue.schedule('t', 'tick', 30)))
    await vi.waitFor(() => expect(rung.length).toBeGreaterThan(10), { timeout: 5_000 })
    const [queue] = one.queues(['t'])
    expect(await queue?.getJobSchedulersCount()).toBe(1)
    // The process that kept the schedules leaves; the other takes over.
    await one.close()
    const before = rung.length
    await vi.waitFor(() => expect(rung.length).toBeGreaterThan(before + 3), { timeout: 5_000 })
  })

  test('a deduplication key that was left behind does not silence the schedule', async () => {
    const prefix = randomUUID()
    const redis = new Redis(url)
    await redis.set(`${prefix}:t:de:stuck`, '4711')
    redis.disconnect()
    const queue = open(prefix)
    onTestFinished(() => queue.close())
    const handler = vi.fn(async () => 'done' as const)
    await queue.consume('t', handler, { concurrency: 1 })
    await queue.schedule('t', 'stuck', 50)
    await vi.waitFor(() => expect(handler).toHaveBeenCalled(), { timeout: 5_000 })
  })

  test('a key may hold what an id of BullMQ may not', async () => {
    const queue = open()
    onTestFinished(() => queue.close())
    const handler = vi.fn(async (_key: string) => 'done' as const)
    await queue.consume('t', handler, { concurrency: 1 })
    const keys = ['project:bills', '123', 'é ü/*?', '0:1:2:3:4']
    for (const key of keys) await queue.wake('t', key)
    for (const key of keys) await queue.schedule('t', `${key}!`, 10_000)
    await vi.waitFor(
      () =>
        expect(new Set(handler.mock.calls.map(([key]) => key))).toEqual(
          new Set([...keys, ...keys.map((key) => `${key}!`)]),
        ),
      { timeout: 5_000 },
    )
  })
})

const own = await ownRedis()
describe.skipIf(skipped(own))('a Redis that goes away', () => {
  afterAll(() => ('stop' in own ? own.stop() : undefined))

  test('holds nobody up, is told of once, and comes back empty without anything lost', async () => {
    if ('missing' in own) return
    const log = memoryLog()
    const queue = bullmqQueue({ url: own.url, log, prefix: 'away' })
    onTestFinished(() => queue.close())
    const runs = new Map<string, number>()
    await queue.consume('t', async (key) => (runs.set(key, (runs.get(key) ?? 0) + 1), 'done'), {
      concurrency: 4,
    })
    await queue.schedule('t', 'tick', 200)
    await queue.wake('t', 'before')
    await vi.waitFor(
      () => expect([...runs.keys()]).toEqual(expect.arrayContaining(['before', 'tick'])),
      {
        timeout: 5_000,
      },
    )

    await own.stop('SIGKILL')
    const since = Date.now()
    for (let i = 0; i < 200; i++) await queue.wake('t', `during-${i % 10}`)
    await queue.schedule('t', 'late', 200)
    // Unanswered, each of the 200 would have waited for a second.
    expect(Date.now() - since).toBeLessThan(30_000)
    await expect(queue.ping()).rejects.toBeInstanceOf(Error)

    await own.start()
    runs.clear()
    await vi.waitFor(
      () =>
        expect([...runs.keys()]).toEqual(
          expect.arrayContaining([
            ...Array.from({ length: 10 }, (_, i) => `during-${i}`),
            'tick',
            'late',
          ]),
        ),
      { timeout: 60_000 },
    )
    const ticks = runs.get('tick') ?? 0
    await vi.waitFor(() => expect(runs.get('tick') ?? 0).toBeGreaterThan(ticks + 3), {
      timeout: 60_000,
    })
    expect(log.lines.filter(({ message }) => message.startsWith('Redis is away'))).toHaveLength(1)
    expect(log.lines.filter(({ message }) => message === 'Redis is back')).toHaveLength(1)
  }, 200_000)

  test('that falls silent holds up neither a command nor a stop without end', async () => {
    if ('missing' in own) return
    const queue = bullmqQueue({ url: own.url, log: memoryLog(), prefix: 'silent' })
    await queue.consume('t', async () => 'done', { concurrency: 1 })
    await queue.wake('t', 'a')
    own.pause()
    try {
      // Both would wait without end for the answer.
      await queue.wake('t', 'b')
      await queue.close()
    } finally {
      own.resume()
    }
  })

  test('is no reason not to start', async () => {
    const queue = bullmqQueue({ url: 'redis://127.0.0.1:9', log: memoryLog() })
    await queue.consume('t', async () => 'done', { concurrency: 1 })
    await queue.wake('t', 'a')
    await queue.schedule('t', 'b', 1_000)
    await queue.close()
  })
})

const guarded = await ownRedis()
describe.skipIf(skipped(guarded))('on a server whose password changes', () => {
  const port = 'port' in guarded ? guarded.port : 0
  afterAll(() => ('stop' in guarded ? guarded.stop('SIGKILL') : undefined))

  test('each new connection takes the password that counts then', async () => {
    const operator = new Redis(port)
    onTestFinished(() => operator.disconnect())
    const allow = (password: string) =>
      operator.acl('SETUSER', 'carnet', 'on', 'resetpass', `>${password}`, '~*', '&*', '+@all')
    const addressOf = (password: string) => `redis://carnet:${password}@127.0.0.1:${port}`
    await allow('first')
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'carnet-redis-')), 'url')
    onTestFinished(() => rmSync(path.dirname(file), { recursive: true }))
    writeFileSync(file, addressOf('first'))
    const latestUrl = latest(
      { REDIS_URL: addressOf('first'), FROM_FILES: { REDIS_URL: file } },
      'REDIS_URL',
    )
    const queue = bullmqQueue({
      url: latestUrl(),
      latestUrl,
      log: memoryLog(),
      prefix: randomUUID(),
    })
    onTestFinished(() => queue.close())
    const handler = vi.fn(async () => 'done' as const)
    await queue.consume('t', handler, { concurrency: 1 })
    await queue.wake('t', 'before')
    await vi.waitFor(() => expect(handler).toHaveBeenCalledWith('before', expect.anything()), {
      timeout: 5_000,
    })

    // As the agent of a vault does it: there, in the file, and the old connections end.
    await allow('second')
    writeFileSync(file, addressOf('second'))
    await operator.call('CLIENT', 'KILL', 'USER', 'carnet')
    await vi.waitFor(() => queue.ping(), { timeout: 5_000 })
    await queue.wake('t', 'after')
    await vi.waitFor(() => expect(handler).toHaveBeenCalledWith('after', expect.anything()), {
      timeout: 10_000,
    })
  })
})
