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
  calendarRefusal,
} from '#domain/planning/calendar-event.ts'
import type { Scope } from '#domain/planning/recurrence.values.ts'
import { type Changes, type EventFacts, occurrenceAt } from '#domain/planning/series.ts'
import type { DayOrNone } from '#domain/kernel/time.ts'

type Result = Promise<CommandResult<CalendarEvent>>
/** @unit occurrence: its start in epoch milliseconds; absent for the first one */
type Which = { readonly scope: Scope; readonly occurrence?: number | undefined }

/** The events of users' calendars. */
export function calendarEventCommands(handler: CommandHandler) {
  const send = (id: string, command: CalendarEventCommand, meta: CommandMeta): Result =>
    handler.run(calendarEventDecider, id, command, meta)
  return {
    add: (id: string, facts: EventFacts, meta: CommandMeta): Result =>
      send(id, { type: 'Add', facts }, meta),
    /** @param which.begins the first day of the whole series; empty where it stays */
    change: (
      id: string,
      changes: Changes,
      which: Which & { readonly begins: DayOrNone },
      meta: CommandMeta,
    ): Result => send(id, { type: 'Change', changes, ...which }, meta),
    remove: (id: string, which: Which, meta: CommandMeta): Result =>
      send(id, { type: 'Remove', ...which }, meta),
    /**
     * Hides all of them or none.
     *
     * @param hidden occurrences by their start, of several events
     */
    async dismiss(
      hidden: readonly { readonly id: string; readonly start: number }[],
      meta: CommandMeta,
    ): Promise<readonly CommandResult<CalendarEvent>[]> {
      const events = [...Map.groupBy(hidden, ({ id }) => id)].map(([id, some]) => ({
        id,
        starts: some.map(({ start }) => start),
      }))
      for (const { id, starts } of events) {
        const state = (await handler.load(calendarEventDecider, id, meta.owner))?.state
        if (state?.status !== 'live') throw refusal('NOT_FOUND', { id })
        const unknown = starts.find((start) => occurrenceAt(state.series, start) === undefined)
        if (unknown !== undefined)
          throw calendarRefusal('EVENT_OCCURRENCE_UNKNOWN', { start: unknown })
      }
      const results: CommandResult<CalendarEvent>[] = []
      for (const { id, starts } of events)
        results.push(
          await send(
            id,
            { type: 'Dismiss', starts },
            { ...meta, commandId: derivedUuid(meta.commandId, id) },
          ),
        )
      return results
    },
    /**
     * Takes a write back.
     *
     * @param undoes the version that the write answered; without it, the event is as it was before
     * its removal
     * @throws NOT_FOUND
     */
    async restore(id: string, undoes: number | undefined, meta: CommandMeta): Result {
      const loaded = await handler.load(calendarEventDecider, id, meta.owner)
      if (loaded === null || loaded.state.status === 'none') throw refusal('NOT_FOUND', { id })
      // The stream's own decider wrote its events.
      const events = loaded.events as readonly (RecordedEvent & CalendarEventEvent)[]
      const before =
        undoes === undefined
          ? loaded.state
          : fold(calendarEventDecider, events.slice(0, Math.max(1, undoes - 1)))
      if (before.status === 'none') throw refusal('NOT_FOUND', { id })
      return send(id, { type: 'Restore', series: before.series }, meta)
    },
    remind: (id: string, meta: CommandMeta): Result => send(id, { type: 'Remind' }, meta),
    snooze: (id: string, start: number, until: number, meta: CommandMeta): Result =>
      send(id, { type: 'Snooze', start, until }, meta),
  }
}
export type CalendarEventCommands = ReturnType<typeof calendarEventCommands>
