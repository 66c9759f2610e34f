import { describe, expect, test } from 'vitest'
import type { Fact } from '#contract/history/history.contract.ts'
import type { Change } from '#web/kernel/history/change-line.tsx'
import { labelsOf, linesOf } from '#web/kernel/history/history-lines.ts'

const MINUTE = 60_000
const fact = (version: number, more: Partial<Fact>): Fact => ({
  version,
  type: 'BillDraftChanged',
  at: version * MINUTE,
  actor: { kind: 'user', id: 'anna', name: 'Anna Exemple' },
  cause: 'user',
  isEdit: true,
  isInternal: false,
  changes: [],
  position: String(version),
  ...more,
})
const text = (field: string, to: string): Change => ({ field, from: '', to, kind: 'text' })
const reading = { names: {}, untold: ['secret'] }
const whole = (change: Change) => [change]
const versions = (facts: readonly Fact[]) =>
  linesOf(facts, whole, reading).map((line) => line.facts[0].version)

describe('the lines of a history', () => {
  test('leave out edits of hidden fields alone', () => {
    const edits = [
      fact(2, { changes: [text('secret', 'x')] }),
      fact(1, { changes: [text('secret', 'y'), text('title', 'One')] }),
    ]
    expect(versions(edits)).toEqual([1])
    expect(linesOf(edits, whole, reading)[0]?.changes.map(({ field }) => field)).toEqual(['title'])
  })
  test('have facts that changed no field, when they are no edits or internal', () => {
    expect(versions([fact(2, { isEdit: false }), fact(1, {})])).toEqual([2])
    expect(versions([fact(1, { isInternal: true })])).toEqual([1])
  })
  test('show internal facts one by one', () => {
    const [line] = linesOf(
      [
        fact(2, { isInternal: true, changes: [text('b', '2')] }),
        fact(1, { isInternal: true, changes: [text('a', '1')] }),
      ],
      whole,
      reading,
    )
    expect(line?.steps.map((step) => step.changes.map(({ field }) => field))).toEqual([
      ['b'],
      ['a'],
    ])
  })
  test('split a change into parts, whose labels are theirs', () => {
    const parts = (change: Change) =>
      ['1', '2'].map((row) => ({ ...change, field: `${change.field}.${row}`, label: `Row ${row}` }))
    const lines = linesOf([fact(1, { changes: [text('days', 'x')] })], parts, reading)
    expect(Object.fromEntries(labelsOf(lines))).toEqual({ 'days.1': 'Row 1', 'days.2': 'Row 2' })
  })
})
