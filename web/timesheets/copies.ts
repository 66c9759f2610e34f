import { DAY_MS } from '#contract/kernel/time.values.ts'
import { isShut } from './day-acts.ts'
import { weekdayOf } from '#web/kernel/words/weeks.ts'
import {
  cellKey,
  type Cells,
  type Change,
  type Day,
  dayTotal,
  entryOfRow,
  type Row,
  valueAt,
} from './month.ts'
import { asTaken, isNone, type Quantity, sumOfDays } from './quantity.ts'

/** A day is copied where it fits: an open working day with room left and an empty cell. */
function placed(
  wanted: readonly { day: Day; line: string; quantity: Quantity }[],
  rows: readonly Row[],
  cells: Cells,
): readonly Change[] {
  const lines = new Map(rows.map((row) => [row.key, row]))
  const shut = new Set(rows.filter(isShut).map(({ key }) => key))
  const after = new Map(cells)
  const changes: Change[] = []
  for (const { day, line, quantity: copied } of wanted) {
    const row = lines.get(line)
    const quantity = row ? asTaken(entryOfRow(row, rows), copied) : copied
    const ofDay = [...after].flatMap(([key, value]) => (key.startsWith(`${day.at}.`) ? value : []))
    const key = cellKey(day.at, line)
    if (
      isNone(quantity) ||
      !day.working ||
      day.closed ||
      shut.has(line) ||
      after.has(key) ||
      sumOfDays([...ofDay, quantity]) > 1
    )
      continue
    after.set(key, quantity)
    changes.push({ key, quantity })
  }
  return changes
}

/** A day's place among the same weekdays of its month: 0 for the first Monday. */
const ordinal = (at: number) => Math.floor((new Date(at).getUTCDate() - 1) / 7)

/** Last month's days: those of its second Tuesday go to this month's second Tuesday. */
export function copiedMonth(
  before: Cells,
  days: readonly Day[],
  rows: readonly Row[],
  cells: Cells,
): readonly Change[] {
  const target = new Map(days.map((day) => [`${ordinal(day.at)} ${day.weekday}`, day]))
  const wanted = [...before].flatMap(([key, quantity]) => {
    const [at = '', line = ''] = key.split('.')
    const day = target.get(`${ordinal(Number(at))} ${weekdayOf(Number(at))}`)
    return day ? [{ day, line, quantity }] : []
  })
  return placed(wanted, rows, cells)
}

/**
 * The previous week's days, each on the same weekday. @param before cells of this month and the
 * previous one
 */
export function copiedWeek(
  before: Cells,
  week: readonly Day[],
  rows: readonly Row[],
  cells: Cells,
): readonly Change[] {
  const wanted = week.flatMap((day) =>
    [...before].flatMap(([key, quantity]) =>
      key.startsWith(`${day.at - 7 * DAY_MS}.`)
        ? [{ day, line: key.slice(key.indexOf('.') + 1), quantity }]
        : [],
    ),
  )
  return placed(wanted, rows, cells)
}

/**
 * Content of the last filled day before an empty one, on open lines. @returns null when the month
 * has none
 */
export function dayBefore(
  cells: Cells,
  rows: readonly Row[],
  days: readonly Day[],
  day: number,
): {
  readonly at: number
  readonly filled: readonly { readonly row: Row; readonly quantity: Quantity }[]
} | null {
  const open = rows.filter((row) => !isShut(row))
  const last = days.findLast(({ at }) => at < day && dayTotal(cells, open, at) > 0)
  if (!last) return null
  const filled = open.flatMap((row) => {
    const quantity = valueAt(cells, row.key, last.at)
    return isNone(quantity) ? [] : [{ row, quantity: asTaken(entryOfRow(row, rows), quantity) }]
  })
  return { at: last.at, filled }
}

/** Open lines of clients, the one worked on last first. */
export const latestRows = (
  rows: readonly Row[],
  days: readonly Day[],
  cells: Cells,
): readonly Row[] => {
  const last = (row: Row) =>
    days.findLast((day) => !isNone(valueAt(cells, row.key, day.at)))?.at ?? 0
  return rows
    .filter((row) => row.contract?.isBillable && !isShut(row))
    .toSorted((a, b) => last(b) - last(a))
}
