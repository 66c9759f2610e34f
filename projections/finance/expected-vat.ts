import { instalmentBaseOf, instalmentsOf, sumOfInstalments } from '#domain/finance/annual-vat-return.ts'
import type { Expected } from '#domain/finance/forecast.ts'
import { returnDayOf, type VatPeriod, vatPeriodsBetween } from '#domain/finance/vat-periods.ts'
import { addDays, type Day } from '#domain/kernel/time.ts'
import type { Read } from '../kernel/read-models.ts'
import { type VatDeclarationDoc, vatDeclarationsOf } from './vat-declarations.ts'
import { type DatedVat, datedVat, type VatOf } from './vat-facts.ts'
import type { vatReads } from './vat-periods.ts'

/** The longest period, and the days that its return may wait for. @unit days */
const LONGEST_DAYS = 500

/**
 * The VAT of the periods whose return is still to come, on the last day for it: what counts already, and what is
 * expected to. A credit is carried from period to period.
 *
 * @returns `heldMinor`: what of it counts already
 */
export async function expectedVat(
  read: Read<typeof vatReads>,
  of: VatOf,
  { today, until, expected }: { readonly today: Day; readonly until: Day; readonly expected: readonly Expected[] },
): Promise<{ readonly expected: readonly Expected[]; readonly heldMinor: number }> {
  const declared = await vatDeclarationsOf(read.vatDeclarations, of.owner, of.profileId)
  const sealed = declared.map(({ period }) => period)
  const periods = vatPeriodsBetween(of.terms, { from: addDays(today, -LONGEST_DAYS), to: until }, sealed).filter(
    (period) => returnDayOf(period) > today,
  )
  const begun = periods.filter(({ from }) => from <= today)
  const known = await datedVat(read, of, begun, null)
  let credit = 0
  let heldMinor = 0
  const coming = periods.flatMap((period): readonly Expected[] => {
    const declaration = declared.find(({ from }) => from === period.from)
    const instalments = period.periodicity === 'annual' ? instalmentsOf(period, baseBefore(declared, period)) : []
    const paid = instalments.filter(({ day }) => day <= today)
    const due =
      declaration === undefined
        ? sumOf(known, period) - sumOfInstalments(instalments) * 100
        : declaration.figures.due * 100
    heldMinor += declaration === undefined ? sumOf(known, period) - sumOfInstalments(paid) * 100 : due
    const later = declaration === undefined ? laterOf(expected, period) : 0
    const grossMinor = due + later + credit
    credit = Math.min(0, grossMinor)
    const ofYear = instalments.map(({ day, amount }) => ({ day, grossMinor: amount * 100 }))
    return [...ofYear, { day: returnDayOf(period), grossMinor }]
      .filter((one) => one.grossMinor > 0 && today < one.day && one.day <= until)
      .map((one) => ({ ...VAT, ...one, id: period.from, label: '' }))
  })
  return { expected: coming, heldMinor: Math.max(0, heldMinor) }
}

/** What the return of the year before asks for during a year. */
const baseBefore = (declared: readonly VatDeclarationDoc[], { from }: VatPeriod): number =>
  instalmentBaseOf(declared.find(({ period }) => period.to === addDays(from, -1))?.figures)

const VAT = {
  kind: 'vat',
  operation: 'out',
  account: 'professional',
  vatMinor: 0,
  turnover: false,
} as const satisfies Partial<Expected>

const within = (day: Day, { from, to }: VatPeriod): boolean => from <= day && day <= to

const sumOf = (known: readonly DatedVat[], period: VatPeriod): number =>
  known
    .filter(({ day }) => within(day, period))
    .flatMap(({ amounts }) => amounts)
    .reduce((sum, { side, amountMinor }) => sum + (side === 'collected' ? amountMinor : -amountMinor), 0)

const laterOf = (expected: readonly Expected[], period: VatPeriod): number =>
  expected.reduce(
    (sum, { day, operation, vatMinor }) =>
      within(day, period) ? sum + (operation === 'in' ? vatMinor : -vatMinor) : sum,
    0,
  )
