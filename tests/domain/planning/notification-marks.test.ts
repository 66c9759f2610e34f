import { test } from 'vitest'
import {
  notificationMarksDecider,
  type NotificationMarksEvent,
} from '#domain/planning/notification-marks.ts'
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

const tidings = {
  kind: 'trialEnding',
  title: '',
  start: 5,
  entity: 'subscription',
  entityId: 'user-1',
} as const

test('what is told without a record’s fact is told once, and not after it was passed over', () => {
  const told: NotificationMarksEvent = {
    type: 'NotificationTold',
    data: { key: 'trialEnding 5', ...tidings },
  }
  const tell = { type: 'Tell', key: 'trialEnding 5', tidings } as const
  given().when(tell).yields(told)
  given(told).when(tell).yields()
  given(told)
    .when({ ...tell, key: 'trialEnding 6' })
    .yields({ type: 'NotificationTold', data: { key: 'trialEnding 6', ...tidings } })
  const passed: NotificationMarksEvent = {
    type: 'NotificationPassedOver',
    data: { key: 'trialEnding 5' },
  }
  given().when({ type: 'PassOver', key: 'trialEnding 5' }).yields(passed)
  given(told).when({ type: 'PassOver', key: 'trialEnding 5' }).yields()
  given(passed).when(tell).yields()
})

test('a reminder is put off, and brought back', () => {
  const snooze = { type: 'SnoozeReminder', key: 'bills 1', until: 5 } as const
  const snoozed: NotificationMarksEvent = {
    type: 'ReminderSnoozed',
    data: { key: 'bills 1', until: 5 },
  }
  given().when(snooze).yields(snoozed)
  given(snoozed).when(snooze).yields()
  given(snoozed)
    .when({ ...snooze, until: 0 })
    .yields({ type: 'ReminderSnoozed', data: { key: 'bills 1', until: 0 } })
  given()
    .when({ ...snooze, until: 0 })
    .yields()
})

test('a kind is muted, and wanted again', () => {
  given().when({ type: 'Mute', kind: 'billLate', muted: true }).yields(muted)
  given(muted).when({ type: 'Mute', kind: 'billLate', muted: true }).yields()
  given(muted)
    .when({ type: 'Mute', kind: 'billLate', muted: false })
    .yields({ type: 'NotificationKindUnmuted', data: { kind: 'billLate' } })
  given().when({ type: 'Mute', kind: 'billLate', muted: false }).yields()
})
