import type { Day, DayOrNone } from '#domain/kernel/time.ts'
import type { Activity } from './activities.values.ts'

/**
 * Rates of one activity for receipts of some days. A change of the law is a new row; past rows
 * never change.
 *
 * @unit hundredths of a percent
 */
export type ContributionRates = {
  readonly activity: Activity
  readonly from: Day
  /** Last day; empty when it still holds. */
  readonly to: DayOrNone
  readonly contributions: number
  /** Contribution to vocational training. */
  readonly training: number
  /** Income tax, for those who chose to pay it with the contributions. */
  readonly incomeTax: number
  readonly source: string
}

const SOURCE = 'CSS art. D613-4 (décret 2025-943), modele-social 10.0.1'
const SOURCE_2025 = 'CSS art. D613-4, modele-social 10.0.1'

const RATES: readonly ContributionRates[] = [
  row('sale', '2025-01-01', '', [1230, 10, 100], SOURCE),
  row('bicService', '2025-01-01', '', [2120, 10, 170], SOURCE),
  row('bncSsi', '2025-01-01', '2025-12-31', [2460, 20, 220], SOURCE_2025),
  row('bncSsi', '2026-01-01', '', [2560, 20, 220], SOURCE),
  row('bncCipav', '2025-01-01', '', [2320, 20, 220], SOURCE),
]

function row(
  activity: Activity,
  from: Day,
  to: DayOrNone,
  [contributions, training, incomeTax]: readonly [number, number, number],
  source: string,
): ContributionRates {
  return { activity, from, to, contributions, training, incomeTax, source }
}

/** The rates of the day on which money was received; null before the oldest known. */
export const contributionRatesOn = (activity: Activity, day: Day): ContributionRates | null =>
  RATES.find(
    (rates) =>
      rates.activity === activity && rates.from <= day && (rates.to === '' || day <= rates.to),
  ) ?? null

/**
 * Share of the rate under the relief for new businesses (ACRE), by the day of the business's start.
 *
 * @unit percent
 * @source Decree 2025-943: half until 30 June 2026, three quarters from 1 July 2026
 */
export const reliefShareOf = (start: Day): number => (start < '2026-07-01' ? 50 : 75)

/** The last day of the relief: the end of the third full quarter after the quarter of the start. */
export function reliefEnd(start: Day): Day {
  const year = Number(start.slice(0, 4))
  const quarter = Math.floor((Number(start.slice(5, 7)) - 1) / 3)
  const last = quarter + 3
  const lastYear = year + Math.floor(last / 4)
  return `${lastYear}-${['03-31', '06-30', '09-30', '12-31'][last % 4]}`
}
