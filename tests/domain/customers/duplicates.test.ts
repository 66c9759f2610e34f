import { describe, expect, test } from 'vitest'
import { duplicatesOf, sameName } from '#domain/customers/duplicates.ts'
import type { Values } from '#domain/kernel/records/field.ts'

const records = (...all: readonly Values[]) =>
  all.map((values, i) => ({ id: `r${i}`, since: i, values }))
const companies = (...all: readonly Values[]) => duplicatesOf('company', records(...all))
const contacts = (...all: readonly Values[]) => duplicatesOf('contact', records(...all))
const lyon = { city: 'Lyon' }

test.each([
  ['Hydravion S.A.S.', 'hydravion'],
  ['SARL Été Indien', 'ete indien'],
  ['Müller & Söhne GmbH', 'muller sohne'],
  ['SAS', 'sas'],
  ['Cœur de Ville (OF85)', 'coeur de ville of85'],
  ['Pain et Cie', 'pain cie'],
  ['Pain & Cie', 'pain cie'],
  ['L’Atelier', 'l atelier'],
])('the name %s is %s', (name, same) => expect(sameName(name)).toBe(same))

describe('companies are duplicates', () => {
  test('with one SIREN, the older one first', () =>
    expect(companies({ name: 'A', siren: '732829320' }, { name: 'B', siren: '732829320' })).toEqual(
      [{ ids: ['r0', 'r1'], reasons: ['siren'] }],
    ))
  test('not as two establishments of one company', () =>
    expect(
      companies(
        { name: 'A', siren: '732829320', siret: '73282932000074' },
        { name: 'A', siren: '732829320', siret: '73282932000082' },
      ),
    ).toEqual([]))
  test('with one name in one town, whatever its case, accents and legal form', () => {
    expect(
      companies(
        { name: 'Hydravion SAS', address: lyon },
        { name: 'HYDRAVION', address: { city: 'LYON' } },
      ),
    ).toEqual([{ ids: ['r0', 'r1'], reasons: ['name'] }])
    expect(
      companies(
        { name: 'Hydravion', address: lyon },
        { name: 'Hydravion', address: { city: 'Nice' } },
      ),
    ).toEqual([])
  })
  test('with one mail address', () =>
    expect(
      companies({ name: 'A', email: 'A@x.example' }, { name: 'B', email: 'a@x.example ' }),
    ).toEqual([{ ids: ['r0', 'r1'], reasons: ['email'] }]))
  test('each with the oldest of several, with all reasons', () =>
    expect(
      companies(
        { name: 'A', siren: '732829320', address: lyon },
        { name: 'a', siren: '732829320', address: lyon },
        { name: 'B', siren: '732829320' },
      ),
    ).toEqual([
      { ids: ['r0', 'r1'], reasons: ['siren', 'name'] },
      { ids: ['r0', 'r2'], reasons: ['siren'] },
    ]))
  test('not by what both leave empty', () =>
    expect(companies({ name: 'A' }, { name: 'B' })).toEqual([]))
  test('not when they are told apart, while a third one is compared with both', () => {
    const alike = records(...Array.from({ length: 4 }, () => ({ name: 'A', siren: '732829320' })))
    const told = (...pairs: readonly string[]) =>
      duplicatesOf('company', alike, (one, other) =>
        pairs.includes([one, other].toSorted().join(' ')),
      ).map(({ ids }) => ids)
    expect(told()).toEqual([
      ['r0', 'r1'],
      ['r0', 'r2'],
      ['r0', 'r3'],
    ])
    expect(told('r0 r1')).toEqual([
      ['r0', 'r2'],
      ['r0', 'r3'],
    ])
    // The second one is another company; the third one may be it.
    expect(told('r0 r1', 'r0 r2')).toEqual([
      ['r1', 'r2'],
      ['r0', 'r3'],
    ])
    expect(told('r0 r1', 'r0 r2', 'r1 r2', 'r0 r3', 'r1 r3', 'r2 r3')).toEqual([])
  })
})

describe('contacts are duplicates', () => {
  test('with one phone, however it is written', () =>
    expect(
      contacts(
        { lastName: 'A', phone: '+33 6 12 34 56 78' },
        { lastName: 'B', phone: '06.12.34.56.78' },
      ),
    ).toEqual([{ ids: ['r0', 'r1'], reasons: ['phone'] }]))
  test('with both names at one company, in either order', () => {
    const one = { firstName: 'Alix', lastName: 'Morel', companyId: 'c1' }
    expect(contacts(one, { firstName: 'MOREL', lastName: 'Alix', companyId: 'c1' })).toHaveLength(1)
    expect(contacts(one, { ...one, companyId: 'c2' })).toEqual([])
  })
  test('not by a family name alone', () =>
    expect(
      contacts({ lastName: 'Morel', companyId: 'c1' }, { lastName: 'Morel', companyId: 'c1' }),
    ).toEqual([]))
})

test.each([
  ['OF85: œ and oe', { name: 'Cœur de Ville' }, { name: 'Coeur de ville' }, true],
  ['Cedex', { name: 'A', address: { city: 'Lyon Cedex 03' } }, { name: 'A', address: lyon }, true],
  [
    'another town',
    { name: 'A', address: { city: 'Lyon' } },
    { name: 'A', address: { city: 'Lille' } },
    false,
  ],
])('companies are one: %s', (_, a, b, isOne) => {
  expect(companies(a, b)).toHaveLength(isOne ? 1 : 0)
})

test.each([
  ['+33 6 12 34 56 78', '06.12.34.56.78', true],
  ['+33 (0)6 12 34 56 78', '0033612345678', true],
  ['+33 6 12 34 56 78', '+44 6 12 34 56 78', false],
])('%s and %s are one number: %s', (a, b, isOne) => {
  expect(contacts({ lastName: 'A', phone: a }, { lastName: 'B', phone: b })).toHaveLength(
    isOne ? 1 : 0,
  )
})
