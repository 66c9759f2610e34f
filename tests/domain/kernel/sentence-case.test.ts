import { describe, expect, test } from 'vitest'
import { inSentenceCase } from '#domain/kernel/sentence-case.ts'

describe('a text of a register', () => {
  test.each([
    ['12 RUE DES ENCRIERS', '12 rue des Encriers'],
    ["3 BIS AVENUE DE L'EUROPE", "3 bis avenue de l'Europe"],
    ['ZA LES PRES', 'ZA les Pres'],
    ['RUE DU PORT', 'Rue du Port'],
    ['SAINT-DENIS', 'Saint-Denis'],
    ['LYON 3', 'Lyon 3'],
    ['ATELIER BRUMAIRE SAS', 'Atelier Brumaire SAS'],
    ['SNCF VOYAGEURS', 'SNCF Voyageurs'],
    ["L'ÉTABLI", "L'Établi"],
    ['A.B.C. CONSEIL & CIE', 'A.B.C. Conseil & Cie'],
  ])('%s is written %s', (capitals, written) => expect(inSentenceCase(capitals)).toBe(written))
  test('that has a small letter stays', () =>
    expect(inSentenceCase('iPhone DE Lyon')).toBe('iPhone DE Lyon'))
})
