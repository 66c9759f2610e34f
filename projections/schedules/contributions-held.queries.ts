import { type ContributionTerms, contributionsOf } from '#domain/finance/contributions.ts'
import type { UrssafPeriodicity } from '#domain/finance/activities.values.ts'
import { MONTHS_OF } from '#domain/schedules/contribution-charge.ts'
import { byTerms } from '#domain/schedules/schedule-runs.ts'
import { addDays, type Day, daysInMonth, makeDay, monthOf, yearOf } from '#domain/kernel/time.ts'
import { receivedBetween } from '#projections/finance/received.queries.ts'
import { transactionFilter, type transactions } from '#projections/finance/transactions.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { type schedules, schedulesOf } from './schedules.ts'

type Asked = {
  readonly owner: string
  readonly profileId: string
  readonly today: Day
  /** Terms of the business by its profile; null when it names none. */
  readonly terms: ContributionTerms | null
  /** Rhythm of its declarations; a charge may say otherwise. */
  readonly periodicity?: UrssafPeriodicity | '' | undefined
}

/**
 * Contributions owed on money received up to a day, whenever they are due. They are those of runs
 * that wait, and of receipts that no run has counted.
 *
 * @returns cents; null for a business without contributions on its receipts
 */
export async function contributionsHeld(
  read: Read<{ schedules: typeof schedules; transactions: typeof transactions }>,
  { owner, profileId, today, terms: ofProfile, periodicity }: Asked,
): Promise<number | null> {
  const charges = await schedulesOf(read.schedules, { owner, profileId, family: 'charge' })
  const charge = charges.find(({ schedule }) => schedule.facts.amountType === 'contributions')
  const terms = charge ? byTerms(charge.schedule, ofProfile).facts.terms : ofProfile
  if (terms === null) return null
  const waitingMinor =
    charge?.schedule.waiting.reduce((sum, { amountMinor }) => sum + amountMinor, 0) ?? 0
  const countedUntil = charge?.schedule.countedUntil ?? ''
  const from =
    countedUntil === ''
      ? await firstOpenDay(
          read,
          { owner, profileId },
          today,
          charge?.schedule.facts.recurrence.count ?? MONTHS_OF[periodicity || 'quarterly'],
        )
      : addDays(countedUntil, 1)
  const received = await receivedBetween(read.transactions, {
    owner,
    profileId,
    currency: 'EUR',
    from,
    to: today,
  })
  return waitingMinor + Math.max(0, contributionsOf(received, terms)?.total ?? 0) * 100
}

/**
 * First day whose contributions are not paid. The period before counts until its declaration is
 * due or paid.
 *
 * @source CSS art. R613-1-2: due at the end of the month after the period
 */
async function firstOpenDay(
  read: Read<{ transactions: typeof transactions }>,
  { owner, profileId }: { readonly owner: string; readonly profileId: string },
  today: Day,
  count: number,
): Promise<Day> {
  const present = makeDay(yearOf(today), monthOf(today) - ((monthOf(today) - 1) % count), 1)
  const due = makeDay(
    yearOf(present),
    monthOf(present),
    daysInMonth(yearOf(present), monthOf(present)),
  )
  if (today > due) return present
  const paid = await read.transactions.find({
    filter: transactionFilter(owner, profileId, {
      kind: 'urssaf',
      operation: 'out',
      paymentDay: { $gte: present },
    }),
    limit: 1,
  })
  if (paid.items.length > 0) return present
  const last = addDays(present, -1)
  const month = monthOf(last) - count + 1
  return makeDay(yearOf(last), month, 1)
}
