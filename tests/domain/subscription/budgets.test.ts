import { describe, expect, test } from 'vitest'
import { assertWithin, budgetOf, isSmall, type Usage } from '#domain/subscription/budgets.ts'
import { refuses } from '#tests/kernel/decider-spec.ts'

const NOW = Date.UTC(2026, 11, 1)
const free = budgetOf('free', NOW)
const small: Usage = { records: 1, events: 1, letters: 1 }

describe('a budget', () => {
  test.each([
    ['records', 'BUDGET_RECORDS_SPENT'],
    ['events', 'BUDGET_EVENTS_SPENT'],
    ['letters', 'BUDGET_LETTERS_SPENT'],
  ] as const)('of %s holds to its last one, and is then refused by its number', (part, code) => {
    const usage = { ...small, [part]: free[part] - 1 }
    expect(() => assertWithin(usage, free, 'growing')).not.toThrow()
    refuses(() => assertWithin({ ...small, [part]: free[part] }, free, 'growing'), code, {
      most: free[part],
    })
  })
  test('leaves removals a quarter more', () => {
    const above = { ...small, events: 1.25 * free.events - 1 }
    expect(() => assertWithin(above, free, 'ending')).not.toThrow()
    const spent = { ...small, events: 1.25 * free.events }
    refuses(() => assertWithin(spent, free, 'ending'), 'BUDGET_EVENTS_SPENT')
  })
  test('of a guest is small, and a plan that is paid has the most', () => {
    const [guest, paid] = [budgetOf('guest', NOW), budgetOf('paid', NOW)]
    for (const part of ['records', 'events', 'letters', 'bytes', 'files'] as const) {
      expect(guest[part]).toBeLessThan(free[part])
      expect(free[part]).toBeLessThanOrEqual(paid[part])
    }
  })
  test('is looked up only above what a guest has', () => {
    const { records, events, letters } = budgetOf('guest', NOW)
    const nearly = { records: records - 1, events: events - 1, letters: letters - 1 }
    expect(isSmall(nearly, NOW)).toBe(true)
    expect(isSmall({ ...nearly, letters }, NOW)).toBe(false)
  })
})
