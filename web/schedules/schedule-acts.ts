import type { Schedule } from '#contract/schedules/schedules.contract.ts'
import type { Session } from '#web/kernel/data/session.tsx'
import { standing } from '#web/kernel/data/standing.ts'
import { FAMILIES, type Family } from './schedules.queries.ts'

/** A run is booked, so the books and what waits are read again. */
export const READ_AGAIN = { invalidates: ['schedules', 'finance', 'dashboard', 'waiting'] } as const

/**
 * Acts of a user on a schedule, each with its obstacle while it is not available. Panel, menu, head
 * and selection bar read this.
 */
export function scheduleActs(family: Family, row: Schedule, can: Session['can']) {
  const { group } = FAMILIES[family]
  const cannotUpdate = !can(`perm_${group}_update`) && 'permission'
  const isStopped = !row.active && 'stopped'
  const noneWaits = row.toValidate.length === 0 && 'nothingWaits'
  return {
    validate: standing(cannotUpdate, noneWaits),
    skip: standing(cannotUpdate, noneWaits),
    runNow: standing(
      cannotUpdate,
      isStopped,
      row.toValidate.length > 0 && 'waits',
      row.nextRuns.length === 0 && 'noNextRun',
      // An amount that is counted waits until its receipts are complete.
      row.amountType !== 'fixed' && row.state !== 'overdue' && 'receiptsOpen',
    ),
    /** A run that the planner has not made yet. */
    runDue: standing(cannotUpdate, isStopped, row.state !== 'overdue' && 'notDue'),
    edit: standing(cannotUpdate),
    deactivate: standing(cannotUpdate, isStopped),
    activate: standing(cannotUpdate, row.active && 'active'),
    remove: standing(!can(`perm_${group}_delete`) && 'permission'),
  }
}
