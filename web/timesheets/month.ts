import type {
  Activity,
  ActivityDraft,
  ActivityKind,
  TimesheetMonth,
} from '#contract/timesheets/timesheets.contract.ts'
import { asksForDays, dayPriceOf } from '#contract/projects/project.values.ts'
import type { Project } from '#contract/projects/projects.schemas.ts'
import { type YearMonth, firstDay, lastDay } from '#web/kernel/words/year-month.ts'
import { mondayOf, weekdayOf } from '#web/kernel/words/weeks.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'
import {
  type Entry,
  entryOf,
  inDays,
  isHours,
  isNone,
  isSame,
  partOfDay,
  type Quantity,
  quantityOf,
  stepsOf,
  sumOfDays,
  sumOfHours,
} from './quantity.ts'

/** A line of the grid: the contract worked on, or the reason for an absence. */
type Line = Pick<Activity, 'kind' | 'projectId'>
/** Cells by their key; empty ones are absent. */
export type Cells = ReadonlyMap<string, Quantity>

const lineKey = ({ kind, projectId }: Line): string => (kind === 'work' ? String(projectId) : kind)
export const cellKey = (day: number, line: string) => `${day}.${line}`
/** Reasons for an absence. */
export type OffKind = Exclude<ActivityKind, 'work'>
const KINDS: readonly OffKind[] = ['holiday', 'sick', 'training', 'other']
export const isKind = (line: string): line is OffKind => (KINDS as readonly string[]).includes(line)

/** A cell as the wire has it. */
export function activityOf(key: string, quantity: Quantity): ActivityDraft {
  const [day = '', line = ''] = key.split('.')
  const time = isHours(quantity) ? quantity : { quantity }
  return isKind(line)
    ? { projectId: 0, kind: line, day: Number(day), ...time }
    : { projectId: line, kind: 'work', day: Number(day), ...time }
}

export const cellsOf = (
  activities: readonly Pick<
    Activity,
    'day' | 'kind' | 'projectId' | 'quantity' | 'hours' | 'hoursPerDay'
  >[],
): Cells =>
  new Map(
    activities.map((activity) => [cellKey(activity.day, lineKey(activity)), quantityOf(activity)]),
  )

export type Day = {
  /** Midnight UTC. */
  readonly at: number
  readonly number: number
  /** Monday is 0. */
  readonly weekday: number
  readonly weekend: boolean
  /** Key of the public holiday's name. */
  readonly holiday: string | null
  /** Clients whose own public holiday it is, by their contract: a hint that they are closed. */
  readonly closedClients: ReadonlyMap<string, { readonly client: string; readonly name: string }>
  readonly working: boolean
  /** A contract runs, so the day is expected to be filled. */
  readonly expected: boolean
  /** Outside the sliding period in which days may be changed. */
  readonly closed: boolean
  readonly isToday: boolean
  readonly past: boolean
}

const midnight = (at: number) => at - (at % DAY_MS)

export function daysOf(
  at: YearMonth,
  {
    holidays,
    clientHolidays = [],
    editableFrom,
    editableTo,
  }: Pick<TimesheetMonth, 'holidays' | 'editableFrom' | 'editableTo'> &
    Partial<Pick<TimesheetMonth, 'clientHolidays'>>,
  today: number,
  contracts: readonly Project[],
): readonly Day[] {
  const spans = contracts.map((one) => ({ ...one, madeOn: midnight(one.creationDate) }))
  const names = new Map(holidays.map(({ day, name }) => [day, name]))
  const closed = Map.groupBy(clientHolidays, ({ day }) => day)
  const first = firstDay(at)
  return Array.from({ length: new Date(lastDay(at)).getUTCDate() }, (_, index) => {
    const day = first + index * DAY_MS
    const weekday = weekdayOf(day)
    const holiday = names.get(day) ?? null
    return {
      at: day,
      number: index + 1,
      weekday,
      weekend: weekday > 4,
      holiday,
      closedClients: new Map(
        (closed.get(day) ?? []).map(({ projectId, client, name }) => [projectId, { client, name }]),
      ),
      working: weekday <= 4 && holiday === null,
      expected: spans.some((span) => asksForDays(span, day)),
      closed: day < editableFrom || day > editableTo,
      isToday: day === today,
      past: day < today,
    }
  })
}

/** Whether a day should be filled by now. */
export const isDue = (day: Day): boolean => day.working && day.expected && (day.past || day.isToday)

