import { divideRounded, multiplyRounded } from '#domain/kernel/money.ts'
import {
  addDays,
  type Day,
  type DayOrNone,
  monthEnd,
  monthOf,
  yearOf,
} from '#domain/kernel/time.ts'
import type { Activity } from './activities.values.ts'
import {
  type ContributionRates,
  contributionRatesOn,
  reliefEnd,
  reliefShareOf,
} from './contribution-rates.ts'

/** Money received, without VAT; negative when it was given back. @unit cents */
export type Receipt = { readonly day: Day; readonly netMinor: number }

/** Terms of a micro-entrepreneur's contributions. */
export type ContributionTerms = {
  readonly activity: Activity
  /** Whether income tax is paid with the contributions. */
  readonly incomeTaxOption: boolean
  /** First day of the relief for new businesses; empty without it. */
  readonly reliefFrom: DayOrNone
  /** First day of the business; absent where the profile has none. */
  readonly businessFrom?: DayOrNone | undefined
}

/**
 * The last day for a declaration and its payment: the end of the month after the period. A new
 * business has longer for its first ones, which are all due with the last of them. Monthly ones are
 * its first month and three more, quarterly ones its first quarter and the next.
 *
 * @param to the period's last day
 * @param count months of a period: 1 or 3
 * @source CSS art. R613-1-2; art. R133-30-2 of decree 2008-1348 for the first ones
 */
export function contributionDay(to: Day, count: number, businessFrom: DayOrNone = ''): Day {
  const next = addDays(to, 1)
  const usual = monthEnd(yearOf(next), monthOf(next))
  if (businessFrom === '' || to < businessFrom) return usual
  const month = monthOf(businessFrom)
  const after = count === 1 ? month + 4 : month - ((month - 1) % 3) + 6
  const first = monthEnd(yearOf(businessFrom) + (after > 12 ? 1 : 0), ((after - 1) % 12) + 1)
  return usual < first ? first : usual
}

/**
 * Receipts of a period that share their rates. @unit whole euros; rates: hundredths of a percent
 */
type ContributionShare = {
  readonly receipts: number
  readonly rates: Pick<ContributionRates, 'contributions' | 'training' | 'incomeTax' | 'source'>
  readonly relieved: boolean
}

/** A declaration. @unit whole euros; the shares tell how it came about */
export type Contributions = {
  readonly receipts: number
  readonly contributions: number
  readonly training: number
  readonly incomeTax: number
  readonly total: number
  readonly shares: readonly ContributionShare[]
}

const toEuros = (minor: number): number => Number(divideRounded(BigInt(minor), 100n))
const taken = (receipts: number, rate: number): number => multiplyRounded(receipts, rate, 10_000)

/**
 * Contributions on a period's receipts. Each receipt counts with the rates of its own day. Receipts
 * are declared in whole euros, and the rates apply to the declared amount.
 *
 * @returns null when a receipt is older than the rates that are known
 */
export function contributionsOf(
  receipts: readonly Receipt[],
  terms: ContributionTerms,
): Contributions | null {
  const groups = new Map<
    string,
    { minor: number } & Pick<ContributionShare, 'rates' | 'relieved'>
  >()
  for (const { day, netMinor } of receipts) {
    const rates = contributionRatesOn(terms.activity, day)
    if (rates === null) return null
    const relieved = isRelieved(terms.reliefFrom, day)
    const group = groups.get(`${rates.from} ${relieved}`) ?? {
      minor: 0,
      rates: ratesFor(rates, relieved, terms),
      relieved,
    }
    groups.set(`${rates.from} ${relieved}`, { ...group, minor: group.minor + netMinor })
  }
  const shares = [...groups.values()].map(({ minor, ...share }) => ({
    receipts: toEuros(minor),
    ...share,
  }))
  const total = (of: (share: ContributionShare) => number) =>
    shares.reduce((sum, share) => sum + of(share), 0)
  const contributions = total((share) => taken(share.receipts, share.rates.contributions))
  const training = total((share) => taken(share.receipts, share.rates.training))
  const incomeTax = total((share) => taken(share.receipts, share.rates.incomeTax))
  return {
    receipts: total((share) => share.receipts),
    contributions,
    training,
    incomeTax,
    total: contributions + training + incomeTax,
    shares,
  }
}

/**
 * The rate of contributions of a day's receipts, by the terms of a business; null before the oldest
 * known.
 */
export function contributionRateOn(terms: ContributionTerms, day: Day): number | null {
  const rates = contributionRatesOn(terms.activity, day)
  return rates && ratesFor(rates, isRelieved(terms.reliefFrom, day), terms).contributions
}

const isRelieved = (from: DayOrNone, day: Day): boolean =>
  from !== '' && from <= day && day <= reliefEnd(from)

function ratesFor(
  { contributions, training, incomeTax, source, activity }: ContributionRates,
  relieved: boolean,
  { incomeTaxOption, reliefFrom }: ContributionTerms,
): ContributionShare['rates'] {
  // A liberal profession's relieved rate keeps two decimals, the others one.
  const step = activity === 'bncSsi' || activity === 'bncCipav' ? 1 : 10
  return {
    contributions: relieved
      ? multiplyRounded(contributions, reliefShareOf(reliefFrom), 100 * step) * step
      : contributions,
    training,
    incomeTax: incomeTaxOption ? incomeTax : 0,
    source,
  }
}
