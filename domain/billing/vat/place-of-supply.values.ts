import type { Address } from '#domain/kernel/address.ts'
import { emptyAddress, isEmptyAddress } from '#domain/kernel/address.values.ts'
import type { Day } from '#domain/kernel/time.ts'
import type { Operation } from '../terms.values.ts'
import { UNION_RATES } from './union-rates.values.ts'
import type { VatExemption } from '../frozen-bill.ts'
import { type FrenchTerritory, unionVatCountry, vatRatesOn } from './vat.values.ts'

/**
 * Where an address stands for VAT. `untaxed`: French Guiana and Mayotte. `collectivity`: French
 * territories where the CGI's VAT does not apply. `northernIreland`: a part of the Union for goods.
 *
 * @source CGI art. 256-0, 294; directive 2006/112/CE art. 6; Windsor framework
 */
export type VatTerritory =
  | FrenchTerritory
  | 'untaxed'
  | 'collectivity'
  | 'union'
  | 'northernIreland'
  | 'outside'

/** Postal codes of French territories, the longest first. @source INSEE, La Poste */
const BY_POSTAL_CODE: readonly (readonly [prefix: string, territory: VatTerritory])[] = [
  ['97133', 'collectivity'],
  ['97150', 'collectivity'],
  ['971', 'antilles'],
  ['972', 'antilles'],
  ['973', 'untaxed'],
  ['974', 'reunion'],
  ['975', 'collectivity'],
  ['976', 'untaxed'],
  ['977', 'collectivity'],
  ['978', 'collectivity'],
  ['984', 'collectivity'],
  ['986', 'collectivity'],
  ['987', 'collectivity'],
  ['988', 'collectivity'],
  ['20', 'corsica'],
]
const BY_COUNTRY: Readonly<Record<string, VatTerritory>> = {
  MC: 'mainland',
  GP: 'antilles',
  MQ: 'antilles',
  RE: 'reunion',
  GF: 'untaxed',
  YT: 'untaxed',
  BL: 'collectivity',
  MF: 'collectivity',
  PM: 'collectivity',
  WF: 'collectivity',
  PF: 'collectivity',
  NC: 'collectivity',
  TF: 'collectivity',
}
/** Parts of Member States outside the Union's VAT. @source directive 2006/112/CE art. 6 */
const OUTSIDE_UNION: Readonly<Record<string, readonly string[]>> = {
  ES: ['35', '38', '51', '52'],
  IT: ['23041'],
  DE: ['27498', '78266'],
  FI: ['22'],
  GR: ['63086'],
}

type Place = Pick<Address, 'country' | 'postalCode'>

/** An address without a country is French. @param vatNumber tells Northern Ireland by its XI */
export function territoryOf({ country, postalCode }: Place, vatNumber = ''): VatTerritory {
  const code = postalCode.replaceAll(/\s/g, '')
  const found = BY_COUNTRY[country]
  if (found !== undefined) return found
  if (country === '' || country === 'FR')
    return (
      BY_POSTAL_CODE.find(([prefix]) => /^\d{5}$/.test(code) && code.startsWith(prefix))?.[1] ??
      'mainland'
    )
  if (country === 'XI' || (country === 'GB' && vatNumber.startsWith('XI'))) return 'northernIreland'
  if (unionVatCountry(country) === null) return 'outside'
  return OUTSIDE_UNION[country]?.some((prefix) => code.startsWith(prefix)) ? 'outside' : 'union'
}

const FRENCH: readonly VatTerritory[] = ['mainland', 'corsica', 'antilles', 'reunion']
export const isFrenchTerritory = (territory: VatTerritory): territory is FrenchTerritory =>
  FRENCH.includes(territory)

/** Markets between which goods are exported. @source CGI art. 294-2 */
const marketOf = (territory: VatTerritory): VatTerritory =>
  territory === 'corsica' ? 'mainland' : territory

export type SupplySeller = { readonly regime: string; readonly address: Place }
export type SupplyClient = {
  readonly professional: boolean
  readonly address: Place
  readonly vatNumber?: string
}
export type Supply = {
  readonly operation: Operation
  /** Where goods go; absent for the client's address. */
  readonly delivery?: Place
  /** Why it owes no VAT, where the user said so; empty for none. */
  readonly reason: VatExemption | ''
}

/** Way of a bill's goods, as the bill tells it. */
export type Delivered = {
  readonly operation?: Operation
  readonly deliveryCountry?: string
  readonly deliveryAddress?: Address
}
/**
 * Where a bill's goods go, when that is not the client's address; null for services alone. The
 * bill's own address comes before the client's delivery address. A country alone is an address.
 */
export function deliveryOf(
  { operation = 'services', deliveryCountry = '', deliveryAddress = emptyAddress }: Delivered,
  buyer: { readonly address: Place; readonly deliveryAddress?: Address } | null,
): Address | null {
  if (operation === 'services') return null
  const own = isEmptyAddress(deliveryAddress)
    ? { ...emptyAddress, country: deliveryCountry }
    : deliveryAddress
  if (isEmptyAddress(own)) return buyer?.deliveryAddress ?? null
  const isCountryAlone = isEmptyAddress({ ...own, country: '' })
  return isCountryAlone && own.country === buyer?.address.country ? null : own
}

/**
 * VAT of a supply. `exemption`: null where French VAT is due. `territory`: whose rates apply.
 * `offered`: the rates to choose from, highest first. `allowed`: all that may be charged. `union`:
 * the client's country whose VAT a private client may owe by the one-stop shop; empty for none.
 *
 * @unit rates: hundredths of a percent
 */
