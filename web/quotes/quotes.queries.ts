import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { QuoteState } from '#contract/quotes/quote.values.ts'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import { ApiProblem, call } from '#web/kernel/data/client.ts'
import { blobOf, download } from '#web/kernel/data/files.ts'
import { useProfiles, useSession } from '#web/kernel/data/session.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'

/** Queries that a change of a quote makes stale. */
export const TOUCHED = ['quotes', 'history'] as const
/** The same when a bill or a contract is made of it. */
export const MADE = [...TOUCHED, 'billing', 'projects', 'finance', 'dashboard'] as const

/** Conditions of a list of quotes, as its route takes them. */
export type QuoteListFilters = {
  readonly status?: QuoteState
  readonly q?: string
  readonly filters?: string
}

/**
 * Figures beside the list. The second word is a collection: its changes make the query read again.
 */
export const quoteSummaryQuery = (profileId: string, query: QuoteListFilters) =>
  queryOptions({
    queryKey: ['quotes', 'quote', 'summary', profileId, query],
    queryFn: () => call(quoteRoutes.summary, { params: { profileId }, query }),
    placeholderData: keepPreviousData,
    enabled: profileId !== '',
  })

/**
 * One quote of any of the user's profiles, which are tried in the given order. Its mail is an
 * `effect`, whose end makes the query read again.
 */
const quoteQuery = (id: string, profileIds: readonly string[]) =>
  queryOptions({
    queryKey: ['quotes', 'quote', 'one', id, 'effect'],
    queryFn: async (): Promise<Quote> => {
      for (const [index, profileId] of profileIds.entries()) {
        try {
          return await call(quoteRoutes.get, { params: { profileId, id } })
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

export function useQuote(id: string) {
  const { profileId } = useSession()
  const queries = useQueryClient()
  const profiles = useProfiles()
  const cached = queries.getQueryData(quoteQuery(id, []).queryKey)?.profileId ?? ''
  const ids = [
    ...new Set([cached, profileId, ...(profiles.data ?? []).map((profile) => profile.id)]),
  ].filter(Boolean)
  return useQuery({ ...quoteQuery(id, ids), enabled: !profiles.isLoading })
}

type Of = Pick<Quote, 'id' | 'profileId' | 'version'>
/** The PDF that is drawn on screen. The one before stays until the next is there. */
export const quotePdfQuery = ({ id, profileId, version }: Of) =>
  queryOptions({
    queryKey: ['quotes', 'quote', 'pdf', id, version],
    queryFn: ({ signal }) => blobOf(quoteRoutes.pdf, { params: { profileId, id }, signal }),
    placeholderData: keepPreviousData,
  })
/** Read again when the draft, its client or the profile changes. */
export const quoteChecklistQuery = ({ id, profileId, version }: Of) =>
  queryOptions({
    queryKey: ['quotes', 'quote', 'checklist', id, version],
    queryFn: () => call(quoteRoutes.checklist, { params: { profileId, id } }),
    placeholderData: (before) => before,
    staleTime: 0,
  })
export const quoteRecipientsQuery = ({ id, profileId }: Pick<Quote, 'id' | 'profileId'>) =>
  queryOptions({
    queryKey: ['quotes', 'quote', 'recipients', id],
    queryFn: () => call(quoteRoutes.recipients, { params: { profileId, id } }),
  })

/** Bills that are made from a quote. `bill` is the collection that changes are told by. */
export const billsOfQuoteQuery = ({ id, profileId }: Pick<Quote, 'id' | 'profileId'>) =>
  queryOptions({
    queryKey: ['quotes', 'bill', 'of', id],
    queryFn: () =>
      call(billRoutes.list, { params: { profileId }, query: { quoteId: id, limit: 100 } }),
  })

/** The stored bytes of what was sent, or a draft's preview. */
export const quotePdfOf = (
  { id, profileId }: Pick<Quote, 'id' | 'profileId'>,
  as: 'save' | 'open',
  edition?: number,
) =>
  download(
    quoteRoutes.pdf,
    { params: { profileId, id }, query: edition === undefined ? {} : { edition } },
    { as },
  ).catch(notifyFailure)
