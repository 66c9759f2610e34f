import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldedWords } from '#domain/prospecting/job-words.ts'

/** The definition, character class by character class. */
const defined = (text: string): string =>
  ` ${text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+#.]+/gu, ' ')
    .replaceAll(/\.(?= )|\.$/g, '')
    .trim()} `

test.each([
  ['Développeur·se Node.js, C# et C++.', ' developpeur se node.js c# et c++ '],
  ['Straße İstanbul ŒUVRE — l’été…', null],
  ['الإتاحة الرقمية', null],
  ['', '  '],
])('%j is folded as it is defined', (text, folded) => {
  expect(foldedWords(text)).toBe(defined(text))
  if (folded !== null) expect(foldedWords(text)).toBe(folded)
})

test('any text is folded as it is defined, by the table or without it', () => {
  const latin = fc.string({
    unit: fc.integer({ min: 1, max: 0x24f }).map((code) => String.fromCharCode(code)),
  })
  fc.assert(
    fc.property(fc.oneof(latin, fc.string({ unit: 'binary' })), (text) => {
      expect(foldedWords(text)).toBe(defined(text))
    }),
    { numRuns: 2_000 },
  )
})
