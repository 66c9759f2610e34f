import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Conditions } from '#contract/kernel/list-filters.ts'
import type { Schedule } from '#contract/schedules/schedules.contract.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { FAMILIES, type Family, schedulesQuery } from './schedules.queries.ts'

/** A schedule of either family. */
export type Listed = Schedule & { readonly family: Family }

const OTHER = {
  charge: 'scheduledTransaction',
  scheduledTransaction: 'charge',
} as const satisfies Record<Family, Family>

/**
 * A family's schedules, and what waits for the user in both: it is one list, whichever screen shows
 * it.
 */
export function useListedSchedules(family: Family, profileId: string, conditions: Conditions = {}) {
  const { can } = useSession()
  const other = OTHER[family]
  const { group } = FAMILIES[other]
  const own = useQuery(schedulesQuery(family, profileId, conditions))
  const beside = useQuery({
    ...schedulesQuery(other, profileId, conditions),
    enabled: profileId !== '' && can(`perm_${group}_menu`) && can(`perm_${group}_update`),
    meta: { refusal: 'silent' },
  })
  const rows = useMemo(
    () => own.data?.map((row): Listed => ({ ...row, family })),
    [own.data, family],
  )
  const waiting = useMemo(() => {
    const others = (beside.data ?? []).map((row): Listed => ({ ...row, family: other }))
    return [...(rows ?? []), ...others].filter(({ toValidate }) => toValidate.length > 0)
  }, [rows, beside.data, other])
  return { rows, waiting, error: own.error, refetch: own.refetch }
}
