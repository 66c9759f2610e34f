import type { Decider } from '#domain/kernel/decider.ts'
import { catalogue, unreachable } from '#domain/kernel/errors.ts'
import { type GrowingMap, growingMap } from '#domain/kernel/growing-map.ts'
import type { Day, DayOrNone } from '#domain/kernel/time.ts'
import type { BillType } from './frozen-bill.ts'

/** Credit notes and quotes are numbered apart; deposits are invoices. */
export type SeriesKind = 'invoice' | 'creditNote' | 'quote'
export const seriesKindOf = (type: BillType): SeriesKind =>
  type === 'creditNote' ? 'creditNote' : 'invoice'

/**
 * `{YYYY}` is the year, `{0000}` the number on at least as many digits. The year makes a yearly
 * restart lawful.
 */
export const PATTERNS: Readonly<Record<SeriesKind, string>> = {
  invoice: '{YYYY}-{0000}',
  creditNote: 'AV{YYYY}-{0000}',
  quote: 'D-{YYYY}-{000}',
}

/** One series a profile, year and kind. */
export const seriesId = (profileId: string, year: number, kind: SeriesKind): string =>
  `${profileId}-${year}-${kind}`

/** @source BR-FR-01, BR-FR-02: at most 35 characters, without space */
export const isRef = (text: string): boolean => /^[A-Za-z0-9+\-_/]{1,35}$/.test(text)

/** `{YYYY}-{0000}`, 2026, 1 → `2026-0001`. */
export const formatRef = (pattern: string, year: number, number: number): string =>
  pattern
    .replace('{YYYY}', String(year))
    .replace(/\{(0+)\}/, (_, zeros: string) => String(number).padStart(zeros.length, '0'))

/** `Waive` gives up an attempt to issue a bill, so that no other process numbers it afterwards. */
export type SeriesCommand =
  | { type: 'Allot'; billId: string; issuanceId: string; issueDate: Day }
  | { type: 'Waive'; billId: string; issuanceId: string }
export type SeriesEvent =
  | { type: 'NumberAllotted'; data: { billId: string; number: number; issueDate: Day } }
  | { type: 'NumberWaived'; data: { billId: string; issuanceId: string } }
/** The last number and its day, 0 and no day when there is none. */
export type Series = {
  readonly number: number
  readonly issueDate: DayOrNone
  /** Numbers by bill. */
  readonly numbers: GrowingMap<number>
  /** Attempts that were given up. */
  readonly waived: GrowingMap<true>
} | null

const seriesRefusal = catalogue({
  BILL_BACK_DATED: 'conflict',
  BILL_ISSUANCE_ABANDONED: 'conflict',
})

const none = (): NonNullable<Series> => ({
  number: 0,
  issueDate: '',
  numbers: growingMap(),
  waived: growingMap(),
})

/** The number this series gave a bill; null when it gave none. */
export const allotmentOf = (series: Series, billId: string): number | null =>
  series?.numbers.get(billId) ?? null

/**
 * The number is the event's place in its stream, so none is skipped and none is given twice.
 *
 * @source CGI ann. II art. 242 nonies A I-7: unique, in an unbroken chronological sequence
 */
export const seriesDecider: Decider<SeriesCommand, SeriesEvent, Series> = {
  category: 'billSeries',
  initial: null,
  /**
   * @throws BILL_BACK_DATED · BILL_ISSUANCE_ABANDONED
   * @returns nothing when the bill has its number already, which nothing takes back
   */
  decide(command, series) {
    if (allotmentOf(series, command.billId) !== null) return []
    const isWaived = series?.waived.get(command.issuanceId) ?? false
    if (command.type === 'Waive') {
      const { billId, issuanceId } = command
      return isWaived ? [] : [{ type: 'NumberWaived', data: { billId, issuanceId } }]
    }
    if (isWaived) throw seriesRefusal('BILL_ISSUANCE_ABANDONED')
    if (series && command.issueDate < series.issueDate)
      throw seriesRefusal('BILL_BACK_DATED', {
        issueDate: command.issueDate,
        last: series.issueDate,
      })
    return [
      {
        type: 'NumberAllotted',
        data: {
          billId: command.billId,
          number: (series?.number ?? 0) + 1,
          issueDate: command.issueDate,
        },
      },
    ]
  },
  evolve(series, event) {
    switch (event.type) {
      case 'NumberAllotted': {
        const { billId, number, issueDate } = event.data
        const { numbers, waived } = series ?? none()
        return { number, issueDate, numbers: numbers.with(billId, number), waived }
      }
      case 'NumberWaived': {
        const last = series ?? none()
        return { ...last, waived: last.waived.with(event.data.issuanceId, true) }
      }
      default:
        return unreachable(event)
    }
  },
}
