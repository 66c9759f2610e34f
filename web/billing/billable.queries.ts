import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { timesheetRoutes, type BillableMonth } from '#contract/timesheets/timesheets.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import type { YearMonth } from '#web/kernel/words/year-month.ts'
import { localeOf } from '#web/kernel/words/languages.ts'
import { minorOf } from './minor-units.ts'

/** The beginning of the query key, for screens that change days or bills. */
export const BILLABLE = ['billing', 'billable'] as const

/**
 * Months of contracts with days left to bill, the oldest first. The words after the first are
 * collections: their changes make the query read again.
 */
export const billableQuery = (profileId: string) =>
  queryOptions({
    queryKey: [
      ...BILLABLE,
      'bill',
      'timesheet',
      'project',
      'company',
      'professionalInfo',
      profileId,
    ],
    queryFn: () => call(timesheetRoutes.billable, { params: { profileId } }),
    // A first page draws what it has just read.
    staleTime: 1_000,
  })

/** Days left to bill, of one contract or of all. */
export function useBillable(profileId: string, contractId?: string) {
  const { can } = useSession()
  return useQuery({
    ...billableQuery(profileId),
    enabled: profileId !== '' && can('perm_timesheet_menu'),
    select: (rows) =>
      contractId === undefined ? rows : rows.filter((row) => row.projectId === contractId),
  })
}

export const isIn =
  ({ year, month }: YearMonth) =>
  (row: YearMonth): boolean =>
    row.year === year && row.month === month

/** Whether a row's days can be billed: they are sold by the day, and no draft holds them. */
export const isOffered = (row: BillableMonth): boolean =>
  row.priceMode === 'day' && row.draftId === 0

/**
 * A month whose days can be billed. @unit amount: minor units; null when its rows have several
 * currencies
 */
export type Offer = YearMonth & {
  readonly days: number
  /** The same in hours, where all of it is sold so; else null. */
  readonly hours: number | null
  readonly amountMinor: number | null
  readonly currency: string
}

/** The months that can be billed, the oldest first. */
export function offersOf(rows: readonly BillableMonth[]): readonly Offer[] {
  const offered = rows.filter(isOffered)
  const months = Map.groupBy(offered, ({ year, month }) => `${year}-${month}`)
  return [...months.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { year, month, currency } = first
    const days = own.reduce((sum, { left }) => sum + left, 0)
    const hours = own.every(({ leftHours }) => leftHours !== null)
      ? own.reduce((sum, { leftHours }) => sum + (leftHours ?? 0), 0)
      : null
    const amountMinor = own.every((row) => row.currency === currency)
      ? own.reduce((sum, { amountHT }) => sum + minorOf(amountHT ?? 0, currency), 0)
      : null
    return { year, month, days, hours, amountMinor, currency }
  })
}

/**
 * The month to bill: the requested one if it has days, else the last one that has, or the first.
 * Null when there is none.
 */
export const offerFor = (
  rows: readonly BillableMonth[],
  { at, first = false }: { at?: YearMonth | undefined; first?: boolean },
): Offer | null => {
  const offers = offersOf(rows)
  return (at && offers.find(isIn(at))) ?? (first ? offers.at(0) : offers.at(-1)) ?? null
}

/** Names of months: `novembre`, `novembre 2026`. */
export function useMonthNames() {
  const { language } = usePreferences()
  const { t } = useTranslation('kernel')
  const name = ({ year, month }: YearMonth, style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { ...style, timeZone: 'UTC' }).format(
      Date.UTC(year, month - 1, 1),
    )
  return {
    month: (at: YearMonth) => name(at, { month: 'long' }),
    monthYear: (at: YearMonth) => name(at, { month: 'long', year: 'numeric' }),
    /** "Facturer novembre". */
    bill: (at: YearMonth) => t('billMonth.action', { month: name(at, { month: 'long' }) }),
  }
}
