import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { collationKey } from '#domain/kernel/collation-key.ts'
import { foldText } from '#domain/kernel/fold-text.values.ts'
import { LANGUAGES } from '#domain/kernel/languages.values.ts'

const sorted = (names: readonly string[]) =>
  names.toSorted((a, b) => (collationKey(a) < collationKey(b) ? -1 : 1))

test('names stand in the order of a dictionary', () => {
  const names = ['(Sans nom)', '2 Rives', '10 Downing', 'Élan', 'Elbe', 'Œuvre', 'Ørsted', 'Zèbre']
  expect(sorted(names.toReversed())).toEqual(names)
})

test('Arabic names stand in the order of their letters', () => {
  const names = ['أحمد', 'بيت', 'تونس', 'شركة', 'مدرسة', 'يوسف']
  expect(sorted(names.toReversed())).toEqual(names)
})

test.each([
  ['case', 'ATELIER', 'atelier'],
  ['an accent', 'Ete', 'Été'],
  ['a joined letter', 'Oeuvre', 'Œuvre'],
  ['an apostrophe', 'L’Atelier', "L'Atelier"],
  ['Arabic figures', 'Lot ١٢', 'Lot 12'],
  ['leading zeros', 'Lot 007', 'Lot 7'],
])('%s makes no difference', (_, a, b) => expect(collationKey(a)).toBe(collationKey(b)))

const LETTERS = Array.from(
  'aàbcçdeéfgiíïjlłmnñoœøpqrsßtuüvwxyzæÀÉŒÑ' + 'ابتثجحخدذرزسشصضطظعغفقكلمنهويأإآةى' + 'αβγабв',
)
const TEXT = fc
  .array(fc.constantFrom(...LETTERS, ' ', "'", '&', '.', '(', ')', '0', '1', '2', '10'), {
    maxLength: 12,
  })
  .map((letters) => letters.join('').trim().replaceAll(/\s+/g, ' '))
const COLLATOR = new Intl.Collator('fr', { sensitivity: 'base', numeric: true })

property.prop([TEXT, TEXT])('two texts stand as the collation has them', (a, b) => {
  // Variants of Arabic letters are one letter here, as in searches.
  const [x, y] = [foldText(a), foldText(b)]
  const [one, other] = [collationKey(a), collationKey(b)]
  const order = Math.sign(COLLATOR.compare(x, y))
  expect(one === other ? 0 : one < other ? -1 : 1).toBe(order)
})

test('each language orders the letters of its names alike, but Spanish its ñ, and Arabic scripts', () => {
  const latin = 'abcdefghijklmnopqrstuvwxyz'
  for (const language of LANGUAGES) {
    const collator = new Intl.Collator(language, { sensitivity: 'base' })
    expect(
      latin
        .split('')
        .reverse()
        .toSorted((a, b) => collator.compare(a, b))
        .join(''),
    ).toBe(latin)
  }
})
