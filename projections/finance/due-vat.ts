import { returnDayOf, type VatPeriod } from '#domain/finance/vat-periods.ts'
import { addDays, type Day } from '#domain/kernel/time.ts'
import type { Read } from '../kernel/read-models.ts'
import { vatDeclarationsOf } from './vat-declarations.ts'
import type { VatOf } from './vat-facts.ts'
import { vatPeriodsOf, type vatReads } from './vat-periods.ts'

/** How far back returns are asked for. @unit days */
const BACK_DAYS = 500

/** A return to declare: its period, its last day, and what it comes to. @unit whole euros; negative for a credit */
export type DueReturn = { readonly period: VatPeriod; readonly day: Day; readonly due: number }

/**
 * Returns of the periods that have ended, the earliest first. Periods before the first one declared here, before
 * the first fact, or before what the user opened with, were declared elsewhere.
 */
export async function returnsToDeclare(
  read: Read<typeof vatReads>,
  of: VatOf,
  today: Day,
): Promise<readonly DueReturn[]> {
  const found = await vatPeriodsOf(read, of, { from: addDays(today, -BACK_DAYS), to: addDays(today, -1) })
  const opening = await read.vatOpenings.get(of.profileId)
  const [sealed] = await vatDeclarationsOf(read.vatDeclarations, of.owner, of.profileId)
  const first = found.findIndex(({ period, now }) =>
    sealed ? period.from >= sealed.from : now.collectedMinor !== 0 || now.deductibleMinor !== 0,
  )
  if (first === -1) return []
  return found
    .slice(first)
    .filter(
      ({ period, declared }) =>
        declared === null && period.to < today && (opening?.owner !== of.owner || period.to >= opening.from),
    )
    .map(({ period, figures }) => ({ period, day: returnDayOf(period), due: figures.due }))
}
