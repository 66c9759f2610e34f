const DAY_MS = 86_400_000

/** The first day after free access; null when free access has no end, or no start to count from. */
export const freeEnd = ({
  startDate,
  freePeriod,
}: {
  readonly startDate: number
  readonly freePeriod: number
}): number | null => (freePeriod > 0 && startDate > 0 ? startDate + freePeriod * DAY_MS : null)
