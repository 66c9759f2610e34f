import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { fold } from '#domain/kernel/decider.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import { type Position, type RecordedEvent, START } from '#domain/kernel/event.ts'
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

/**
 * An event of another calendar program. @unit without: starts of occurrences that are no more,
 * epoch milliseconds
 */
export type ImportedEvent = {
  readonly id: string
  readonly facts: EventFacts
  readonly without: readonly number[]
}
type Imported = { readonly added: number; readonly known: number; readonly position: Position }

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Refusal && error.code === code

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
     * Adds events that another program wrote. An event that is here already, changed or not, stays
     * as it is.
     *
     * @throws EVENT_NOT_VALID · the first refusal; events before it are added
     */
    async import(events: readonly ImportedEvent[], meta: CommandMeta): Promise<Imported> {
      let [added, position] = [0, START]
      for (const { id, facts, without } of events) {
        const own = (what: string) => ({
          ...meta,
          commandId: derivedUuid(meta.commandId, id, what),
        })
        try {
          const result = await send(id, { type: 'Add', facts }, own('add'))
          position = result.position
          if (result.events.length > 0) added++
        } catch (error) {
          if (hasCode(error, 'ID_ALREADY_USED')) continue
          throw error
        }
        for (const occurrence of without)
          try {
            position = (
              await send(id, { type: 'Remove', scope: 'this', occurrence }, own(String(occurrence)))
            ).position
          } catch (error) {
            if (!hasCode(error, 'EVENT_OCCURRENCE_UNKNOWN')) throw error
          }
      }
      return { added, known: events.length - added, position }
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
