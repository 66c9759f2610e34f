import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import type { NotificationKind } from '#domain/planning/notification.values.ts'
import { notificationMarksDecider, type Tidings } from '#domain/planning/notification-marks.ts'

/** Acts of a user on notifications, and notifications without a fact of their own record. */
export function notificationCommands(
  handler: CommandHandler,
  ports: {
    readonly now: () => number
    /** Whether the user pays for a plan that runs. */
    readonly planRuns: (owner: string) => Promise<boolean>
  },
) {
  /** The same `key` is told once. */
  const tell = (key: string, tidings: Tidings, meta: CommandMeta) =>
    handler.run(notificationMarksDecider, meta.owner, { type: 'Tell', key, tidings }, meta)
  return {
    tell,
    read: (ids: readonly string[], meta: CommandMeta) =>
      handler.run(notificationMarksDecider, meta.owner, { type: 'Read', ids }, meta),
    mute: (kind: NotificationKind, muted: boolean, meta: CommandMeta) =>
      handler.run(notificationMarksDecider, meta.owner, { type: 'Mute', kind, muted }, meta),
    snooze: (key: string, until: number, meta: CommandMeta) =>
      handler.run(
        notificationMarksDecider,
        meta.owner,
        { type: 'SnoozeReminder', key, until },
        meta,
      ),
    /** Tells of the end of a user's free access, unless it is over or the user has a plan. */
    async trialEnds(
      { key, until }: { readonly key: string; readonly until: number },
      meta: CommandMeta,
    ) {
      const { owner } = meta
      if (ports.now() >= until || (await ports.planRuns(owner)))
        return handler.run(notificationMarksDecider, owner, { type: 'PassOver', key }, meta)
      const tidings = {
        kind: 'trialEnding',
        title: '',
        start: until,
        entity: 'subscription',
        entityId: owner,
      } as const
      return tell(key, tidings, meta)
    },
  }
}
export type NotificationCommands = ReturnType<typeof notificationCommands>
