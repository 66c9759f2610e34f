import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Bill, billRoutes } from '#contract/billing.ts'
import { projectRoutes } from '#contract/contracts.ts'
import { professionalInfoRoutes } from '#contract/profile.ts'
import { type RecordRow, recordRoutes } from '#contract/records.ts'
import { timesheetRoutes } from '#contract/timesheets.ts'
import { ApiProblem, call, callAll } from '#web/kernel/client.ts'
import { typeNamed } from '#web/kernel/record-type.ts'
import { profilesQuery, useSession } from '#web/kernel/session.tsx'

/**
 * One bill, of whichever of the user's profiles it is: a link works whatever profile is active, and switching profiles
 * takes nothing off the page (PR6). The profiles are tried in the order given.
 */
const billQuery = (id: string, profileIds: readonly string[]) =>
  queryOptions({
    queryKey: ['billing', 'bill', 'one', id],
    queryFn: async (): Promise<Bill> => {
      for (const [index, profileId] of profileIds.entries()) {
        try {
          return await call(billRoutes.get, { params: { profileId, id } })
        } catch (error) {
          if (!(error instanceof ApiProblem) || error.status !== 404 || index === profileIds.length - 1) throw error
        }
      }
      throw new ApiProblem(404, 'NOT_FOUND', '')
    },
  })

export function useBill(id: string) {
  const { profileId } = useSession()
  const queries = useQueryClient()
  const profiles = useQuery(profilesQuery())
  // The one it was found in comes first: the next reading asks once.
  const known = queries.getQueryData(billQuery(id, []).queryKey)?.profileId ?? ''
  const ids = [...new Set([known, profileId, ...(profiles.data ?? []).map((profile) => profile.id)])].filter(Boolean)
  return useQuery({ ...billQuery(id, ids), enabled: !profiles.isPending })
}

type Of = Pick<Bill, 'id' | 'profileId' | 'version'>
/** @param asIssued a draft with the number and dates it would have if issued now */
export const paperQuery = ({ id, profileId, version }: Of, asIssued: boolean) =>
  queryOptions({
    queryKey: ['billing', 'bill', 'paper', id, version, asIssued],
    queryFn: () => call(billRoutes.paper, { params: { profileId, id }, query: asIssued ? { asIssued: 'true' } : {} }),
  })
/** Whatever the draft, its client or the profile change, the list is read again. */
export const checklistQuery = ({ id, profileId, version }: Of) =>
  queryOptions({
    queryKey: ['billing', 'bill', 'checklist', id, version],
    queryFn: () => call(billRoutes.checklist, { params: { profileId, id } }),
    placeholderData: (before) => before,
    staleTime: 0,
  })

/** Contracts that can be billed. Whoever may not see contracts bills without them. */
export function useContracts(profileId: string) {
  const { can } = useSession()
  return useQuery({
    queryKey: ['contracts', 'project', 'all', profileId],
    queryFn: () => callAll(projectRoutes.list, { params: { profileId } }),
    enabled: profileId !== '' && can('perm_contract_menu'),
  })
}

export function useClients() {
  const { can } = useSession()
  const Company = typeNamed('company')
  return useQuery({
    queryKey: ['customers', 'company', 'all', {}],
    queryFn: () => callAll(recordRoutes(Company).list, {}) as Promise<readonly RecordRow[]>, // a record's row is known by its type alone
    enabled: can('perm_company_menu'),
  })
}

export function useProfile(profileId: string) {
  const { can } = useSession()
  const all = useQuery({ queryKey: ['profile', 'professionalInfo', 'all'], queryFn: () => call(professionalInfoRoutes.list, {}), enabled: can('perm_professional_info_menu') })
  return all.data?.find((profile) => profile.id === profileId)
}

export const readinessQuery = (profileId: string) =>
  queryOptions({ queryKey: ['profile', 'professionalInfo', 'readiness', profileId], queryFn: () => call(professionalInfoRoutes.readiness, { params: { id: profileId } }) })

export const timesheetQuery = (profileId: string, year: number, month: number) =>
  queryOptions({ queryKey: ['timesheets', 'timesheet', profileId, year, month], queryFn: () => call(timesheetRoutes.month, { params: { profileId, year, month } }) })
