import { expect, test } from 'vitest'
import { placeIn, placesLike } from '#domain/prospecting/places.ts'

test.each([
  ['69003 Lyon, France', 'Lyon'],
  ['LA ROCHELLE (17)', 'La Rochelle'],
  ['Clermont Ferrand', 'Clermont-Ferrand'],
  ['Télétravail', undefined],
])('%s names %s', (text, name) => expect(placeIn(text)?.name).toBe(name))

test('towns that begin with the text come first', () =>
  expect(placesLike('denis').map(({ name }) => name)).toEqual(['Saint-Denis']))
