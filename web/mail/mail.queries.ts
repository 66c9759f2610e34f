import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { mailRoutes } from '#contract/mail/mail.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { call, callPage, type CallInput } from '#web/kernel/data/client.ts'

/** Contexts that a sent mail changes. */
export const MAILED = ['mail']

/** A mail is an effect: what becomes of it is told by the streams of that category. */
const SENDING = 'effect'

export type MailStatus = 'queued' | 'ready' | 'sent' | 'failed'
const PAGE = 50

/** The user's mails, newest first, in pages. */
export const mailsQuery = (filter: { readonly q?: string; readonly status?: MailStatus }) =>
  infiniteQueryOptions({
    queryKey: ['mail', SENDING, filter],
    queryFn: ({ pageParam }) =>
      callPage(mailRoutes.all, {
        query: { ...filter, limit: PAGE, ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** One mail, which no list on screen has. */
export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['mail', SENDING, 'one', id],
    queryFn: () => call(mailRoutes.one, { params: { id } }),
  })

/** Mails of one bill, newest first. */
export const mailsOfBillQuery = (billId: string) =>
  queryOptions({
    queryKey: ['mail', SENDING, 'bill', billId],
    queryFn: () => call(mailRoutes.all, { query: { billId } }),
    meta: { refusal: 'silent' },
  })

/** Way of mails: by a server, or into the outbox. */
export const mailWayQuery = () =>
  queryOptions({
    queryKey: ['mail', 'way'],
    queryFn: () => call(mailRoutes.way, {}),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { refusal: 'silent' },
  })

export type AskedPurpose = NonNullable<
  NonNullable<CallInput<typeof mailRoutes.ofBill>['query']>['purpose']
>

/** A bill's mail as it would go. */
export const billMailQuery = (
  { id, profileId, version }: Pick<Bill, 'id' | 'profileId' | 'version'>,
  choice: { readonly purpose: AskedPurpose; readonly template: string },
) =>
  queryOptions({
    queryKey: ['mail', 'draft', id, version, choice],
    queryFn: () => call(mailRoutes.ofBill, { params: { profileId, id }, query: choice }),
    // A mail that the user edits is not replaced by a newer draft.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
