import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { EventOccurrence } from '#contract/planning/planning.contract.ts'
import { addDays, makeDay } from '#domain/kernel/time.ts'
import { FREQUENCIES } from '#domain/planning/recurrence.values.ts'
import { occurrencesBetween, type Series, seriesOf } from '#domain/planning/series.ts'
import { type BenchResult, quantile, timed, sized } from './result.ts'
import { ask, dataOf, signIn, startProcess } from './server.ts'

/** Dates of a month are chosen one by one; the other rhythms need nothing more. */
const RHYTHMS = FREQUENCIES.filter((one) => one !== 'monthlyOnDates')
const frequencyOf = (n: number) => RHYTHMS[n % RHYTHMS.length] ?? 'weekly'

const HOUR = 3_600_000
const SERIES = sized(100, 10)
const SAMPLES = sized(200, 3)
const WARM_UP = sized(20, 1)
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
      frequency: frequencyOf(n),
      interval: 1 + (n % 3),
      weekdays: [],
      months: [],
      until: '',
    },
    reminder: 0,
    color: 1,
  })

/**
 * The same week over HTTP, of a hundred series that a user added ten years ago. @returns
 * milliseconds of each
 */
async function answered(): Promise<readonly number[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-events-'))
  const server = await startProcess('tests/kernel/product.ts', directory)
  try {
    const { userId, accessToken } = await signIn(server.port)
    const headers = { authorization: `Bearer ${accessToken}` }
    for (let n = 0; n < SERIES; n++) {
      const start = Date.UTC(2016, 10, 1 + (n % 28), 7 + (n % 12))
      const frequency = frequencyOf(n)
      const event = {
        title: `Point ${n}`,
        start,
        end: start + HOUR,
        recurring: true,
        frequency,
        interval: 1 + (n % 3),
      }
      dataOf(await ask(server.port, 'POST', `/api/event/${userId}`, headers, JSON.stringify(event)))
    }
    const spent: number[] = []
    for (let n = 0; n < WARM_UP + SAMPLES; n++) {
      const from = Date.UTC(2026, 10, 16) + (n % 20) * 7 * 24 * HOUR
      const address = `/api/event/${userId}/dates/${from}/${from + 7 * 24 * HOUR}`
      let found: EventOccurrence[] = []
      const ms = await timed(
        async () => (found = dataOf(await ask(server.port, 'GET', address, headers))),
      )
      if (found.length === 0) throw new Error('The week has no events')
      if (n >= WARM_UP) spent.push(ms)
    }
    return spent
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

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
    {
      name: 'events: a week of 100 series of ten years over HTTP, p95',
      value: quantile(await answered(), 0.95),
      unit: 'ms',
      atMost: LIMIT_MS,
    },
  ]
}
