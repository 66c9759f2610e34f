import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#api/kernel/languages.ts'
import {
  forbiddenIn,
  glossaryFaults,
  glossaryOf,
  type Term,
  textsIn,
  wordIn,
} from '../scripts/glossary.ts'

describe.each(LANGUAGES)('the words of %s', (language) => {
  test('use the one term of each thing', () => {
    expect(glossaryFaults(language)).toEqual([])
  })
  test('have a glossary without two words for one thing', () => {
    const terms = glossaryOf(language)
    const concepts = terms.map(({ concept }) => concept)
    expect(new Set(concepts).size).toBe(concepts.length)
    for (const { term, forbidden } of terms)
      expect(forbidden.filter((word) => wordIn(word).test(term))).toEqual([])
  })
  test('have the things that the papers name', () => {
    const concepts = glossaryOf(language).map(({ concept }) => concept)
    expect(concepts).toEqual(expect.arrayContaining(['ownBusiness', 'creditNote', 'deposit']))
    expect(textsIn(language).length).toBeGreaterThan(1_000)
  })
})

describe('a forbidden word', () => {
  const terms: readonly Term[] = [
    { concept: 'creditNote', term: 'Korrektur', forbidden: ['Gutschrift'], note: 'x' },
  ]
  const faults = (text: string) => forbiddenIn(terms, [['a:b', text]])
  test('is found as a whole word, in either case', () => {
    expect(faults('Eine gutschrift.')).toEqual(['a:b: Gutschrift → Korrektur'])
  })
  test('is another word with a letter more', () => {
    expect(faults('Eine Gutschriftart.')).toEqual([])
  })
  test('may stand in a placeholder', () => {
    expect(faults('Heute {{Gutschrift}}')).toEqual([])
  })
})
