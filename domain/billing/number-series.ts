import type { Decider } from '#domain/kernel/decider.ts'
import { catalogue, unreachable } from '#domain/kernel/errors.ts'
import { type GrowingMap, growingMap } from '#domain/kernel/growing-map.ts'
import { type Entity, firstText } from '#domain/kernel/records/entity.ts'
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

/** Name of a further series of the same kind, such as `F`; empty for the usual one. */
export const isSeriesName = (text: string): boolean => /^[A-Z0-9]{0,8}$/.test(text)

/** Pattern of a series that was never set: a further series begins with its name. */
export const usualPattern = (kind: SeriesKind, name: string): string =>
  name === '' ? PATTERNS[kind] : `${name}-${PATTERNS[kind]}`

/** Series of a profile without a SIREN, and of every profile before series were one a SIREN. */
export const profileSeriesId = (profileId: string, year: number, kind: SeriesKind): string =>
  `${profileId}-${year}-${kind}`

/**
 * One series a SIREN, year and kind, whatever the profile, and for each further series.
 *
 * @source CGI ann. II art. 242 nonies A I-7°: one unbroken sequence of the taxable person; several
 *   series where the business needs them
 */
export const seriesId = (
  { owner, profileId, siren }: Issuer,
  year: number,
  kind: SeriesKind,
  name = '',
): string => {
  const usual =
    siren === '' ? profileSeriesId(profileId, year, kind) : `${owner}-${siren}-${year}-${kind}`
  return name === '' ? usual : `${usual}-${name}`
}
export type Issuer = {
  readonly owner: string
  readonly profileId: string
  /** Empty where the profile numbers by itself. */
  readonly siren: string
}
/**
 * Issuer of papers. Sample data is numbered by profile: a reset gives it another profile, whose
 * numbers begin at 1.
 */
export const issuerOf = (
  owner: string,
  profileId: string,
  { siren, simulation }: { readonly siren: string; readonly simulation: boolean },
): Issuer => ({ owner, profileId, siren: simulation ? '' : siren })

/** Letters of a number beside its year and its counter. @source BR-FR-02 */
const PATTERN = /^[A-Za-z0-9+\-_/]*(\{YYYY\}|\{YY\})[A-Za-z0-9+\-_/]*\{0{1,9}\}[A-Za-z0-9+\-_/]*$/
/** A pattern whose numbers stay lawful up to the millionth. A year in it makes a restart lawful. */
const isPattern = (pattern: string): boolean =>
  PATTERN.test(pattern) && isRef(formatRef(pattern, 2026, 9_999_999))

/** @source BR-FR-01, BR-FR-02: at most 35 characters, without space */
export const isRef = (text: string): boolean => /^[A-Za-z0-9+\-_/]{1,35}$/.test(text)

/** `{YYYY}-{0000}`, 2026, 1 → `2026-0001`. */
export const formatRef = (pattern: string, year: number, number: number): string =>
  pattern
    .replace('{YYYY}', String(year))
    .replace('{YY}', String(year).slice(2))
    .replace(/\{(0+)\}/, (_, zeros: string) => String(number).padStart(zeros.length, '0'))

/** `Waive` gives up an attempt to issue a bill, so that no other process numbers it afterwards. */
export type SeriesCommand =
  | { type: 'Allot'; billId: string; issuanceId: string; issueDate: Day }
  | { type: 'Waive'; billId: string; issuanceId: string }
  /** Goes on after what was numbered before this series, unless something was numbered in it. */
  | { type: 'Continue'; opening: SeriesOpening }
  /** The user's pattern and next number, before the first number. */
  | { type: 'Configure'; opening: SeriesOpening }
export type SeriesEvent =
  | { type: 'NumberAllotted'; data: { billId: string; number: number; issueDate: Day } }
  | { type: 'NumberWaived'; data: { billId: string; issuanceId: string } }
  | { type: 'SeriesOpened'; data: SeriesOpening }
/**
 * Beginning of a series. `after`: the last number given elsewhere. `issueDate`: its day, empty when
 * it is not known. `reason`: the user's; empty where the product continues numbers of its own.
 */
