import { describe, expect, test } from 'vitest'
import { periodToDeclare } from '#web/finance/vat-period-to-declare.ts'

const TODAY = Date.UTC(2026, 10, 10)
const empty = { totalCollected: 0, totalDeductible: 0, lateCollected: 0, lateDeductible: 0 }
const quarter = (
  name: string,
  state: 'declared' | 'open' | 'running' | 'ahead',
  dueDate: number,
  figures: Partial<typeof empty> = {},
) => ({ name, state, dueDate, ...empty, ...figures })
const past = Date.UTC(2026, 6, 24)
const chosen = (...periods: ReturnType<typeof quarter>[]) => periodToDeclare(periods, TODAY)?.name

describe('the period that the VAT screen opens', () => {
  test('is the running one beside an overdue one without figures', () => {
    expect(
      chosen(quarter('Q3', 'open', past), quarter('Q4', 'running', Date.UTC(2027, 0, 24))),
    ).toBe('Q4')
  })
  test('is the overdue one once it has figures', () => {
    expect(
      chosen(
        quarter('Q3', 'open', past, { totalDeductible: 10 }),
        quarter('Q4', 'running', Date.UTC(2027, 0, 24)),
      ),
    ).toBe('Q3')
  })
  test.each([
    ['on its last day', TODAY, 'Q3'],
    ['a day later', TODAY - 86_400_000, 'Q4'],
  ])('is one without figures while its return is in time: %s', (_, dueDate, name) => {
    expect(
      chosen(quarter('Q3', 'open', dueDate), quarter('Q4', 'running', Date.UTC(2027, 0, 24))),
    ).toBe(name)
  })
  test('is the first after a declared one, and the last where none was declared', () => {
    const figures = { totalCollected: 5 }
    const open = [quarter('Q2', 'open', past, figures), quarter('Q3', 'open', past, figures)]
    expect(chosen(quarter('Q1', 'declared', past), ...open)).toBe('Q2')
    expect(chosen(...open)).toBe('Q3')
  })
  test('is the last of a year that is over and empty', () => {
    expect(chosen(quarter('Q1', 'open', past), quarter('Q2', 'open', past))).toBe('Q2')
  })
})
