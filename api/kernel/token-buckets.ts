import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import type { Endpoint } from '#contract/kernel/contract.ts'
import { refusal } from '#domain/kernel/errors.ts'

/** Kinds of requests that are counted apart: a user who reads much may still write. */
export type RouteClass = 'read' | 'write' | 'heavy' | 'preview'

/** `max` requests at once, and `refill` more after each window. Without `refill`, all. */
type Limit = { readonly max: number; readonly windowMs: number; readonly refill?: number }

/** A page of the application sends about ten requests. */
const USER_LIMITS: Readonly<Record<RouteClass, Limit>> = {
  read: { max: 400, refill: 15, windowMs: 1_000 },
  write: { max: 150, refill: 5, windowMs: 1_000 },
  // Papers, pictures, histories and whole lists as CSV: each takes as long as a hundred others.
  heavy: { max: 30, refill: 1, windowMs: 2_000 },
  // Papers that are drawn while a user writes; the press counts the time that each takes besides.
  preview: { max: 60, refill: 2, windowMs: 1_000 },
}

export const classOf = (route: Pick<Endpoint, 'method' | 'heavy'>, isCsv: boolean): RouteClass =>
  route.heavy === 'preview'
    ? 'preview'
    : route.heavy || isCsv
      ? 'heavy'
      : route.method === 'GET'
        ? 'read'
        : 'write'

/** An answer of so many letters takes the process as long as a request without any. */
const LETTERS_A_TOKEN = 32_768

/** Buckets in memory; those used longest ago are removed first. */
const MAX_BUCKETS = 10_000

/** A bucket of tokens for each key. @param now milliseconds of a clock that never goes back */
function createBuckets(now = () => performance.now()) {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>()
  return {
    /** @returns requests that the limit counts, and the milliseconds until more may come */
    count(key: string, { max, windowMs, refill = max }: Limit) {
      const time = now()
      const bucket = buckets.get(key) ?? { tokens: max, at: time }
      const windows = Math.floor((time - bucket.at) / windowMs)
      const tokens = Math.min(max, bucket.tokens + windows * refill)
      const at = tokens === max ? time : bucket.at + windows * windowMs
      buckets.delete(key)
      buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at })
      const [oldest] = buckets.keys()
      if (buckets.size > MAX_BUCKETS && oldest !== undefined) buckets.delete(oldest)
      const missing = Math.max(1, Math.ceil((1 - tokens) / refill))
      return { current: max - tokens + 1, ttl: at + missing * windowMs - time }
    },
    /** Takes further tokens of a counted key, as a debt if need be: no more than a full bucket. */
    spend(key: string, { max }: Limit, tokens: number): void {
      const bucket = buckets.get(key)
      if (bucket) buckets.set(key, { ...bucket, tokens: Math.max(-max, bucket.tokens - tokens) })
    },
  }
}

/** The same buckets for addresses: a store of `@fastify/rate-limit`, one for each route. */
export class AddressBuckets implements FastifyRateLimitStore {
  readonly #buckets = createBuckets()
  incr(
    key: string,
    done: (error: null, counted: { current: number; ttl: number }) => void,
    windowMs: number,
    max: number,
  ): void {
    done(null, this.#buckets.count(key, { max, windowMs }))
  }
  child(): AddressBuckets {
    return new AddressBuckets()
  }
}

/** Limits of each user, by class of routes. */
export function createTokenBuckets(limits = USER_LIMITS, now?: () => number) {
  const buckets = createBuckets(now)
  const keyOf = (userId: string, of: RouteClass) => `${of} ${userId}`
  return {
    /** @throws TOO_MANY_REQUESTS with the seconds until there is a token again */
    take(userId: string, of: RouteClass): void {
      const { current, ttl } = buckets.count(keyOf(userId, of), limits[of])
      if (current > limits[of].max)
        throw refusal('TOO_MANY_REQUESTS', { seconds: Math.ceil(ttl / 1000) })
    },
    /** Prices the answer to a request that was let in: a long one keeps the process busy. */
    charge(userId: string, of: RouteClass, letters: number): void {
      buckets.spend(keyOf(userId, of), limits[of], Math.floor(letters / LETTERS_A_TOKEN))
    },
  }
}
