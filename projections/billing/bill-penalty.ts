import type { LegalRate } from '#domain/billing/legal-rate.values.ts'
import { lastPenaltyRateOf } from '#domain/billing/legal-rates.ts'
import { latePenalty, type Penalty } from '#domain/billing/penalty.ts'
import type { Day, DayOrNone } from '#domain/kernel/time.ts'
import type { BillDoc } from './bills.ts'

/** Rate of late interest: the bill's own, else its formula's by the last known half-year. */
export const penaltyRateIn = (
  { penaltyBasis = 'rate', penaltyRate }: Pick<BillDoc, 'penaltyBasis' | 'penaltyRate'>,
  from: DayOrNone,
  rates: readonly LegalRate[],
): number =>
  penaltyBasis === 'rate' || penaltyRate > 0 || from === ''
    ? penaltyRate
    : lastPenaltyRateOf(penaltyBasis, from, rates)

/** The late penalty to date; null for a bill that bears none. Each screen shows this one. */
export function penaltyOn(
  doc: BillDoc,
  {
    dueDate,
    rate,
    until,
  }: { readonly dueDate: DayOrNone; readonly rate: number; readonly until: Day },
): Penalty | null {
  if (dueDate === '' || !doc.includePenalty) return null
  return latePenalty({
    grossMinor: doc.grossMinor,
    rate,
    dueDate,
    settlements: [
      ...doc.payments.map((p) => ({ day: p.day, minor: p.amountMinor })),
      ...doc.credits.map((c) => ({ day: c.day, minor: c.grossMinor })),
      ...doc.settlements.map((one) => ({ day: one.day, minor: one.amountMinor })),
    ],
    until,
    // The indemnity is fixed in euros.
    professional: doc.professional && doc.currency === 'EUR',
  })
}
