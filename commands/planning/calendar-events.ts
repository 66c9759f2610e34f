import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { fold } from '#domain/kernel/decider.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import {
  type CalendarEvent,
  type CalendarEventCommand,
  calendarEventDecider,
  type CalendarEventEvent,
} from '#domain/planning/calendar-event.ts'
import type { Scope } from '#domain/planning/recurrence.values.ts'
import type { Changes, EventFacts } from '#domain/planning/series.ts'

type Result = Promise<CommandResult<CalendarEvent>>
/** @unit occurrence: its start in epoch milliseconds; absent for the first one */
type Which = { readonly scope: Scope; readonly occurrence?: number | undefined }

/** The events of users' calendars. */
export function calendarEventCommands(handler: CommandHandler) {
  const send = (id: string, command: CalendarEventCommand, meta: CommandMeta): Result =>
    handler.run(calendarEventDecider, id, command, meta)
  return {
    add: (id: string, facts: EventFacts, meta: CommandMeta): Result => send(id, { type: 'Add', facts }, meta),
    change: (id: string, changes: Changes, which: Which, meta: CommandMeta): Result =>
      send(id, { type: 'Change', changes, ...which }, meta),
    remove: (id: string, which: Which, meta: CommandMeta): Result => send(id, { type: 'Remove', ...which }, meta),
    /** @param hidden occurrences by their start, of several events */
    async dismiss(
      hidden: readonly { readonly id: string; readonly start: number }[],
      meta: CommandMeta,
    ): Promise<readonly CommandResult<CalendarEvent>[]> {
      const results: CommandResult<CalendarEvent>[] = []
      for (const id of new Set(hidden.map((one) => one.id))) {
        const starts = hidden.filter((one) => one.id === id).map(({ start }) => start)
        results.push(
          await send(id, { type: 'Dismiss', starts }, { ...meta, commandId: derivedUuid(meta.commandId, id) }),
        )
      }
      return results
    },
    /**
     * Takes a write back.
     *
     * @param undoes the version that the write answered; without it, the event is as it was before its removal
     * @throws NOT_FOUND
     */
    async restore(id: string, undoes: number | undefined, meta: CommandMeta): Result {
      const loaded = await handler.load(calendarEventDecider, id, meta.owner)
      if (loaded === null || loaded.state.status === 'none') throw refusal('NOT_FOUND', { id })
      // The stream's own decider wrote its events.
      const events = loaded.events as readonly (RecordedEvent & CalendarEventEvent)[]
      const before =
        undoes === undefined ? loaded.state : fold(calendarEventDecider, events.slice(0, Math.max(1, undoes - 1)))
      if (before.status === 'none') throw refusal('NOT_FOUND', { id })
      return send(id, { type: 'Restore', series: before.series }, meta)
    },
    remind: (id: string, meta: CommandMeta): Result => send(id, { type: 'Remind' }, meta),
    snooze: (id: string, start: number, until: number, meta: CommandMeta): Result =>
      send(id, { type: 'Snooze', start, until }, meta),
  }
}
export type CalendarEventCommands = ReturnType<typeof calendarEventCommands>
