import type { Endpoint } from '#contract/kernel/contract.ts'
import { refusal } from '#domain/kernel/errors.ts'

/** Kinds of requests that are counted apart: a user who reads much may still write. */
export type RouteClass = 'read' | 'write' | 'heavy'

/**
 * How many requests come at once, and how many each second after. A page of the application asks
 * about ten.
 */
const USER_LIMITS: Readonly<
  Record<RouteClass, { readonly burst: number; readonly perSecond: number }>
> = {
  read: { burst: 400, perSecond: 15 },
  write: { burst: 150, perSecond: 5 },
  // Papers, pictures, histories and whole lists as CSV: each takes as long as a hundred others.
  heavy: { burst: 30, perSecond: 0.5 },
}

export const classOf = (route: Pick<Endpoint, 'method' | 'heavy'>, isCsv: boolean): RouteClass =>
  route.heavy || isCsv ? 'heavy' : route.method === 'GET' ? 'read' : 'write'

/** Users whose requests are counted; those counted longest ago are forgotten first. */
const COUNTED = 50_000

/**
 * A bucket of tokens for each user and class of routes. It holds a burst, and fills again by the
 * second.
 *
 * @param seconds a clock that never goes back
 */
export function createTokenBuckets(limits = USER_LIMITS, seconds = () => performance.now() / 1000) {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>()
  return {
    /** @throws TOO_MANY_REQUESTS with the seconds until there is a token again */
    take(userId: string, of: RouteClass): void {
      const { burst, perSecond } = limits[of]
      const key = `${of} ${userId}`
      const now = seconds()
      const before = buckets.get(key) ?? { tokens: burst, at: now }
      const tokens = Math.min(burst, before.tokens + (now - before.at) * perSecond)
      if (tokens < 1)
        throw refusal('TOO_MANY_REQUESTS', {
          seconds: Math.max(1, Math.ceil((1 - tokens) / perSecond)),
        })
      buckets.delete(key)
      buckets.set(key, { tokens: tokens - 1, at: now })
      const [oldest] = buckets.keys()
      if (buckets.size > COUNTED && oldest !== undefined) buckets.delete(oldest)
    },
  }
}
