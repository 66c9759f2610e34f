import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import type { NotificationKind } from '#domain/planning/notification.values.ts'
import { notificationMarksDecider } from '#domain/planning/notification-marks.ts'

/** What a user does with notifications. */
export function notificationCommands(handler: CommandHandler) {
  return {
    read: (ids: readonly string[], meta: CommandMeta) =>
      handler.run(notificationMarksDecider, meta.owner, { type: 'Read', ids }, meta),
    mute: (kind: NotificationKind, muted: boolean, meta: CommandMeta) =>
      handler.run(notificationMarksDecider, meta.owner, { type: 'Mute', kind, muted }, meta),
  }
}
export type NotificationCommands = ReturnType<typeof notificationCommands>
