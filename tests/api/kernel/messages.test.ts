import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasMessage, message } from '#api/kernel/messages.ts'
import { LANGUAGES } from '#api/kernel/languages.ts'
import { refusalCodes } from '#domain/kernel/errors.ts'
import { FIELD_CODES } from '#domain/kernel/fields.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** Loading every module that declares a catalogue fills `refusalCodes`. */
const sources = ['domain', 'commands', 'api'].flatMap((layer) =>
  readdirSync(path.join(root, layer), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('-thread.ts') && !file.includes('locales'))
    .map((file) => path.join(root, layer, file)),
)
await Promise.all(sources.map((file) => import(file)))

describe('every code has a sentence in every language', () => {
  test.each([...refusalCodes(), ...FIELD_CODES, 'INTERNAL'])('%s', (code) => {
    for (const language of LANGUAGES) expect(hasMessage(language, code), `${code} in ${language}`).toBe(true)
  })
})

test('all six languages hold the same placeholders', () => {
  const placeholders = (text: string) =>
    [...text.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1] ?? '').sort((a, b) => a.localeCompare(b))
  for (const code of refusalCodes()) {
    const french = placeholders(message('fr', code).length > 0 ? raw('fr', code) : '')
    for (const language of LANGUAGES)
      expect(placeholders(raw(language, code)), `${code} in ${language}`).toEqual(french)
  }
})

/** The text with its placeholders, each filled with its own name in braces. */
const raw = (language: (typeof LANGUAGES)[number], code: string): string =>
  message(language, code, new Proxy({}, { get: (_, name) => `{{${String(name)}}}` }))

describe('a sentence writes in its language', () => {
  test.each([
    ['fr', /au moins 7,86\s%, trois fois le taux légal connu \(1er semestre 2026\)/],
    ['en', /at least 7\.86%, three times the known legal rate \(first half of 2026\)/],
    ['de', /mindestens 7,86\s%, .* \(1\. Halbjahr 2026\)/],
    ['ar', /7\.86\s% .* \(النصف الأول من 2026\)/],
  ] as const)('numbers and half-years (%s)', (language, says) =>
    expect(message(language, 'BILL_NEEDS_PENALTY_RATE', { floor: 7.86, halfYear: '2026-H1' })).toMatch(says),
  )

  test('amounts in their currency', () => {
    expect(message('fr', 'BILL_OVERPAID', { outstanding: 1234.5, currency: 'EUR' })).toMatch(/\(1\s234,50\s€\)/)
    expect(message('en', 'BILL_OVERPAID', { outstanding: 1234.5, currency: 'JPY' })).toMatch(/\(JP¥1,23[45]\)/)
  })

  test('days, months, and years without a thousands’ mark', () => {
    expect(message('fr', 'BILL_BACK_DATED', { last: '2026-11-01' })).toContain('émise au 1er novembre 2026')
    expect(message('it', 'BILL_BACK_DATED', { last: '2026-11-01' })).toContain('1 novembre 2026')
    expect(message('es', 'TIMESHEET_DAY_OUTSIDE_MONTH', { month: '2026-10' })).toContain('octubre de 2026')
    expect(message('fr', 'BILL_NOTHING_TO_BILL', { month: 10, year: 2026 })).toContain('10/2026')
  })
})
