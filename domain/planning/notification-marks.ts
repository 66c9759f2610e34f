import type { Decider } from '#domain/kernel/decider.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import type { NotificationKind } from './notification.values.ts'

/** @param ids of notifications */
export type NotificationMarksCommand =
  | { readonly type: 'Read'; readonly ids: readonly string[] }
  | { readonly type: 'Mute'; readonly kind: NotificationKind; readonly muted: boolean }
export type NotificationMarksEvent =
  | { readonly type: 'NotificationsRead'; readonly data: { readonly ids: readonly string[] } }
  | { readonly type: 'NotificationKindMuted'; readonly data: { readonly kind: NotificationKind } }
  | { readonly type: 'NotificationKindUnmuted'; readonly data: { readonly kind: NotificationKind } }
type NotificationMarks = {
  readonly read: ReadonlySet<string>
  readonly muted: ReadonlySet<NotificationKind>
}

/** One stream a user: the notifications that were read, and the kinds that the user does not want. */
export const notificationMarksDecider: Decider<NotificationMarksCommand, NotificationMarksEvent, NotificationMarks> = {
  category: 'notificationMarks',
  initial: { read: new Set(), muted: new Set() },
  decide(command, { read, muted }) {
    switch (command.type) {
      case 'Read': {
        const ids = [...new Set(command.ids)].filter((id) => !read.has(id))
        return ids.length === 0 ? [] : [{ type: 'NotificationsRead', data: { ids } }]
      }
      case 'Mute': {
        const { kind } = command
        if (muted.has(kind) === command.muted) return []
        return [{ type: command.muted ? 'NotificationKindMuted' : 'NotificationKindUnmuted', data: { kind } }]
      }
      default:
        return unreachable(command)
    }
  },
  evolve(marks, event) {
    switch (event.type) {
      case 'NotificationsRead':
        return { ...marks, read: new Set([...marks.read, ...event.data.ids]) }
      case 'NotificationKindMuted':
        return { ...marks, muted: new Set([...marks.muted, event.data.kind]) }
      case 'NotificationKindUnmuted':
        return { ...marks, muted: new Set([...marks.muted].filter((kind) => kind !== event.data.kind)) }
      default:
        return unreachable(event)
    }
  },
}
