import { expect, test } from 'vitest'
import { withFrenchSpaces } from '../scripts/french-spaces.ts'

test.each([
  ['Reste dû\u202F: 12', 'Reste dû\u00A0: 12'],
  ['Reste dû : 12', 'Reste dû\u00A0: 12'],
  ['Oublié\u00A0? Non\u00A0; si', 'Oublié\u202F? Non\u202F; si'],
  ['La mention «\u202FEI\u202F»', 'La mention «\u00A0EI\u00A0»'],
  ['https://exemple.fr, à 12:30', 'https://exemple.fr, à 12:30'],
])('%j is written %j, and stays so', (text, written) => {
  expect(withFrenchSpaces(text)).toBe(written)
  expect(withFrenchSpaces(written)).toBe(written)
})
