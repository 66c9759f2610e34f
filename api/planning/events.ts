import type { CalendarEventCommands } from '#commands/planning/calendar-events.ts'
import { eventRoutes } from '#contract/planning.schemas.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { DAY_MS, isDay } from '#domain/kernel/time.ts'
import { calendarEventDecider, calendarRefusal } from '#domain/planning/calendar-event.ts'
import { instantOf, offsetAt } from '#domain/planning/local-time.ts'
import { firstOccurrence, occurrenceAt, occurrencesBetween } from '#domain/planning/series.ts'
import { calendarEvents, eventsBetween } from '#projections/planning/calendar-events.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import { eventChanges, eventFacts, occurrenceToWire } from './events-wire.ts'

/** The longest period that is answered at once: eleven years. @unit milliseconds */
const LONGEST_MS = 4_018 * DAY_MS

/** A bound of a period: an instant, or the midnight with which a day of the user begins. @unit epoch milliseconds */
const boundOf = (text: string, timeZone: string): number =>
  isDay(text) ? instantOf(text, 0, timeZone) : Math.min(Number(text), Date.UTC(2200, 11, 31))

/** The events of a calendar. */
export function eventsApi(api: Api, commands: CalendarEventCommands): void {
  const { handler } = api.deps
  const reads = { calendarEvents }

  api.serve(eventRoutes.list, { reads }, async ({ read, owner, params, caller, now }) => {
    const from = boundOf(params.startDate, caller.timeZone)
    const to = boundOf(params.endDate, caller.timeZone)
    if (to <= from || to - from > LONGEST_MS)
      throw refusal('REQUEST_INVALID', {}, [{ path: 'endDate', code: 'EVENT_DATE_NOT_AFTER_START' }])
    // Days of all-day events begin at midnight of the user, not of UTC: a day more on both sides, then cut.
    const offset = (at: number) => at + offsetAt(at, caller.timeZone)
    const docs = await eventsBetween(read.calendarEvents, owner, from - DAY_MS, to + DAY_MS)
    const found = docs.flatMap((doc) =>
      occurrencesBetween(doc.event.series, from - DAY_MS, to + DAY_MS)
        .filter(({ facts, start, end, dismissed }) => {
          if (dismissed) return false
          const [first, last] = facts.timing.allDay ? [offset(from), offset(to)] : [from, to]
          return start < last && (end > first || start >= first)
        })
        .map((one) => occurrenceToWire(doc, one, now)),
    )
    return found.sort((a, b) => a.start - b.start || (a.title < b.title ? -1 : 1))
  })
  api.serve(eventRoutes.one, { reads }, async ({ read, owner, params: { id }, now }) => {
    const doc = await read.calendarEvents.get(id)
    if (doc?.owner !== owner) throw refusal('NOT_FOUND', { id })
    const { series } = doc.event
    const next = occurrencesBetween(series, now, now + LONGEST_MS).find(({ dismissed }) => !dismissed)
    const found = next ?? firstOccurrence(series)
    if (found === undefined) throw refusal('NOT_FOUND', { id })
    return occurrenceToWire(doc, found, now)
  })
  api.serve(eventRoutes.add, {}, async ({ body, caller, meta, newId }) =>
    written(await commands.add(body.id ?? newId(), eventFacts(body, caller.timeZone), meta())),
  )
  api.serve(eventRoutes.import, {}, ({ body, caller, meta }) =>
    commands.import(
      body.events.map(({ without = [], ...draft }) => ({
        id: draft.id,
        facts: eventFacts(draft, caller.timeZone),
        without,
      })),
      meta(),
    ),
  )
  api.serve(eventRoutes.change, {}, async ({ owner, body, caller, meta }) => {
    const { id, scope, occurrence } = body
    const state = (await handler.load(calendarEventDecider, id, owner))?.state
    if (state?.status !== 'live') throw refusal('NOT_FOUND', { id })
    const { series } = state
    const named = occurrence ?? body.start
    const one =
      (named === undefined ? undefined : occurrenceAt(series, named)) ??
      (occurrence === undefined && scope === 'all' ? firstOccurrence(series) : undefined) ??
      (series.parts.length === 1 && series.parts[0]?.facts.recurrence === null ? firstOccurrence(series) : undefined)
    if (one === undefined) throw calendarRefusal('EVENT_OCCURRENCE_UNKNOWN', { start: named ?? 0 })
    const changes = eventChanges(body, one, caller.timeZone)
    return written(await commands.change(id, changes, { scope, occurrence: one.start }, meta()))
  })
  api.serve(eventRoutes.dismiss, {}, async ({ body, meta }) => (await commands.dismiss(body, meta())).map(written))
  api.serve(eventRoutes.remove, {}, async ({ params: { id }, query: { scope, start }, meta }) =>
    written(await commands.remove(id, { scope, occurrence: start }, meta())),
  )
  api.serve(eventRoutes.restore, {}, async ({ params: { id }, body, meta }) =>
    written(await commands.restore(id, body?.undoes, meta())),
  )
  api.serve(eventRoutes.snooze, {}, async ({ params: { id }, body: { start, minutes }, meta, now }) =>
    written(await commands.snooze(id, start, now + minutes * 60_000, meta())),
  )
}
