import { expect, test } from 'vitest'
import { previewBudget } from '#commands/kernel/typeset/preview-budget.ts'
import { Refusal } from '#domain/kernel/errors.ts'

function clocked() {
  const clock = { ms: 0 }
  const budget = previewBudget(() => clock.ms)
  const look = (owner: string, isGuest = false, urgency: 'final' | 'preview' = 'preview') => {
    try {
      budget.assertLeft({ owner, isGuest, urgency })
      return 'drawn'
    } catch (error) {
      if (error instanceof Refusal) return error.code
      throw error
    }
  }
  const spend = (owner: string, ms: number, isGuest = false) =>
    budget.spend({ owner, isGuest, urgency: 'preview' }, ms)
  return { clock, look, spend }
}

test('a user looks until 20 seconds of drawing are spent, and again when some have come back', () => {
  const { clock, look, spend } = clocked()
  spend('anna', 19_999)
  expect(look('anna')).toBe('drawn')
  spend('anna', 1)
  expect(look('anna')).toBe('PREVIEWS_SPENT')
  expect(look('anna', false, 'final')).toBe('drawn')
  expect(look('bert')).toBe('drawn')
  clock.ms += 10
  expect(look('anna')).toBe('drawn')
})

test('a guest has half of it, and many guests share what a user and a half have', () => {
  const { look, spend } = clocked()
  spend('guest 1', 9_999, true)
  expect(look('guest 1', true)).toBe('drawn')
  spend('guest 1', 1, true)
  expect(look('guest 1', true)).toBe('PREVIEWS_SPENT')
  spend('guest 2', 9_999, true)
  spend('guest 3', 9_999, true)
  expect(look('guest 4', true)).toBe('drawn')
  spend('guest 4', 2, true)
  expect(look('guest 4', true)).toBe('PREVIEWS_SPENT')
  expect(look('anna')).toBe('drawn')
})
