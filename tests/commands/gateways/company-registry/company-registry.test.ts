import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CompanyRegistry } from '#commands/gateways/company-registry/company-registry.ts'
import { rechercheEntreprises } from '#commands/gateways/company-registry/company-registry-recherche-entreprises.ts'
import { legalStatusOf, sectorOf } from '#commands/gateways/company-registry/insee-nomenclatures.ts'
import {
  type RegistryDouble,
  type RegistryMood,
  companyRegistry,
} from '#tests/doubles/company-registry.ts'

let double: RegistryDouble
let now = 0
let registry: CompanyRegistry

beforeAll(async () => {
  double = await companyRegistry()
})
afterAll(() => double.close())
beforeEach(() => {
  double.mood = 'well'
  double.asked.length = 0
  now = 1_000
  registry = rechercheEntreprises({ baseUrl: double.url, timeoutMs: 150, now: () => now })
})

describe('a company of the registry', () => {
  test('is found by its SIREN, with its head office and its VAT number', async () => {
    expect(await registry.find({ siren: '732829320' })).toEqual([
      {
        name: 'Atelier Brumaire',
        legalStatus: 'SAS',
        siren: '732829320',
        siret: '73282932000074',
        address: {
          street: '4 rue des Tanneurs',
          postalCode: '44000',
          city: 'Nantes',
          country: 'FR',
        },
        sector: 'software',
        startDate: '2015-01-02',
        active: true,
        closedOn: '',
        vatNumber: 'FR44732829320',
      },
    ])
  })
  test('is found by the SIRET of another establishment, with that one', async () => {
    expect(await registry.find({ siret: '73282932000017' })).toMatchObject([
      {
        siret: '73282932000017',
        address: { street: '8 quai des Brumes', city: 'Lorient' },
        active: false,
        closedOn: '2020-06-30',
      },
    ])
  })
  test('is not found by a SIRET it does not have', async () =>
    expect(await registry.find({ siret: '73282932000090' })).toEqual([]))
  test('is found by a part of its name, closed ones too', async () => {
    expect(await registry.find({ name: 'brumaire' })).toMatchObject([
      { name: 'Atelier Brumaire', active: true },
      {
        name: 'Brumaire et Associes',
        legalStatus: 'EURL',
        sector: 'accounting',
        active: false,
        closedOn: '2023-12-31',
      },
    ])
  })
  test('keeps hidden what a person does not publish', async () => {
    expect(await registry.find({ name: 'moulin' })).toMatchObject([
      {
        name: 'Moulin Neuf',
        legalStatus: 'EI',
        address: { street: '', postalCode: '67000', city: 'Strasbourg' },
        sector: 'energy',
      },
    ])
  })
  test('that nobody knows is no failure', async () =>
    expect(await registry.find({ name: 'introuvable' })).toEqual([]))
  test('is asked for once in ten minutes', async () => {
    await registry.find({ name: 'Brumaire' })
    await registry.find({ name: 'brumaire' })
    expect(double.asked).toHaveLength(1)
    now += 600_000
    await registry.find({ name: 'brumaire' })
    expect(double.asked).toHaveLength(2)
  })
})

const failures: readonly RegistryMood[] = [
  'busy',
  'broken',
  'garbage',
  'wrong shape',
  'odd entries',
  'huge',
  'slow',
  'cut',
  'elsewhere',
]

test.each(failures)(
  'a registry that is %s is unavailable, and works again afterwards',
  async (mood) => {
    double.mood = mood
    await expect(registry.find({ name: 'brumaire' })).rejects.toMatchObject({
      code: 'REGISTRY_UNAVAILABLE',
      kind: 'outside',
    })
    double.mood = 'well'
    expect(await registry.find({ name: 'brumaire' })).toHaveLength(2)
  },
)

test('a registry that is not there is unavailable', async () => {
  const gone = await companyRegistry()
  await gone.close()
  await expect(
    rechercheEntreprises({ baseUrl: gone.url, now: () => now }).find({ siren: '732829320' }),
  ).rejects.toMatchObject({ code: 'REGISTRY_UNAVAILABLE' })
})

test.each([
  ['1000', 'EI'],
  ['5202', 'SNC'],
  ['5306', 'SCS'],
  ['5308', 'SCA'],
  ['5499', 'SARL'],
  ['5498', 'EURL'],
  ['5599', 'SA'],
  ['5699', 'SA'],
  ['5710', 'SAS'],
  ['5720', 'SASU'],
  ['9220', ''],
])('legal category %s is %s', (category, status) => expect(legalStatusOf(category)).toBe(status))

test.each([
  ['62.02A', 'software'],
  ['70.22Z', 'consulting'],
  ['70.21Z', 'marketing'],
  ['71.12B', 'engineering'],
  ['71.11Z', 'architecture'],
  ['24.10Z', 'industry'],
  ['94.99Z', ''],
])('activity %s is the sector %s', (naf, sector) => expect(sectorOf(naf)).toBe(sector))
