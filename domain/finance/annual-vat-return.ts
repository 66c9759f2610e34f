import { type Day, makeDay, yearOf } from '#domain/kernel/time.ts'
import type { VatAmount } from './vat-facts.ts'
import { LAST_DAY_OF_RETURN, type VatPeriod } from './vat-periods.ts'
import {
  boxesOf,
  netBase,
  partsOf,
  type RateSum,
  ratesOf,
  toEuros,
  untaxedBases,
  type VatReturn,
} from './vat-return.ts'

/**
 * The lines of the yearly return CA12 for the rates in force.
 *
 * @source form 3517-S-SD, cerfa 11417*27. Line 09 takes what is at a special rate: 2.1 %, Corsica
 * and overseas.
 * @unit hundredths of a percent
 */
const LINE_OF_RATE: ReadonlyMap<number, string> = new Map([
  [2000, '5A'],
  [550, '06'],
  [1000, '6C'],
  [850, '07'],
  [210, '09'],
  [1300, '09'],
  [175, '09'],
  [105, '09'],
  [90, '09'],
])
const PAST_RATES = '10'

/**
 * Shares of the instalments of July and December, of the year before's VAT without that of fixed
 * assets.
 *
 * @source CGI art. 287, 3; BOI-TVA-DECLA-20-20-30-10: none where that VAT is below 1 000 €
 * @unit hundredths of a percent
 */
const INSTALMENTS = [
  { month: 7, share: 5500 },
  { month: 12, share: 4000 },
] as const
const LEAST_BASE = 1000

/**
 * A part of the year's VAT, paid before its return. @unit amount: whole euros; share: hundredths of
 * a percent
 */
export type Instalment = { readonly day: Day; readonly share: number; readonly amount: number }

/**
 * Instalments of a year on account of its return.
 *
 * @param base line 57 of the return before, in whole euros
 */
export const instalmentsOf = ({ from, to }: VatPeriod, base: number): readonly Instalment[] =>
  base < LEAST_BASE
    ? []
    : INSTALMENTS.map(({ month, share }) => ({
        day: makeDay(yearOf(to), month, LAST_DAY_OF_RETURN),
        share,
        amount: Math.round((base * share) / 10_000),
      })).filter(({ day }) => from <= day && day <= to)

export const sumOfInstalments = (instalments: readonly Instalment[]): number =>
  instalments.reduce((sum, { amount }) => sum + amount, 0)

/** Base of the instalments after a yearly return, its line 57. @unit whole euros */
export const instalmentBaseOf = (figures: VatReturn | undefined): number =>
  figures?.form === 'CA12' ? (figures.boxes['57'] ?? 0) : 0

/**
 * A year's return, form CA12. Purchases of services abroad have a line of their own, with base and
 * tax.
 *
 * @param amounts the VAT that counts in the year
 * @param creditBefore what the return before carried forward, in whole euros
 * @param refund what of a credit is asked back, in whole euros
 * @param late what changed in declared periods since, and no return told yet
 * @param instalments what was paid, or is still owed, on account of the year, in whole euros
 */
export function annualReturnOf(
  amounts: readonly VatAmount[],
  {
    creditBefore = 0,
    refund = 0,
    late = [],
    instalments = 0,
  }: {
    readonly creditBefore?: number
    readonly refund?: number
    readonly late?: readonly VatAmount[]
    readonly instalments?: number
  } = {},
): VatReturn {
  const { told, figures } = partsOf(amounts, late)
  const { boxes, put } = boxesOf()
  const isServiceAbroad = ({ selfAssessed, nature }: VatAmount) =>
    selfAssessed && nature === 'service'
  const untaxed = untaxedBases(told)
  put('02', untaxed.exports)
  put('03', untaxed.others)
  put('04', untaxed.toUnion)

  // No line can be negative: what was given back more than charged is deducted.
  let taxed = 0
  const tax = (line: string, { baseMinor, amountMinor }: Omit<RateSum, 'rate'>) => {
    const amount = toEuros(amountMinor)
    if (amount < 0) return put('25', -amount)
    put(`${line}base`, toEuros(baseMinor))
    put(line, amount)
    taxed += amount
  }
  for (const one of ratesOf(told.filter((amount) => !isServiceAbroad(amount))))
    if (one.rate !== 0) tax(LINE_OF_RATE.get(one.rate) ?? PAST_RATES, one)
  const abroad = told.filter(isServiceAbroad)
  if (abroad.length > 0) tax('AC', netBase(abroad))
  put('16', taxed)

  let paidBack = 0
  for (const [line, minor] of [
    ['20', figures.othersMinor],
    ['23', figures.assetsMinor],
    ['25', figures.lateDeductibleMinor],
  ] as const) {
    const euros = toEuros(minor)
    put(euros < 0 ? '18' : line, Math.abs(euros))
    if (euros < 0) paidBack -= euros
  }
  const gross = taxed + paidBack
  put('19', gross)
  const others = boxes.get('20') ?? 0
  put('22', others)
  put('24', creditBefore)
  const deducted = ['22', '23', '24', '25'].reduce(
    (total, line) => total + (boxes.get(line) ?? 0),
    0,
  )
  put('26', deducted)
  const net = Math.max(0, gross - deducted)
  const credit = Math.max(0, deducted - gross)
  put('28', net)
  put('29', credit)
  put('30', instalments)
  const due = Math.max(0, net - instalments)
  const excess = Math.max(0, instalments - net)
  put('33', due)
  put('34', excess)
  const carried = credit + excess
  put('35', carried)
  // The VAT on fixed assets does not lower the instalments of the year after.
  put('57', Math.max(0, taxed - others))
  const refunded = Math.min(refund, carried)
  return {
    ...figures.told,
    form: 'CA12',
    boxes: Object.fromEntries([...boxes].filter(([, euros]) => euros !== 0)),
    creditBefore,
    refund: refunded,
    instalments,
    due,
    creditAfter: carried - refunded,
  }
}
