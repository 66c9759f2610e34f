import { contributionsHeld } from '#projections/schedules/contributions-held.queries.ts'
import { timeSlices } from '#commands/kernel/time-slices.ts'
import type { OpeningBalanceCommands } from '#commands/finance/opening-balance.ts'
import {
  type Behind,
  type Forecast,
  forecastRoutes,
  type Threshold,
} from '#contract/finance/forecast.contract.ts'
import {
  countOf,
  crossedOn,
  type Expected,
  type Flow,
  forecastOf,
  lastDayOfForecast,
  monthsFrom,
  safeToSpend,
} from '#domain/finance/forecast.ts'
import type { Account } from '#domain/finance/opening-balance.ts'
import { catalogue, refusal } from '#domain/kernel/errors.ts'
import { type Currency, toMajor, toMinor } from '#domain/kernel/money.ts'
import {
  addDays,
  type Day,
  type DayOrNone,
  dayIn,
  dayOfEpoch,
  epochOfDay,
  epochOrZero,
  yearOf,
} from '#domain/kernel/time.ts'
import { vatTermsOn } from '#domain/profile/vat-regime.values.ts'
import { regionOf } from '#domain/timesheets/working-days.ts'
import {
  accountBalances,
  balanceReads,
  openingsVersion,
} from '#projections/finance/account-balances.ts'
import {
  contractDays,
  draftBills,
  expectedReads,
  openSums,
  type OpenSum,
  openTransactions,
  someOf,
  usualDelays,
} from '#projections/finance/expected.queries.ts'
import { expectedRunReads, expectedRuns } from '#projections/finance/expected-runs.queries.ts'
import { firstReturnDay } from '#projections/finance/first-period.queries.ts'
import { expectedVat } from '#projections/finance/expected-vat.queries.ts'
import { type ExemptionGauge, exemptionGauges } from '#projections/finance/vat-exemption.queries.ts'
import { vatReads } from '#projections/finance/vat-facts.queries.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import {
  contributionTermsIn,
  type ProfessionalInfoDoc,
  professionalInfoOf,
  professionalInfos,
} from '#projections/profile/professional-infos.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'

const forecastRefusal = catalogue({ BALANCE_DECIMALS: 'invalid' })

const reads = {
  ...balanceReads,
  ...expectedReads,
  ...expectedRunReads,
  ...vatReads,
  professionalInfos,
}
type Reads = Read<typeof reads>

/** Amounts that are shown behind a month. */
const SHOWN_BEHIND = 50
/** Months before this one that the chart begins with. */
const MONTHS_BEFORE = 6

