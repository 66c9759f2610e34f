import { describe, expect, test } from 'vitest'
import { conditionsOf } from '#contract/kernel/list-filters.schemas.ts'

describe('fields of lists', () => {
  const state = { kind: 'choice', options: ['open', 'paid'] } as const

  test('that take the same share one schema, whatever their list', () => {
    const one = conditionsOf({ title: { kind: 'text' }, state }).shape
    const other = conditionsOf({ name: { kind: 'text' }, status: { ...state } }).shape
    expect(other['name']).toBe(one['title'])
    expect(other['status']).toBe(one['state'])
  })

  test('that take other choices do not', () => {
    const conditions = conditionsOf({ state, kind: { kind: 'choice', options: ['in', 'out'] } })
    const given = (field: string, value: string) =>
      conditions.safeParse({ [field]: { operator: 'eq', value } }).success
    expect([given('state', 'open'), given('kind', 'in')]).toEqual([true, true])
    expect([given('state', 'in'), given('kind', 'open')]).toEqual([false, false])
  })

  test('of an extended list take any word, those of a shipped one its own alone', () => {
    const listed = conditionsOf({ state: { ...state, list: 'states' }, shipped: state })
    const taken = (field: string) =>
      listed.safeParse({ [field]: { operator: 'eq', value: 'new' } }).success
    expect([taken('state'), taken('shipped')]).toEqual([true, false])
  })
})
