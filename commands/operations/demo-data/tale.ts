import type { CommandMeta } from '#commands/kernel/command.ts'
import type { Commands } from '#commands/product.ts'
import type { ReceivedOn } from '#domain/schedules/schedule-runs.ts'
import { QUANTITY_SCALE } from '#domain/kernel/money.ts'
import { holidayOn } from '#domain/timesheets/holidays.ts'
import { addDays, type Day, makeDay, monthOf, weekday, yearOf } from '#domain/kernel/time.ts'

/**
 * Parts of every context's episodes. A key names one thing of the sample, and episodes refer to
 * things by keys.
 */
export type Tale = {
  readonly commands: Commands
  /** Last day of the sample. */
  readonly today: Day
  /** First day of the sample's first month. */
  readonly first: Day
  /** Day the business is set up, some days before `first`. */
  readonly start: Day
  readonly profileId: string
  readonly id: (key: string) => string
  /**
   * Metadata of a command sent at nine o'clock on a day. The key gives the command's id: repeated,
   * the command changes nothing.
   */
  readonly meta: (key: string, day: Day) => CommandMeta
  /** Payments so far: read models do not follow yet while the sample is made. */
  readonly received: readonly ReceivedOn[]
  /** Adds a bill's payment to it. */
  readonly receive: (billId: string, payment: { readonly paymentId: string }) => Promise<void>
  /** Resolves once commands that ask the read models find there what was told so far. */
  readonly known: () => Promise<void>
}

/** The commands of one day. */
export type Episode = { readonly day: Day; readonly tell: () => Promise<unknown> }
/**
 * One context's part of the year. Episodes of one day run in the order in which the contexts are
 * listed.
 */
export type Chapter = (tale: Tale) => readonly Episode[]

export const MONTHS_BACK = 11

/** First day of the month that lies `months` before the day's. */
export function monthsBefore(day: Day, months: number): Day {
  const count = yearOf(day) * 12 + monthOf(day) - 1 - months
  return makeDay(Math.floor(count / 12), (count % 12) + 1, 1)
}

/** The day itself, or the next working day. */
export const workday = (day: Day): Day =>
  weekday(day) > 5 || holidayOn(day) !== null ? workday(addDays(day, 1)) : day

export const days = (count: number): number => count * QUANTITY_SCALE
