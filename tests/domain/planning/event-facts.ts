import type { Recurrence } from '#domain/planning/recurrence.ts'
import type { EventFacts, Timing } from '#domain/planning/series.ts'

const HOUR = 3_600_000
export const paris = (day: string, hours: number, length = 1): Timing => ({
  allDay: false,
  day,
  time: hours * HOUR,
  length: length * HOUR,
  timeZone: 'Europe/Paris',
})
/** Each Friday, without an end. */
export const fridays: Recurrence = {
  frequency: 'weekly',
  interval: 1,
  weekdays: [5],
  months: [],
  until: '',
}

/** Friday 6 November 2026, eleven to twelve in Paris. */
export const review: EventFacts = {
  title: 'Restitution',
  description: '',
  timing: paris('2026-11-06', 11),
  recurrence: null,
  reminder: 10,
  color: 5,
}
/** The same, each Friday. */
export const weekly: EventFacts = { ...review, recurrence: fridays }