/** Days by week, Monday first. */
export const weeksOf = (days: readonly Day[]): readonly (readonly Day[])[] => [
  ...Map.groupBy(days, ({ at }) => mondayOf(at)).values(),
]

// Rows

export type Row = Line & {
  readonly key: string
  readonly contract: Project | null
  /** Number of the colour picker. */
  readonly swatch: number
  /** The client has approved its days, which are locked. */
  readonly approved?: boolean
}

/** Unit of a row's time. An absence is taken by halves, or by quarters beside such a contract. */
export const entryOfRow = ({ contract, kind }: Row, rows: readonly Row[]): Entry =>
  contract !== null
    ? entryOf(contract.timeUnit, contract.isBillable ? contract.hoursPerDay : 0)
    : entryOf(kind !== 'work' && rows.some(isFine) ? 'quarterDay' : 'halfDay', 0)
const isFine = ({ contract }: Row): boolean => contract !== null && contract.timeUnit !== 'halfDay'

const CONTRACT_SWATCHES = [2, 5, 10, 15, 8, 3, 16, 11, 6, 14] as const
const KIND_SWATCHES: Readonly<Record<string, number>> = {
  holiday: 12,
  sick: 13,
  training: 9,
  other: 17,
}
const INTERNAL_SWATCH = 1

/**
 * Whether a contract runs at some time in a month. The user's own ones (not billable) always do.
 */
const runsIn = (contract: Project, at: YearMonth): boolean =>
  !contract.archived &&
  (!contract.isBillable ||
    (contract.startDate <= lastDay(at) &&
      (contract.endDate === 0 || contract.endDate >= firstDay(at))))

/**
 * Colours by a contract's id, so that it keeps its own from month to month. With two for one
 * colour, the later takes the next free one.
 */
