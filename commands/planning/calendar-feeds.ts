import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { calendarFeedDecider } from '#domain/planning/calendar-feed.ts'

/** A user's read-only feed. */
export function calendarFeedCommands(handler: CommandHandler) {
  return {
    open: (secretSha256: string, meta: CommandMeta) =>
      handler.run(calendarFeedDecider, meta.owner, { type: 'Open', secretSha256 }, meta),
    /** @throws NOT_FOUND when it is not open */
    close: (meta: CommandMeta) =>
      handler.run(calendarFeedDecider, meta.owner, { type: 'Close' }, meta),
  }
}
export type CalendarFeedCommands = ReturnType<typeof calendarFeedCommands>
