import type { z } from 'zod'
import type {
  financeRoutes,
  Transaction,
  TransactionFilters,
  TransactionSummary as SummaryAnswer,
  Turnover,
} from '#contract/finance.schemas.ts'
import { fromRate, toMajor, toMinor, type Currency } from '#domain/kernel/money.ts'
import { dayOfEpoch, type DayOrNone, epochOrZero } from '#domain/kernel/time.ts'
import type { Condition, Filter, Bound } from '#domain/kernel/read-store.ts'
import { groupOf, transactionFilter, type TransactionDoc } from '#projections/finance/transactions.ts'
import type { TransactionSum, YearSums } from '#projections/finance/statistics.ts'
import type { TransactionSummary, TransactionSums } from '#projections/finance/transaction-summary.ts'
import type { MonthTurnover } from '#projections/finance/turnover.ts'
import { auditFields } from '../kernel/audit-fields.ts'

/** @param collectedDay day its bill's money reached the bank; empty before */
export function transactionToWire(doc: TransactionDoc, collectedDay: DayOrNone, organism = ''): Transaction {
  const collected = doc.cashed || (collectedDay !== '' && !doc.reversed)
  const { currency } = doc
  return {
    ...auditFields(doc),
    profileId: doc.profileId,
    group: groupOf(doc.groupRank),
    status: doc.status,
    reversed: doc.reversed,
    collected,
    collectDate: collected ? epochOrZero(collectedDay) : 0,
    deductible: doc.operation === 'out' && doc.vatMinor !== 0 && doc.deductibleShare > 0,
    operation: doc.operation,
    type: doc.kind,
    label: doc.label,
    reference: doc.reference,
    client: doc.client,
    organismId: doc.organismId || 0,
    organism,
    currency,
    amount: toMajor(doc.netMinor, currency),
    vat: toMajor(doc.vatMinor, currency),
    amountTTC: toMajor(doc.grossMinor, currency),
    paymentDate: epochOrZero(doc.paymentDay),
    expectedPaymentDate: epochOrZero(doc.expectedDay),
    bankAccountType: doc.bankAccountType,
    paymentMethod: doc.method ?? '',
    bankReference: doc.bankReference ?? '',
    externalId: doc.externalId,
    projectId: doc.projectId || 0,
    attachmentIds: [...doc.attachmentIds],
    documentDate: epochOrZero(doc.documentDay),
    nature: doc.nature,
    region: doc.region,
    supplierOnDebits: doc.supplierOnDebits,
    deductibleShare: fromRate(doc.deductibleShare),
    details: doc.rates.map((row) => ({
      rate: fromRate(row.rate),
      base: toMajor(row.baseMinor, currency),
      amount: toMajor(row.amountMinor, currency),
    })),
  }
}

/**
 * Wire field → the document's field, and how its value is stored. Amounts are compared in the requested currency, or in
 * euros.
 */
const STORED = {
  status: ['status', 'as-is'],
  operation: ['operation', 'as-is'],
  type: ['kind', 'as-is'],
  bankAccountType: ['bankAccountType', 'as-is'],
  currency: ['currency', 'as-is'],
  externalId: ['externalId', 'as-is'],
  projectId: ['projectId', 'as-is'],
  reversed: ['reversed', 'as-is'],
  amount: ['netMinor', 'money'],
  vat: ['vatMinor', 'money'],
  amountTTC: ['grossMinor', 'money'],
  paymentDate: ['paymentDay', 'day'],
  expectedPaymentDate: ['expectedDay', 'day'],
} as const satisfies Record<
  Exclude<keyof TransactionFilters, 'reference' | 'year'>,
  readonly [string, 'as-is' | 'money' | 'day']
>

