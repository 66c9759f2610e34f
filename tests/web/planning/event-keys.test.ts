import { describe, expect, it } from 'vitest'
import { neighbour, type Place } from '#web/planning/event-keys.ts'

/** Monday has two events, Tuesday none, Wednesday one at noon; the Monday below has one. */
const [MORNING, EVENING, NOON, BELOW] = [0, 1, 2, 3]
const PLACES: readonly Place[] = [
  { day: 0, top: 100 },
  { day: 0, top: 400 },
  { day: 2, top: 250 },
  { day: 7, top: 600 },
]
const WEEK = PLACES.slice(0, 3)

describe('the arrows of the calendar', () => {
  it('move down and up within a day, and stop at its ends', () => {
    expect(neighbour(WEEK, MORNING, 'down', false)).toBe(EVENING)
    expect(neighbour(WEEK, EVENING, 'up', false)).toBe(MORNING)
    expect(neighbour(WEEK, EVENING, 'down', false)).toBe(-1)
  })

  it('move to the next day that has something, over an empty one', () => {
    expect(neighbour(WEEK, MORNING, 'after', false)).toBe(NOON)
    expect(neighbour(WEEK, NOON, 'after', false)).toBe(-1)
  })

  it('come back to what is nearest in height', () => {
    const late = [...WEEK.slice(0, 2), { day: 2, top: 380 }]
    expect(neighbour(late, NOON, 'before', false)).toBe(EVENING)
    const early = [...WEEK.slice(0, 2), { day: 2, top: 120 }]
    expect(neighbour(early, NOON, 'before', false)).toBe(MORNING)
  })

  it('go on to the same weekday of a later week in a month alone', () => {
    expect(neighbour(PLACES, EVENING, 'down', true)).toBe(BELOW)
    expect(neighbour(PLACES, BELOW, 'up', true)).toBe(EVENING)
    expect(neighbour(PLACES, EVENING, 'down', false)).toBe(-1)
  })
})
