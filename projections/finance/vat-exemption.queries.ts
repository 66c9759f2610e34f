import {
  exemptionOf,
  type Exemption,
  type Limits,
  limitsOn,
  proRata,
} from '#domain/finance/thresholds.ts'
import { type Day, type DayOrNone, makeDay } from '#domain/kernel/time.ts'
import type { BusinessIdentity } from '#domain/profile/professional-info.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { TURNOVER_BY_MONTH, type vatMovements } from './vat-movements.ts'

/** Turnover of a year against the limits of one trade. @unit cents */
export type ExemptionGauge = {
  readonly limits: Limits
  /** The limit of the year; less in the year in which the business began. */
  readonly limitMinor: number
  readonly reachedMinor: number
  readonly beforeMinor: number
  readonly exemption: Exemption
  /** The day on which turnover came above each limit; empty while it is below. */
  readonly crossed: {
    readonly limit: DayOrNone
    readonly tolerance: DayOrNone
    readonly micro: DayOrNone
  }
  /** The ceiling of the simplified status in the year. */
  readonly microMinor: number
}

type Turnover = { readonly day: Day; readonly netMinor: number }

/**
 * Services stand under their own limit. Sales of goods, where there are any, stand under theirs
 * together with the services.
 *
 * @source CGI art. 293 B I: the limit of goods is that of the whole turnover
 */
export async function exemptionGauges(
  { vatMovements: movements }: Read<{ vatMovements: typeof vatMovements }>,
  owner: string,
  profileId: string,
  year: number,
  { startDate: start, activity }: Pick<BusinessIdentity, 'startDate' | 'activity'>,
): Promise<readonly ExemptionGauge[]> {
  const range = { $gte: `${year - 1}-01`, $lte: `${year}-12` }
  const groups = await movements.sum(
    { where: { owner, profileId, turnoverMonth: range } },
    TURNOVER_BY_MONTH,
  )
  const hasGoods = groups.some(({ key }) => key.nature === 'goods')
  const hasServices = groups.some(({ key }) => key.nature === 'service')
  // Before the first receipt the activity tells the trade.
  const hasSales = hasGoods || activity === 'sale'
  const trades = [
    ...(hasServices || activity !== 'sale' ? (['services'] as const) : []),
    ...(hasSales ? (['sales'] as const) : []),
  ]
  const gauges = trades.map(async (trade): Promise<readonly ExemptionGauge[]> => {
    const limits = limitsOn(trade, makeDay(year, 1, 1))
    if (limits === null) return []
    const natures = trade === 'services' ? ['service'] : ['service', 'goods']
    const months = groups
      .filter(({ key }) => natures.includes(key.nature))
      .map(({ key, sums }) => ({ day: `${key.turnoverMonth}-01`, netMinor: sums.turnoverMinor }))
      .sort((a, b) => (a.day < b.day ? -1 : 1))
    const ofYear = months.filter(({ day }) => day >= makeDay(year, 1, 1))
    const beforeMinor = total(months) - total(ofYear)
    const limitMinor = proRata(limits.exemption, year, start)
    const microMinor = proRata(limits.micro, year, start)
    const above = (limit: number) =>
      firstAbove(movements, { owner, profileId, natures }, ofYear, limit)
    const [limit, tolerance, micro] = await Promise.all([
      above(limitMinor),
      above(limits.tolerance),
      above(microMinor),
    ])
    const exemption = exemptionOf(
      trade,
      year,
      beforeMinor,
      tolerance === null ? ofYear : [tolerance],
      start,
    )
    if (exemption === null) return []
    return [
      {
        limits,
        limitMinor,
        reachedMinor: total(ofYear),
        beforeMinor,
        exemption,
        crossed: {
          limit: limit?.day ?? '',
          tolerance: tolerance?.day ?? '',
          micro: micro?.day ?? '',
        },
        microMinor,
      },
    ]
  })
  return (await Promise.all(gauges)).flat()
}

const total = (turnover: readonly Turnover[]): number =>
  turnover.reduce((sum, { netMinor }) => sum + netMinor, 0)
const inOrder = (turnover: readonly Turnover[]): readonly Turnover[] =>
  turnover.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))

type Movements = Read<{ vatMovements: typeof vatMovements }>['vatMovements']
type Of = {
  readonly owner: string
  readonly profileId: string
  readonly natures: readonly string[]
}

/** The day on which turnover passes a limit, with its sum. Only the days of that month are read. */
async function firstAbove(
  movements: Movements,
  of: Of,
  months: readonly Turnover[],
  limitMinor: number,
): Promise<Turnover | null> {
  const byMonth = Map.groupBy(months, ({ day }) => day.slice(0, 7))
  let sum = 0
  for (const [month, turnover] of byMonth) {
    const before = sum
    sum += total(turnover)
    if (sum <= limitMinor) continue
    let reached = before
    for (const { day, netMinor } of inOrder(await daysOf(movements, of, month))) {
      reached += netMinor
      if (reached > limitMinor) return { day, netMinor: reached }
    }
  }
  return null
}

async function daysOf(
  movements: Movements,
  { owner, profileId, natures }: Of,
  month: string,
): Promise<readonly Turnover[]> {
  const turnoverDay = { $gte: `${month}-01`, $lte: `${month}-31` }
  const { items } = await movements.find({
    filter: { where: { owner, profileId, turnoverDay, nature: { $in: natures } } },
  })
  return items.map((doc) => ({ day: doc.turnoverDay, netMinor: doc.turnoverMinor }))
}
