import { describe, expect, test } from 'vitest'
import { numbersIn, unsupportedNumbers } from '#domain/kernel/number-check.ts'

describe('numbers of a text', () => {
  test.each([
    ['1 234,56 €', [1234.56]],
    ['1\u202F234,56 €', [1234.56]],
    ['1,234.56', [1234.56]],
    ['1.234,56', [1234.56]],
    ['1.234', [1.234, 1234]],
    ['12 %', [12]],
    ['١٢٣٤٫٥', [1234.5]],
    ['[R12]', []],
  ])('%s', (text, values) => expect(numbersIn(text).flatMap((one) => one.values)).toEqual(values))

  test('of a day and a reference', () =>
    expect(numbersIn('2026-0003, 15 novembre 2026').map(({ text }) => text)).toEqual([
      '2026',
      '0003',
      '15',
      '2026',
    ]))
})

describe('an answer', () => {
  const results = [
    { owed: { amount: 1234.56, count: 3 }, due: '2026-11-15', bills: [{ number: '2026-0003' }] },
  ]

  test('that repeats what a tool returned has nothing to mark', () =>
    expect(
      unsupportedNumbers(
        '1. Facture 2026-0003 [R7] : 1 234,56 € dus le 15/11/2026, 3 en tout.',
        results,
      ),
    ).toEqual([]))

  test('is marked where no tool returned a number', () =>
    expect(
      unsupportedNumbers('Il vous est dû 1 235 €, dont 1 234,56 € de 3 factures.', results),
    ).toEqual(['1 235']))

  test('in another notation is the same number', () =>
    expect(unsupportedNumbers('1.234,56 · 1,234.56 · ١٬٢٣٤٫٥٦', results)).toEqual([]))
})
