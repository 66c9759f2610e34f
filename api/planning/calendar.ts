import { calendarRoutes, type DatedFact } from '#contract/planning/planning.contract.ts'
import { addDays, dayIn, dayOfEpoch, epochOrZero, isDay } from '#domain/kernel/time.ts'
import { instantOf } from '#domain/planning/local-time.ts'
import { occurrencesBetween } from '#domain/planning/series.ts'
import { vatReads } from '#projections/finance/vat-facts.queries.ts'
import { calendarEvents, eventsBetween } from '#projections/planning/calendar-events.ts'
import type { Api } from '../kernel/api.ts'
import { datedFacts, layerReads, nextFreeDay } from './layers.ts'
import { vatReturns } from './vat-returns.ts'

/** Reach of the search for the events of a free day. @unit days */
const LOOK_AHEAD_DAYS = 366

/** Dated facts beside the events of a calendar, and the next free day. */
export function calendarApi(api: Api): void {
  const reads = { ...layerReads, ...vatReads }
  api.serve(
    calendarRoutes.layers,
    { reads },
    async ({ read, owner, params, query, caller, language, now, can }) => {
      const dayOf = (text: string) => (isDay(text) ? text : dayIn(Number(text), caller.timeZone))
      const [from, to] = [dayOf(params.startDate), addDays(dayOf(params.endDate), -1)]
      const today = dayIn(now, caller.timeZone)
      const reading = { read, owner, from, to, profileId: query.profileId, today }
      const facts = await datedFacts(reading, can)
      if (!can('perm_transaction_menu')) return facts
      const { timeZone } = caller
      const declared = (await vatReturns({ ...reading, timeZone }, language)).map(
        ({ isLate, ...one }): DatedFact => ({
          ...one,
          layer: 'charges',
          kind: isLate ? 'vatLate' : 'vat',
          color: 0,
          share: 1,
          hours: 0,
        }),
      )
      return [...facts, ...declared].sort((a, b) => a.day - b.day)
    },
  )
  api.serve(
    calendarRoutes.freeDay,
    { reads: { ...layerReads, calendarEvents } },
    async ({ read, owner, query, caller, now }) => {
      const today = dayIn(now, caller.timeZone)
      const from = query.after === undefined ? today : addDays(dayOfEpoch(query.after), 1)
      const { timeZone } = caller
      const until = addDays(from, LOOK_AHEAD_DAYS)
      const [start, end] = [instantOf(from, 0, timeZone), instantOf(until, 0, timeZone)]
      const docs = await eventsBetween(read.calendarEvents, owner, start, end)
      const taken = docs
        .flatMap(({ event }) => occurrencesBetween(event.series, start, end))
        .filter(({ dismissed }) => !dismissed)
      const busy = (day: string) =>
        taken.some((one) => {
          const zone = one.facts.timing.allDay ? 'UTC' : timeZone
          const [first, last] = [
            dayIn(one.start, zone),
            dayIn(Math.max(one.start, one.end - 1), zone),
          ]
          return first <= day && day <= last
        })
      const found = await nextFreeDay(
        { read, owner, from, profileId: query.profileId, today },
        busy,
      )
      return { day: epochOrZero(found) }
    },
  )
}
