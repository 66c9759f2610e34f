import { test } from 'vitest'
import { notificationMarksDecider, type NotificationMarksEvent } from '#domain/planning/notification-marks.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const given = specification(notificationMarksDecider)
const read: NotificationMarksEvent = { type: 'NotificationsRead', data: { ids: ['a'] } }
const muted: NotificationMarksEvent = { type: 'NotificationKindMuted', data: { kind: 'billLate' } }

test('a notification is read once', () => {
  given()
    .when({ type: 'Read', ids: ['a', 'a'] })
    .yields(read)
  given(read)
    .when({ type: 'Read', ids: ['a'] })
    .yields()
  given(read)
    .when({ type: 'Read', ids: ['a', 'b'] })
    .yields({ type: 'NotificationsRead', data: { ids: ['b'] } })
})

test('a kind is muted, and wanted again', () => {
  given().when({ type: 'Mute', kind: 'billLate', muted: true }).yields(muted)
  given(muted).when({ type: 'Mute', kind: 'billLate', muted: true }).yields()
  given(muted)
    .when({ type: 'Mute', kind: 'billLate', muted: false })
    .yields({ type: 'NotificationKindUnmuted', data: { kind: 'billLate' } })
  given().when({ type: 'Mute', kind: 'billLate', muted: false }).yields()
})
