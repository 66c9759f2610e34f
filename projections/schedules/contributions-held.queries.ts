import { contributionDay, contributionsOf } from '#domain/finance/contributions.ts'
import { addDays, type Day, type DayOrNone, makeDay, monthOf, yearOf } from '#domain/kernel/time.ts'
import { receivedBetween } from '#projections/finance/received.queries.ts'
import { transactionFilter, type transactions } from '#projections/finance/transactions.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { contributionChargeOf, type Contributor } from './contribution-charge.queries.ts'
import type { schedules } from './schedules.ts'

type Asked = Contributor & {
  readonly today: Day
  /** First day whose periods are declared here, as the user chose it; empty while nothing was. */
  readonly firstPeriodFrom?: DayOrNone | undefined
}

/**
 * Contributions owed on money received up to a day, whenever they are due. They are those of runs
 * that wait, and of receipts that no run has counted.
 *
 * @returns cents; null for a business without contributions on its receipts
 */
export async function contributionsHeld(
  read: Read<{ schedules: typeof schedules; transactions: typeof transactions }>,
  { today, firstPeriodFrom = '', ...contributor }: Asked,
): Promise<number | null> {
  const { owner, profileId } = contributor
  const { charge, terms, months } = await contributionChargeOf(read, contributor)
  if (terms === null) return null
  const waitingMinor =
    charge?.schedule.waiting.reduce((sum, { amountMinor }) => sum + amountMinor, 0) ?? 0
  const countedUntil = charge?.schedule.countedUntil ?? ''
  const from =
    countedUntil === ''
      ? await firstOpenDay(read, { owner, profileId }, today, months, terms.businessFrom)
      : addDays(countedUntil, 1)
  const received = await receivedBetween(read.transactions, {
    owner,
    profileId,
    currency: 'EUR',
    // Money of earlier periods was declared elsewhere.
    from: from < firstPeriodFrom ? firstPeriodFrom : from,
    to: today,
  })
  return waitingMinor + Math.max(0, contributionsOf(received, terms)?.total ?? 0) * 100
}

/**
 * First day whose contributions are not paid. Periods before count until their declaration is due
 * or paid.
 */
async function firstOpenDay(
  read: Read<{ transactions: typeof transactions }>,
  { owner, profileId }: { readonly owner: string; readonly profileId: string },
  today: Day,
  count: number,
  businessFrom: DayOrNone | undefined,
): Promise<Day> {
  const present = makeDay(yearOf(today), monthOf(today) - ((monthOf(today) - 1) % count), 1)
  let open = present
  for (let last = addDays(open, -1); today <= contributionDay(last, count, businessFrom); ) {
    open = makeDay(yearOf(last), monthOf(last) - count + 1, 1)
    last = addDays(open, -1)
  }
  if (open === present) return present
  const paid = await read.transactions.find({
    filter: transactionFilter(owner, profileId, {
      kind: 'urssaf',
      operation: 'out',
      paymentDay: { $gte: present },
    }),
    limit: 1,
  })
  return paid.items.length > 0 ? present : open
}
