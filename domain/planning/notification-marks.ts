import type { Decider } from '#domain/kernel/decider.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'
import { SharedMap } from '#domain/kernel/shared-map.ts'
import type { NotificationKind } from './notification.values.ts'

/**
 * Notifications without a fact of their own record: a near date, or work outside the log that
 * ended. `start` is the moment of the event, in epoch milliseconds; 0 without.
 */
export type Tidings = {
  readonly kind: Extract<NotificationKind, 'trialEnding' | 'importFinished' | 'importFailed'>
  readonly title: string
  readonly start: number
  readonly entity: string
  readonly entityId: string
}

/** @param ids of notifications */
export type NotificationMarksCommand =
  | { readonly type: 'Read'; readonly ids: readonly string[] }
  | { readonly type: 'Mute'; readonly kind: NotificationKind; readonly muted: boolean }
  /** The same `key` is told once. */
  | { readonly type: 'Tell'; readonly key: string; readonly tidings: Tidings }
  /** Tells of a reminder again at `until` (epoch milliseconds); 0 tells of it now. */
  | { readonly type: 'SnoozeReminder'; readonly key: string; readonly until: number }
  /** There is nothing to tell after all. */
  | { readonly type: 'PassOver'; readonly key: string }
export type NotificationMarksEvent =
  | { readonly type: 'NotificationsRead'; readonly data: { readonly ids: readonly string[] } }
  | { readonly type: 'NotificationKindMuted'; readonly data: { readonly kind: NotificationKind } }
  | { readonly type: 'NotificationKindUnmuted'; readonly data: { readonly kind: NotificationKind } }
  | { readonly type: 'NotificationTold'; readonly data: { readonly key: string } & Tidings }
  | { readonly type: 'NotificationPassedOver'; readonly data: { readonly key: string } }
  | {
      readonly type: 'ReminderSnoozed'
      readonly data: { readonly key: string; readonly until: number }
    }

/** A file's name may name its writer. */
export const notificationMarksPersonal = personal<NotificationMarksEvent>(ofOwner, {
  NotificationTold: { title: '' },
})

type NotificationMarks = {
  readonly read: SharedMap<true>
  readonly muted: ReadonlySet<NotificationKind>
  /** Keys that were told or passed over. */
  readonly settled: SharedMap<true>
  readonly snoozed: ReadonlyMap<string, number>
}

/**
 * One stream a user: the notifications that were read, and the kinds that the user does not want.
 */
export const notificationMarksDecider: Decider<
  NotificationMarksCommand,
  NotificationMarksEvent,
  NotificationMarks
> = {
  category: 'notificationMarks',
  initial: {
    read: SharedMap.empty(),
    muted: new Set(),
    settled: SharedMap.empty(),
    snoozed: new Map(),
  },
  decide(command, { read, muted, settled, snoozed }) {
    switch (command.type) {
      case 'Read': {
        const ids = [...new Set(command.ids)].filter((id) => !read.has(id))
        return ids.length === 0 ? [] : [{ type: 'NotificationsRead', data: { ids } }]
      }
      case 'Mute': {
        const { kind } = command
        if (muted.has(kind) === command.muted) return []
        return [
          {
            type: command.muted ? 'NotificationKindMuted' : 'NotificationKindUnmuted',
            data: { kind },
          },
        ]
      }
      case 'Tell': {
        const { key, tidings } = command
        return settled.has(key) ? [] : [{ type: 'NotificationTold', data: { key, ...tidings } }]
      }
      case 'SnoozeReminder': {
        const { key, until } = command
        return (snoozed.get(key) ?? 0) === until
          ? []
          : [{ type: 'ReminderSnoozed', data: { key, until } }]
      }
      case 'PassOver': {
        const { key } = command
        return settled.has(key) ? [] : [{ type: 'NotificationPassedOver', data: { key } }]
      }
      default:
        return unreachable(command)
    }
  },
  evolve(marks, event) {
    switch (event.type) {
      case 'NotificationsRead':
        return {
          ...marks,
          read: event.data.ids.reduce((read, id) => read.with(id, true), marks.read),
        }
      case 'NotificationKindMuted':
        return { ...marks, muted: new Set([...marks.muted, event.data.kind]) }
      case 'NotificationKindUnmuted':
        return {
          ...marks,
          muted: new Set([...marks.muted].filter((kind) => kind !== event.data.kind)),
        }
      case 'NotificationTold':
      case 'NotificationPassedOver':
        return { ...marks, settled: marks.settled.with(event.data.key, true) }
      case 'ReminderSnoozed':
        return {
          ...marks,
          snoozed: new Map([...marks.snoozed, [event.data.key, event.data.until]]),
        }
      default:
        return unreachable(event)
    }
  },
}
