/**
 * Rules of a contract that a form checks before it is sent. A day is any value that sorts, falsy
 * for none.
 */

type TermsRule =
  | 'PROJECT_CLIENT_REQUIRED'
  | 'PROJECT_RENEWAL_PERIOD_REQUIRED'
  | 'PROJECT_END_BEFORE_START'
  | 'PROJECT_HOURS_PER_DAY_TOO_FEW'
export type BrokenTerm = {
  readonly path: 'clientId' | 'hoursPerDay' | 'renewalPeriod' | 'endDate'
  readonly code: TermsRule
}

/** A working day of fewer hours is a slip: 0.25 was meant as a part of a day. */
const LEAST_HOURS = 1

/** The broken rules of a billable contract's terms, in the order of the form. */
export function brokenTerms<Day extends string | number>(terms: {
  readonly clientId: unknown
  readonly hoursPerDay?: number
  readonly isRenewable: boolean
  readonly renewalPeriod: number
  readonly startDate: Day
  readonly endDate: Day
}): readonly BrokenTerm[] {
  const { clientId, hoursPerDay = 0, isRenewable, renewalPeriod, startDate, endDate } = terms
  return [
    ...(clientId ? [] : [{ path: 'clientId', code: 'PROJECT_CLIENT_REQUIRED' } as const]),
    ...(hoursPerDay > 0 && hoursPerDay < LEAST_HOURS
      ? [{ path: 'hoursPerDay', code: 'PROJECT_HOURS_PER_DAY_TOO_FEW' } as const]
      : []),
    ...(isRenewable && !(renewalPeriod >= 1)
      ? [{ path: 'renewalPeriod', code: 'PROJECT_RENEWAL_PERIOD_REQUIRED' } as const]
      : []),
    ...(startDate && endDate && endDate <= startDate
      ? [{ path: 'endDate', code: 'PROJECT_END_BEFORE_START' } as const]
      : []),
  ]
}

/** An end or a renewal that is no further away asks what follows. @unit days */
export const RENEWAL_NEAR_DAYS = 14

/** Days from the start to the first renewal today or later: whole periods, one at least. */
export const daysToRenewal = (daysSinceStart: number, period: number): number =>
  Math.max(1, Math.ceil(daysSinceStart / period)) * period

/**
 * Whether the timesheet expects days for a contract on a day: the contract runs then. The user's
 * own contracts have no start and run from the day they were made. An archived contract expects
 * none.
 */
export const asksForDays = <Day extends string | number>(
  contract: {
    readonly archived: boolean
    readonly startDate: Day
    readonly endDate: Day
    readonly madeOn: Day
  },
  day: Day,
): boolean =>
  !contract.archived &&
  (contract.startDate || contract.madeOn) <= day &&
  (!contract.endDate || day <= contract.endDate)
