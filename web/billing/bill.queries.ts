import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { billRoutes } from '#contract/billing.routes.ts'
import type { Bill } from '#contract/billing.schemas.ts'
import { contractsQuery } from '#web/projects/projects.queries.ts'
import { ApiProblem, call } from '#web/kernel/data/client.ts'
import { blobOf } from '#web/kernel/data/files.ts'
import { recordQuery } from '#web/kernel/records/records.queries.ts'
import { typeNamed } from '#web/kernel/records/type-named.ts'
import { profilesQuery, useSession } from '#web/kernel/data/session.tsx'
import { infosQuery } from '#web/profile/profile.queries.ts'

/**
 * One bill of any of the user's profiles. A link works whatever profile is active, and switching profiles keeps the
 * page (PR6). The profiles are tried in the given order.
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
  // The profile it was found in comes first, so that the next read needs one request.
  const known = queries.getQueryData(billQuery(id, []).queryKey)?.profileId ?? ''
  const ids = [...new Set([known, profileId, ...(profiles.data ?? []).map((profile) => profile.id)])].filter(Boolean)
  return useQuery({ ...billQuery(id, ids), enabled: !profiles.isPending })
}

type Of = Pick<Bill, 'id' | 'profileId' | 'version'>
/** A past state of a bill. */
export const pastBillQuery = ({ id, profileId }: Pick<Bill, 'id' | 'profileId'>, at: number) =>
  queryOptions({
    queryKey: ['billing', 'bill', 'past', id, at],
    queryFn: () => call(billRoutes.get, { params: { profileId, id }, query: { at } }),
  })

/**
 * @param asIssued for a draft: with the number and dates it would have if issued now
 * @param at instant of the state to show
 */
export const paperQuery = ({ id, profileId, version }: Of, asIssued: boolean, at?: number) =>
  queryOptions({
    queryKey: ['billing', 'bill', 'paper', id, version, asIssued, at],
    queryFn: () =>
      call(billRoutes.paper, {
        params: { profileId, id },
        query: { ...(asIssued && { asIssued: 'true' }), ...(at !== undefined && { at }) },
      }),
  })
/** The PDF that is drawn on screen. The one before stays until the next is there. */
export const paperPdfQuery = ({ id, profileId, version }: Of, asIssued: boolean, at?: number) =>
  queryOptions({
    queryKey: ['billing', 'bill', 'pdf', id, version, asIssued, at],
    queryFn: ({ signal }) =>
      blobOf(billRoutes.pdf, {
        params: { profileId, id },
        query: { ...(asIssued && { asIssued: 'true' }), ...(at !== undefined && { at }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
/** Read again when the draft, its client or the profile changes. */
export const checklistQuery = ({ id, profileId, version }: Of) =>
  queryOptions({
    queryKey: ['billing', 'bill', 'checklist', id, version],
    queryFn: () => call(billRoutes.checklist, { params: { profileId, id } }),
    placeholderData: (before) => before,
    staleTime: 0,
  })

/** A client's deposits that no final bill deducts. */
export const depositsQuery = (profileId: string, clientId: string) =>
  queryOptions({
    queryKey: ['billing', 'bill', 'deposits', profileId, clientId],
    queryFn: () => call(billRoutes.deposits, { params: { profileId, clientId } }),
  })

/** Contracts that can be billed. A user without permission for contracts bills without them. */
export function useContracts(profileId: string) {
  const { can } = useSession()
  return useQuery({ ...contractsQuery(profileId), enabled: profileId !== '' && can('perm_contract_menu') })
}

export function useClients() {
  const { can } = useSession()
  return useQuery({ ...recordQuery(typeNamed('company')), enabled: can('perm_company_menu') })
}

export function useProfile(profileId: string) {
  const { can } = useSession()
  const all = useQuery({ ...infosQuery(), enabled: can('perm_professional_info_menu') })
  return all.data?.find((profile) => profile.id === profileId)
}

type Choice = { readonly value: string; readonly label: string }
/** Clients to choose from, with those just made that the list does not know yet. */
export const withMade = (
  options: readonly Choice[],
  made: readonly { readonly id: string; readonly name: string }[],
): readonly Choice[] => [
  ...options,
  ...made
    .filter(({ id }) => !options.some(({ value }) => value === id))
    .map(({ id, name }) => ({ value: id, label: name })),
]

/** Lines billed lately. The second word is the collection that changes are told by. */
export const pastLinesQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['billing', 'bill', 'lines', profileId],
    queryFn: () => call(billRoutes.pastLines, { params: { profileId } }),
    staleTime: 60_000,
    // It only helps: one types without it.
    meta: { failure: 'silent' },
  })