export type PlaceOfSupply = {
  readonly exemption: VatExemption | null
  readonly territory: VatTerritory
  readonly offered: readonly number[]
  readonly allowed: readonly number[]
  readonly union: string
}

/** Rates of everyday sales of a territory: the special ones are allowed, and not offered. */
const SPECIAL_OVERSEAS: readonly number[] = [175, 105]

const chargedIn = (territory: FrenchTerritory, day: Day) => {
  const where = territory === 'antilles' || territory === 'reunion' ? 'overseas' : territory
  const allowed =
    where === 'corsica'
      ? [...new Set([...vatRatesOn(day, 'mainland'), ...vatRatesOn(day, 'corsica')])].sort(
          (a, b) => b - a,
        )
      : vatRatesOn(day, where)
  return { allowed, offered: allowed.filter((rate) => !SPECIAL_OVERSEAS.includes(rate)) }
}

/**
 * Place and VAT of a supply. The seller's franchise comes before the rest, and the user's reason
 * before what follows from the client.
 *
 * @param client null while none is chosen: the seller's own territory
 * @source CGI art. 259, 259 B, 262 I, 262 ter I, 283-2, 293 B, 294, 296, 298 sexdecies G
 */
export function placeOfSupply(
  seller: SupplySeller,
  client: SupplyClient | null,
  { operation, delivery, reason }: Supply,
  day: Day,
): PlaceOfSupply {
  const own = territoryOf(seller.address)
  const to = client === null ? own : destinationOf(client, operation, delivery)
  const isGoods = operation === 'goods'
  // A service to a private client is taxed where the seller is.
  const isAtSeller = !isGoods && client !== null && !client.professional
  const territory = isAtSeller || !(isFrenchTerritory(to) || to === 'untaxed') ? own : to
  const rates = isFrenchTerritory(territory)
    ? chargedIn(territory, day)
    : { allowed: [], offered: [] }
  const union = client?.professional === false && to === 'union' ? client.address.country : ''
  const isFarPrivate =
    client?.professional === false && !isGoods && (to === 'outside' || to === 'collectivity')
  const exemption =
    seller.regime === 'franchise'
      ? 'franchise'
      : reason !== '' && (reason !== 'intangible' || isFarPrivate)
        ? reason
        : isGoods
          ? ofGoods(own, to, client)
          : ofServices(territory, to, client)
  const foreign = union === '' || exemption !== null ? [] : unionRatesOf(union, day)
  return {
    exemption,
    territory,
    offered: rates.offered,
    allowed: [...new Set([...rates.allowed, ...foreign])],
    union,
  }
}

function destinationOf(
  client: SupplyClient,
  operation: Operation,
  delivery: Place | undefined,
): VatTerritory {
  const address = (operation === 'goods' && delivery) || client.address
  const territory = territoryOf(address, client.vatNumber)
  // For services Northern Ireland is outside the Union.
  return territory === 'northernIreland' && operation !== 'goods' ? 'outside' : territory
}

function ofGoods(
  own: VatTerritory,
  to: VatTerritory,
  client: SupplyClient | null,
): VatExemption | null {
  if (client === null) return null
  if (to === 'union' || to === 'northernIreland')
    return client.professional ? 'intraCommunity' : null
  if (to === 'outside' || to === 'collectivity') return 'export'
  if (to === 'untaxed') return own === 'untaxed' ? 'untaxedTerritory' : 'overseasExport'
  return marketOf(own) === marketOf(to) ? null : 'overseasExport'
}

function ofServices(
  territory: VatTerritory,
  to: VatTerritory,
  client: SupplyClient | null,
): VatExemption | null {
  if (territory === 'untaxed') return 'untaxedTerritory'
  if (client === null || !client.professional) return null
  if (to === 'union') return 'reverseCharge'
  return to === 'outside' || to === 'collectivity' ? 'outsideEu' : null
}

/** VAT rates of a Member State, highest first. */
export const unionRatesOf = (country: string, day: Day): readonly number[] =>
  UNION_RATES.find(
    (row) => row.country === country && row.from <= day && (row.to === '' || day <= row.to),
  )?.rates ?? []

/**
 * Member State whose VAT a bill charges by the one-stop shop; empty where it charges French VAT.
 *
 * @param rates those of the bill's lines
 */
export function oneStopCountry(place: PlaceOfSupply, rates: readonly number[], day: Day): string {
  if (place.union === '' || place.exemption !== null || !isFrenchTerritory(place.territory))
    return ''
  const french = chargedIn(place.territory, day).allowed
  const foreign = unionRatesOf(place.union, day)
  const charged = rates.filter((rate) => rate > 0)
  return charged.some((rate) => !french.includes(rate)) &&
    charged.every((rate) => foreign.includes(rate))
    ? place.union
    : ''
}

/** Usual rate of a business, in percent; 0 where there is no VAT. @param day epoch ms */
export const usualVatPercentAt = (address: Place, day: number): number =>
  vatPercentsAt(address, day)[0] ?? 0

/** Rates in percent that a business offers where it is, highest first. @param day epoch ms */
export const vatPercentsAt = (address: Place, day: number): readonly number[] => {
  const territory = territoryOf(address)
  return isFrenchTerritory(territory)
    ? chargedIn(territory, new Date(day).toISOString().slice(0, 10)).offered.map((r) => r / 100)
    : []
}
