import { describe, expect, test } from 'vitest'
import { shownNumber } from '#web/kernel/form/number-field.tsx'
import { listedOptions } from '#web/kernel/form/select-field.tsx'
import { refusalOf } from '#web/kernel/form/use-uploads.ts'

describe('a number in its field', () => {
  const usual = { digits: 2, fixed: undefined, finest: undefined, zeroIsEmpty: false }

  test.each([
    [null, ''],
    [undefined, ''],
    [Number.NaN, ''],
    [0, '0'],
    [1.005, '1,01'],
    [12, '12'],
  ])('%s is shown as %s', (value, text) => {
    expect(shownNumber('fr', value, usual)).toBe(text)
  })
  test('0 is empty where it stands for nothing', () => {
    expect(shownNumber('fr', 0, { ...usual, zeroIsEmpty: true })).toBe('')
  })
  test('an amount has its decimals, and more only where they may be', () => {
    expect(shownNumber('fr', 12, { ...usual, fixed: 2 })).toBe('12,00')
    expect(shownNumber('fr', 12.345, { ...usual, fixed: 2, finest: 4 })).toBe('12,345')
    expect(shownNumber('fr', 12.5, { ...usual, fixed: 2, finest: 4 })).toBe('12,50')
  })
})

describe('the choices that a combobox lists', () => {
  const options = [
    { value: 'C1', label: 'Atelier Brumaire' },
    { value: 'C2', label: 'Hydravion', note: 'Lyon' },
  ]
  const far = { value: 'C9', label: 'Zénith' }
  const field = {
    options,
    known: [far],
    value: '',
    typed: '',
    deferred: '',
    search: undefined,
  }
  const listed = (more: Partial<Parameters<typeof listedOptions>[0]> = {}) =>
    listedOptions({ ...field, ...more }).map(({ value }) => value)

  test('are all of them before anything is typed, the chosen one first when it is far', () => {
    expect(listed()).toEqual(['C1', 'C2'])
    expect(listed({ value: 'C9' })).toEqual(['C9', 'C1', 'C2'])
    expect(listed({ value: 'C1' })).toEqual(['C1', 'C2'])
  })
  test('are those whose label or note is typed', () => {
    expect(listed({ typed: 'lyon', deferred: 'lyon' })).toEqual(['C2'])
    expect(listed({ value: 'C9', typed: 'brum', deferred: 'brum' })).toEqual(['C1'])
  })
  test('are what the server found', () => {
    expect(listed({ typed: 'x', deferred: 'x', search: { isFinding: false } })).toEqual([
      'C1',
      'C2',
    ])
  })
  test('are those before it that are typed, while the server searches', () => {
    const search = { isFinding: true }
    expect(listed({ typed: 'hydra', deferred: '', search })).toEqual(['C2'])
    expect(listed({ typed: 'x', deferred: '', search })).toEqual([])
  })
  test('are at most fifty', () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ value: `${index}`, label: 'One' }))
    expect(listed({ options: many })).toHaveLength(50)
    expect(listed({ options: many, typed: 'one', deferred: 'one' })).toHaveLength(50)
  })
})

describe('files that a field refuses', () => {
  const file = new File(['%PDF'], 'kbis.pdf')
  const wrong = (code: string) => [{ file, errors: [{ code }] }]

  test.each([
    ['file-too-large', { kind: 'tooLarge', name: 'kbis.pdf' }],
    ['file-invalid-type', { kind: 'type', name: 'kbis.pdf' }],
    ['too-many-files', { kind: 'tooMany' }],
  ])('for %s', (code, refusal) => {
    expect(refusalOf([], wrong(code), 1)).toEqual(refusal)
  })
  test('are those that have no room', () => {
    expect(refusalOf([file, file], [], 1)).toEqual({ kind: 'tooMany' })
    expect(refusalOf([file], [], 1)).toBeNull()
  })
})
