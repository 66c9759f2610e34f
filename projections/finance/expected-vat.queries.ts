import { type Instalment, sumOfInstalments } from '#domain/finance/annual-vat-return.ts'
import type { Expected } from '#domain/finance/forecast.ts'
import { returnDayOf, type VatPeriod, vatPeriodsBetween } from '#domain/finance/vat-periods.ts'
import { addDays, type Day } from '#domain/kernel/time.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { periodsHere } from './due-vat.queries.ts'
import { vatDeclarationsOf } from './vat-declarations.ts'
import type { VatHere } from './vat-facts.queries.ts'
import type { vatReads } from './vat-facts.queries.ts'
import type { PeriodVat } from './vat-periods.queries.ts'

/**
 * The VAT of the periods whose return is still to come: what counts already, and what is expected
 * to. It is paid on the last day of the return, tomorrow when that has passed. A credit is carried
 * from period to period.
 *
 * @returns `heldMinor`: what of it counts already
 */
export async function expectedVat(
  read: Read<typeof vatReads>,
  of: VatHere,
  {
    today,
    until,
    expected,
  }: { readonly today: Day; readonly until: Day; readonly expected: readonly Expected[] },
): Promise<{ readonly expected: readonly Expected[]; readonly heldMinor: number }> {
  const begun = await periodsHere(read, of, today)
  const declared = await vatDeclarationsOf(read.vatDeclarations, of.owner, of.profileId)
  const coming = vatPeriodsBetween(
    of.terms,
    { from: addDays(begun.at(-1)?.period.to ?? addDays(today, -1), 1), to: until },
    declared.map(({ period }) => period),
  )
  let credit = 0
  let heldMinor = 0
  const paid = (
    period: VatPeriod,
    grossMinor: number,
    isLate: boolean,
    instalments: readonly Instalment[] = [],
  ) => {
    const day = returnDayOf(period)
    const tomorrow = addDays(today, 1)
    return [
      ...instalments.map((one) => ({ day: one.day, grossMinor: one.amount * 100 })),
      { day: isLate && day < tomorrow ? tomorrow : day, grossMinor },
    ]
      .filter((one) => one.grossMinor > 0 && today < one.day && one.day <= until)
      .map((one) => ({ ...VAT, ...one, id: period.from, label: '' }))
  }
  const ofBegun = begun.flatMap((one): readonly Expected[] => {
    const { period, declared: declaration, figures } = one
    if (declaration !== null) {
      const dueMinor = figures.due * 100
      if (returnDayOf(period) > today) heldMinor += dueMinor
      credit = -figures.creditAfter * 100
      return paid(period, dueMinor, false)
    }
    const ahead = one.instalments.filter(({ day }) => day > today)
    const netOfOne = netMinor(one)
    heldMinor += Math.max(0, netOfOne + sumOfInstalments(ahead) * 100)
    const grossMinor = netOfOne + laterOf(expected, period)
    credit = Math.min(0, grossMinor)
    return paid(period, grossMinor, true, ahead)
  })
  const ofComing = coming.flatMap((period) => {
    const grossMinor = laterOf(expected, period) + credit
    credit = Math.min(0, grossMinor)
    return paid(period, grossMinor, false)
  })
  return { expected: [...ofBegun, ...ofComing], heldMinor }
}

/**
 * Present amount of a return, its credit and instalments taken off; negative for a credit. @unit
 * cents
 */
const netMinor = ({ figures }: PeriodVat): number =>
  (figures.due - figures.creditAfter - figures.refund) * 100

const VAT = {
  kind: 'vat',
  operation: 'out',
  account: 'professional',
  vatMinor: 0,
  turnover: false,
} as const satisfies Partial<Expected>

/** The VAT of what is expected in a period. */
const laterOf = (expected: readonly Expected[], { from, to }: VatPeriod): number =>
  expected.reduce(
    (sum, { day, operation, vatMinor }) =>
      from <= day && day <= to ? sum + (operation === 'in' ? vatMinor : -vatMinor) : sum,
    0,
  )
