import { type Chapter, monthsBefore } from './tale.ts'

/** The bank's statement of two months before: a line joins the ends of months since. */
export const balancesChapter: Chapter = ({ commands, today, profileId, meta }) => {
  const day = monthsBefore(today, 2)
  const opening = {
    profileId,
    account: 'professional',
    currency: 'EUR',
    day,
    amountMinor: 1_205_028,
  } as const
  return [{ day, tell: () => commands.openingBalances.set(opening, meta('opening balance', day)) }]
}
