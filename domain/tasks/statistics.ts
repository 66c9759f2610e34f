import { DAY_MS } from '#domain/kernel/time.ts'
import type { Column } from './board.ts'

/** A task's way over the board: the column it came to, and when. @unit since: epoch milliseconds */
export type Stay = { readonly columnId: string; readonly since: number }
export type TaskWay = {
  readonly stays: readonly Stay[]
  readonly estimatedTime: number
  readonly completionEstimate: number
}

/** @unit milliseconds; estimatedTime and completionEstimate: as in `TaskFacts` */
export type BoardStatistics = {
  readonly leadTime: { readonly median: number; readonly p85: number }
  readonly columns: readonly { readonly id: string; readonly median: number }[]
  readonly throughput: readonly { readonly week: string; readonly done: number }[]
  readonly done: number
  readonly estimatedTime: number
  readonly completionEstimate: number
}

/** The value below which a share of the values lies; 0 without any. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** A task is done when it came to the last column for the last time and is still there. */
function doneAt({ stays }: TaskWay, last: string): number | null {
  const now = stays.at(-1)
  return now?.columnId === last ? now.since : null
}

/** Each week from an instant to another one, those too in which nothing was done. */
function weeksBetween(from: number, to: number, weekOf: (at: number) => string): readonly string[] {
  const weeks = new Set<string>()
  for (let at = from; at < to; at += DAY_MS) weeks.add(weekOf(at))
  if (from <= to) weeks.add(weekOf(to))
  return [...weeks]
}

/**
 * Figures of a period: time to finish tasks, places of their waiting, and the number done.
 *
 * @param from,to epoch milliseconds; both count
 * @param weekOf the ISO week of an instant where the user lives: `2026-W47`
 */
export function boardStatistics(
  ways: readonly TaskWay[],
  columns: readonly Column[],
  {
    from,
    to,
    weekOf,
  }: { readonly from: number; readonly to: number; readonly weekOf: (at: number) => string },
): BoardStatistics {
  const last = columns.at(-1)?.columnId ?? ''
  const done = ways.flatMap((way) => {
    const at = doneAt(way, last)
    const begun = way.stays[0]?.since
    return at === null || begun === undefined || at < from || at > to
      ? []
      : [{ way, at, took: at - begun }]
  })
  const left = ways.flatMap(({ stays }) =>
    stays.flatMap(({ columnId, since }, n) => {
      const until = stays[n + 1]?.since
      return until === undefined || until < from || until > to
        ? []
        : [{ columnId, stayed: until - since }]
    }),
  )
  const ends = done.map(({ at }) => at).sort((a, b) => a - b)
  const weeks = Map.groupBy(ends, weekOf)
  const sum = (of: 'estimatedTime' | 'completionEstimate') =>
    done.reduce((total, { way }) => total + way[of], 0)
  const took = done.map((one) => one.took)
  return {
    leadTime: { median: quantile(took, 0.5), p85: quantile(took, 0.85) },
    columns: columns.map(({ columnId: id }) => ({
      id,
      median: quantile(
        left.filter(({ columnId }) => columnId === id).map(({ stayed }) => stayed),
        0.5,
      ),
    })),
    throughput: weeksBetween(ends[0] ?? 0, ends.at(-1) ?? -1, weekOf).map((week) => ({
      week,
      done: weeks.get(week)?.length ?? 0,
    })),
    done: done.length,
    estimatedTime: sum('estimatedTime'),
    completionEstimate: sum('completionEstimate'),
  }
}
