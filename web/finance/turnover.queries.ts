import { keepPreviousData } from '@tanstack/react-query'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import { forecastRoutes } from '#contract/finance/forecast.contract.ts'
import { call, callPage } from '#web/kernel/data/client.ts'

/** The words after the first are collections: their changes make a query read again. */
const OF_BOOKS = ['finance', 'transaction', 'bill'] as const

export type Basis = 'receipts' | 'invoiced'
export type By = 'month' | 'quarter' | 'year'

/** Turnover by period; every year when `by` is `year`. */
export const periodsQuery = (profileId: string, by: By, year: number) => ({
  queryKey: [...OF_BOOKS, 'periods', profileId, by, year] as const,
  queryFn: () => call(financeRoutes.periods, { params: { profileId }, query: { by, year } }),
  placeholderData: keepPreviousData,
  enabled: profileId !== '',
})

export const turnoverClientsQuery = (profileId: string, year: number) => ({
  queryKey: [...OF_BOOKS, 'project', 'company', 'turnover-clients', profileId, year] as const,
  queryFn: () => call(financeRoutes.turnoverClients, { params: { profileId, year } }),
  placeholderData: keepPreviousData,
})

/** Facts that are shown behind a figure; the address of the list shows the others. */
const SHOWN_FACTS = 50

export const turnoverFactsQuery = (profileId: string, basis: Basis, from: number, to: number) => ({
  queryKey: [...OF_BOOKS, 'turnover-facts', profileId, basis, from, to] as const,
  queryFn: () =>
    callPage(financeRoutes.turnoverFacts, {
      params: { profileId },
      query: { basis, from: String(from), to: String(to), limit: SHOWN_FACTS },
    }),
})

/** Sums of what was paid, by year and month. */
export const movementsQuery = (profileId: string) => ({
  queryKey: [...OF_BOOKS, 'movements', profileId] as const,
  queryFn: () => call(financeRoutes.statistic, { params: { profileId } }),
  enabled: profileId !== '',
})

/** Paid transactions of a year, the latest first. */
export const paidOfYearQuery = (profileId: string, operation: 'in' | 'out', year: number) => ({
  queryKey: [...OF_BOOKS, 'paid-of-year', profileId, operation, year] as const,
  queryFn: () =>
    callPage(financeRoutes.filtered, {
      body: {
        profileId,
        quantity: SHOWN_FACTS,
        filters: {
          operation: { operator: 'eq', value: operation },
          status: { operator: 'eq', value: 'paid' },
          year: { operator: 'eq', value: year },
        },
      },
    }),
})

export type AccountChoice = 'all' | 'professional' | 'personal'

/** Twelve months from today. */
export const forecastQuery = (profileId: string, account: AccountChoice) => ({
  queryKey: [
    ...OF_BOOKS,
    'openingBalance',
    'project',
    'timesheet',
    'professionalInfo',
    'vatDeclarations',
    'scheduledTransaction',
    'charge',
    'forecast',
    profileId,
    account,
  ],
  queryFn: () =>
    call(forecastRoutes.get, {
      params: { profileId },
      query: account === 'all' ? {} : { account },
    }),
  placeholderData: keepPreviousData,
})
