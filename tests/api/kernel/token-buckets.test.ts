import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { classOf, createTokenBuckets } from '#api/kernel/token-buckets.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { type Product, type SignedIn, startProduct } from '../../kernel/start-product.ts'

const limits = {
  read: { burst: 3, perSecond: 1 },
  write: { burst: 2, perSecond: 0.5 },
  heavy: { burst: 1, perSecond: 0.1 },
}
function clocked() {
  const clock = { now: 0 }
  const buckets = createTokenBuckets(limits, () => clock.now)
  const took = (userId: string, of: keyof typeof limits) => {
    try {
      buckets.take(userId, of)
      return 'taken'
    } catch (error) {
      if (error instanceof Refusal) return error.details['seconds']
      throw error
    }
  }
  return { clock, took }
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
  test('a route is of the class that its work is of', () => {
    expect(classOf({ method: 'GET' }, false)).toBe('read')
    expect(classOf({ method: 'GET' }, true)).toBe('heavy')
    expect(classOf({ method: 'PUT' }, false)).toBe('write')
    expect(classOf({ method: 'PUT', heavy: true }, false)).toBe('heavy')
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
    const answers = await Promise.all(Array.from({ length: 80 }, () => history(anna)))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeGreaterThan(10)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await history(bea)).statusCode).toBe(200)
    expect((await product.as(anna, 'GET', `company/${anna.userId}/all`)).statusCode).toBe(200)
  })
})
