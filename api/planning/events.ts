import type { CalendarEventCommands } from '#commands/planning/calendar-events.ts'
import { type EventPatch, eventRoutes } from '#contract/planning/planning.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { DAY_MS, dayIn, dayOfEpoch, epochOfDay, isDay, MINUTE_MS } from '#domain/kernel/time.ts'
import { calendarEventDecider, calendarRefusal } from '#domain/planning/calendar-event.ts'
import { instantOf, offsetAt } from '#domain/planning/local-time.ts'
import {
  firstOccurrence,
  isRecurring,
  type Occurrence,
  occurrenceAt,
  occurrencesBetween,
  type Series,
} from '#domain/planning/series.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { calendarEvents, eventsBetween } from '#projections/planning/calendar-events.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import { assertReadBack } from '../kernel/read-back.ts'
import { eventChanges, eventFacts, occurrenceToWire } from './events-wire.ts'

const reads = { calendarEvents }

/** The longest period that is answered at once: eleven years. @unit milliseconds */
const LONGEST_MS = 4_018 * DAY_MS

/**
 * A bound of a period: an instant, or the midnight with which a day of the user begins. @unit epoch
 * milliseconds
 */
const boundOf = (text: string, timeZone: string): number =>
  isDay(text) ? instantOf(text, 0, timeZone) : Math.min(Number(text), Date.UTC(2200, 11, 31))

/** Where the events of a long period begin. @unit epoch milliseconds */
async function beginIn(
  model: Read<typeof reads>['calendarEvents'],
  owner: string,
  from: number,
  to: number,
) {
  const begins = (await eventsBetween(model, owner, from, to)).map((doc) => doc.from)
  return Math.max(from, Math.min(to - DAY_MS, ...begins))
}

/** The occurrence that a body names by its start; for another instant, the one of that day. */
function named(
  series: Series,
  { occurrence, start, scope }: EventPatch,
  timeZone: string,
): Occurrence | undefined {
  const at = occurrence ?? start
  if (!isRecurring(series)) return firstOccurrence(series)
  const exact = at === undefined ? undefined : occurrenceAt(series, at)
  if (exact !== undefined || occurrence !== undefined) return exact
  if (scope === 'all') return firstOccurrence(series)
  if (start === undefined) return undefined
  const [one, ...more] = occurrencesBetween(series, start - DAY_MS, start + DAY_MS).filter(
    ({ start: begins, facts, dismissed }) =>
      !dismissed &&
      dayIn(begins, facts.timing.allDay ? 'UTC' : timeZone) === dayIn(start, timeZone),
  )
  return more.length === 0 ? one : undefined
}

/** The events of a calendar. */
export function eventsApi(api: Api, commands: CalendarEventCommands): void {
  const { handler } = api.deps

  api.serve(eventRoutes.list, { reads }, async ({ read, owner, params, caller, now }) => {
    const { startDate, endDate } = params
    const bound = boundOf(startDate, caller.timeZone)
    // A day that is its own end is that day.
    const end = boundOf(endDate, caller.timeZone) + (startDate === endDate ? DAY_MS : 0)
    if (end <= bound)
      throw refusal('REQUEST_INVALID', {}, [
        { path: 'endDate', code: 'EVENT_DATE_NOT_AFTER_START' },
      ])
    const from =
      end - bound > LONGEST_MS ? await beginIn(read.calendarEvents, owner, bound, end) : bound
    const to = Math.min(end, from + LONGEST_MS)
    // Days of all-day events begin at midnight of the user, not of UTC. A day more is read on both
    // sides, then cut.
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
    const next = occurrencesBetween(series, now, now + LONGEST_MS).find(
      ({ dismissed }) => !dismissed,
    )
    const found = next ?? firstOccurrence(series)
    if (found === undefined) throw refusal('NOT_FOUND', { id })
    return occurrenceToWire(doc, found, now)
  })
  api.serve(eventRoutes.add, {}, async ({ body, caller, meta, newId }) => {
    const { dismissed = [] } = body
    const added = await commands.add(body.id ?? newId(), eventFacts(body, caller.timeZone), meta())
    if (dismissed.length === 0) return written(added)
    const hidden = dismissed.map(({ start }) => ({ id: added.id, start }))
    const [last = added] = await commands.dismiss(hidden, meta())
    return written(last)
  })
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
  api.serve(eventRoutes.change, {}, async (call) => {
    const { owner, body, caller } = call
    const meta = call.meta()
    await assertReadBack(
      api.deps.store,
      { projection: calendarEvents, category: calendarEventDecider.category, id: body.id },
      { body, owner, commandId: meta.commandId },
    )
    const { id, scope, schedulerStartDate: first = 0 } = body
    const state = (await handler.load(calendarEventDecider, id, owner))?.state
    if (state?.status !== 'live') throw refusal('NOT_FOUND', { id })
    const { series } = state
    const one = named(series, body, caller.timeZone)
    if (one === undefined)
      throw calendarRefusal('EVENT_OCCURRENCE_UNKNOWN', { start: body.start ?? 0 })
    const changes = eventChanges(body, one, caller.timeZone)
    // The first day that was read with the occurrence is no other one.
    const isFirst =
      first === 0 || !isRecurring(series) || first === epochOfDay(one.part.facts.timing.day)
    const which = {
      scope,
      occurrence: one.start,
      begins: isFirst ? '' : dayOfEpoch(first),
    } as const
    return written(await commands.change(id, changes, which, meta))
  })
  api.serve(eventRoutes.dismiss, {}, async ({ body, meta }) =>
    (await commands.dismiss(body, meta())).map(written),
  )
  api.serve(eventRoutes.remove, {}, async ({ params: { id }, query: { scope, start }, meta }) =>
    written(await commands.remove(id, { scope, occurrence: start }, meta())),
  )
  api.serve(eventRoutes.restore, {}, async ({ params: { id }, body, meta }) =>
    written(await commands.restore(id, body?.undoes, meta())),
  )
  api.serve(
    eventRoutes.snooze,
    {},
    async ({ params: { id }, body: { start, minutes }, meta, now }) =>
      written(await commands.snooze(id, start, now + minutes * MINUTE_MS, meta())),
  )
}
