import type { Period } from '../cv-periods.ts'
import {
  isBlank,
  isBullet,
  isNameLike,
  type Line,
  LONGEST_NAME,
  partsOf,
  type Proposal,
  type Values,
} from './cv-lines.ts'

/** One entry of a part with dates: the lines that name it, and those that tell of it. */
export type Entry = {
  readonly names: readonly Line[]
  readonly body: readonly Line[]
  readonly period: Period | null
}

const isDateLine = (line: Line): boolean =>
  line.period !== null &&
  !isBullet(line) &&
  line.text.length <= LONGEST_NAME + 40 &&
  isMostlyNames(line)
/** A sentence that mentions a year begins no entry. */
function isMostlyNames({ text, period }: Line): boolean {
  if (period === null) return false
  return !/[.;]$/.test(text.trim()) || period.rest.length < 30
}

/**
 * The entries of a part. Each has one line with dates. How many lines stand above it is learnt from
 * the first entry, since a CV writes all of its entries alike.
 */
export function entriesOf(lines: readonly Line[]): readonly Entry[] {
  const dated = lines.flatMap((line, index) => (isDateLine(line) ? [index] : []))
  const [first] = dated
  if (first === undefined) return []
  const leading = lines.slice(0, first).filter((line) => !isBlank(line))
  const above = leading.length <= 2 && leading.every(isNameLike) ? leading.length : 0
  const startOf = (anchor: number, floor: number): number => {
    let start = anchor
    for (let taken = 0; taken < above && start - 1 > floor; ) {
      const line = lines[start - 1]
      if (line === undefined) break
      if (isBlank(line) && taken > 0) break
      if (!isBlank(line) && !isNameLike(line)) break
      start--
      if (!isBlank(line)) taken++
    }
    // it is there
    while (start < anchor && lines[start] !== undefined && isBlank(lines[start] as Line)) start++
    return start
  }
  const starts = dated.map((anchor, index) =>
    startOf(anchor, index === 0 ? -1 : (dated[index - 1] ?? -1)),
  )
  return starts.map((start, index) => {
    const anchor = dated[index] ?? start
    const end = starts[index + 1] ?? lines.length
    const own = lines.slice(start, end)
    const period = lines[anchor]?.period ?? null
    const names = own.slice(0, anchor - start + 1).filter((line) => !isBlank(line))
    const after = own.slice(anchor - start + 1)
    return { names, body: after, period }
  })
}

/**
 * Pieces of the lines that name an entry, without its dates; the first is its title in most CVs.
 */
export const piecesOf = ({ names, period }: Entry): readonly string[] =>
  names.flatMap((line) =>
    partsOf(line.period === period && period !== null ? period.rest : line.text),
  )

export const datesOf = (period: Period | null): Values => {
  if (period === null) return {}
  const { from, to } = period
  return {
    startYear: from.year,
    ...(from.month > 0 && { startMonth: from.month }),
    ...(to === null
      ? { isPresentMission: true }
      : { endYear: to.year, ...(to.month > 0 && { endMonth: to.month }) }),
  }
}

/**
 * Entries of a part with dates; lines without any are entries of one line each, above the first
 * date and below.
 */
function oneByOne(lines: readonly Line[]): readonly Entry[] {
  const entries = entriesOf(lines)
  if (entries.length > 0) return entries
  return lines
    .filter((line) => !isBlank(line))
    .map((line) => ({ names: [line], body: [], period: null }))
}

/** The names of a dated entry: a title and its giver, which often stands below. */
export function titledPieces(entry: Entry): {
  readonly pieces: readonly string[]
  readonly used: readonly Line[]
} {
  let pieces = piecesOf(entry)
  const used = [...entry.names]
  for (const line of entry.period === null ? [] : entry.body.filter((line) => !isBlank(line))) {
    if (pieces.length >= 2 || !isNameLike(line)) break
    pieces = [...pieces, ...partsOf(line.text)]
    used.push(line)
  }
  return { pieces, used }
}

/** One proposal for each entry that the rule understands. */
export const eachOf = (
  lines: readonly Line[],
  read: (entry: Entry) => Proposal | null,
): readonly Proposal[] =>
  oneByOne(lines)
    .map(read)
    .filter((proposal) => proposal !== null)
