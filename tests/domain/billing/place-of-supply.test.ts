import { describe, expect, test } from 'vitest'
import {
  deliveryOf,
  oneStopCountry,
  placeOfSupply,
  territoryOf,
  usualVatPercentAt,
  vatPercentsAt,
} from '#domain/billing/vat/place-of-supply.values.ts'

const DAY = '2026-11-20'
const at = (country: string, postalCode = '') => ({ country, postalCode })
const LYON = at('FR', '69001')
const REUNION = at('FR', '97400')
const seller = (address = LYON, regime = 'normal') => ({ regime, address })
const firm = (address: ReturnType<typeof at>, vatNumber = '') => ({
  professional: true,
  address,
  vatNumber,
})
const person = (address: ReturnType<typeof at>) => ({ professional: false, address })
const services = { operation: 'services', reason: '' } as const
const goods = { ...services, operation: 'goods' } as const
const intangible = { ...services, reason: 'intangible' } as const

test.each([
  ['FR', '69001', 'mainland'],
  ['', '20090', 'corsica'],
  ['FR', '97110', 'antilles'],
  ['FR', '97133', 'collectivity'],
  ['FR', '97200', 'antilles'],
  ['FR', '97300', 'untaxed'],
  ['FR', '97 400', 'reunion'],
  ['FR', '97600', 'untaxed'],
  ['FR', '98800', 'collectivity'],
  ['RE', '', 'reunion'],
  ['YT', '', 'untaxed'],
  ['NC', '', 'collectivity'],
  ['MC', '98000', 'mainland'],
  ['DE', '10115', 'union'],
  ['ES', '35001', 'outside'],
  ['GB', 'BT1', 'outside'],
  ['CH', '1201', 'outside'],
])('%s %s stands in %s', (country, postalCode, territory) =>
  expect(territoryOf(at(country, postalCode))).toBe(territory),
)

describe('the VAT of a supply', () => {
  test.each([
    ['a French business', seller(), firm(LYON), services, null],
    ['a business of the Union', seller(), firm(at('DE')), services, 'reverseCharge'],
    ['a private client of the Union', seller(), person(at('DE')), services, null],
    ['a business outside the Union', seller(), firm(at('US')), services, 'outsideEu'],
    ['F08: a private client outside the Union', seller(), person(at('US')), services, null],
    ['the same, of an intangible service', seller(), person(at('US')), intangible, 'intangible'],
    ['an intangible service to a French one', seller(), person(LYON), intangible, null],
    ['an intangible service to a business', seller(), firm(at('US')), intangible, 'outsideEu'],
    ['a business in New Caledonia', seller(), firm(at('NC')), services, 'outsideEu'],
    ['a business in Guiana', seller(), firm(at('GF')), services, 'untaxedTerritory'],
    [
      'a business in Mayotte written as French',
      seller(),
      firm(at('FR', '97600')),
      services,
      'untaxedTerritory',
    ],
    ['a private client in Guiana', seller(), person(at('GF')), services, null],
    ['a seller in Mayotte', seller(at('YT')), person(LYON), services, 'untaxedTerritory'],
    ['goods out of the Union', seller(), firm(at('CH')), goods, 'export'],
    ['goods to a private client outside', seller(), person(at('CH')), goods, 'export'],
    ['goods to a business of the Union', seller(), firm(at('IT')), goods, 'intraCommunity'],
    [
      'F47: goods to Northern Ireland',
      seller(),
      firm(at('GB'), 'XI123456789'),
      goods,
      'intraCommunity',
    ],
    [
      'services to Northern Ireland',
      seller(),
      firm(at('GB'), 'XI123456789'),
      services,
      'outsideEu',
    ],
    ['goods to Great Britain', seller(), firm(at('GB'), 'GB123456789'), goods, 'export'],
    ['goods from the mainland to Réunion', seller(), firm(REUNION), goods, 'overseasExport'],
    [
      'goods from Réunion to the Antilles',
      seller(REUNION),
      firm(at('MQ')),
      goods,
      'overseasExport',
    ],
    ['goods within the Antilles', seller(at('GP')), firm(at('MQ')), goods, null],
    ['goods to Corsica', seller(), firm(at('FR', '20000')), goods, null],
    ['the franchise', seller(LYON, 'franchise'), firm(at('DE')), services, 'franchise'],
    [
      'a reason of the user',
      seller(),
      firm(at('DE')),
      { ...services, reason: 'training' as const },
      'training',
    ],
  ] as const)('of %s', (_, of, client, supply, exemption) =>
    expect(placeOfSupply(of, client, supply, DAY).exemption).toBe(exemption),
  )

  test.each([
    ['F15: a seller in Réunion', seller(REUNION), null, services, [850, 210]],
    ['a mainland business’s client in Réunion', seller(), firm(REUNION), services, [850, 210]],
    ['a private client in Réunion', seller(), person(REUNION), services, [2000, 1000, 550, 210]],
    [
      'a mainland client of a seller in Réunion',
      seller(REUNION),
      firm(LYON),
      services,
      [2000, 1000, 550, 210],
    ],
    ['Corsica', seller(at('FR', '20000')), null, services, [2000, 1300, 1000, 550, 210, 90]],
  ] as const)('offers the rates of the place: %s', (_, of, client, supply, offered) =>
    expect(placeOfSupply(of, client, supply, DAY).offered).toEqual(offered),
  )
  test('allows the special overseas rates without offering them', () =>
    expect(placeOfSupply(seller(REUNION), null, services, DAY).allowed).toEqual([
      850, 210, 175, 105,
    ]))

  test('F58: charges a private client of the Union by the one-stop shop', () => {
    const place = placeOfSupply(seller(), person(at('IT')), services, DAY)
    expect(oneStopCountry(place, [2200], DAY)).toBe('IT')
    expect(oneStopCountry(place, [2000], DAY)).toBe('')
    expect(oneStopCountry(place, [2200, 2000], DAY)).toBe('')
    expect(
      oneStopCountry(placeOfSupply(seller(), firm(at('IT')), services, DAY), [2200], DAY),
    ).toBe('')
  })
  test('takes a Member State’s rate from the day on which it holds', () => {
    const place = placeOfSupply(seller(), person(at('RO')), services, '2025-07-31')
    expect(oneStopCountry(place, [1900], '2025-07-31')).toBe('RO')
    expect(oneStopCountry(place, [1900], '2025-08-01')).toBe('')
  })
})

