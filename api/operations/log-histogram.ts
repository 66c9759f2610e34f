import type { LogBook, LogFilter } from '#domain/operations/log-book.ts'
import type { LogBucket } from '#contract/operations/operations.contract.ts'
import { DAY_MS } from '#domain/kernel/time.ts'

const PARTS = 24

/** Number of lines of each level in each part of a period. @param now epoch milliseconds */
export function logHistogram(
  book: Pick<LogBook, 'count'>,
  { from, to, ...filter }: LogFilter,
  now: number,
): Promise<LogBucket[]> {
  const last = to ?? now
  const first = from ?? last - DAY_MS + 1
  const length = Math.max(1, Math.ceil((last - first + 1) / PARTS))
  const parts = Array.from({ length: PARTS }, (_, index) => ({
    from: Math.max(0, first + index * length),
    to: Math.max(0, first + (index + 1) * length - 1),
  }))
  return Promise.all(
    parts.map(async (part) => ({
      ...part,
      levels: (await book.count({ ...filter, ...part })).levels,
    })),
  )
}
