import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { byName, collationKey, collationKeys } from '#domain/kernel/collation-key.ts'
import { foldText } from '#domain/kernel/fold-text.values.ts'
import { collationOf, type Language, LANGUAGES } from '#domain/kernel/languages.values.ts'

const sorted = (names: readonly string[], language: Language = 'fr') =>
  names.toSorted(byName((name) => name, language))

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
])('%s makes no difference', (_, a, b) => expect(collationKeys(a)).toEqual(collationKeys(b)))

test('Spanish names with ñ stand behind all with n, those of others between them', () => {
  const names = ['Ñandú', 'Nuñez', 'Oso', 'Nunoz', 'NUÑOZ', 'Nz']
  expect(sorted(names, 'es')).toEqual(['Nunoz', 'Nuñez', 'NUÑOZ', 'Nz', 'Ñandú', 'Oso'])
  expect(sorted(names, 'fr')).toEqual(['Ñandú', 'Nuñez', 'Nunoz', 'NUÑOZ', 'Nz', 'Oso'])
})

test('Arabic names stand before Latin ones for readers of Arabic, behind them for others', () => {
  const names = ['Zèbre', 'يوسف', '2 Rives', 'أحمد', 'Atelier']
  expect(sorted(names, 'ar')).toEqual(['2 Rives', 'أحمد', 'يوسف', 'Atelier', 'Zèbre'])
  expect(sorted(names, 'fr')).toEqual(['2 Rives', 'Atelier', 'Zèbre', 'أحمد', 'يوسف'])
})

test('hyphens beside ñ are blanks, as beside other letters', () =>
  expect(collationKey('Pérez-Ñoño', 'es')).toBe(collationKey('perez ñoño', 'es')))

const LETTERS = Array.from(
  'aàbcçdeéfgiíïjlłmnñoœøpqrsßtuüvwxyzæÀÉŒÑ' + 'ابتثجحخدذرزسشصضطظعغفقكلمنهويأإآةى' + 'αβγабв',
)
const TEXT = fc
  .array(fc.constantFrom(...LETTERS, ' ', "'", '&', '.', '(', ')', '0', '1', '2', '10'), {
    maxLength: 12,
  })
  .map((letters) => letters.join('').trim().replaceAll(/\s+/g, ' '))

property.prop([TEXT, TEXT, fc.constantFrom(...LANGUAGES)])(
  'two texts stand as the collation of each language has them',
  (a, b, language) => {
    const collator = new Intl.Collator(language, { sensitivity: 'base', numeric: true })
    // Variants of Arabic letters are one letter here, as in searches.
    const plain = (text: string) =>
      text.replaceAll(/[^ñÑ]+/gu, (part) => (language === 'es' ? foldText(part) : part))
    const [x, y] = language === 'es' ? [plain(a), plain(b)] : [foldText(a), foldText(b)]
    const [one, other] = [a, b].map((text) => collationKey(text, collationOf(language)))
    const order = Math.sign(collator.compare(x, y))
    expect(one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1).toBe(order)
  },
)
