import { describe, expect, test } from 'vitest'
import type { Fact } from '#contract/history/history.contract.ts'
import { grouped } from '#web/kernel/history/grouped.ts'

const MINUTE = 60_000
const fact = (version: number, at: number, more: Partial<Fact> = {}): Fact => ({
  version,
  type: 'BillDraftChanged',
  at,
  actor: { kind: 'user', id: 'anna', name: 'Anna Exemple' },
  cause: 'user',
  isEdit: true,
  isInternal: false,
  changes: [],
  position: String(version),
  ...more,
})
const quantity = (from: number, to: number) => ({
  changes: [{ field: 'quantity', from, to, kind: 'decimal' as const }],
})
const versions = (facts: readonly Fact[]) =>
  grouped(facts).map((group) => group.facts.map(({ version }) => version))

describe('edits of one user', () => {
  test('within a minute are one, from the first value to the last', () => {
    const [group, ...others] = grouped([
      fact(2, 59_999, quantity(4, 5)),
      fact(1, 0, quantity(3, 4)),
    ])
    expect(group?.changes).toMatchObject([{ from: 3, to: 5 }])
    expect(others).toEqual([])
  })
  test('that are a minute apart are two', () => {
    expect(versions([fact(2, MINUTE), fact(1, 0)])).toEqual([[2], [1]])
  })
  test('that put a value back leave nothing to tell', () => {
    const [group] = grouped([fact(2, 1, quantity(4, 3)), fact(1, 0, quantity(3, 4))])
    expect(group?.changes).toEqual([])
  })
})

test('edits of two users, and facts that are no edits, are told apart', () => {
  const other = { actor: { kind: 'user' as const, id: 'ida', name: 'Ida Exemple' } }
  expect(versions([fact(2, 1, other), fact(1, 0)])).toEqual([[2], [1]])
  expect(versions([fact(2, 1, { isEdit: false }), fact(1, 0)])).toEqual([[2], [1]])
})

test('internal steps that follow each other are one, however far apart', () => {
  const step = { isInternal: true, isEdit: false }
  expect(versions([fact(3, 9 * MINUTE, step), fact(2, 1, step), fact(1, 0)])).toEqual([[3, 2], [1]])
})
