import type { Day } from '#domain/kernel/time.ts'
import type { HolidayRegion } from './holidays.ts'
import { type Activity, WHOLE_DAY } from './timesheet.ts'
import { sumOfDays } from './worked-time.ts'
import { workingDaysOf } from './working-days.ts'

/** A month in days. @unit ten-thousandths of a day */
export type MonthSummary = {
  /** Worked on contracts that are billable. */
  readonly billable: number
  /**
   * Everything recorded that is neither billable nor a holiday: work on other contracts, sickness,
   * training, other.
   */
  readonly nonBillable: number
  /** Days off taken. */
  readonly holiday: number
  /**
   * Missing days up to today (or the month's end), among the working days of a running contract.
   */
  readonly unfilled: number
  /** Monday to Friday, public holidays apart. */
  readonly workingDays: number
  /** Days recorded above `workingDays`: 1 for "23 of 22 days"; 0 when it fits. */
  readonly exceeded: number
}

/**
 * @param billable whether a contract is billed; a removed contract is not
 * @param asked whether a contract runs on a day, which then has to be filled; every day when absent
 */
export function summaryOf(
  activities: readonly Activity[],
  options: {
    year: number
    month: number
    today: Day
    region?: HolidayRegion
    billable: (projectId: string) => boolean
    asked?: (day: Day) => boolean
  },
): MonthSummary {
  const working = workingDaysOf(options.year, options.month, options.region)
  const byDay = Map.groupBy(activities, ({ day }) => day)
  const figureOf = ({ kind, projectId }: Activity): 'billable' | 'nonBillable' | 'holiday' =>
    kind === 'holiday'
      ? 'holiday'
      : kind === 'work' && options.billable(projectId)
        ? 'billable'
        : 'nonBillable'
  const byFigure = Map.groupBy(activities, figureOf)
  const sumOf = (figure: ReturnType<typeof figureOf>) => sumOfDays(byFigure.get(figure) ?? [])
  const sums = {
    billable: sumOf('billable'),
    nonBillable: sumOf('nonBillable'),
    holiday: sumOf('holiday'),
  }
  const recorded = sums.billable + sums.nonBillable + sums.holiday
  const workingDays = working.length * WHOLE_DAY
  const unfilled = working
    .filter((day) => day <= options.today && (options.asked?.(day) ?? true))
    .reduce((sum, day) => sum + Math.max(0, WHOLE_DAY - sumOfDays(byDay.get(day) ?? [])), 0)
  return { ...sums, unfilled, workingDays, exceeded: Math.max(0, recorded - workingDays) }
}
