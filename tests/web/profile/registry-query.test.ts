import { describe, expect, test } from 'vitest'
import { missingDigits, queryOf } from '#web/profile/registry-query.ts'

describe('a question to the registry', () => {
  test.each([
    ['732 829 320', { siren: '732829320' }],
    ['732.829.320.00074', { siret: '73282932000074' }],
    ['Atelier ', { name: 'Atelier' }],
    ['3 Suisses', { name: '3 Suisses' }],
  ])('%s is %o', (text, query) => {
    expect(queryOf(text)).toEqual(query)
  })
  test.each(['', 'At', '73282932', '7328293200', '7328293200007'])('%s is none yet', (text) => {
    expect(queryOf(text)).toBeNull()
  })
})

describe('digits that are missing', () => {
  test.each([
    ['732', { missing: 6, of: 'siren' }],
    ['73282932', { missing: 1, of: 'siren' }],
    ['7328293200', { missing: 4, of: 'siret' }],
  ])('%s: %o', (text, missing) => {
    expect(missingDigits(text)).toEqual(missing)
  })
  test.each(['73', '732829320', '73282932000074', 'Atelier'])('%s: none', (text) => {
    expect(missingDigits(text)).toBeNull()
  })
})
