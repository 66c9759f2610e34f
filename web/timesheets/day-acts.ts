import type { BillableMonth } from '#contract/timesheets/timesheets.contract.ts'
import { isIn, isOffered, type Offer } from '#web/billing/billable.queries.ts'
import type { YearMonth } from '#web/kernel/words/year-month.ts'
import type { Day, Row } from './month.ts'

/**
 * Reason why a day cannot be set: no permission, outside the sliding period, approved, or a
 * contract archived or deleted.
 */
export type Blocked = 'permission' | 'window' | 'approved' | 'shut'

/** Why no day of a row can be set; null when its days can. */
export const whyShut = (row: Row): 'approved' | 'shut' | null =>
  row.approved
    ? 'approved'
    : row.kind === 'work' && (row.contract === null || row.contract.archived)
      ? 'shut'
      : null
export const isShut = (row: Row): boolean => whyShut(row) !== null

/** Why a day cannot be set; null when it can. @param row the line to set; without one, any line */
export const whyBlocked = (
  day: Pick<Day, 'closed'> | undefined,
  mayWrite: boolean,
  row?: Row,
): Blocked | null =>
  !mayWrite ? 'permission' : day?.closed ? 'window' : row === undefined ? null : whyShut(row)

/** Whether a day is a gap to fill now: an empty working day that can be set. */
export const isFillable = (day: Day, mayWrite: boolean, total: number): boolean =>
  day.working && total === 0 && whyBlocked(day, mayWrite) === null

/** Permissions of which one suffices: the server tells apart added, changed and cleared days. */
const WRITING = ['perm_timesheet_add', 'perm_timesheet_update', 'perm_timesheet_delete'] as const

/** Acts on a month. */
export type MonthActs = {
  readonly write: boolean
  /**
   * Where its bill is offered: under the totals once it is filled, else above the grid. The offer
   * is plain while the month to bill still lacks days.
   */
  readonly bill: 'below' | 'primary' | 'plain' | null
}

/**
 * @param offer the month to bill, which may be another one
 * @param unfilled days that the month lacks
 */
export function monthActs({
  can,
  isPast,
  at,
  offer,
  isFilled,
  unfilled,
}: {
  readonly can: (permission: (typeof WRITING)[number] | 'perm_billing_add') => boolean
  /** An earlier state of the month, which is read-only. */
  readonly isPast: boolean
  readonly at: YearMonth
  readonly offer: Offer | null
  readonly isFilled: boolean
  readonly unfilled: number
}): MonthActs {
  const isOwn = offer !== null && isIn(at)(offer)
  return {
    write: !isPast && WRITING.some(can),
    bill:
      isPast || offer === null || !can('perm_billing_add')
        ? null
        : isOwn && isFilled
          ? 'below'
          : isOwn && unfilled > 0
            ? 'plain'
            : 'primary',
  }
}

/** The contract whose month is billed at once: the only one to bill. Null when one must choose. */
export function billedAtOnce(rows: readonly BillableMonth[], offer: Offer): BillableMonth | null {
  const [only, ...others] = rows.filter((row) => isIn(offer)(row) && isOffered(row))
  return only && others.length === 0 ? only : null
}
