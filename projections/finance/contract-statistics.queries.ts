import { STATES_OF } from '#domain/billing/bill-state.values.ts'
import type { Currency } from '#domain/kernel/money.ts'
import { type Day, yearOf } from '#domain/kernel/time.ts'
import {
  monthKeyOf,
  monthsBetween,
  soldDaysByMonth,
  type WorkingDays,
} from '#domain/projects/sold-days.ts'
import { workingDaysOf } from '#domain/timesheets/working-days.ts'
import type { HolidayRegion } from '#domain/timesheets/holidays.ts'
import { bills } from '#projections/billing/bills.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { projectRowReads, projectsOf } from '#projections/projects/projects.ts'
import { timesheetMonths } from '#projections/timesheets/months.ts'

/**
 * Days sold, worked and billed, and what was billed without VAT. `ratedDays` and `ratedMinor` are
 * its lines priced by the day, in the currency asked for.
 *
 * @unit days: ten-thousandths; amounts: minor units of the currency asked for
 */
export type DaySums = {
  sold: number
  worked: number
  billed: number
  billedMinor: number
  ratedDays: number
  ratedMinor: number
}
/**
 * `available`: working days of the month that have passed since the first contract began. @unit
 * days
 */
type MonthOfContracts = DaySums & { readonly month: number; readonly available: number }
type ClientOfYear = DaySums & { readonly clientId: string; readonly client: string }
/** `projectId` is empty for what was billed without a contract. */
type ContractOfYear = DaySums & {
  readonly projectId: string
  readonly contract: string
  readonly client: string
}
export type YearOfContracts = {
  readonly year: number
  readonly total: DaySums & { readonly available: number }
  readonly months: readonly MonthOfContracts[]
  readonly clients: readonly ClientOfYear[]
  readonly contracts: readonly ContractOfYear[]
}

/** The read models of the contracts' statistics. */
export const contractStatisticsReads = { ...projectRowReads, timesheetMonths, bills }

/** Kept sums of a profile's bills, by contract, client and month of issue. */
const BILLED_BY_CONTRACT = {
  by: ['profileId', 'currency', 'state', 'listMonth', 'projectId', 'clientId', 'clientName'],
  of: ['listedNetMinor', 'listedDays', 'listedDaysNetMinor'],
} as const

const nothing = (): DaySums => ({
  sold: 0,
  worked: 0,
  billed: 0,
  billedMinor: 0,
  ratedDays: 0,
  ratedMinor: 0,
})
const SUMMED = ['sold', 'worked', 'billed', 'billedMinor', 'ratedDays', 'ratedMinor'] as const
const add = (to: DaySums, sums: Partial<DaySums>) => {
  for (const field of SUMMED) to[field] += sums[field] ?? 0
}

type Piece = {
  readonly month: string
  readonly projectId: string
  readonly clientId: string
  readonly client: string
  readonly contract: string
  readonly sums: Partial<DaySums>
}

/**
 * The years in which days of contracts were sold, worked or billed, the oldest first. Amounts are
 * of one currency, days of all.
 */