test('a form without a client offers the rates of the business', () =>
  expect(vatPercentsAt(REUNION, Date.parse(DAY))).toEqual([8.5, 2.1]))

describe('the way of goods', () => {
  const place = (country: string, street = '') => ({ street, postalCode: '', city: '', country })
  const buyer = { address: LYON, deliveryAddress: place('BE', 'Kade 3') }
  test.each([
    ['the bill’s own address', { deliveryAddress: place('DE', 'Kai 1') }, place('DE', 'Kai 1')],
    ['the bill’s country', { deliveryCountry: 'DE' }, place('DE')],
    ['the client’s own country on the bill', { deliveryCountry: 'FR' }, null],
    ['the client’s delivery address', {}, place('BE', 'Kade 3')],
  ])('leads to %s', (_, told, expected) =>
    expect(deliveryOf({ operation: 'goods', ...told }, buyer)).toEqual(expected),
  )
  test('is none for services, nor for a client without a second address', () => {
    expect(deliveryOf({ operation: 'services' }, buyer)).toBeNull()
    expect(deliveryOf({ operation: 'goods' }, { address: LYON })).toBeNull()
  })
  test('decides about their VAT: to Réunion they are exported', () =>
    expect(
      placeOfSupply(seller(), firm(LYON), { ...goods, delivery: REUNION }, DAY).exemption,
    ).toBe('overseasExport'))
})

describe('the usual rate of a business', () => {
  const day = Date.UTC(2026, 10, 20)
  const rateAt = (postalCode: string, country = 'FR') =>
    usualVatPercentAt({ country, postalCode }, day)
  test('F15: is that of its place, the first of those offered', () => {
    expect(vatPercentsAt({ country: 'FR', postalCode: '97400' }, day)).toEqual([8.5, 2.1])
    expect(['75001', '20000', '97110', '97200', '97400'].map((code) => rateAt(code))).toEqual([
      20, 20, 8.5, 8.5, 8.5,
    ])
    expect(rateAt('98000', 'MC')).toBe(20)
  })
  test('is none where there is no VAT: French Guiana and Mayotte', () =>
    expect([rateAt('97300'), rateAt('97600')]).toEqual([0, 0]))
})
