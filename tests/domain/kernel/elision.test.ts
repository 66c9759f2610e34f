import { expect, test } from 'vitest'
import { elided } from '#domain/kernel/elision.values.ts'

test('OF100: the month of a timesheet is elided', () =>
  expect(elided('Jours de octobre 2026', 'fr')).toBe('Jours d’octobre 2026'))

test.each([
  ['fr', 'Jours de octobre', 'Jours d’octobre'],
  ['fr', 'Jours de août', 'Jours d’août'],
  ['fr', 'De avril à juin', 'D’avril à juin'],
  ['fr', 'Jours de mars', 'Jours de mars'],
  ['fr', 'Casa de Oro', 'Casa de Oro'],
  ['it', 'Da pagare il 8 marzo', 'Da pagare l’8 marzo'],
  ['it', 'dal 11/03/2026', 'dall’11/03/2026'],
  ['it', 'Il 8 marzo', 'L’8 marzo'],
  ['it', 'il 18 marzo', 'il 18 marzo'],
  ['it', 'il 80 %', 'il 80 %'],
  ['de', 'am 8. März', 'am 8. März'],
])('in %s, %j is %j', (language, text, expected) => expect(elided(text, language)).toBe(expected))
