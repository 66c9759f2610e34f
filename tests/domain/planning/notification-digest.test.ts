import { expect, test } from 'vitest'
import {
  nextMorning,
  notificationDigestDecider,
  type NotificationDigestEvent,
} from '#domain/planning/notification-digest.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const given = specification(notificationDigestDecider)
const chosen = (
  rhythm: 'never' | 'daily' | 'weekly',
  secret = 's',
  next = 7,
): NotificationDigestEvent => ({
  type: 'DigestChosen',
  data: { rhythm, secret, next },
})
const ended = (until: number, next: number): NotificationDigestEvent => ({
  type: 'DigestEnded',
  data: { until, next },
})

test('mails of reminders are chosen; the same choice again changes nothing and keeps the secret of the link', () => {
  const daily = { type: 'ChooseDigest', rhythm: 'daily', secret: 's', next: 7 } as const
  given().when(daily).yields(chosen('daily'))
  given(chosen('daily'))
    .when({ ...daily, secret: 'another' })
    .yields()
  given(chosen('daily'))
    .when({ ...daily, rhythm: 'never', secret: '', next: 0 })
    .yields(chosen('never', '', 0))
  given()
    .when({ ...daily, rhythm: 'never', secret: '', next: 0 })
    .yields()
})

test('a mail ends its hour once, and not after the mails were stopped', () => {
  const end = { type: 'EndDigest', until: 7, next: 31 } as const
  given(chosen('daily')).when(end).yields(ended(7, 31))
  given(chosen('daily'), ended(7, 31)).when(end).yields()
  given(chosen('daily'), chosen('never', '', 0))
    .when(end)
    .yields()
})

test.each([
  // Friday 27 March at 12:00 in Paris; the clocks change on Sunday 29.
  ['daily', '2026-03-27T11:00Z', 'Europe/Paris', '2026-03-28T06:00:00.000Z'],
  ['daily', '2026-03-28T12:00Z', 'Europe/Paris', '2026-03-29T05:00:00.000Z'],
  ['weekly', '2026-03-27T11:00Z', 'Europe/Paris', '2026-03-30T05:00:00.000Z'],
  ['weekly', '2026-03-30T05:00Z', 'Europe/Paris', '2026-04-06T05:00:00.000Z'],
  ['daily', '2026-03-27T00:00Z', 'Asia/Kathmandu', '2026-03-27T01:15:00.000Z'],
] as const)(
  'the next mail of a %s rhythm after %s in %s is at seven: %s',
  (rhythm, after, zone, at) => {
    expect(new Date(nextMorning(rhythm, Date.parse(after), zone)).toISOString()).toBe(at)
  },
)