function coloursOf(contracts: readonly Project[]): ReadonlyMap<string, number> {
  const colours = new Map<string, number>()
  const taken = new Set<number>()
  for (const { id } of contracts) {
    const wanted = Array.from(id).reduce(
      (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003,
      0,
    )
    const from = Array.from(
      CONTRACT_SWATCHES,
      (_, step) => (wanted + step) % CONTRACT_SWATCHES.length,
    )
    const place = from.find((one) => !taken.has(one)) ?? wanted % CONTRACT_SWATCHES.length
    taken.add(place)
    colours.set(id, CONTRACT_SWATCHES[place] ?? INTERNAL_SWATCH)
  }
  return colours
}

/** An address may name anything. */
const ID = /^[0-9A-HJKMNP-TV-Z]{26}$/

/** Contracts that lines name, beside the running ones. */
export const linesBeside = (
  running: readonly Pick<Project, 'id'>[],
  lines: readonly string[],
): readonly string[] => {
  const there = new Set(running.map(({ id }) => id))
  return [...new Set(lines)].filter((line) => ID.test(line) && !there.has(line)).toSorted()
}

/**
 * Rows of a month: running contracts, the user's own, absences, and every line with a day or added
 * by hand.
 *
 * @param added keys of lines added by hand
 */
export function rowsOf(
  contracts: readonly Project[],
  at: YearMonth,
  cells: Cells,
  added: readonly string[],
): readonly Row[] {
  const used = new Set([...linesOf(cells), ...added])
  const inOrder = contracts.toSorted(
    (a, b) =>
      Number(b.isBillable) - Number(a.isBillable) ||
      a.startDate - b.startDate ||
      (a.id < b.id ? -1 : 1),
  )
  const colour = coloursOf(inOrder.filter(({ isBillable }) => isBillable))
  const work = inOrder
    .filter((contract) => runsIn(contract, at) || used.has(contract.id))
    .map(
      (contract): Row => ({
        key: contract.id,
        kind: 'work',
        projectId: contract.id,
        contract,
        swatch: colour.get(contract.id) ?? INTERNAL_SWATCH,
      }),
    )
  const ids = new Set(contracts.map(({ id }) => id))
  // Days of a deleted contract stay.
  const gone = [...used]
    .filter((key) => !isKind(key) && !ids.has(key))
    .map(
      (key): Row => ({
        key,
        kind: 'work',
        projectId: key,
        contract: null,
        swatch: INTERNAL_SWATCH,
      }),
    )
  const kinds = KINDS.filter((kind) => kind === 'holiday' || used.has(kind)).map(
    (kind): Row => ({
      key: kind,
      kind,
      projectId: 0,
      contract: null,
      swatch: KIND_SWATCHES[kind] ?? INTERNAL_SWATCH,
    }),
  )
  return [...work, ...gone, ...kinds]
}

/** Lines that can be added: contracts that are not shown and not archived, and other reasons. */
export const otherLines = (
  contracts: readonly Project[],
  rows: readonly Row[],
): { contracts: readonly Project[]; kinds: readonly OffKind[] } => {
  const there = new Set(rows.map(({ key }) => key))
  return {
    contracts: contracts.filter((contract) => !contract.archived && !there.has(contract.id)),
    kinds: KINDS.filter((kind) => !there.has(kind)),
  }
}

/** Rows of which a client has approved the days say so. @param approved ids of their contracts */
export const withApproved = (
  rows: readonly Row[],
  approved: ReadonlySet<string>,
): readonly Row[] =>
  approved.size === 0
    ? rows
    : rows.map((row) => (approved.has(row.key) ? { ...row, approved: true } : row))

// Sums

export const valueAt = (cells: Cells, row: string, day: number): Quantity =>
  cells.get(cellKey(day, row)) ?? 0
const valuesOf = (cells: Cells, row: string, days: readonly Day[]) =>
  days.map((day) => valueAt(cells, row, day.at)).filter((value) => !isNone(value))
export const rowTotal = (cells: Cells, row: string, days: readonly Day[]): number =>
  sumOfDays(valuesOf(cells, row, days))
/** Hours of a row: null unless all of it was entered so. */
export const rowHours = (cells: Cells, row: string, days: readonly Day[]): number | null =>
  sumOfHours(valuesOf(cells, row, days))
export const dayTotal = (cells: Cells, rows: readonly Row[], day: number): number =>
  sumOfDays(rows.map((row) => valueAt(cells, row.key, day)))

/** Whether a day holds more than one day's work. The hours of one contract may make a long day. */
export function isOver(cells: Cells, rows: readonly Row[], day: number): boolean {
  const parts = rows.map((row) => valueAt(cells, row.key, day))
  return sumOfDays(parts.map((part) => (isHours(part) ? Math.min(1, inDays(part)) : part))) > 1
}

export type Sums = {
  readonly recorded: number
  readonly billable: number
  readonly nonBillable: number
  readonly holiday: number
  readonly workingDays: number
  readonly unfilled: number
  readonly exceeded: number
  readonly missing: readonly Day[]
  /** Days of more than one day's work. They are kept as typed, and told. */
  readonly over: readonly Day[]
  /** Rows with days on which their contract does not run. They are kept as typed, and told. */
  readonly beside: readonly { readonly row: Row; readonly days: readonly Day[] }[]
}

/** Whether a contract does not run on a day. The user's own ones (not billable) always do. */
export const isBeside = ({ contract }: Row, { at }: Day): boolean =>
  contract?.isBillable === true &&
  ((contract.startDate !== 0 && at < contract.startDate) ||
    (contract.endDate !== 0 && at > contract.endDate))

/** The server's own summary, computed with unsaved values. */
export function sumsOf(rows: readonly Row[], days: readonly Day[], cells: Cells): Sums {
  const totals = rows.map((row) => ({ row, total: rowTotal(cells, row.key, days) }))
  const sumOf = (test: (row: Row) => boolean) =>
    totals.reduce((sum, { row, total }) => sum + (test(row) ? total : 0), 0)
  const recorded = sumOf(() => true)
  const billable = sumOf((row) => row.contract?.isBillable === true)
  const holiday = sumOf((row) => row.kind === 'holiday')
  const workingDays = days.filter((day) => day.working).length
  const missing = days.filter((day) => isDue(day) && dayTotal(cells, rows, day.at) < 1)
  const unfilled = missing.reduce((sum, day) => sum + 1 - dayTotal(cells, rows, day.at), 0)
  return {
    recorded,
    billable,
    holiday,
    nonBillable: recorded - billable - holiday,
    workingDays,
    unfilled,
    exceeded: Math.max(0, recorded - workingDays),
    missing,
    over: days.filter((day) => isOver(cells, rows, day.at)),
    beside: rows
      .map((row) => ({
        row,
        days: days.filter((day) => isBeside(row, day) && !isNone(valueAt(cells, row.key, day.at))),
      }))
      .filter((one) => one.days.length > 0),
  }
}

/** Whether every working day that a contract asks for is full, those to come as well. */
export function isMonthFilled(rows: readonly Row[], days: readonly Day[], cells: Cells): boolean {
  const wanted = days.filter((day) => day.working && day.expected)
  return wanted.length > 0 && wanted.every((day) => dayTotal(cells, rows, day.at) >= 1)
}

/**
 * The value of a row's days: null when they are not billed by the day. @unit major units of the
 * contract's currency
 */
export function worth({ contract }: Row, total: number): number | null {
  const price = contract?.isBillable ? dayPriceOf(contract, contract.priceHT) : null
  return price === null ? null : price * total
}

/** Worth of the rows' days, by currency; a currency without days has 0. @unit major units */
export function worthsOf(
  rows: readonly Row[],
  days: readonly Day[],
  cells: Cells,
): ReadonlyMap<string, number> {
  const worths = new Map<string, number>()
  for (const row of rows) {
    const amount = worth(row, rowTotal(cells, row.key, days))
    if (amount === null || row.contract === null) continue
    const { currency } = row.contract
    worths.set(currency, (worths.get(currency) ?? 0) + amount)
  }
  return worths
}

export const linesOf = (cells: Cells): readonly string[] => [
  ...new Set([...cells.keys()].map((key) => key.slice(key.indexOf('.') + 1))),
]

/** The week to act on: of the given day, else of today, else the month's first. */
export const weekOf = (days: readonly Day[], at: number | null): readonly Day[] => {
  const weeks = weeksOf(days)
  return (
    weeks.find((week) => week.some((day) => day.at === at)) ??
    weeks.find((week) => week.some((day) => day.isToday)) ??
    weeks[0] ??
    []
  )
}

// Acts on cells

export type Change = { readonly key: string; readonly quantity: Quantity }

/**
 * The result of a mouse press on a cell: it cycles through the day's room, the other steps, and
 * empty. Hours are the room or none; `null` where hours are there, to be typed over.
 */
export function pressed(
  cells: Cells,
  rows: readonly Row[],
  row: Row,
  day: number,
): Quantity | null {
  const value = valueAt(cells, row.key, day)
  const entry = entryOfRow(row, rows)
  const room = 1 - (dayTotal(cells, rows, day) - inDays(value))
  const first = partOfDay(entry, room > 0 ? room : 1) || partOfDay(entry, 1)
  if (entry.unit === 'hour') return isNone(value) ? first : null
  const order = [first, ...stepsOf(entry.unit).filter((step) => step !== first)]
  if (isNone(value)) return first
  return order[order.findIndex((step) => isSame(step, value)) + 1] ?? 0
}

/** `H`: empties the cell, and gives the day's room to a day off. */
export function dayOff(
  cells: Cells,
  rows: readonly Row[],
  row: string,
  day: number,
): readonly Change[] {
  const off = rows.find(({ key }) => key === 'holiday')
  const others =
    dayTotal(cells, rows, day) -
    inDays(valueAt(cells, row, day)) -
    (row === 'holiday' ? 0 : inDays(valueAt(cells, 'holiday', day)))
  const entry = off ? entryOfRow(off, rows) : entryOf('halfDay', 0)
  return [
    ...(row === 'holiday' ? [] : [{ key: cellKey(day, row), quantity: 0 as const }]),
    { key: cellKey(day, 'holiday'), quantity: partOfDay(entry, 1 - others) },
  ]
}

// History

/**
 * A change between two states of a month: days of a line that went from one quantity to another.
 */
export type DayChange = {
  readonly line: string
  readonly from: Quantity
  readonly to: Quantity
  readonly days: readonly number[]
}

export function changesBetween(before: Cells, after: Cells): readonly DayChange[] {
  const cells = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [from, to] = [before.get(key) ?? 0, after.get(key) ?? 0]
    return isSame(from, to)
      ? []
      : [{ line: key.slice(key.indexOf('.') + 1), from, to, day: Number(key.split('.')[0]) }]
  })
  const nameOf = (quantity: Quantity) => JSON.stringify(quantity)
  const changes = Map.groupBy(
    cells,
    ({ line, from, to }) => `${line} ${nameOf(from)} ${nameOf(to)}`,
  )
  return [...changes.values()].flatMap((alike) => {
    const [first] = alike
    return first
      ? [
          {
            line: first.line,
            from: first.from,
            to: first.to,
            days: alike.map(({ day }) => day).toSorted((a, b) => a - b),
          },
        ]
      : []
  })
}
