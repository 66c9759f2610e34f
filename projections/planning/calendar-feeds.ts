import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { CalendarFeedEvent } from '#domain/planning/calendar-feed.ts'
import { defineProjection } from '../kernel/projection.ts'

/** An open feed, by its user's id. */
export type CalendarFeedDoc = Doc & {
  readonly secretSha256: string
  /** When its secret was made. @unit epoch milliseconds */
  readonly since: number
}

export const calendarFeeds = defineProjection<CalendarFeedEvent, CalendarFeedDoc>({
  name: 'calendar-feeds',
  version: 1,
  outlives: true,
  on: {
    CalendarFeedOpened: (_, { data, meta }, key) => ({
      _id: key,
      owner: meta.owner,
      secretSha256: data.secretSha256,
      since: meta.occurredAt,
    }),
    CalendarFeedClosed: () => null,
  },
  indexes: [],
})
