import { describe, expect, test } from 'vitest'
import { message } from '#api/kernel/messages.ts'

describe('a sentence writes in its language', () => {
  test.each([
    ['fr', /au moins 7,86\s%, trois fois le taux légal connu \(1ᵉʳ semestre 2026\)/],
    ['en', /at least 7\.86%, three times the known statutory rate \(first half of 2026\)/],
    ['de', /mindestens 7,86\s%, .* \(1\. Halbjahr 2026\)/],
    ['ar', /7\.86% .* \(النصف الأول من 2026\)/],
  ] as const)('numbers and half-years (%s)', (language, says) =>
    expect(
      message(language, 'BILL_NEEDS_PENALTY_RATE', { floor: 7.86, halfYear: '2026-H1' }),
    ).toMatch(says),
  )

  test('amounts in their currency', () => {
    expect(message('fr', 'BILL_REFUND_ABOVE_REST', { rest: 1234.5, currency: 'EUR' })).toMatch(
      /\(1\s234,50\s€\)/,
    )
    expect(message('en', 'BILL_REFUND_ABOVE_REST', { rest: 1234.5, currency: 'JPY' })).toMatch(
      /\(JP¥1,23[45]\)/,
    )
  })

  test('days, months, and years without a thousands’ mark', () => {
    expect(message('fr', 'BILL_BACK_DATED', { last: '2026-11-01' })).toContain(
      'émise au 1ᵉʳ novembre 2026',
    )
    expect(message('it', 'BILL_BACK_DATED', { last: '2026-11-01' })).toContain('1º novembre 2026')
    expect(message('es', 'TIMESHEET_DAY_OUTSIDE_MONTH', { month: '2026-10' })).toContain(
      'octubre de 2026',
    )
    expect(message('fr', 'BILL_NOTHING_TO_BILL', { month: '2026-10' })).toContain('en octobre 2026')
    expect(
      message('fr', 'BILL_NEEDS_PENALTY_RATE', { halfYear: '2026-H2', floor: 7.86 }),
    ).not.toContain('2 026')
  })
})

describe('a sentence counts', () => {
  test.each([
    ['fr', 1, 'attribué à 1 utilisateur. Donnez-lui'],
    ['fr', 3, 'attribué à 3 utilisateurs. Donnez-leur'],
    ['ar', 2, 'يحمله مستخدمان'],
    ['ar', 5, 'يحمله 5 مستخدمين'],
  ] as const)('%s, %i', (language, count, says) =>
    expect(message(language, 'ROLE_IN_USE', { count })).toContain(says),
  )

  test('how far a number is from its length', () => {
    expect(message('fr', 'SIREN_LENGTH', { digits: 7 })).toBe(
      'Il manque 2 chiffres. Le SIREN en compte neuf.',
    )
    expect(message('en', 'IBAN_LENGTH', { characters: 28, expected: 27 })).toBe(
      'Enter a valid IBAN. There is 1 character too many. This country’s IBAN has 27.',
    )
  })
})

test('what a user wrote is filled in, never read as a word', () =>
  expect(
    message('en', 'BILL_ALREADY_ISSUED', { ref: '$t(kernel:error.INTERNAL) {{count}}' }),
  ).toContain('$t(kernel:error.INTERNAL) {{count}}'))
