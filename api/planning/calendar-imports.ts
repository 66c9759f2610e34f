import type { CalendarImportCommands, PlannedImport } from '#commands/planning/calendar-imports.ts'
import {
  calendarImportRoutes as routes,
  type FileEvent,
} from '#contract/planning/calendar-imports.contract.ts'
import { epochOfDay } from '#domain/kernel/time.ts'
import { endOf, firstOccurrence, isRecurring } from '#domain/planning/series.ts'
import type { Api } from '../kernel/api.ts'
import { ruleToWire } from './events-wire.ts'

/** An event as its first occurrence; null where nothing of it is there to see. */
function eventToWire(planned: PlannedImport, now: number): FileEvent | null {
  const { id, act, notes, series } = planned
  const first = series === null ? undefined : firstOccurrence(series)
  if (series === null || first === undefined) return null
  const { facts, part, start, end } = first
  const recurring = isRecurring(series)
  return {
    id,
    title: facts.title,
    description: facts.description,
    start,
    end,
    allDay: facts.timing.allDay,
    timeZone: facts.timing.allDay ? '' : facts.timing.timeZone,
    recurring,
    ...ruleToWire(part.facts.recurrence, part.facts.timing.day),
    schedulerStartDate: recurring ? epochOfDay(part.facts.timing.day) : 0,
    reminder: facts.reminder,
    outdated: (endOf(series) ?? Number.POSITIVE_INFINITY) <= now,
    act,
    notes: [...notes],
  }
}

/** Files of other calendar programs. */
export function calendarImportsApi(api: Api, commands: CalendarImportCommands): void {
  api.serve(routes.read, {}, async ({ body, owner, caller, now }) => {
    const { events, lost } = await commands.plan(
      owner,
      Buffer.from(body.file, 'base64'),
      caller.timeZone,
    )
    return {
      events: events
        .flatMap((planned) => eventToWire(planned, now) ?? [])
        .toSorted((a, b) => a.start - b.start),
      lost: [...lost],
    }
  })
  api.serve(routes.import, {}, ({ body, caller, meta }) =>
    commands.import(
      Buffer.from(body.file, 'base64'),
      {
        timeZone: caller.timeZone,
        ...(body.ids !== undefined && { chosen: new Set<string>(body.ids) }),
      },
      meta(),
    ),
  )
}
