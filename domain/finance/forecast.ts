import type { Account } from './opening-balance.ts'
import {
  addDays,
  type Day,
  type DayOrNone,
  makeDay,
  monthEnd,
  monthOf,
  yearOf,
} from '#domain/kernel/time.ts'

/**
 * Why money is expected. `bill` and `transaction` are owed, `draft` is a bill not issued yet,
 * `unbilled` are days worked, `contract` days to come.
 */
type ExpectedKind =
  | 'bill'
  | 'transaction'
  | 'draft'
  | 'unbilled'
  | 'contract'
  | 'scheduled'
  | 'charge'
  | 'vat'

/** Money that is expected on a day. @unit minor units, `grossMinor` with VAT */
export type Expected = {
  readonly kind: ExpectedKind
  /** The id of the bill, transaction, contract or schedule that the amount comes from. */
  readonly id: string
  readonly label: string
  readonly day: Day
  readonly operation: 'in' | 'out'
  readonly account: Account
  readonly grossMinor: number
  readonly vatMinor: number
  /** The amount becomes turnover with its receipt. */
  readonly turnover: boolean
  /** Contributions on receipts: those of money that came already are set aside by themselves. */
  readonly contributions?: true
  /** Number of amounts that it sums up; one when absent. */
  readonly count?: number
}

/** Amounts behind a month, those summed up included. */
export const countOf = (expected: readonly Expected[]): number =>
  expected.reduce((sum, { count = 1 }) => sum + count, 0)

/** A month of the forecast; `balanceMinor` at its end. @unit minor units */
export type ForecastMonth = {
  readonly month: string
  readonly actualInMinor: number
  readonly actualOutMinor: number
  readonly expectedInMinor: number
  readonly expectedOutMinor: number
  readonly balanceMinor: number
  readonly behind: readonly Expected[]
}

export type Flow = { readonly inMinor: number; readonly outMinor: number }

const signed = ({ operation, grossMinor }: Pick<Expected, 'operation' | 'grossMinor'>): number =>
  operation === 'in' ? grossMinor : -grossMinor
const sumOf = (some: readonly Expected[], operation: Expected['operation']): number =>
  some.reduce((sum, one) => sum + (one.operation === operation ? one.grossMinor : 0), 0)

/** On one day what goes out comes first, so that the forecast is not the better for an hour. */
const inOrder = (expected: readonly Expected[]): readonly Expected[] =>
  expected.toSorted((a, b) =>
    a.day === b.day
      ? a.operation === b.operation
        ? 0
        : a.operation === 'out'
          ? -1
          : 1
      : a.day < b.day
        ? -1
        : 1,
  )

/** The month and the eleven after it, as `2026-11`. */
export const monthsFrom = (today: Day, count = 12): readonly string[] =>
  Array.from({ length: count }, (_, i) => {
    const month = yearOf(today) * 12 + monthOf(today) - 1 + i
    return makeDay(Math.floor(month / 12), (month % 12) + 1, 1).slice(0, 7)
  })

/** The last day that the forecast of a day tells of. */
export function lastDayOfForecast(today: Day): Day {
  const last = `${monthsFrom(today).at(-1) ?? ''}-01`
  return monthEnd(yearOf(last), monthOf(last))
}

/**
 * Twelve months: what has happened in the first, what is expected from tomorrow on, and the balance
 * that they leave.
 *
 * @param balanceMinor what is in the accounts today
 * @param actual what was paid by month
 */
export function forecastOf({
  today,
  balanceMinor,
  actual,
  expected,
}: {
  readonly today: Day
  readonly balanceMinor: number
  readonly actual: ReadonlyMap<string, Flow>
  readonly expected: readonly Expected[]
}): { readonly months: readonly ForecastMonth[]; readonly runsDryOn: DayOrNone } {
  const coming = inOrder(expected.filter(({ day }) => day > today))
  let balance = balanceMinor
  const months = monthsFrom(today).map((month): ForecastMonth => {
    const behind = coming.filter(({ day }) => day.startsWith(month))
    const [inMinor, outMinor] = [sumOf(behind, 'in'), sumOf(behind, 'out')]
    balance += inMinor - outMinor
    const flow = actual.get(month)
    return {
      month,
      actualInMinor: flow?.inMinor ?? 0,
      actualOutMinor: flow?.outMinor ?? 0,
      expectedInMinor: inMinor,
      expectedOutMinor: outMinor,
      balanceMinor: balance,
      behind,
    }
  })
  return { months, runsDryOn: firstDayBelow(balanceMinor, coming, today) }
}

/** The first day on which nothing is left; today when that is so already. */
function firstDayBelow(balanceMinor: number, coming: readonly Expected[], today: Day): DayOrNone {
  let balance = balanceMinor
  if (balance < 0) return today
  for (const one of coming) {
    balance += signed(one)
    if (balance < 0) return one.day
  }
  return ''
}

/**
 * The day on which the turnover of a year goes above a limit; empty when it does not. @unit minor
 * units
 */
export function crossedOn(
  reachedMinor: number,
  limitMinor: number,
  expected: readonly Expected[],
  year: number,
): DayOrNone {
  let sum = reachedMinor
  for (const { turnover, day, grossMinor, vatMinor } of inOrder(expected)) {
    if (!turnover || yearOf(day) !== year) continue
    sum += grossMinor - vatMinor
    if (sum > limitMinor) return day
  }
  return ''
}

/** Days ahead for which coming expenses are set aside. @unit days */
const SET_ASIDE_DAYS = 30

/**
 * Amount that may be spent today, and its parts. @unit minor units; amounts set aside are negative
 */
export type SafeToSpend = {
  readonly amountMinor: number
  readonly parts: readonly {
    readonly name: 'balance' | 'vat' | 'urssaf' | 'toPay'
    readonly amountMinor: number
  }[]
}

/**
 * Bank balance, less VAT and contributions owed on money received, less the expenses of the next
 * thirty days. No coming receipt counts.
 *
 * @param held.vatMinor VAT collected and not declared yet, less what may be deducted
 * @param held.urssafMinor contributions on receipts, not paid yet
 */
export function safeToSpend(
  balanceMinor: number,
  held: { readonly vatMinor: number; readonly urssafMinor: number },
  expected: readonly Expected[],
  today: Day,
): SafeToSpend {
  const until = addDays(today, SET_ASIDE_DAYS)
  const toPay = sumOf(
    expected.filter(
      ({ kind, day, contributions }) => kind !== 'vat' && !contributions && day <= until,
    ),
    'out',
  )
  const vatHeld = Math.max(0, held.vatMinor)
  const { urssafMinor } = held
  return {
    amountMinor: Math.max(0, balanceMinor - vatHeld - urssafMinor - toPay),
    parts: [
      { name: 'balance', amountMinor: balanceMinor },
      { name: 'vat', amountMinor: -vatHeld },
      ...(urssafMinor > 0 ? [{ name: 'urssaf' as const, amountMinor: -urssafMinor }] : []),
      { name: 'toPay', amountMinor: -toPay },
    ],
  }
}