export async function contractStatistics(
  read: Read<typeof contractStatisticsReads>,
  owner: string,
  profileId: string,
  {
    currency,
    today,
    region,
    year,
  }: {
    readonly currency: Currency
    readonly today: Day
    readonly region: HolidayRegion
    readonly year?: number | undefined
  },
): Promise<readonly YearOfContracts[]> {
  const inYear = (month: string) => year === undefined || Number(month.slice(0, 4)) === year
  const listMonth = year === undefined ? { $gt: '' } : { $gte: `${year}-01`, $lte: `${year}-12` }
  const [contracts, months, billed] = await Promise.all([
    projectsOf(read, owner, profileId),
    read.timesheetMonths.find({ filter: { where: { owner, profileId } } }),
    read.bills.sum(
      { where: { owner, profileId, state: { $in: STATES_OF.issued }, listMonth } },
      BILLED_BY_CONTRACT,
    ),
  ])
  const workingDays = workingDaysIn(region)
  const byId = new Map(contracts.map((contract) => [contract._id, contract]))
  const pieceOf = (
    month: string,
    projectId: string,
    clientId: string,
    client: string,
    sums: Partial<DaySums>,
  ): Piece => {
    const contract = byId.get(projectId)
    return {
      month,
      projectId: contract === undefined ? '' : projectId,
      contract: contract?.title || contract?.ref || '',
      clientId: contract?.terms?.clientId || clientId,
      client: contract?.client || client,
      sums,
    }
  }
  const sold = contracts.flatMap(({ _id, terms }) =>
    terms === null
      ? []
      : Array.from(soldDaysByMonth(terms, workingDays), ([month, days]) =>
          pieceOf(month, _id, '', '', { sold: days }),
        ),
  )
  const worked = months.items.flatMap(({ year: of, month, worked: lines }) =>
    lines.flatMap(({ projectId, quantity }) =>
      // Days of the user's own contracts are not sold.
      byId.get(projectId)?.terms
        ? pieceOf(monthKeyOf(of, month), projectId, '', '', { worked: quantity })
        : [],
    ),
  )
  const invoiced = billed.map(({ key, sums }) =>
    pieceOf(key.listMonth, key.projectId, key.clientId, key.clientName, {
      billed: sums.listedDays,
      ...(key.currency === currency && {
        billedMinor: sums.listedNetMinor,
        ratedDays: sums.listedDays,
        ratedMinor: sums.listedDaysNetMinor,
      }),
    }),
  )
  const pieces = [...sold, ...worked, ...invoiced].filter(({ month }) => inYear(month))
  const begun = [
    ...contracts.flatMap(({ terms }) => terms?.startDate || []),
    ...worked.map(({ month }) => `${month}-01`),
  ].toSorted()[0]
  return Array.from(Map.groupBy(pieces, ({ month }) => Number(month.slice(0, 4))))
    .sort(([a], [b]) => a - b)
    .map(([of, theirs]) =>
      yearOfContracts(of, theirs, { begun: begun ?? today, today, workingDays }),
    )
}

/** Working days by month, each worked out once. */
function workingDaysIn(region: HolidayRegion): WorkingDays {
  const months = new Map<string, readonly Day[]>()
  return (month) => {
    const days =
      months.get(month) ?? workingDaysOf(yearOf(`${month}-01`), Number(month.slice(5)), region)
    months.set(month, days)
    return days
  }
}

function yearOfContracts(
  year: number,
  pieces: readonly Piece[],
  {
    begun,
    today,
    workingDays,
  }: { readonly begun: Day; readonly today: Day; readonly workingDays: WorkingDays },
): YearOfContracts {
  const total = { ...nothing(), available: 0 }
  const months = monthsBetween(monthKeyOf(year, 1), monthKeyOf(year, 12)).map((key, i) => {
    const available = workingDays(key).filter((day) => day >= begun && day <= today).length
    total.available += available
    return { ...nothing(), month: i + 1, available }
  })
  const clients = new Map<string, ClientOfYear>()
  const contracts = new Map<string, ContractOfYear>()
  for (const { month, projectId, contract, clientId, client, sums } of pieces) {
    const ofMonth = months[Number(month.slice(5)) - 1]
    const ofClient = clients.get(clientId || client) ?? { ...nothing(), clientId, client }
    clients.set(clientId || client, ofClient)
    const key = projectId || `of ${clientId || client}`
    const ofContract = contracts.get(key) ?? { ...nothing(), projectId, contract, client }
    contracts.set(key, ofContract)
    for (const to of [total, ofMonth, ofClient, ofContract]) if (to) add(to, sums)
  }
  const largestFirst = (a: DaySums, b: DaySums) =>
    b.billedMinor - a.billedMinor || b.worked - a.worked || b.sold - a.sold
  return {
    year,
    total,
    months,
    clients: [...clients.values()].sort(largestFirst),
    contracts: [...contracts.values()].sort(largestFirst),
  }
}
