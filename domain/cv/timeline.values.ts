import type { CvItem } from './cv.values.ts'

/** Months since the year 0, both ends counted. */
type Span = { readonly id: string; readonly from: number; readonly to: number }

/**
 * Missions of the same time, months without one, an end before its start. All are told and never
 * refused.
 */
export type TimelineNote =
  | {
      readonly kind: 'overlap'
      readonly id: string
      readonly other: string
      readonly months: number
    }
  | { readonly kind: 'gap'; readonly id: string; readonly months: number }
  | { readonly kind: 'reversed'; readonly id: string }

const numberAt = (values: CvItem['values'], name: string): number => {
  const value = values[name]
  return typeof value === 'number' ? value : 0
}

/**
 * A mission without a month lasts the whole year. Without an end it lasts while it is present, else
 * its first month.
 */
function spanOf({ id, values }: CvItem, now: number): Span | null {
  const [startYear, endYear] = [numberAt(values, 'startYear'), numberAt(values, 'endYear')]
  if (startYear === 0) return null
  const from = startYear * 12 + (numberAt(values, 'startMonth') || 1) - 1
  if (values['isPresentMission'] === true) return { id, from, to: Math.max(from, now) }
  if (endYear === 0) return { id, from, to: from }
  return { id, from, to: endYear * 12 + (numberAt(values, 'endMonth') || 12) - 1 }
}

/** Shorter pauses need no word. @unit months */
const SHORTEST_GAP = 3

/**
 * Questions that a reader of the missions would ask.
 *
 * @param now months since the year 0
 */
export function timelineNotes(missions: readonly CvItem[], now: number): readonly TimelineNote[] {
  const spans = missions
    .map((mission) => spanOf(mission, now))
    .filter((span) => span !== null)
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
  const notes: TimelineNote[] = spans
    .filter(({ from, to }) => to < from)
    .map(({ id }) => ({ kind: 'reversed', id }))
  for (const [index, span] of spans.entries()) {
    for (const later of spans.slice(index + 1)) {
      const months = Math.min(span.to, later.to) - later.from + 1
      // One ends and the other begins in the same month: that is a change of mission.
      if (months > 1) notes.push({ kind: 'overlap', id: later.id, other: span.id, months })
    }
    const reached = Math.max(...spans.slice(0, index).map(({ to }) => to), Number.NEGATIVE_INFINITY)
    const months = span.from - reached - 1
    if (Number.isFinite(months) && months >= SHORTEST_GAP)
      notes.push({ kind: 'gap', id: span.id, months })
  }
  return notes
}
