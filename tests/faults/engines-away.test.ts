import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { Readiness } from '#api/operations/readiness.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'
import { skipped } from '#tests/engines/local.ts'
import { databaseAt, ownMongoDb } from '#tests/engines/mongodb.ts'
import { ownRedis } from '#tests/engines/redis.ts'

const [redis, mongo] = [await ownRedis(), await ownMongoDb()]
const [noRedis, noMongo] = [skipped(redis), skipped(mongo)]

const MONGO_AWAY_MS = 10_000
/** Patience with a slow machine for work of a second. @unit milliseconds */
const PATIENCE_MS = 60_000

let product: Product
const readiness = async (): Promise<Readiness> =>
  (await product.app.inject('/api/ready')).json<{ result: { data: Readiness } }>().result.data
const lag = async () =>
  Math.max(
    ...(await readiness()).projections.map(({ lag }) => lag?.events ?? Number.POSITIVE_INFINITY),
  )
const engine = async (name: string) => (await readiness()).engines.find((one) => one.name === name)
/** Names of things that need no key of a person: these wait for nothing. */
async function interests(user: SignedIn): Promise<readonly string[]> {
  const names: string[] = []
  for (let cursor = ''; ; ) {
    const page = await product.as(user, 'GET', `interest/${user.userId}/all?limit=200${cursor}`)
    names.push(
      ...page.json<{ result: { data: { name: string }[] } }>().result.data.map(({ name }) => name),
    )
    const next = page.headers['x-next-cursor']
    if (typeof next !== 'string') return names.sort()
    cursor = `&cursor=${encodeURIComponent(next)}`
  }
}
/**
 * Commands one after another until told to stop. @returns the names of those that were
 * acknowledged, and every other answer's status
 */
function flow(user: SignedIn, tag: string) {
  let going = true
  const acknowledged: string[] = []
  const refused: number[] = []
  const ended = (async () => {
    for (let i = 0; going; i++) {
      const name = `${tag} ${String(i).padStart(4, '0')}`
      const { statusCode } = await product.as(user, 'POST', `interest/${user.userId}`, { name })
      if (statusCode === 200) acknowledged.push(name)
      else refused.push(statusCode)
      await pause(40)
    }
  })()
  return { acknowledged, refused, stop: async () => ((going = false), await ended) }
}

describe.skipIf(noRedis || noMongo)('the product on MongoDB and Redis', () => {
  afterEach(async () => {
    await product.stop()
    if ('dispose' in mongo) await mongo.dispose()
    if ('stop' in redis) await redis.stop()
  })

  test('goes on without Redis, goes on taking commands without MongoDB, and is up to date soon after each is back', async () => {
    if ('missing' in redis || 'missing' in mongo) return
    product = await startProduct({
      environment: { REDIS_URL: redis.url, MONGODB_URL: databaseAt(mongo.url, 'carnet-faults') },
    })
    expect((await readiness()).engines.map(({ detail }) => detail)).toEqual(
      expect.arrayContaining(['SQLite', 'MongoDB', 'GridFS', 'BullMQ on Redis']),
    )
    const user = await product.freelancer('marion')
    const all: string[] = []

    // Redis is killed, and comes back empty, while commands flow.
    const withoutRedis = flow(user, 'redis')
    await expect
      .poll(() => withoutRedis.acknowledged.length, { timeout: PATIENCE_MS })
      .toBeGreaterThan(5)
    await redis.stop('SIGKILL')
    await expect.poll(() => engine('queue'), { timeout: PATIENCE_MS }).toMatchObject({ ok: false })
    const away = withoutRedis.acknowledged.length
    expect((await readiness()).ready).toBe(true)
    await expect
      .poll(() => withoutRedis.acknowledged.length, { timeout: PATIENCE_MS })
      .toBeGreaterThan(away + 5)
    await withoutRedis.stop()
    expect(withoutRedis.refused).toEqual([])
    all.push(...withoutRedis.acknowledged)
    await redis.start()
    await expect
      .poll(() => interests(user), { timeout: PATIENCE_MS, interval: 100 })
      .toEqual([...all].sort())
    await expect.poll(lag, { timeout: PATIENCE_MS, interval: 100 }).toBe(0)

    // MongoDB is away for longer than its driver waits for it.
    await mongo.stop('SIGKILL')
    const gone = performance.now()
    const withoutMongo = flow(user, 'mongo')
    await expect
      .poll(() => withoutMongo.acknowledged.length, { timeout: PATIENCE_MS })
      .toBeGreaterThan(3)
    const read = await product.as(user, 'GET', `interest/${user.userId}/all`)
    expect(read.statusCode).toBe(503)
    expect(read.json()).toMatchObject({
      status: 503,
      result: { code: 'DATABASE_UNAVAILABLE', message: expect.any(String) },
    })
    expect(await readiness()).toMatchObject({ ready: false })
    expect(await engine('read models')).toEqual({
      name: 'read models',
      ok: false,
      detail: 'MongoDB does not answer',
    })
    const before = withoutMongo.acknowledged.length
    await pause(MONGO_AWAY_MS - (performance.now() - gone))
    await expect
      .poll(() => withoutMongo.acknowledged.length, { timeout: PATIENCE_MS })
      .toBeGreaterThan(before + 20)
    await mongo.start()
    await withoutMongo.stop()
    expect(withoutMongo.refused).toEqual([])
    all.push(...withoutMongo.acknowledged)
    await expect
      .poll(() => interests(user).catch(() => []), { timeout: PATIENCE_MS, interval: 200 })
      .toEqual([...all].sort())
    await expect.poll(lag, { timeout: PATIENCE_MS, interval: 200 }).toBe(0)
    await expect.poll(async () => (await readiness()).ready, { timeout: PATIENCE_MS }).toBe(true)
  }, 600_000)
})
