import type { TransactionSummary } from '#contract/finance/finance.schemas.ts'
import { type Conditions, TRANSACTION_FILTERS } from '#contract/kernel/list-filters.ts'

export const VIEWS = ['all', 'incomes', 'outcomes', 'unattached'] as const
export type View = (typeof VIEWS)[number]
export const OPERATIONS = {
  all: undefined,
  incomes: 'in',
  outcomes: 'out',
  unattached: undefined,
} as const
const UNATTACHED = { attached: { operator: 'eq', value: false } } as const

/** The tabs show incomes and outcomes apart, and what lacks a document. */
const { operation: _, attached: __, ...FIELDS } = TRANSACTION_FILTERS
export const FILTERS = FIELDS

/** The conditions of the filters, of the tab and of the year together. */
export function conditionsOf(view: View, year: string, conditions: Conditions): Conditions {
  const operation = OPERATIONS[view]
  return {
    ...conditions,
    ...(operation && { operation: { operator: 'eq', value: operation } }),
    ...(view === 'unattached' && UNATTACHED),
    ...(/^20\d\d$/.test(year) && { year: { operator: 'eq', value: Number(year) } }),
  }
}

/**
 * The tabs that have something to show. Without an expense there is nothing in its tab and its
 * column; a filter may have left them out.
 */
export function shownViews(
  view: View,
  views: TransactionSummary['views'] | undefined,
  isNarrowed: boolean,
): readonly View[] {
  const isShown = {
    all: true,
    incomes: true,
    outcomes: isNarrowed || (views?.outcomes ?? 0) > 0,
    unattached: view === 'unattached' || (views?.unattached ?? 0) > 0,
  }
  return VIEWS.filter((one) => isShown[one])
}

/** Receipts of a year, or of all time. @unit major units */
export const receivedIn = (
  received: TransactionSummary['profile']['received'],
  year: unknown,
): number =>
  received
    .filter((one) => year === undefined || one.year === year)
    .reduce((sum, { amountTTC }) => sum + Math.round(amountTTC * 100), 0) / 100