/** Twelve months from today: what is expected, what is left of it, and why. */
export function forecastApi(api: Api, openings: OpeningBalanceCommands): void {
  api.serve(forecastRoutes.get, { reads }, async ({ read, owner, params, query, now, caller }) => {
    const today = dayIn(now, caller.timeZone)
    const forecastQuestion = await askedOf(read, {
      owner,
      profileId: params.profileId,
      today,
      timeZone: caller.timeZone,
      ...query,
    })
    const { currency, account, profile } = forecastQuestion
    const [balances, openingVersion, { expected, vatHeldMinor, delay }, gauges, urssafMinor] =
      await Promise.all([
        accountBalances(read, forecastQuestion, today),
        openingsVersion(read.openingBalances, forecastQuestion),
        allExpected(read, forecastQuestion, openSums),
        currency === 'EUR'
          ? exemptionGauges(read, owner, profile._id, yearOf(today), profile.identity)
          : [],
        currency === 'EUR'
          ? contributionsHeld(read, {
              owner,
              profileId: profile._id,
              today,
              terms: contributionTermsIn([profile])(profile._id),
              periodicity: profile.identity.urssafPeriodicity,
              firstPeriodFrom: profile.identity.firstPeriodFrom,
            })
          : 0,
      ])
    const chosen = balances.filter((one) => account === undefined || one.account === account)
    const own = ofAccount(expected, account)
    const balanceMinor = chosen.reduce((sum, one) => sum + one.balanceMinor, 0)
    const actual = added(chosen.map(({ flows }) => flows))
    const amount = (minor: number) => toMajor(minor, currency)
    const { months, runsDryOn } = forecastOf({ today, balanceMinor, actual, expected: own })
    const behind = await Promise.all(
      months.map((month) => shownOf(read, month.behind, delay, forecastQuestion)),
    )
    // Debts to the State and suppliers are taken from all the accounts together.
    const safe = safeToSpend(
      balances.reduce((sum, one) => sum + one.balanceMinor, 0),
      { vatMinor: vatHeldMinor, urssafMinor: urssafMinor ?? 0 },
      expected,
      today,
    )
    return {
      currency,
      balance: amount(balanceMinor),
      accounts: balances.map((one) => ({
        account: one.account,
        balance: amount(one.balanceMinor),
        openingDay: epochOrZero(one.opening?.day ?? ''),
        openingBalance: amount(one.opening?.amountMinor ?? 0),
      })),
      openingVersion,
      before: monthsBefore(today).map((month) => pastMonth(month, actual.get(month), currency)),
      months: months.map((month, i) => ({
        ...pastMonth(
          month.month,
          { inMinor: month.actualInMinor, outMinor: month.actualOutMinor },
          currency,
        ),
        expectedIn: amount(month.expectedInMinor),
        expectedOut: amount(month.expectedOutMinor),
        balance: amount(month.balanceMinor),
        behind: (behind[i] ?? []).map((one) => behindToWire(one, currency)),
        behindCount: countOf(month.behind),
      })),
      runsDryOn: epochOrZero(runsDryOn),
      thresholds: gauges.flatMap((gauge) => thresholdsOf(gauge, expected, forecastQuestion)),
      safeToSpend: amount(safe.amountMinor),
      safeParts: safe.parts.map(({ name, amountMinor }) => ({ name, amount: amount(amountMinor) })),
    } satisfies Forecast
  })
  api.serve(
    forecastRoutes.expected,
    { reads },
    async ({ read, owner, params, query, now, caller }) => {
      const today = dayIn(now, caller.timeZone)
      const forecastQuestion = await askedOf(read, {
        owner,
        profileId: params.profileId,
        today,
        timeZone: caller.timeZone,
        ...query,
      })
      const { expected } = await allExpected(read, forecastQuestion, openTransactions)
      const sorted = ofAccount(expected, forecastQuestion.account).toSorted((a, b) =>
        a.day < b.day ? -1 : a.day > b.day ? 1 : 0,
      )
      return sorted.map((one) => behindToWire(one, forecastQuestion.currency))
    },
  )
  api.serve(forecastRoutes.balance, { reads: { professionalInfos } }, async (call) => {
    const { read, owner, params, body, meta } = call
    const profile = await profileOf(read, owner, params.profileId)
    const currency = body.currency ?? profile.bank.currency
    const amountMinor = toMinor(body.amount, currency)
    if (amountMinor === null)
      throw forecastRefusal('BALANCE_DECIMALS', { currency }, [
        { path: 'amount', code: 'BALANCE_DECIMALS' },
      ])
    const day = dayOfEpoch(body.date)
    const opening = {
      profileId: params.profileId,
      account: body.account,
      currency,
      day,
      amountMinor,
    }
    return written(await openings.set(opening, meta()))
  })
}

/** @throws NOT_FOUND for a profile that is not the owner's */
async function profileOf(
  read: Pick<Reads, 'professionalInfos'>,
  owner: string,
  profileId: string,
): Promise<ProfessionalInfoDoc> {
  const profile = await professionalInfoOf(read.professionalInfos, owner, profileId)
  if (profile === null) throw refusal('NOT_FOUND', { id: profileId })
  return profile
}

type Question = {
  readonly owner: string
  readonly profileId: string
  readonly today: Day
  readonly timeZone: string
  readonly account?: Account | undefined
  readonly currency?: Currency | undefined
}
async function askedOf(read: Reads, { currency, ...question }: Question) {
  const profile = await profileOf(read, question.owner, question.profileId)
  return {
    ...question,
    profile,
    currency: currency ?? profile.bank.currency,
    until: lastDayOfForecast(question.today),
  }
}
type Asked = Awaited<ReturnType<typeof askedOf>>

type AllExpected = {
  readonly expected: readonly (Expected | OpenSum)[]
  readonly vatHeldMinor: number
  readonly delay: (client: string) => number
}

