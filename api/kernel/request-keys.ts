import { hash } from 'node:crypto'
import { Refusal, refusal } from '#domain/kernel/errors.ts'

/** A body as a text that the order of its fields does not change. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? ''

/** @returns a digest that other parts do not give */
const digest = (...parts: readonly string[]): string =>
  hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32)

/** Target and content of a request under its `Idempotency-Key`. */
export type RequestKey = { readonly place: string; readonly body: string }

export const requestKeyOf = (request: {
  readonly userId: string
  readonly method: string
  readonly path: string
  readonly params: unknown
  readonly body: unknown
  readonly key: string
}): RequestKey => ({
  place: digest(
    request.userId,
    request.method,
    request.path,
    canonical(request.params),
    request.key,
  ),
  // The key is secret: a password in a body is not to be guessed from its digest.
  body: digest(request.key, canonical(request.body)),
})

/**
 * Keys that are remembered; the log itself knows those that were forgotten, by the stream that a
 * command wrote to.
 */
const REMEMBERED = 20_000

/**
 * The keys of this process's requests. A key stands for one body from its first request on. A
 * refused request may come again with its fields corrected.
 */
export function requestKeys(most = REMEMBERED) {
  const bodies = new Map<string, { readonly body: string; users: number; kept: boolean }>()

  return {
    /** @throws IDEMPOTENCY_KEY_REUSED when the key stands for another body */
    async within<T>({ place, body }: RequestKey, act: () => Promise<T>): Promise<T> {
      const claim = bodies.get(place) ?? { body, users: 0, kept: false }
      if (claim.body !== body) throw refusal('IDEMPOTENCY_KEY_REUSED')
      claim.users++
      bodies.delete(place)
      bodies.set(place, claim)
      try {
        const result = await act()
        claim.kept = true
        return result
      } catch (error) {
        // Any request that is not known to be refused may have been written.
        if (!(error instanceof Refusal)) claim.kept = true
        throw error
      } finally {
        claim.users--
        if (claim.users === 0 && !claim.kept) bodies.delete(place)
        for (const [oldest, { users }] of bodies) {
          if (bodies.size <= most) break
          if (users === 0) bodies.delete(oldest)
        }
      }
    },
  }
}
