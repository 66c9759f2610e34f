import type { VatPeriod } from '#domain/finance/vat-periods.ts'
import { type Day, epochOfDay, monthOf, yearOf } from '#domain/kernel/time.ts'
import { firstReturnDay } from '#projections/finance/first-period.queries.ts'
import { returnsToDeclare } from '#projections/finance/due-vat.queries.ts'
import type { vatReads } from '#projections/finance/vat-facts.queries.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { professionalInfosOf } from '#projections/profile/professional-infos.ts'
import type { Language } from '../kernel/languages.ts'
import { monthText } from '../kernel/formats.ts'
import type { Asked, layerReads } from './layers.ts'

/** `octobre 2026`, `juillet 2026 – septembre 2026`, or the year. */
function periodText(language: Language, { from, to, periodicity }: VatPeriod): string {
  if (periodicity === 'annual') return String(yearOf(from))
  const [first, last] = [from, to].map((day) => monthText(language, yearOf(day), monthOf(day)))
  return first === last ? String(first) : `${first} – ${last}`
}

/** VAT returns to declare whose last day lies in a period, on that day. */
export async function vatReturns(
  {
    read,
    owner,
    from,
    to,
    profileId,
    today,
    timeZone,
  }: Asked & {
    readonly read: Read<typeof layerReads & typeof vatReads>
    readonly timeZone: string
  },
  language: Language,
) {
  const found: {
    readonly day: number
    readonly title: string
    readonly isLate: boolean
    readonly amount: number | null
    readonly currency: string
    readonly entity: string
    readonly entityId: string
  }[] = []
  const isIn = (day: Day) => day >= from && day <= to
  for (const profile of await professionalInfosOf(read.professionalInfos, owner)) {
    const { _id, vat } = profile
    if (profileId !== undefined && profileId !== _id) continue
    const here = await firstReturnDay(read, profile, timeZone)
    for (const { period, day, due } of await returnsToDeclare(
      read,
      { owner, profileId: _id, terms: vat, here },
      today,
    ))
      if (isIn(day))
        found.push({
          day: epochOfDay(day),
          title: periodText(language, period),
          isLate: day < today,
          ...(due > 0 ? { amount: -due, currency: 'EUR' } : { amount: null, currency: '' }),
          entity: 'vat',
          entityId: _id,
        })
  }
  return found
}