/** Everything that is expected, from the day's tomorrow to the end of the twelve months. */
async function allExpected(
  read: Reads,
  { owner, profileId, today, timeZone, until, currency, profile }: Asked,
  openOf: typeof openSums | typeof openTransactions,
): Promise<AllExpected> {
  const account = profile.bank.accountType === 'personal' ? 'personal' : 'professional'
  const termsOf = contributionTermsIn([profile])
  const of = { owner, profileId, currency, account, today, until, termsOf } as const
  const delay = await usualDelays(read, owner, profileId)
  const [open, drafts, days] = await Promise.all([
    openOf(read, delay, of),
    draftBills(read, delay, of),
    contractDays(read, delay, regionOf(profile.identity.address), of),
  ])
  const incomes = [...open, ...drafts, ...days]
  const expected = [...incomes, ...(await expectedRuns(read, of, incomes))]
  // VAT returns are in euros.
  if (currency !== 'EUR') return { expected, vatHeldMinor: 0, delay }
  const vat = await expectedVat(
    read,
    {
      owner,
      profileId,
      terms: profile.vat,
      address: profile.identity.address,
      here: await firstReturnDay(read, profile, timeZone),
    },
    { today, until, expected },
  )
  return { expected: [...expected, ...vat.expected], vatHeldMinor: vat.heldMinor, delay }
}

/** The first amounts behind a month; of those that are summed up, the payments themselves. */
async function shownOf(
  read: Reads,
  behind: readonly (Expected | OpenSum)[],
  delay: AllExpected['delay'],
  asked: Asked,
): Promise<readonly Expected[]> {
  const shown: Expected[] = []
  const turn = timeSlices()
  for (const one of behind) {
    const room = SHOWN_BEHIND - shown.length
    if (room <= 0) break
    const isSum = 'of' in one && one.of !== null
    shown.push(...(isSum ? await someOf(read, one, delay, asked, room) : [one]))
    await turn()
  }
  return shown
}

const ofAccount = (
  expected: readonly Expected[],
  account: Account | undefined,
): readonly Expected[] =>
  account === undefined ? expected : expected.filter((one) => one.account === account)

function added(some: readonly ReadonlyMap<string, Flow>[]): ReadonlyMap<string, Flow> {
  const sum = new Map<string, Flow>()
  for (const flows of some)
    for (const [month, { inMinor, outMinor }] of flows) {
      const before = sum.get(month) ?? { inMinor: 0, outMinor: 0 }
      sum.set(month, { inMinor: before.inMinor + inMinor, outMinor: before.outMinor + outMinor })
    }
  return sum
}

const monthsBefore = (today: Day): readonly string[] => {
  const first = `${today.slice(0, 7)}-15`
  // The middle of a month, half a year back, whatever the months' lengths.
  return monthsFrom(addDays(first, -Math.round(MONTHS_BEFORE * 30.44)), MONTHS_BEFORE)
}

const pastMonth = (month: string, flow: Flow | undefined, currency: Currency) => ({
  year: Number(month.slice(0, 4)),
  month: Number(month.slice(5)),
  actualIn: toMajor(flow?.inMinor ?? 0, currency),
  actualOut: toMajor(flow?.outMinor ?? 0, currency),
})

const behindToWire = (
  { kind, id, label, day, operation, grossMinor }: Expected,
  currency: Currency,
): Behind => ({
  kind,
  id,
  label,
  day: epochOfDay(day),
  amount: toMajor(operation === 'in' ? grossMinor : -grossMinor, currency),
})

/**
 * A trade's limits of the year against what it has received, with the day on which each would be
 * crossed.
 */
function thresholdsOf(
  { limits, limitMinor, microMinor, reachedMinor, crossed }: ExemptionGauge,
  expected: readonly Expected[],
  { today, profile }: Asked,
): readonly Threshold[] {
  const regime = vatTermsOn(profile.vat, today)?.terms.regime
  const { trade, source } = limits
  const threshold = (
    name: Threshold['name'],
    limit: number,
    givenDay: DayOrNone,
    applies: boolean,
  ): Threshold => {
    const day = givenDay || crossedOn(reachedMinor, limit, expected, yearOf(today))
    return {
      name,
      trade,
      limit: toMajor(limit, 'EUR'),
      reached: toMajor(reachedMinor, 'EUR'),
      crossedOn: epochOrZero(day),
      applies,
      from: epochOfDay(limits.from),
      source,
    }
  }
  const isFranchise = regime === 'franchise'
  return [
    threshold('vatBase', limitMinor, crossed.limit, isFranchise),
    threshold('vatTolerance', limits.tolerance, crossed.tolerance, isFranchise),
    threshold(
      'micro',
      microMinor,
      crossed.micro,
      profile.identity.legalStatus === 'micro-entrepreneur',
    ),
  ]
}
