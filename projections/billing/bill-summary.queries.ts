import { type BillFilter, STATES_OF } from '#domain/billing/bill-state.values.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { Day } from '#domain/kernel/time.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import {
  type BillDoc,
  type BillQuery,
  BILLS_BY_CLIENT,
  BILLS_BY_MONTH,
  billSumFilter,
  type BillTotals,
  billTotals,
  isIssued,
} from './bills.ts'

/** Sums of bills in one currency, less credit notes. @unit minor units */
export type BillSum = {
  readonly currency: Currency
  readonly count: number
  readonly netMinor: number
  readonly grossMinor: number
}
/** A list's groups: `month` as `2026-11`; empty for the drafts, which are a group of their own. */
type MonthSum = BillSum & { readonly month: string }

/** Figures beside a page of bills. */
export type BillSummary = {
  /** Number of found bills in each view. */
  readonly views: Readonly<Record<'all' | BillFilter, number>>
  readonly months: readonly MonthSum[]
  /** Sums of issued bills; of drafts where there are no others. */
  readonly totals: readonly BillSum[]
  /** All bills of the profile, without filters. */
  readonly profile: {
    readonly count: number
    readonly years: readonly number[]
    readonly clients: readonly { readonly id: string; readonly name: string }[]
    readonly totals: ReadonlyMap<Currency, Readonly<BillTotals>>
  }
}

type Row = { readonly key: Pick<BillDoc, 'currency' | 'type' | 'state'>; readonly count: number }
type Amounts = { readonly sums: { readonly netMinor: number; readonly grossMinor: number } }

const countOf = (rows: readonly Row[], states: readonly string[]): number =>
  rows.reduce((count, row) => count + (states.includes(row.key.state) ? row.count : 0), 0)

/** One sum for each name. */
function added<R extends Row & Amounts>(
  rows: readonly R[],
  nameOf: (row: R) => string,
): ReadonlyMap<string, BillSum> {
  const sums = new Map<string, BillSum>()
  for (const row of rows) {
    const { currency, type } = row.key
    const sign = type === 'creditNote' ? -1 : 1
    const sum = sums.get(nameOf(row)) ?? { currency, count: 0, netMinor: 0, grossMinor: 0 }
    sums.set(nameOf(row), {
      currency,
      count: sum.count + row.count,
      netMinor: sum.netMinor + sign * row.sums.netMinor,
      grossMinor: sum.grossMinor + sign * row.sums.grossMinor,
    })
  }
  return sums
}

/** @param query its `status` narrows the months and totals, not the views */
export async function billSummary(
  bills: ReadModel<BillDoc>,
  owner: string,
  { status, ...rest }: BillQuery,
  today: Day,
): Promise<BillSummary> {
  const whole = { profileId: rest.profileId }
  const sumsOf = (query: BillQuery) => bills.sum(billSumFilter(owner, query, today), BILLS_BY_MONTH)
  const counted = (filter: BillFilter) =>
    bills.count(billSumFilter(owner, { ...rest, status: filter }, today))
  const [rows, found, open, late, months, clients, totals] = await Promise.all([
    sumsOf(rest),
    status === undefined ? null : sumsOf({ ...rest, status }),
    counted('open'),
    counted('late'),
    sumsOf(whole),
    bills.sum(billSumFilter(owner, whole, today), BILLS_BY_CLIENT),
    billTotals(bills, owner, whole, today),
  ])
  const listed = found ?? rows
  const monthOf = ({ key }: (typeof listed)[number]) => (isIssued(key.state) ? key.listMonth : '')
  const issued = listed.filter(({ key }) => isIssued(key.state))
  const names = new Map(clients.map(({ key }) => [key.clientId, key.clientName]))
  return {
    views: {
      all: rows.reduce((sum, { count }) => sum + count, 0),
      draft: countOf(rows, STATES_OF.draft),
      issued: countOf(rows, STATES_OF.issued),
      open,
      onWait: open - late,
      late,
      partlyPaid: countOf(rows, STATES_OF.partlyPaid),
      paid: countOf(rows, STATES_OF.paid),
      collected: countOf(rows, STATES_OF.collected),
      credited: countOf(rows, STATES_OF.credited),
    },
    months: [...added(listed, (row) => `${monthOf(row)} ${row.key.currency}`)].map(
      ([name, sum]) => ({
        ...sum,
        month: name.slice(0, name.indexOf(' ')),
      }),
    ),
    totals: [...added(issued.length > 0 ? issued : listed, ({ key }) => key.currency).values()],
    profile: {
      count: months.reduce((sum, { count }) => sum + count, 0),
      years: [...new Set(months.map(({ key }) => Number(key.listMonth.slice(0, 4))))].sort(
        (a, b) => b - a,
      ),
      clients: [...names].flatMap(([id, name]) => (id === '' ? [] : [{ id, name }])),
      totals,
    },
  }
}
