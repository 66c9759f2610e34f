/** A civil day, `YYYY-MM-DD`. */
export type Day = string
/** A civil day, or empty for none. */
export type DayOrNone = string

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * Days that were parsed or formatted before. A business uses a few thousand days, and parsing one
 * takes ten times as long as looking it up.
 */
const REMEMBERED = 20_000
const epochs = new Map<Day, number>()
const days = new Map<number, Day>()
function remembered<K, V>(cache: Map<K, V>, key: K, make: (key: K) => V): V {
  const before = cache.get(key)
  if (before !== undefined) return before
  if (cache.size >= REMEMBERED) cache.clear()
  const made = make(key)
  cache.set(key, made)
  return made
}

/**
 * Epoch milliseconds of the day's midnight in UTC: how a day travels on the wire. NaN for what is
 * no day.
 */
export const epochOfDay = (day: Day): number =>
  remembered(epochs, day, (text) => Date.parse(`${text}T00:00:00Z`))

/** A day that may be absent, for the wire: 0 for none and for an impossible day. */
export const epochOrZero = (day: DayOrNone): number => (day === '' ? 0 : epochOfDay(day) || 0)

/** True for a day that the calendar has. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(epochOfDay(text)) && utcDay(epochOfDay(text)) === text

/** The last day with a year of four digits. Any later instant counts as that day. */
const LAST_MS = Date.UTC(9999, 11, 31)

/** Empty for a number that is no instant. */
const utcDay = (epochMs: number): Day =>
  Number.isNaN(epochMs)
    ? ''
    : remembered(days, Math.floor(Math.min(epochMs, LAST_MS) / DAY_MS), (day) =>
        new Date(day * DAY_MS).toISOString().slice(0, 10),
      )

/**
 * The most time zones in the cache. Each spelling of a name costs 14 kB, and a user may spell it in
 * any case.
 */
const ZONES = 500
const formatters = new Map<string, Intl.DateTimeFormat>()
const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const cached = formatters.get(timeZone)
  if (cached) return cached
  if (formatters.size >= ZONES) formatters.clear()
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formatters.set(timeZone, made)
  return made
}
/** The civil day of an instant in a time zone (IANA name). */
export const dayIn = (epochMs: number, timeZone: string): Day =>
  formatterOf(timeZone).format(Math.min(epochMs, LAST_MS))

/** The zone where no user's own is known. */
export const FRENCH_ZONE = 'Europe/Paris'

/** The user's day of an event, where it is not that of France at the same instant. */
export type OwnDay = { readonly on?: Day }
export const ownDayAt = (now: number, today: Day): OwnDay =>
  today === dayIn(now, FRENCH_ZONE) ? {} : { on: today }
/** @param occurredAt epoch milliseconds */
export const dayOfOwn = ({ on }: OwnDay, occurredAt: number): Day =>
  on ?? dayIn(occurredAt, FRENCH_ZONE)

/** A day from the wire: UTC midnight is that day, any other instant its day in `timeZone`. */
export const dayOfEpoch = (epochMs: number, timeZone = FRENCH_ZONE): Day =>
  epochMs % DAY_MS === 0 ? utcDay(epochMs) : dayIn(epochMs, timeZone)

/** Clocks differ from UTC by whole steps: 14 hours ahead at most, and 12 behind. */
const OFFSET_STEP_MS = HOUR_MS / 4
const [MOST_AHEAD, MOST_BEHIND] = [14 * 4, 12 * 4]

/** The first instant of a day in a time zone. */
export function startOfDay(day: Day, timeZone = FRENCH_ZONE): number {
  const midnight = epochOfDay(day)
  let [low, high] = [-MOST_AHEAD, MOST_BEHIND]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (dayIn(midnight + middle * OFFSET_STEP_MS, timeZone) >= day) high = middle
    else low = middle + 1
  }
  return midnight + low * OFFSET_STEP_MS
}

/** The inverse of `epochOrZero`. */
export const dayOrNone = (epochMs: number): DayOrNone => (epochMs === 0 ? '' : dayOfEpoch(epochMs))

export const addDays = (day: Day, days: number): Day => utcDay(epochOfDay(day) + days * DAY_MS)
/** Whole days from `a` to `b`; negative when `b` is earlier. */
export const daysBetween = (a: Day, b: Day): number =>
  Math.round((epochOfDay(b) - epochOfDay(a)) / DAY_MS)
/** Monday is 1, Sunday 7. */
export const weekday = (day: Day): number => new Date(epochOfDay(day)).getUTCDay() || 7
export const yearOf = (day: Day): number => Number(day.slice(0, 4))
export const monthOf = (day: Day): number => Number(day.slice(5, 7))
export const dayOfMonth = (day: Day): number => Number(day.slice(8, 10))
export const makeDay = (year: number, month: number, day: number): Day =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate()
/** The last day of a month. */
export const monthEnd = (year: number, month: number): Day =>
  makeDay(year, month, daysInMonth(year, month))
/** Every day of a month, in order. */
export const daysOfMonth = (year: number, month: number): readonly Day[] =>
  Array.from({ length: daysInMonth(year, month) }, (_, i) => makeDay(year, month, i + 1))
