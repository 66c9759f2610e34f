import type { Day } from './month.ts'

/** A cell of the grid, by the indexes of its row and its day. */
export type Place = { readonly row: number; readonly day: number }
/** A rectangle of cells, by two of its corners. */
export type Range = { readonly from: Place; readonly to: Place }

export const isWithin = ({ from, to }: Range, { row, day }: Place): boolean =>
  row >= Math.min(from.row, to.row) &&
  row <= Math.max(from.row, to.row) &&
  day >= Math.min(from.day, to.day) &&
  day <= Math.max(from.day, to.day)

/** The day on which a month's grid is entered: today, else the first working day. */
export function startingDay(days: readonly Day[]): number {
  const today = days.findIndex((day) => day.isToday)
  return Math.max(0, today === -1 ? days.findIndex((day) => day.working) : today)
}
