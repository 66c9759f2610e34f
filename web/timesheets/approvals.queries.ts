import { queryOptions } from '@tanstack/react-query'
import { timesheetRoutes } from '#contract/timesheets/timesheets.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import type { YearMonth } from '#web/kernel/words/year-month.ts'

/** Contexts that an answer of a client, or a mail to one, changes. */
export const APPROVED = ['timesheets', 'mail', 'history', 'billing']

/** Months that wait for their clients. */
export const waitingQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['timesheets', 'timesheet', 'project', 'effect', profileId, 'waiting'],
    queryFn: () => call(timesheetRoutes.waiting, { params: { profileId } }),
    meta: { refusal: 'silent' },
  })

/** The mail of a contract's month as it would go. */
export const approvalMailQuery = (profileId: string, at: YearMonth, projectId: string) =>
  queryOptions({
    queryKey: ['mail', 'draft', 'timesheet', profileId, at.year, at.month, projectId],
    queryFn: () => call(timesheetRoutes.approvalMail, { params: { profileId, ...at, projectId } }),
    // A mail that the user edits is not replaced by a newer draft.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