export type SeriesOpening = {
  readonly pattern: string
  readonly after: number
  readonly issueDate: DayOrNone
  readonly reason: string
}
/** The last number and its day, 0 and no day when there is none. */
export type Series = {
  readonly number: number
  readonly issueDate: DayOrNone
  /** Numbers by bill. */
  readonly numbers: GrowingMap<number>
  /** Attempts that were given up. */
  readonly waived: GrowingMap<true>
  /** Absent in a series that was never opened: the usual one. */
  readonly pattern?: string
  /** Why the user set the series; absent where it was never set. */
  readonly reason?: string
} | null

const seriesRefusal = catalogue({
  BILL_BACK_DATED: 'conflict',
  BILL_ISSUANCE_ABANDONED: 'conflict',
  SERIES_IN_USE: 'conflict',
  SERIES_PATTERN_INVALID: 'invalid',
  SERIES_REASON_NEEDED: 'invalid',
})

const none = (): NonNullable<Series> => ({
  number: 0,
  issueDate: '',
  numbers: growingMap(),
  waived: growingMap(),
})

/** Whether a series has given a number of its own. */
export const isInUse = (series: Series): boolean => series !== null && !series.numbers.isEmpty

const sameOpening = (series: Series, { pattern, after }: SeriesOpening): boolean =>
  series?.pattern === pattern && series.number === after

function open(
  { type, opening }: Extract<SeriesCommand, { type: 'Continue' | 'Configure' }>,
  series: Series,
): readonly SeriesEvent[] {
  const { pattern, reason } = opening
  const isOpen = series?.pattern !== undefined
  if (type === 'Continue')
    return isInUse(series) || isOpen ? [] : [{ type: 'SeriesOpened', data: opening }]
  if (!isPattern(pattern))
    throw seriesRefusal('SERIES_PATTERN_INVALID', {}, [
      { path: 'pattern', code: 'SERIES_PATTERN_INVALID' },
    ])
  if (reason === '')
    throw seriesRefusal('SERIES_REASON_NEEDED', {}, [
      { path: 'reason', code: 'SERIES_REASON_NEEDED' },
    ])
  if (sameOpening(series, opening)) return []
  if (isInUse(series)) throw seriesRefusal('SERIES_IN_USE')
  return [{ type: 'SeriesOpened', data: opening }]
}

/** The number this series gave a bill; null when it gave none. */
export const allotmentOf = (series: Series, billId: string): number | null =>
  series?.numbers.get(billId) ?? null

/**
 * The number is one above the last, so none is skipped and none is given twice.
 *
 * @source CGI ann. II art. 242 nonies A I-7: unique, in an unbroken chronological sequence
 */
export const seriesDecider: Decider<SeriesCommand, SeriesEvent, Series> = {
  category: 'billSeries',
  initial: null,
  /**
   * @throws BILL_BACK_DATED · BILL_ISSUANCE_ABANDONED · SERIES_IN_USE · SERIES_PATTERN_INVALID ·
   * SERIES_REASON_NEEDED
   * @returns nothing when the bill has its number already, which nothing takes back
   */
  decide(command, series) {
    if (command.type === 'Continue' || command.type === 'Configure') return open(command, series)
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
        const last = series ?? none()
        return { ...last, number, issueDate, numbers: last.numbers.with(billId, number) }
      }
      case 'SeriesOpened': {
        const { after: number, issueDate, pattern, reason } = event.data
        // A beginning that is set again takes the place of the one before.
        const waived = series?.waived ?? none().waived
        return { ...none(), number, issueDate, waived, pattern, reason }
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

/** Pattern and last number of a series, and why the user set them. */
export const seriesEntity: Entity<SeriesCommand, SeriesEvent, Series> = {
  name: 'billSeries',
  decider: seriesDecider,
  permission: 'billing',
  shows: {},
  internal: ['NumberWaived'],
  title: (view) => firstText(view, 'pattern'),
  view: (series) =>
    series && {
      pattern: series.pattern ?? '',
      last: series.number,
      reason: series.reason ?? '',
    },
}
