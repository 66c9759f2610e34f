import { addDays, makeDay } from '#domain/kernel/time.ts'
import { FREQUENCIES } from '#domain/planning/recurrence.values.ts'
import { occurrencesBetween, type Series, seriesOf } from '#domain/planning/series.ts'
import { type BenchResult, quantile } from './result.ts'

const HOUR = 3_600_000
const SERIES = 100
const SAMPLES = 200
const WARM_UP = 20
const LIMIT_MS = 30

/** A series that began ten years ago: every rhythm, at many hours. */
const series = (n: number): Series =>
  seriesOf({
    title: `Point ${n}`,
    description: '',
    timing: {
      allDay: false,
      day: addDays(makeDay(2016, 11, 1), n % 28),
      time: (7 + (n % 12)) * HOUR,
      length: HOUR,
      timeZone: n % 10 === 0 ? 'America/New_York' : 'Europe/Paris',
    },
    recurrence: {
      frequency: FREQUENCIES[n % FREQUENCIES.length] ?? 'weekly',
      interval: 1 + (n % 3),
      weekdays: [],
      months: [],
      until: '',
    },
    reminder: 0,
    color: 1,
  })

/** Occurrences of a week, of a hundred series that have come back for ten years. */
export async function run(): Promise<BenchResult[]> {
  const all = Array.from({ length: SERIES }, (_, n) => series(n))
  const times: number[] = []
  for (let n = 0; n < WARM_UP + SAMPLES; n++) {
    const from = Date.UTC(2026, 10, 16) + (n % 20) * 7 * 24 * HOUR
    const begin = performance.now()
    for (const one of all) occurrencesBetween(one, from, from + 7 * 24 * HOUR)
    if (n >= WARM_UP) times.push(performance.now() - begin)
  }
  return [
    {
      name: 'events: a week of 100 series of ten years, p95',
      value: quantile(times, 0.95),
      unit: 'ms',
      atMost: LIMIT_MS,
    },
  ]
}
