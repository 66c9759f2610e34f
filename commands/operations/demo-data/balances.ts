import { type Chapter, monthsBefore } from './tale.ts'

/** The bank's statement of the month before, which the forecast begins with. */
export const balancesChapter: Chapter = ({ commands, today, profileId, meta }) => {
  const day = monthsBefore(today, 1)
  const opening = {
    profileId,
    account: 'professional',
    currency: 'EUR',
    day,
    amountMinor: 1_428_640,
  } as const
  return [{ day, tell: () => commands.openingBalances.set(opening, meta('opening balance', day)) }]
}
