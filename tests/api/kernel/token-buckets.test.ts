import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AddressBuckets, classOf, createTokenBuckets } from '#api/kernel/token-buckets.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { type Product, type SignedIn, startProduct } from '../../kernel/start-product.ts'

const limits = {
  read: { max: 3, refill: 1, windowMs: 1_000 },
  write: { max: 2, refill: 1, windowMs: 2_000 },
  heavy: { max: 1, refill: 1, windowMs: 10_000 },
  preview: { max: 1, refill: 1, windowMs: 1_000 },
}
function clocked() {
  const clock = { now: 0 }
  const buckets = createTokenBuckets(limits, () => clock.now * 1_000)
  const took = (userId: string, of: keyof typeof limits) => {
    try {
      buckets.take(userId, of)
      return 'taken'
    } catch (error) {
      if (error instanceof Refusal) return error.details['seconds']
      throw error
    }
  }
  const charge = (letters: number) => buckets.charge('anna', 'read', letters)
  return { clock, took, charge }
}

describe('a bucket', () => {
  test('holds a burst, and fills by the second', () => {
    const { clock, took } = clocked()
    expect([1, 2, 3, 4].map(() => took('anna', 'read'))).toEqual(['taken', 'taken', 'taken', 1])
    clock.now = 1
    expect([1, 2].map(() => took('anna', 'read'))).toEqual(['taken', 1])
    clock.now = 1_000
    expect([1, 2, 3, 4].map(() => took('anna', 'read'))).toEqual(['taken', 'taken', 'taken', 1])
  })
  test('is one for each user and class', () => {
    const { took } = clocked()
    expect([took('anna', 'heavy'), took('anna', 'heavy')]).toEqual(['taken', 10])
    expect([took('bea', 'heavy'), took('anna', 'write'), took('anna', 'read')]).toEqual([
      'taken',
      'taken',
      'taken',
    ])
  })
  test('fills no further than its burst, and by whole windows', () => {
    const { clock, took } = clocked()
    expect([took('anna', 'write'), took('anna', 'write')]).toEqual(['taken', 'taken'])
    clock.now = 3
    expect([took('anna', 'write'), took('anna', 'write')]).toEqual(['taken', 1])
    clock.now = 4
    expect([took('anna', 'write'), took('anna', 'write')]).toEqual(['taken', 2])
  })
  test('pays for a long answer, as a debt if need be', () => {
    const { clock, took, charge } = clocked()
    const LETTERS_A_TOKEN = 32_768
    took('anna', 'read')
    charge(LETTERS_A_TOKEN - 1)
    expect(took('anna', 'read')).toBe('taken')
    charge(2 * LETTERS_A_TOKEN)
    expect(took('anna', 'read')).toBe(2)
    clock.now = 2
    expect([1, 2].map(() => took('anna', 'read'))).toEqual(['taken', 1])
  })
  test('owes no more than it holds', () => {
    const { clock, took, charge } = clocked()
    took('anna', 'read')
    charge(1e9)
    expect(took('anna', 'read')).toBe(4)
    clock.now = 4
    expect([1, 2].map(() => took('anna', 'read'))).toEqual(['taken', 1])
  })
  test('of an address is full again after its window, for each route', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const buckets = new AddressBuckets()
      const counted = (from: string) => {
        let count = { current: 0, ttl: 0 }
        buckets.incr(from, (_, result) => void (count = result), 60_000, 2)
        return count
      }
      expect([1, 2, 3].map(() => counted('192.0.2.1').current)).toEqual([1, 2, 3])
      vi.advanceTimersByTime(59_000)
      expect(counted('192.0.2.1')).toEqual({ current: 3, ttl: 1_000 })
      expect(counted('192.0.2.2')).toEqual({ current: 1, ttl: 60_000 })
      vi.advanceTimersByTime(1_000)
      expect(counted('192.0.2.1')).toEqual({ current: 1, ttl: 60_000 })
      expect(buckets.child()).not.toBe(buckets)
    } finally {
      vi.useRealTimers()
    }
  })
  test('a route is of the class that its work is of', () => {
    expect(classOf({ method: 'GET' }, false)).toBe('read')
    expect(classOf({ method: 'GET' }, true)).toBe('heavy')
    expect(classOf({ method: 'PUT' }, false)).toBe('write')
    expect(classOf({ method: 'PUT', heavy: true }, false)).toBe('heavy')
    expect(classOf({ method: 'POST', heavy: 'preview' }, false)).toBe('preview')
  })
})

describe('a user who asks without end', () => {
  let product: Product
  let anna: SignedIn
  let bea: SignedIn
  beforeAll(async () => {
    product = await startProduct({ environment: { RATE_LIMIT: 'on' } })
    anna = await product.freelancer('anna')
    bea = await product.freelancer('bea')
  })
  afterAll(() => product.stop())

  test('is told when to come back, while others are answered', async () => {
    const history = (who: SignedIn) =>
      product.as(who, 'GET', `history/${who.userId}/user/${who.userId}`)
    const from = performance.now()
    const answers = await Promise.all(Array.from({ length: 80 }, () => history(anna)))
    // The delay of a refusal grows with the refusals that are delayed beside it.
    expect(performance.now() - from).toBeGreaterThan(3_000)
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeGreaterThan(10)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await history(bea)).statusCode).toBe(200)
    expect((await product.as(anna, 'GET', `company/${anna.userId}/all`)).statusCode).toBe(200)
  })

  test('pays for long answers, compressed or not', async () => {
    const mission = { projectName: 'Longue', tasks: 'a '.repeat(10_000) }
    for (let i = 0; i < 100; i++) await product.as(bea, 'POST', `mission/${bea.userId}`, mission)
    const list = async (headers: Readonly<Record<string, string>>) => {
      const { statusCode } = await product.app.inject({
        url: `/api/mission/${bea.userId}/all?limit=200`,
        headers: { authorization: `Bearer ${bea.token}`, ...headers },
      })
      return statusCode
    }
    const statuses: number[] = []
    for (let i = 0; i < 10; i++) statuses.push(await list({ 'accept-encoding': 'gzip' }))
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(statuses.indexOf(429)).toBeGreaterThan(4)
  })
})
