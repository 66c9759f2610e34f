import { test } from 'vitest'
import { calendarFeedDecider, type CalendarFeedEvent } from '#domain/planning/calendar-feed.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const given = specification(calendarFeedDecider)
const opened = (secretSha256: string): CalendarFeedEvent => ({
  type: 'CalendarFeedOpened',
  data: { secretSha256 },
})
const closed: CalendarFeedEvent = { type: 'CalendarFeedClosed', data: {} }

test('a feed is opened with a secret, and a new secret takes the place of the earlier one', () => {
  given().when({ type: 'Open', secretSha256: 'a' }).yields(opened('a'))
  given(opened('a')).when({ type: 'Open', secretSha256: 'b' }).yields(opened('b'))
})

test('an open feed is closed; a closed one is not there', () => {
  given(opened('a')).when({ type: 'Close' }).yields(closed)
  given(opened('a'), closed).when({ type: 'Close' }).refuses('NOT_FOUND')
})
