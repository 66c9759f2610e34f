import { useQuery } from '@tanstack/react-query'
import type { Project } from '#contract/contracts.ts'
import { monthQuery } from './month-queries.ts'
import type { YearMonth } from './month.ts'

/** A contract's days in the month to bill. @unit days; amount: major units of its currency, null for a fixed price */
export type Billable = { readonly contract: Project; readonly days: number; readonly amount: number | null }

/** Billable contracts that have days in a month, the most days first; undefined while the month is read. */
export function useBillable(profileId: string, at: YearMonth, contracts: readonly Project[]): readonly Billable[] | undefined {
  const month = useQuery(monthQuery(profileId, at))
  if (!month.data) return undefined
  const { activities } = month.data
  return contracts
    .filter((contract) => contract.isBillable)
    .map((contract) => {
      const days = activities.reduce((sum, activity) => sum + (activity.projectId === contract.id ? activity.quantity : 0), 0)
      return { contract, days, amount: contract.priceMode === 'day' ? contract.priceHT * days : null }
    })
    .filter(({ days }) => days > 0)
    .toSorted((a, b) => b.days - a.days)
}
