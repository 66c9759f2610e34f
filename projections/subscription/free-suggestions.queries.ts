import { planRuns } from '#domain/subscription/standing.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { jobHunts } from '#projections/prospecting/job-hunts.ts'
import { subscriptions } from './subscriptions.ts'

export const freeSuggestionReads = { jobHunts, subscriptions }

/** Number of free suggestions that a user has left; null where none were given, or a plan runs. */
export async function freeSuggestions(
  read: Read<typeof freeSuggestionReads>,
  owner: string,
  now: number,
): Promise<number | null> {
  const left = (await read.jobHunts.get(owner))?.left ?? null
  if (left === null) return null
  return planRuns((await read.subscriptions.get(owner))?.plan ?? null, now) ? null : left
}
