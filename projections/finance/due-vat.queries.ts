import { returnDayOf, type VatPeriod } from '#domain/finance/vat-periods.ts'
import { addDays, type Day } from '#domain/kernel/time.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import type { VatHere } from './vat-facts.queries.ts'
import type { vatReads } from './vat-facts.queries.ts'
import { type PeriodVat, vatPeriodsOf } from './vat-periods.queries.ts'

/** Oldest returns that are asked for. @unit days */
export const BACK_DAYS = 500

/** The begun periods whose returns are made here, the earliest first. */
export const periodsHere = async (
  read: Read<typeof vatReads>,
  of: VatHere,
  today: Day,
): Promise<readonly PeriodVat[]> =>
  (await vatPeriodsOf(read, of, { from: addDays(today, -BACK_DAYS), to: today })).filter(
    ({ period }) => period.to >= of.here,
  )

/** A return to declare: its period, its last day, and what it comes to. @unit whole euros */
export type DueReturn = { readonly period: VatPeriod; readonly day: Day; readonly due: number }

/** Returns of the periods that have ended, the earliest first. */
export const returnsToDeclare = async (
  read: Read<typeof vatReads>,
  of: VatHere,
  today: Day,
): Promise<readonly DueReturn[]> =>
  (await periodsHere(read, of, today))
    .filter(({ period, declared }) => declared === null && period.to < today)
    .map(({ period, figures }) => ({ period, day: returnDayOf(period), due: figures.due }))
