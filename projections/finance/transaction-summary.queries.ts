import { turnoverSign } from '#domain/finance/transaction.values.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { Filter } from '#domain/kernel/ports/read-store.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import {
  groupOf,
  type TransactionDoc,
  transactionFilter,
  TRANSACTIONS_BY_CHOICE,
  TRANSACTIONS_BY_GROUP,
  TRANSACTIONS_BY_MONTH,
} from './transactions.ts'

/**
 * Sums of transactions in one currency. @unit minor units; `vatMinor`: of incomes, less that of
 * outcomes
 */
export type TransactionSums = {
  readonly currency: Currency
  readonly count: number
  readonly inMinor: number
  readonly outMinor: number
  readonly vatMinor: number
}
type View = 'all' | 'incomes' | 'outcomes' | 'unattached'

/** Figures beside a page of transactions. */
export type TransactionSummary = {
  readonly views: Readonly<Record<View, number>>
  readonly groups: readonly (TransactionSums & { readonly group: ReturnType<typeof groupOf> })[]
  readonly totals: readonly TransactionSums[]
  /** All transactions of the profile, without filters. */
  readonly profile: {
    readonly count: number
    readonly currencies: readonly Currency[]
    readonly years: readonly number[]
    /** Payments of clients of each year, refunds taken off. */
    readonly received: readonly {
      readonly year: number
      readonly currency: Currency
      readonly grossMinor: number
    }[]
  }
}

const SHARED = ['currency', 'operation', 'groupRank', 'reversed', 'attached'] as const
type Group = {
  readonly key: Pick<TransactionDoc, (typeof SHARED)[number]>
  readonly count: number
  readonly sums: Readonly<Record<'vatMinor' | 'grossMinor', number>>
}

/** Whether the fields alone decide which documents match. */
const isOn = (
  { where = {}, or = [], search, and = [] }: Filter,
  fields: readonly string[],
): boolean =>
  search === undefined &&
  [where, ...or].every((conditions) =>
    Object.keys(conditions).every((field) => fields.includes(field)),
  ) &&
  and.every((further) => isOn(further, fields))

/** Sums by kept groups that know all fields of the filter, where there are such. */
const sumsOf = (
  transactions: ReadModel<TransactionDoc>,
  filter: Filter,
): Promise<readonly Group[]> =>
  isOn(filter, ['owner', ...TRANSACTIONS_BY_CHOICE.by])
    ? transactions.sum(filter, TRANSACTIONS_BY_CHOICE)
    : transactions.sum(filter, TRANSACTIONS_BY_GROUP)

const countOf = (rows: readonly Pick<Group, 'count'>[]): number =>
  rows.reduce((sum, { count }) => sum + count, 0)

function added(rows: readonly Group[]): readonly TransactionSums[] {
  return [...Map.groupBy(rows, ({ key }) => key.currency)].map(([currency, some]) => {
    // A reversed transaction counts in no sum.
    const left = some.filter(({ key }) => !key.reversed)
    const total = (operation: 'in' | 'out', of: 'grossMinor' | 'vatMinor') =>
      left.reduce((sum, { key, sums }) => sum + (key.operation === operation ? sums[of] : 0), 0)
    return {
      currency,
      count: countOf(some),
      inMinor: total('in', 'grossMinor'),
      outMinor: total('out', 'grossMinor'),
      vatMinor: total('in', 'vatMinor') - total('out', 'vatMinor'),
    }
  })
}

/**
 * @param asked.found what the list shows
 * @param asked.unviewed the same without the filters that the views are; the same object when there
 * are none of these
 */
export async function transactionSummary(
  transactions: ReadModel<TransactionDoc>,
  owner: string,
  profileId: string,
  { found, unviewed }: { readonly found: Filter; readonly unviewed: Filter },
): Promise<TransactionSummary> {
  const [rows, narrower, whole] = await Promise.all([
    sumsOf(transactions, unviewed),
    found === unviewed ? null : sumsOf(transactions, found),
    transactions.sum(transactionFilter(owner, profileId), TRANSACTIONS_BY_MONTH),
  ])
  const listed = narrower ?? rows
  const unattached = countOf(rows.filter(({ key }) => !key.attached))
  const ofOperation = (operation: 'in' | 'out') =>
    countOf(rows.filter(({ key }) => key.operation === operation))
  const received = new Map<string, { year: number; currency: Currency; grossMinor: number }>()
  for (const { key, sums } of whole) {
    const sign = turnoverSign(key)
    if (sign === 0 || groupOf(key.groupRank) !== 'paid') continue
    const year = Number(key.listMonth.slice(0, 4))
    const sum = received.get(`${year} ${key.currency}`) ?? {
      year,
      currency: key.currency,
      grossMinor: 0,
    }
    received.set(`${year} ${key.currency}`, {
      ...sum,
      grossMinor: sum.grossMinor + sign * sums.grossMinor,
    })
  }
  return {
    views: {
      all: countOf(rows),
      incomes: ofOperation('in'),
      outcomes: ofOperation('out'),
      unattached,
    },
    groups: [...Map.groupBy(listed, ({ key }) => groupOf(key.groupRank))].flatMap(([group, some]) =>
      added(some).map((sums) => ({ group, ...sums })),
    ),
    totals: added(listed),
    profile: {
      count: countOf(whole),
      currencies: [...new Set(whole.map(({ key }) => key.currency))],
      years: [...new Set(whole.map(({ key }) => Number(key.listMonth.slice(0, 4))))].sort(
        (a, b) => b - a,
      ),
      received: [...received.values()],
    },
  }
}
