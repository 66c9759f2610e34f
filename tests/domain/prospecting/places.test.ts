import { expect, test } from 'vitest'
import { distanceKm, placeIn, placesLike } from '#domain/prospecting/places.ts'

test.each([
  ['69003 Lyon, France', 'Lyon'],
  ['LA ROCHELLE (17)', 'La Rochelle'],
  ['Clermont Ferrand', 'Clermont-Ferrand'],
  ['Télétravail', undefined],
])('%s names %s', (text, name) => expect(placeIn(text)?.name).toBe(name))

test('a radius is measured along the surface', () => {
  const [lyon, grenoble] = [placeIn('Lyon'), placeIn('Grenoble')]
  if (lyon === null || grenoble === null) throw new Error('Both are in the gazetteer')
  expect(Math.round(distanceKm(lyon, grenoble))).toBe(93)
})

test('towns that begin with the text come first', () =>
  expect(placesLike('denis').map(({ name }) => name)).toEqual(['Saint-Denis']))
