import { useQuery } from '@tanstack/react-query'
import type { Project } from '#contract/projects.ts'
import { billsQuery } from '#web/billing/bills.queries.ts'
import { type Unbilled, unbilledOf } from '#web/billing/unbilled.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { monthQuery } from './month.queries.ts'
import type { YearMonth } from '#web/kernel/words/year-month.ts'

/** A contract's days in a month, what of them is left to bill, and what that comes to. @unit amount: major units of the contract's currency, null for a fixed price */
export type Billable = Unbilled & { readonly amount: number | null }

/** Billable contracts that have days in a month, those with most days left first; undefined while they are read. Whoever may not see bills is told of all days. */
export function useBillable(
  profileId: string,
  at: YearMonth,
  contracts: readonly Project[],
): readonly Billable[] | undefined {
  const { can } = useSession()
  const mayRead = can('perm_billing_menu')
  const month = useQuery(monthQuery(profileId, at))
  const bills = useQuery({ ...billsQuery(profileId), enabled: mayRead && profileId !== '' })
  if (!month.data || (mayRead && bills.isPending)) return undefined
  return unbilledOf(month.data, contracts, bills.data ?? [], at.year, at.month).map((one) => ({
    ...one,
    amount: one.contract.priceMode === 'day' ? one.contract.priceHT * one.left : null,
  }))
}
