/** Wait before a retry, doubled with each failure. */
export type Backoff = { readonly firstMs: number; readonly longestMs: number }

/** Internal retries (workers, connections): after 1 s, 2 s, 4 s … at last every minute. */
export const RETRIES: Backoff = { firstMs: 1_000, longestMs: 60_000 }

/**
 * @param failures one after another, from 1
 * @unit milliseconds
 */
export const waitAfter = (failures: number, { firstMs, longestMs }: Backoff): number =>
  Math.min(longestMs, firstMs * 2 ** (failures - 1))
