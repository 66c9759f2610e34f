import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { contractQuery } from '#web/projects/projects.queries.ts'
import { ApiProblem, call } from '#web/kernel/data/client.ts'
import { blobOf } from '#web/kernel/data/files.ts'
import { oneRecordQuery } from '#web/kernel/records/records.queries.ts'
import { useProfiles, useSession } from '#web/kernel/data/session.tsx'
import { CLIENT } from '#web/customers/client-type.ts'

/**
 * One bill of any of the user's profiles. A link works whatever profile is active, and switching
 * profiles keeps the page (PR6). The profiles are tried in the given order.
 */
export const billQuery = (id: string, profileIds: readonly string[]) =>
  queryOptions({
    queryKey: ['billing', 'bill', 'one', id],
    queryFn: async (): Promise<Bill> => {
      for (const [index, profileId] of profileIds.entries()) {
        try {
          return await call(billRoutes.get, { params: { profileId, id } })
        } catch (error) {
          if (
            !(error instanceof ApiProblem) ||
            error.status !== 404 ||
            index === profileIds.length - 1
          )
            throw error
        }
      }
      throw new ApiProblem(404, 'NOT_FOUND', '')
    },
  })

export function useBill(id: string) {
  const { profileId } = useSession()
  const queries = useQueryClient()
  const profiles = useProfiles()
  // The profile it was found in comes first, so that the next read needs one request.
  const cached = queries.getQueryData(billQuery(id, []).queryKey)?.profileId ?? ''
  const ids = [
    ...new Set([cached, profileId, ...(profiles.data ?? []).map((profile) => profile.id)]),
  ].filter(Boolean)
  return useQuery({ ...billQuery(id, ids), enabled: !profiles.isLoading })
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

/** A bill's contract. A user without permission for contracts bills without them. */
export function useContract(profileId: string, id: string | 0) {
  const { can } = useSession()
  const isRead = profileId !== '' && id !== '' && id !== 0 && can('perm_contract_menu')
  const { data } = useQuery({
    ...contractQuery(profileId, String(id)),
    enabled: isRead,
    meta: { refusal: 'silent' },
  })
  return isRead ? data : undefined
}

/** A bill's client, where it may be read. */
export function useClient(id: string | 0) {
  const { can } = useSession()
  const isRead = id !== '' && id !== 0 && can('perm_company_menu')
  const { data } = useQuery({
    ...oneRecordQuery(CLIENT, String(id)),
    enabled: isRead,
    meta: { refusal: 'silent' },
  })
  return isRead ? data : undefined
}

export function useProfile(profileId: string) {
  return useProfiles().data?.find((profile) => profile.id === profileId)
}

/** Lines billed lately. The second word is the collection that changes are told by. */
export const pastLinesQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['billing', 'bill', 'lines', profileId],
    queryFn: () => call(billRoutes.pastLines, { params: { profileId } }),
    staleTime: 60_000,
    // Suggestions only help: the form works without them.
    meta: { refusal: 'silent' },
  })
