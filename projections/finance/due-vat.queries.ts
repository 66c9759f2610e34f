import { returnDayOf, type VatPeriod } from '#domain/finance/vat-periods.ts'
import { addDays, type Day } from '#domain/kernel/time.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { vatDeclarationsOf } from './vat-declarations.ts'
import type { VatOf } from './vat-facts.queries.ts'
import type { vatReads } from './vat-facts.queries.ts'
import { type PeriodVat, vatPeriodsOf } from './vat-periods.queries.ts'

/** Oldest returns that are asked for. @unit days */
const BACK_DAYS = 500

/**
 * The begun periods whose returns are made here, the earliest first. Earlier ones were declared
 * elsewhere: before the first return here, the first fact, or the user's opening figures.
 */
export async function periodsHere(
  read: Read<typeof vatReads>,
  of: VatOf,
  today: Day,
): Promise<readonly PeriodVat[]> {
  const found = await vatPeriodsOf(read, of, { from: addDays(today, -BACK_DAYS), to: today })
  const opening = await read.vatOpenings.get(of.profileId)
  const [sealed] = await vatDeclarationsOf(read.vatDeclarations, of.owner, of.profileId)
  const first = found.findIndex(({ period, now }) =>
    sealed ? period.from >= sealed.from : now.collectedMinor !== 0 || now.deductibleMinor !== 0,
  )
  return first === -1
    ? []
    : found
        .slice(first)
        .filter(({ period }) => opening?.owner !== of.owner || period.to >= opening.from)
}

/** A return to declare: its period, its last day, and what it comes to. @unit whole euros */
export type DueReturn = { readonly period: VatPeriod; readonly day: Day; readonly due: number }

/** Returns of the periods that have ended, the earliest first. */
export const returnsToDeclare = async (
  read: Read<typeof vatReads>,
  of: VatOf,
  today: Day,
): Promise<readonly DueReturn[]> =>
  (await periodsHere(read, of, today))
    .filter(({ period, declared }) => declared === null && period.to < today)
    .map(({ period, figures }) => ({ period, day: returnDayOf(period), due: figures.due }))
