import type { z } from 'zod'
import type { financeRoutes } from '#contract/finance/finance.contract.ts'
import type {
  Transaction,
  TransactionSummary as SummaryAnswer,
  Turnover,
} from '#contract/finance/finance.schemas.ts'
import { fromRate, RATE_SCALE, toMajor, type Currency } from '#domain/kernel/money.ts'
import { netMinorOf, vatMinorOf } from '#domain/finance/transaction.ts'
import { type DayOrNone, epochOrZero } from '#domain/kernel/time.ts'
import type { Filter } from '#domain/kernel/ports/read-store.ts'
import {
  type Condition,
  type Conditions,
  TRANSACTION_FILTERS,
} from '#contract/kernel/list-filters.ts'
import { narrowedBy } from '#projections/read-store/narrowed.ts'
import {
  conditionOnDay,
  filtersOf,
  STORED_AUDIT,
  type StoredField,
  valuesOf,
} from '../kernel/list-filters.ts'
import {
  groupOf,
  RANKS,
  transactionFilter,
  type TransactionDoc,
} from '#projections/finance/transactions.ts'
import type { TransactionSum, YearSums } from '#projections/finance/statistics.queries.ts'
import type {
  TransactionSummary,
  TransactionSums,
} from '#projections/finance/transaction-summary.queries.ts'
import type { MonthTurnover } from '#projections/finance/turnover.queries.ts'
import { auditFields } from '../kernel/audit-fields.ts'

/** @param collectedDay day its bill's money reached the bank; empty before */
export function transactionToWire(
  doc: TransactionDoc,
  collectedDay: DayOrNone,
  organism = '',
): Transaction {
  const cashed = doc.cashed || (collectedDay !== '' && !doc.reversed)
  const { currency, rates } = doc
  return {
    ...auditFields(doc),
    profileId: doc.profileId,
    group: groupOf(doc.groupRank),
    status: doc.status,
    reversed: doc.reversed,
    cashed,
    collectDate: cashed ? epochOrZero(collectedDay) : 0,
    collected: doc.collected,
    deductible: doc.deductible,
    operation: doc.operation,
    type: doc.kind,
    label: doc.label,
    reference: doc.reference,
    client: doc.client,
    organismId: doc.organismId || 0,
    organism,
    currency,
    amount: toMajor(netMinorOf({ vat: rates }), currency),
    vat: toMajor(vatMinorOf({ vat: rates }), currency),
    amountTTC: toMajor(doc.grossMinor, currency),
    amountEUR: toMajor(doc.euroGrossMinor, 'EUR'),
    waitsForEuros: doc.waitsForEuros,
    exchangeDifference: toMajor(doc.exchangeDifferenceMinor, 'EUR'),
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
    foreignVat: doc.foreignVat ?? false,
    deductibleShare: fromRate(doc.deductibleShare),
    details: rates.map((row) => ({
      rate: fromRate(row.rate),
      base: toMajor(row.baseMinor, currency),
      amount: toMajor(row.amountMinor, currency),
    })),
  }
}

/** Paid or not, told by the rank: lists are in its order, so that one index answers both. */
function byRank(condition: Condition): Filter {
  const isNamed = (status: 'paid' | 'unpaid') =>
    valuesOf(condition).includes(status) === (condition.operator !== 'ne')
  const [paid, unpaid] = [isNamed('paid'), isNamed('unpaid')]
  if (paid && unpaid) return {}
  if (!paid && !unpaid) return { where: { groupRank: { $in: [] } } }
  return { where: { groupRank: paid ? RANKS.paid : { $ne: RANKS.paid } } }
}

/** Payments of some days are the paid part of the list, which is in the order of these days. */
const paidOn = (condition: Condition, timeZone: string): Filter =>
  condition.operator === 'ne'
    ? { where: { paymentDay: conditionOnDay(condition, timeZone) } }
    : { where: { groupRank: RANKS.paid, listDay: conditionOnDay(condition, timeZone) } }

/** Field of the contract → the document's. */
const STORED: Readonly<Record<keyof typeof TRANSACTION_FILTERS, StoredField>> = {
  operation: 'operation',
  status: byRank,
  type: 'kind',
  label: 'label',
  client: 'client',
  reference: 'reference',
  organismId: 'organismId',
  amount: 'netMinor',
  vat: 'vatMinor',
  amountTTC: 'grossMinor',
  currency: 'currency',
  paymentDate: paidOn,
  expectedPaymentDate: 'expectedDay',
  documentDate: 'documentDay',
  bankAccountType: 'bankAccountType',
  paymentMethod: 'method',
  bankReference: 'bankReference',
  nature: 'nature',
  region: 'region',
  collected: 'collected',
  deductible: 'deductible',
  deductibleShare: {
    at: 'deductibleShare',
    stored: (percent) => Math.round(Number(percent) * RATE_SCALE),
  },
  supplierOnDebits: 'supplierOnDebits',
  attached: 'attached',
  waitsForEuros: 'waitsForEuros',
  reversed: 'reversed',
  externalId: 'externalId',
  projectId: 'projectId',
  ...STORED_AUDIT,
}

/**
 * @param timeZone of the user, by whose days instants are told
 * @param by field that names the year: the lists' field of order, or the field of the sums
 */
export function filterOf(
  owner: string,
  profileId: string,
  timeZone: string,
  {
    filters: { year, reversed, ...filters } = {},
    q = '',
  }: { readonly filters?: Conditions | undefined; readonly q?: string | undefined },
  by: 'by-day' | 'by-month' = 'by-day',
): Filter {
  const of = Number(year?.value)
  const inYear: NonNullable<Filter['where']> =
    year === undefined
      ? {}
      : by === 'by-day'
        ? { listDay: { $gte: `${of}-01-01`, $lte: `${of}-12-31` } }
        : { listMonth: { $gte: `${of}-01`, $lte: `${of}-12` } }
  const wanted = { ...inYear, ...(reversed && { reversed: reversed.value === true }) }
  return narrowedBy(
    transactionFilter(owner, profileId, wanted, q),
    filtersOf(filters, TRANSACTION_FILTERS, STORED, timeZone),
  )
}

const sumsToWire = ({ currency, count, inMinor, outMinor, vatMinor }: TransactionSums) => ({
  currency,
  count,
  incomes: toMajor(inMinor, currency),
  outcomes: toMajor(outMinor, currency),
  vat: toMajor(vatMinor, currency),
})

export const summaryToWire = ({
  views,
  groups,
  totals,
  profile,
}: TransactionSummary): SummaryAnswer => ({
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

export function turnoverToWire(
  year: number,
  currency: Currency,
  months: readonly MonthTurnover[],
): Turnover {
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
    receiptsHT: total('receiptsMinor'),
    receiptsTva: total('receiptsVatMinor'),
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
        months: of.months.map((month, i) => ({
          month: i + 1,
          incomes: sum(month.in),
          outcomes: sum(month.out),
        })),
      },
    ]),
  )
}
