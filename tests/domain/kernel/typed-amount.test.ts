import { describe, expect, test } from 'vitest'
import { amountRange, typedAmount } from '#domain/kernel/typed-amount.ts'

const range = (text: string, currency = 'EUR') => {
  const typed = typedAmount(text)
  return typed && amountRange(typed, currency)
}

describe('an amount as far as it was typed', () => {
  test.each([
    ['3120', 312_000, 312_100],
    ['3 120', 312_000, 312_100],
    ['3\u202F120,5', 312_050, 312_060],
    ['3.120,50 €', 312_050, 312_051],
    ['3,120.50', 312_050, 312_051],
    ['€3,120', 312_000, 312_100],
    ['12,', 1_200, 1_300],
    ['−12.30', 1_230, 1_231],
    ['٣١٢٠٫٥', 312_050, 312_060],
    ['1.234.567', 123_456_700, 123_456_800],
    ['210,2', 21_020, 21_030],
    ['1\u202F210,20 euros', 121_020, 121_021],
    ['1.210,20 EUR', 121_020, 121_021],
    ['CHF 1’210.2', 121_020, 121_030],
    ['1’210.20 chf', 121_020, 121_021],
    ['£1,210.20', 121_020, 121_021],
    ['¥210', 21_000, 21_100],
    ['\u200F١٬٢١٠٫٢٠\u00A0€', 121_020, 121_021],
    ['210,20-', 21_020, 21_021],
  ])('%s is from %d to below %d', (text, from, below) =>
    expect(range(text)).toEqual({ from, below }),
  )

  test.each(['', 'brumaire', '2026-0021', '12 rue', '1,2,3', '12,3456', '€', '210 abc', 'lot 210'])(
    '%j is none',
    (text) => expect(range(text)).toBeNull(),
  )

  test('a yen has no cents, a dinar has a thousand millimes', () => {
    expect(range('3120', 'JPY')).toEqual({ from: 3_120, below: 3_121 })
    expect(range('3120,5', 'JPY')).toBeNull()
    expect(range('12,5', 'TND')).toEqual({ from: 12_500, below: 12_600 })
  })
})