/** @param month whether the year is named by the field that sums are kept by, not by that which lists are sorted by */
export function filterOf(
  owner: string,
  profileId: string,
  filters: TransactionFilters,
  month: 'by-day' | 'by-month' = 'by-day',
): Filter {
  const currency: Currency = filters.currency?.value ?? 'EUR'
  const where: Record<string, Condition> = {}
  let words = ''
  for (const name of Object.keys(filters) as (keyof TransactionFilters)[]) {
    const asked = filters[name]
    if (asked === undefined) continue
    if (name === 'reference') {
      if (asked.operator === 'contains') words = String(asked.value)
      else where['reference'] = String(asked.value)
      continue
    }
    if (name === 'year') {
      const year = Number(asked.value)
      if (month === 'by-day') where['listDay'] = { $gte: `${year}-01-01`, $lte: `${year}-12-31` }
      else where['listMonth'] = { $gte: `${year}-01`, $lte: `${year}-12` }
      continue
    }
    const [field, kind] = STORED[name]
    const stored = (value: unknown): Bound =>
      kind === 'money'
        ? (toMinor(Number(value), currency) ?? Math.round(Number(value)))
        : kind === 'day'
          ? dayOfEpoch(Number(value))
          : (value as Bound) // the schema leaves only scalars other than null
    const { operator, value } = asked
    if (operator === 'contains') continue // only the reference takes `contains`
    switch (operator) {
      case 'eq':
        where[field] = stored(value)
        break
      case 'in':
        where[field] = { $in: (value as readonly unknown[]).map(stored) }
        break
      case 'between': {
        const [low, high] = value as readonly [unknown, unknown]
        where[field] = { $gte: stored(low), $lte: stored(high) }
        break
      }
      case 'ne':
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte':
        where[field] = { [`$${operator}`]: stored(value) } as Condition
    }
    // A missing day is empty text, which sorts before every day.
    if (kind === 'day' && (operator === 'lt' || operator === 'lte'))
      where[field] = { $gt: '', [`$${operator}`]: stored(value) } as Condition
  }
  return transactionFilter(owner, profileId, where, words)
}

const sumsToWire = ({ currency, count, inMinor, outMinor, vatMinor }: TransactionSums) => ({
  currency,
  count,
  incomes: toMajor(inMinor, currency),
  outcomes: toMajor(outMinor, currency),
  vat: toMajor(vatMinor, currency),
})

export const summaryToWire = ({ views, groups, totals, profile }: TransactionSummary): SummaryAnswer => ({
  views,
  groups: groups.map((sums) => ({ group: sums.group, ...sumsToWire(sums) })),
  totals: totals.map(sumsToWire),
  profile: {
    count: profile.count,
    currencies: [...profile.currencies],
    years: [...profile.years],
    received: profile.received.map(({ year, currency, grossMinor }) => ({
      year,
      currency,
      amountTTC: toMajor(grossMinor, currency),
    })),
  },
})

export function turnoverToWire(year: number, currency: Currency, months: readonly MonthTurnover[]): Turnover {
  const amount = (minor: number) => toMajor(minor, currency)
  const total = (key: Exclude<keyof MonthTurnover, 'month'>) =>
    amount(months.reduce((sum, month) => sum + month[key], 0))
  return {
    year,
    currency,
    months: months.map((m) => ({
      month: m.month,
      receiptsHT: amount(m.receiptsMinor),
      receiptsTva: amount(m.receiptsVatMinor),
      invoicedHT: amount(m.invoicedMinor),
      invoicedTva: amount(m.invoicedVatMinor),
    })),
    collected: months.map((m) => ({
      month: m.month,
      collectedHT: amount(m.collectedMinor),
      collectedTva: amount(m.collectedVatMinor),
    })),
    receiptsHT: total('receiptsMinor'),
    receiptsTva: total('receiptsVatMinor'),
    collectedHT: total('collectedMinor'),
    collectedTva: total('collectedVatMinor'),
    invoicedHT: total('invoicedMinor'),
    invoicedTva: total('invoicedVatMinor'),
  }
}

export function statisticToWire(
  currency: Currency,
  years: ReadonlyMap<number, YearSums>,
): z.input<typeof financeRoutes.statistic.reply> {
  const sum = (of: TransactionSum) => ({
    count: of.count,
    amount: toMajor(of.netMinor, currency),
    vat: toMajor(of.vatMinor, currency),
    amountTTC: toMajor(of.grossMinor, currency),
  })
  return Object.fromEntries(
    [...years].map(([year, of]) => [
      String(year),
      {
        currency,
        incomes: sum(of.year.in),
        outcomes: sum(of.year.out),
        months: of.months.map((month, i) => ({ month: i + 1, incomes: sum(month.in), outcomes: sum(month.out) })),
      },
    ]),
  )
}
