import { expect, test } from 'vitest'
import { inheritedTerms } from '#domain/billing/inherited-terms.ts'
import { NO_TERMS } from '#domain/billing/terms.values.ts'

const english = { ...NO_TERMS, language: 'en' } as const

test('a bill is in the contract’s language, else in a foreign client’s, else in the profile’s', () => {
  expect(inheritedTerms(english, { ...NO_TERMS, language: 'de' }, 'ar').language).toBe('de')
  // Empty: the client's own.
  expect(inheritedTerms(english, NO_TERMS, 'ar').language).toBe('')
  expect(inheritedTerms(english, NO_TERMS, 'fr').language).toBe('en')
  expect(inheritedTerms(english, null).language).toBe('en')
})

test('what the contract leaves open is the profile’s', () => {
  const profile = { ...NO_TERMS, header: 'Bonjour', paymentDays: 45 }
  expect(inheritedTerms(profile, { ...NO_TERMS, paymentDays: 60 })).toMatchObject({
    header: 'Bonjour',
    paymentDays: 60,
  })
})
