import type { Decider } from '#domain/kernel/decider.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import type { Day } from '#domain/kernel/time.ts'
import type { BillType } from './frozen-bill.ts'

/** Credit notes are numbered apart; deposits are invoices. */
export type SeriesKind = 'invoice' | 'creditNote'
export const seriesKindOf = (type: BillType): SeriesKind => (type === 'creditNote' ? 'creditNote' : 'invoice')

/** `{YYYY}` is the year, `{0000}` the number on at least as many digits. The year makes a yearly restart lawful. */
export const PATTERNS: Readonly<Record<SeriesKind, string>> = {
  invoice: '{YYYY}-{0000}',
  creditNote: 'AV{YYYY}-{0000}',
}

/** One series a profile, year and kind. */
export const seriesId = (profileId: string, year: number, kind: SeriesKind): string => `${profileId}-${year}-${kind}`

/** @source BR-FR-01, BR-FR-02: at most 35 characters, without space */
export const isRef = (text: string): boolean => /^[A-Za-z0-9+\-_/]{1,35}$/.test(text)

/** `{YYYY}-{0000}`, 2026, 1 → `2026-0001`. */
export const formatRef = (pattern: string, year: number, number: number): string =>
  pattern
    .replace('{YYYY}', String(year))
    .replace(/\{(0+)\}/, (_, zeros: string) => String(number).padStart(zeros.length, '0'))

export type SeriesCommand = { type: 'Allot'; billId: string; issueDate: Day }
export type SeriesEvent = { type: 'NumberAllotted'; data: { billId: string; number: number; issueDate: Day } }
/** The last number given, with the numbers given before it. */
export type Series = {
  readonly billId: string
  readonly number: number
  readonly issueDate: Day
  readonly before: Series
} | null

const seriesRefusal = catalogue({ BILL_BACK_DATED: 'conflict' })

/** The number this series gave a bill; null when it gave none. */
function allotmentOf(series: Series, billId: string): number | null {
  for (let s = series; s; s = s.before) if (s.billId === billId) return s.number
  return null
}

/**
 * The number is the event's place in its stream, so none is skipped and none is given twice.
 *
 * @source CGI ann. II art. 242 nonies A I-7: unique, in an unbroken chronological sequence
 */
export const seriesDecider: Decider<SeriesCommand, SeriesEvent, Series> = {
  category: 'billSeries',
  initial: null,
  /** @throws BILL_BACK_DATED · @returns no event when the bill has its number already */
  decide(command, series) {
    if (allotmentOf(series, command.billId) !== null) return []
    if (series && command.issueDate < series.issueDate)
      throw seriesRefusal('BILL_BACK_DATED', { issueDate: command.issueDate, last: series.issueDate })
    return [
      {
        type: 'NumberAllotted',
        data: { billId: command.billId, number: (series?.number ?? 0) + 1, issueDate: command.issueDate },
      },
    ]
  },
  evolve: (series, event) => ({ ...event.data, before: series }),
}
