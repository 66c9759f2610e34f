import { foldText, hasWords } from '#contract/kernel/fold-text.values.ts'
import type { Listed } from './listed-schedules.ts'
import { GROUPS, groupOf } from './schedule-words.tsx'

export const VIEWS = ['all', 'toValidate', 'active', 'late', 'stopped'] as const
export type View = (typeof VIEWS)[number]
const IN_VIEW: Readonly<Record<View, (row: Listed) => boolean>> = {
  all: () => true,
  toValidate: (row) => row.toValidate.length > 0,
  active: (row) => row.active && row.state !== 'outdated',
  late: (row) => row.state === 'overdue',
  stopped: (row) => groupOf(row) === 'stopped',
}

/** The day it is listed by: of the payment that waits, else of the next run. */
export const nextOf = ({ toValidate, nextRuns, active }: Listed): number =>
  toValidate[0]?.payOn ?? (active ? (nextRuns[0] ?? 0) : 0)

/** Waiting schedules first, then running ones by their next day, then stopped ones. */
const inOrder = (rows: readonly Listed[]): readonly Listed[] =>
  rows.toSorted(
    (a, b) => GROUPS.indexOf(groupOf(a)) - GROUPS.indexOf(groupOf(b)) || nextOf(a) - nextOf(b),
  )

/**
 * The schedules of a view whose words contain the search, in order. Waiting runs come from both
 * families.
 */
export function inView(
  view: View,
  { rows, waiting }: { readonly rows: readonly Listed[]; readonly waiting: readonly Listed[] },
  search: string,
): readonly Listed[] {
  const words = foldText(search)
  return inOrder(
    (view === 'toValidate' ? waiting : rows).filter(
      (row) => hasWords(foldText(`${row.label} ${row.organism}`), words) && IN_VIEW[view](row),
    ),
  )
}
