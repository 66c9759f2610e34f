import type { UrssafPeriodicity } from '#domain/finance/activities.values.ts'
import type { ContributionTerms } from '#domain/finance/contributions.ts'
import {
  type Day,
  type DayOrNone,
  dayOfMonth,
  makeDay,
  monthOf,
  yearOf,
} from '#domain/kernel/time.ts'
import type { Recurrence } from './recurrence.ts'
import { PLAIN_SCHEDULE, type ScheduleFacts } from './schedule-facts.ts'

/** Months of one declaration to Urssaf. */
export const MONTHS_OF = { monthly: 1, quarterly: 3 } as const satisfies Record<
  UrssafPeriodicity,
  number
>

/** The first day of the month or quarter after the one of a day. */
function nextPeriod(day: Day, count: number): Day {
  const months = yearOf(day) * 12 + monthOf(day) - 1
  const next = months - (months % count) + count
  return makeDay(Math.floor(next / 12), (next % 12) + 1, 1)
}

/**
 * The charge that proposes the declarations of a micro-entrepreneur. Its first run is of the period
 * in which it begins: earlier ones were declared elsewhere.
 *
 * @param asked.since the later of today and the business's first day
 * @source CSS art. R133-30-1: by month or quarter
 */
export function chargeOfContributions({
  profileId,
  terms,
  periodicity,
  accountType,
  since,
}: {
  readonly profileId: string
  readonly terms: ContributionTerms
  readonly periodicity: UrssafPeriodicity
  readonly accountType: 'personal' | 'business'
  readonly since: Day
}): ScheduleFacts {
  const count = MONTHS_OF[periodicity]
  return {
    ...PLAIN_SCHEDULE,
    profileId,
    label: 'Urssaf',
    kind: 'urssaf',
    currency: 'EUR',
    bankAccountType: accountType === 'personal' ? 'personal' : 'professional',
    amountType: 'contributions',
    terms,
    mode: 'validation',
    recurrence: { interval: 'month', count, first: nextPeriod(since, count), until: '' },
  }
}

/**
 * A recurrence in another rhythm, on the same day of its months. It counts from a January on, so
 * that its runs are those of months or quarters whichever it was before. A business of the future
 * has its first run after its first period.
 */
export function rhythmOf(
  recurrence: Recurrence,
  periodicity: UrssafPeriodicity,
  { today, startDate }: { readonly today: Day; readonly startDate: DayOrNone },
): Recurrence {
  const count = MONTHS_OF[periodicity]
  const first =
    startDate > today
      ? nextPeriod(startDate, count)
      : makeDay(yearOf(today), 1, dayOfMonth(recurrence.first))
  return { ...recurrence, interval: 'month', count, first }
}
