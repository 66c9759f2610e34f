import { expect, test } from 'vitest'
import {
  distanceKm,
  labelledPlace,
  placeIn,
  placesIn,
  placesLike,
} from '#domain/prospecting/places.ts'

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

test.each([
  ['OF67: St Etienne', 'St Etienne', 'Saint-Étienne'],
  ['a Saint of a longer name', 'Ste-Croix, St. Malo', 'Saint-Malo'],
  ['Cologne', 'Cologne, Allemagne', 'Köln'],
  ['Mailand', 'Mailand', 'Milano'],
  ['Vienna, which is not Vienne', 'Vienna, Austria', 'Wien'],
  ['Copenhagen', 'Copenhagen', 'København'],
  ['København', 'KØBENHAVN', 'København'],
  ['an Arabic name', 'باريس', 'Paris'],
  ['Vienne itself', '38200 Vienne', 'Vienne'],
])('%s is known', (_, text, name) => expect(placeIn(text)?.name).toBe(name))

test('a text may name several towns, each once', () => {
  expect(placesIn('Paris, Lyon ou Nantes / Paris').map(({ name }) => name)).toEqual([
    'Paris',
    'Lyon',
    'Nantes',
  ])
  expect(placesIn('partout')).toEqual([])
})

test.each([
  ['Mission longue.\nLieu : Lyon (69)\nTJM 500', 'Lyon (69)'],
  ['• Einsatzort: 10115 Berlin', '10115 Berlin'],
  ['مكان العمل : تونس', 'تونس'],
  ['Lieu : à définir', ''],
  ['Un haut lieu : Lyon', ''],
])('the place that %j is labelled with', (text, place) => expect(labelledPlace(text)).toBe(place))
