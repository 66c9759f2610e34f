import { describe, expect, test } from 'vitest'
import { type JobHuntEvent, jobHuntDecider, nextHunt } from '#domain/prospecting/job-hunt.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const given = specification(jobHuntDecider)
const match = (id: string) => ({ id, score: 80, criteriaId: 'lyon' })
const all = ['un', 'deux', 'trois'].map(match)
const two: JobHuntEvent = { type: 'FreeSuggestionsGiven', data: { count: 2 } }
const hidden: JobHuntEvent = { type: 'CompanyHidden', data: { company: 'Régie des Quais' } }

describe('suggestions', () => {
  test('without a count are all that match, and at most ten', () => {
    given()
      .when({ type: 'TakeSuggestions', matches: all, counted: false })
      .yields({ type: 'SuggestionsTaken', data: { suggested: all, counted: false } })
    const many = Array.from({ length: 12 }, (_, i) => match(String(i)))
    given()
      .when({ type: 'TakeSuggestions', matches: many, counted: false })
      .yields({ type: 'SuggestionsTaken', data: { suggested: many.slice(0, 10), counted: false } })
  })
  test('that count are counted down, the best first, and end with the last', () => {
    const taken: JobHuntEvent = {
      type: 'SuggestionsTaken',
      data: { suggested: all.slice(0, 2), counted: true },
    }
    given(two).when({ type: 'TakeSuggestions', matches: all, counted: true }).yields(taken)
    expect(given(two, taken).state()).toMatchObject({ left: 0 })
    given(two, taken).when({ type: 'TakeSuggestions', matches: all, counted: true }).yields()
  })
  test('of a plan leave the given ones untouched', () => {
    const taken: JobHuntEvent = {
      type: 'SuggestionsTaken',
      data: { suggested: all, counted: false },
    }
    expect(given(two, taken).state()).toMatchObject({ left: 2 })
  })
  test('are given once', () => given(two).when({ type: 'GiveFreeSuggestions', count: 2 }).yields())
})

describe('a company', () => {
  test('is hidden once, however it is written', () => {
    given().when({ type: 'HideCompany', company: ' Régie des Quais ' }).yields(hidden)
    given(hidden).when({ type: 'HideCompany', company: 'régie des quais' }).yields()
    given().when({ type: 'HideCompany', company: ' ' }).yields()
  })
  test('is shown again', () => {
    const shown: JobHuntEvent = { type: 'CompanyShown', data: { company: 'Régie des Quais' } }
    given(hidden).when({ type: 'ShowCompany', company: 'Régie des Quais' }).yields(shown)
    expect(given(hidden, shown).state()).toMatchObject({ hidden: [] })
  })
})

test('searches begin once a night, each user’s at an instant of its own within the hour', () => {
  const noon = Date.UTC(2026, 10, 20, 12)
  const starts = ['01JD0000000000000000000001', '01JD0000000000000000000002'].map((owner) =>
    nextHunt(owner, noon),
  )
  for (const at of starts) {
    expect(at).toBeGreaterThanOrEqual(Date.UTC(2026, 10, 21, 1))
    expect(at).toBeLessThan(Date.UTC(2026, 10, 21, 2))
  }
  expect(new Set(starts).size).toBe(2)
  const [first = 0] = starts
  expect(nextHunt('01JD0000000000000000000001', first)).toBe(first + DAY_MS)
})
