import { DAY_MS } from '#domain/kernel/time.ts'

/**
 * Terms of a user's free access. @unit freePeriod in days, 0 without an end; registeredAt epoch
 * milliseconds
 */
export type FreeAccess = {
  readonly isFree: boolean
  readonly freePeriod: number
  readonly registeredAt: number
}

/**
 * When free access ends; null where it has no end. It counts from the registration, which no user
 * can change.
 */
export const freeUntil = ({ isFree, freePeriod, registeredAt }: FreeAccess): number | null =>
  isFree ? (freePeriod === 0 ? null : registeredAt + freePeriod * DAY_MS) : 0
