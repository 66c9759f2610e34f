import { describe, expect, test } from 'vitest'
import { Company, type RecordRow } from '#contract/kernel/records.ts'
import { mergeChoice, usualTarget } from '#web/customers/merge-choice.ts'

const row = (values: Readonly<Record<string, unknown>>) => values as RecordRow
const older = row({ name: 'Brumaire', siren: '552100554', website: '', comments: '' })
const newer = row({ name: 'Brumaire SARL', siren: '552100554', website: 'https://b.example' })

describe('of two records', () => {
  test.each([
    [[1], [2], 1],
    [[2], [1], 0],
    [[1], [1], 0],
    [[1, 1], [1], 0],
    [[], [], 0],
  ] as const)('used %j and %j times, the target is %j', (first, second, target) =>
    expect(
      usualTarget([first, second].map((counts) => ({ uses: counts.map((count) => ({ count })) }))),
    ).toBe(target),
  )

  test('a field gets the target’s value, unless that has none', () => {
    const { fields, taken } = mergeChoice(Company, [older, newer], 0, {})
    expect(fields).toEqual([
      { key: 'name', isSame: false, side: 0 },
      { key: 'siren', isSame: true, side: 0 },
      { key: 'website', isSame: false, side: 1 },
    ])
    expect(taken).toEqual(['website'])
  })

  test('the chosen side goes before, and an equal value is not taken', () =>
    expect(
      mergeChoice(Company, [older, newer], 0, { name: 1, website: 0, siren: 1 }).taken,
    ).toEqual(['name']))

  test('into the newer one, nothing comes from the older but what was chosen', () => {
    expect(mergeChoice(Company, [older, newer], 1, {}).taken).toEqual([])
    expect(mergeChoice(Company, [older, newer], 1, { name: 0 }).taken).toEqual(['name'])
  })
})
