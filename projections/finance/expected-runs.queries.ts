import { enteredRow } from '#domain/finance/entered-amounts.values.ts'
import type { Expected } from '#domain/finance/forecast.ts'
import { vatRateOf } from '#domain/schedules/schedule-facts.ts'
import { inputsOf, nextRuns, periodOf, type ReceivedOn } from '#domain/schedules/schedule-runs.ts'
import type { LiveSchedule } from '#domain/schedules/schedule.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import type { Currency } from '#domain/kernel/money.ts'
import { addDays, type Day } from '#domain/kernel/time.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { type ScheduleDoc, schedules } from '#projections/schedules/schedules.ts'
import { transactions } from './transactions.ts'
import { turnoverSign } from '#domain/finance/transaction.values.ts'
import { turnoverMonths, turnoverReads } from './turnover.queries.ts'
import {
  type TermsOfProfile,
  withRecountedRuns,
} from '#projections/schedules/waiting-runs.queries.ts'

/** The read models of schedules to come. */
export const expectedRunReads = { ...turnoverReads, schedules, transactions }

/** A schedule that runs each day does so within twelve months at most. */
const MOST_RUNS = 370
/** Oldest turnover that counts for a run: the longest period of one is a year. @unit days */
const LOOKED_BACK = 400

/**
 * Coming scheduled transactions and charges: runs that wait for the user, and later ones. A share
 * of turnover takes the receipts by month, and the expected ones.
 */
export async function expectedRuns(
  read: Read<typeof expectedRunReads>,
  {
    owner,
    profileId,
    currency,
    today,
    until,
    termsOf,
  }: {
    readonly owner: string
    readonly profileId: string
    readonly currency: Currency
    readonly today: Day
    readonly until: Day
    readonly termsOf: TermsOfProfile
  },
  expected: readonly Expected[],
): Promise<readonly Expected[]> {
  const [found, months] = await Promise.all([
    read.schedules.find({ filter: { where: { owner, profileId } } }),
    turnoverMonths(read, owner, profileId, currency, {
      $gte: addDays(today, -LOOKED_BACK).slice(0, 7),
      $lte: today.slice(0, 7),
    }),
  ])
  const past = Array.from(
    months,
    ([month, { receiptsMinor, receiptsVatMinor }]): ReceivedOn => ({
      day: `${month}-01`,
      netMinor: receiptsMinor,
      grossMinor: receiptsMinor + receiptsVatMinor,
    }),
  )
  const coming = expected
    .filter(({ turnover }) => turnover)
    .map(
      ({ day, grossMinor, vatMinor }): ReceivedOn => ({
        day,
        netMinor: grossMinor - vatMinor,
        grossMinor,
      }),
    )
  const inCurrency = found.items.filter(({ schedule }) => schedule.facts.currency === currency)
  return (await withRecountedRuns(read.transactions, inCurrency, termsOf))
    .flatMap((doc) => runsOf(doc, [...past, ...coming], today, until))
    .filter(({ day, grossMinor }) => day <= until && grossMinor > 0)
}

function runsOf(
  { _id, family, schedule }: ScheduleDoc,
  received: readonly ReceivedOn[],
  today: Day,
  until: Day,
): readonly Expected[] {
  const { facts } = schedule
  const expected = (payOn: Day, amountMinor: number): Expected => ({
    kind: family === 'charge' ? 'charge' : 'scheduled',
    id: _id,
    label: facts.label,
    day: payOn > today ? payOn : addDays(today, 1),
    operation: facts.operation,
    account: facts.bankAccountType,
    grossMinor: amountMinor,
    vatMinor: enteredRow('gross', amountMinor, vatRateOf(facts))?.amountMinor ?? 0,
    turnover: turnoverSign(facts) === 1,
  })
  const waiting = schedule.waiting.map(({ payOn, amountMinor }) => expected(payOn, amountMinor))
  if (!schedule.active) return waiting
  let { countedUntil } = schedule
  const coming = nextRuns(schedule, MOST_RUNS)
    .filter((due) => due <= until)
    .flatMap((due): readonly Expected[] => {
      const run = inputsOrNull({ ...schedule, countedUntil }, due, received)
      countedUntil = periodOf({ facts, countedUntil }, due)?.to ?? countedUntil
      return run === null ? [] : [expected(run.payOn, run.amountMinor)]
    })
  return [...waiting, ...coming]
}

/** Null where the law's rates of the days are not known. */
function inputsOrNull(schedule: LiveSchedule, due: Day, received: readonly ReceivedOn[]) {
  try {
    return inputsOf(schedule, { runId: '', due, received })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'CONTRIBUTION_RATES_UNKNOWN') return null
    throw error
  }
}
