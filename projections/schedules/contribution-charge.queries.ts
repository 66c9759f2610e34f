import type { UrssafPeriodicity } from '#domain/finance/activities.values.ts'
import type { ContributionTerms } from '#domain/finance/contributions.ts'
import { MONTHS_OF } from '#domain/schedules/contribution-charge.ts'
import { byTerms } from '#domain/schedules/schedule-runs.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { type schedules, schedulesOf } from './schedules.ts'

export type Contributor = {
  readonly owner: string
  readonly profileId: string
  /** Terms of the business by its profile; null when it names none. */
  readonly terms: ContributionTerms | null
  /** Rhythm of its declarations; a charge may say otherwise. */
  readonly periodicity?: UrssafPeriodicity | '' | undefined
}

/** Charge of a business's contributions, with the terms and the months of a period that it has. */
export async function contributionChargeOf(
  read: Read<{ schedules: typeof schedules }>,
  { owner, profileId, terms, periodicity }: Contributor,
) {
  const charges = await schedulesOf(read.schedules, { owner, profileId, family: 'charge' })
  const charge = charges.find(({ schedule }) => schedule.facts.amountType === 'contributions')
  return {
    charge,
    terms: charge ? byTerms(charge.schedule, terms).facts.terms : terms,
    months: charge?.schedule.facts.recurrence.count ?? MONTHS_OF[periodicity || 'quarterly'],
  }
}
