import { describe, expect, test } from 'vitest'
import { shownPage, withRows } from '#web/kernel/table/use-ledger-state.ts'

describe('the shown page of a ledger', () => {
  const list = { requested: 0, size: 10, count: 30, openAt: -1 }

  test('is the requested one', () => {
    expect(shownPage({ ...list, requested: 2 })).toBe(2)
  })
  test('is the last one when a filter left fewer pages', () => {
    expect(shownPage({ ...list, requested: 3 })).toBe(2)
    expect(shownPage({ ...list, requested: 3, count: 31 })).toBe(3)
    expect(shownPage({ ...list, requested: 3, count: 0 })).toBe(0)
  })
  test('is the one of the open row', () => {
    expect(shownPage({ ...list, requested: 2, openAt: 9 })).toBe(0)
    expect(shownPage({ ...list, requested: 2, openAt: 10 })).toBe(1)
  })
})

test('a selection keeps rows as they were selected, and loses those that are left out', () => {
  const rowId = (row: { id: string }) => row.id
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  const two = withRows(new Map(), [a, b], true, rowId)
  expect([...two.values()]).toEqual([a, b])
  expect([...withRows(two, [b, c], true, rowId).keys()]).toEqual(['a', 'b', 'c'])
  expect([...withRows(two, [{ id: 'a' }], false, rowId).keys()]).toEqual(['b'])
  expect([...two.keys()]).toEqual(['a', 'b'])
})
