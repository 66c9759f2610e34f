import './other-day.ts'

/** Where the browsers of the tests are. */
export const TIME_ZONE = 'Europe/Paris'

/** @returns day, month (1 to 12) and year where the browser is */
export function today(): { year: number; month: number; day: number } {
  const [year = 0, month = 0, day = 0] = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE })
    .format(new Date())
    .split('-')
    .map(Number)
  return { year, month, day }
}

export type Month = { readonly year: number; readonly month: number }

/** The month that lies `count` months from today's: -1 is last month. */
export function monthAway(count: number): Month {
  const now = today()
  const first = new Date(Date.UTC(now.year, now.month - 1 + count, 1))
  return { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1 }
}

/** As addresses write it: `2026-11`. */
export const monthKey = ({ year, month }: Month): string =>
  `${year}-${String(month).padStart(2, '0')}`

export const monthName = ({ year, month }: Month, language = 'fr'): string =>
  new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, 1),
  )
